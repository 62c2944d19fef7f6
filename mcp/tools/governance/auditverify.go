package governance

import (
	"context"
	"errors"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/runlog"
	"github.com/bimstream/bimstream/projections/tasklog"
)

type verifyChain struct {
	ModelID string `json:"model_id,omitempty"`
	Branch  string `json:"branch,omitempty" jsonschema:"only this one; default all that you may read, and the model's other streams"`
}

type chainReport struct {
	ModelID string        `json:"model_id"`
	Intact  bool          `json:"intact"`
	Events  uint64        `json:"events"`
	Streams []streamCheck `json:"streams"`
}

type streamCheck struct {
	Stream string       `json:"stream"`
	Events uint64       `json:"events,omitempty" jsonschema:"not told of a stream that has records of others"`
	Head   string       `json:"head_hash,omitempty" jsonschema:"keep it elsewhere"`
	Faults []chainFault `json:"faults"`
}

type chainFault struct {
	Kind     projections.FaultKind `json:"kind"`
	Revision uint64                `json:"revision"`
	EventID  string                `json:"event_id,omitempty"`
	Reason   string                `json:"reason"`
}

// faultsShown caps the faults that are listed of one stream: where many are, the first ones tell.
const faultsShown = 50

// verifyChain works on models that do not fold any more: it looks at nothing but the events.
func (b *Backend) verifyChain(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a verifyChain
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, err := b.ModelID(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := b.CheckAccess(ctx, c, model); err != nil {
		return nil, err
	}
	reports, err := b.verifyReadable(ctx, c, model, a.Branch)
	if err != nil {
		return nil, err
	}
	counts, err := b.countsRecords(ctx, c, model)
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: chainReportOf(model, reports, counts)}, nil
}

// countsRecords returns whether the caller is told how many records a stream has, and its head. What stands beside the
// branches has tasks that not everybody sees, and names branches that not everybody may read: to others than the
// model's owner a number that grows would tell of them. A task is its owner's, whoever the model belongs to. Who runs
// the server is told all.
func (b *Backend) countsRecords(ctx context.Context, c *mcp.Call, model string) (func(stream string) bool, error) {
	owner, err := b.Live.OwnerOf(ctx, model)
	if err != nil {
		return nil, err
	}
	owns := owner == app.User(c.Principal) && c.Principal.Kind == mcp.KindHuman && len(c.Scope.BranchPatterns) == 0
	return func(stream string) bool {
		_, _, ofBranch := projections.ParseStreamName(stream)
		return ofBranch || runlog.Is(model, stream) ||
			owns && (app.Operates(c.Principal) || stream != tasklog.Stream(model))
	}, nil
}

// verifyReadable verifies the streams of a model: of its branches and of runs those that the caller may read, or one
// branch, and what stands beside all branches. The records of calls are of all models: of them it tells faults alone.
func (b *Backend) verifyReadable(ctx context.Context, c *mcp.Call, model,
	branch string) ([]projections.StreamReport, error) {
	only := projections.StreamName(model, branch)
	if branch != "" {
		if _, err := b.Store.Head(ctx, only); errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil, state.Errorf(state.NotFound, "there is no stream %q", only).With("stream", only)
		}
	}
	hidden, err := b.hiddenRuns(ctx, c, model)
	if err != nil {
		return nil, err
	}
	all, err := mcp.VerifyModel(ctx, b.Store, model, b.Heads)
	if err != nil {
		return nil, err
	}
	var out []projections.StreamReport
	for _, report := range all {
		_, name, ofBranch := projections.ParseStreamName(report.Stream)
		if ofBranch {
			report.Faults = append(report.Faults, b.Live.ForgedSnapshots(report.Stream)...)
		}
		switch {
		case ofBranch && !c.Scope.AllowsBranch(name) || hidden[report.Stream]:
		case branch != "" && report.Stream != only && len(report.Faults) == 0:
		case !projections.IsOfModel(report.Stream, model) && !app.Operates(c.Principal):
			out = append(out, commonFaults(out, report)...)
		default:
			out = append(out, report)
		}
	}
	return out, nil
}

// commonRecord is what others than who runs the server are told of records that are of all models.
const commonRecord = "record"

// commonFaults is the report, once, that what is common to all models is damaged.
func commonFaults(told []projections.StreamReport, damaged projections.StreamReport) []projections.StreamReport {
	if slices.ContainsFunc(told, func(r projections.StreamReport) bool {
		return r.Stream == commonRecord
	}) {
		return nil
	}
	return []projections.StreamReport{{Stream: commonRecord, Faults: []projections.Fault{{Kind: damaged.Faults[0].Kind,
		Reason: "the record of calls, which all models share, is not what was written: who runs the server sees " +
			"where"}}}}
}

// hiddenRuns returns the streams of the runs on branches that the caller may not read. A run that does not say which
// its branch is, is one of them.
func (b *Backend) hiddenRuns(ctx context.Context, c *mcp.Call, model string) (map[string]bool, error) {
	if len(c.Scope.BranchPatterns) == 0 {
		return nil, nil
	}
	ids, err := runlog.IDs(ctx, b.Store, model)
	if err != nil {
		return nil, err
	}
	runs, out := runlog.New(b.Store), map[string]bool{}
	for _, id := range ids {
		stream := runlog.Stream(model, id)
		run, err := runs.Read(ctx, stream)
		out[stream] = err != nil || !c.Scope.AllowsBranch(run.Is.Config.Branch)
	}
	return out, nil
}

func chainReportOf(model string, reports []projections.StreamReport, counts func(stream string) bool) chainReport {
	out := chainReport{ModelID: model, Intact: true, Streams: []streamCheck{}}
	for _, r := range reports {
		check := streamCheck{Stream: r.Stream, Faults: []chainFault{}}
		if counts(r.Stream) {
			check.Events, check.Head = r.Events, app.HexOf(r.Head)
		}
		for i, f := range r.Faults {
			if i < faultsShown {
				check.Faults = append(check.Faults, chainFault(f))
			}
			out.Intact = false
		}
		out.Events += check.Events
		out.Streams = append(out.Streams, check)
	}
	return out
}
