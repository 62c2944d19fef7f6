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

// faultsShown bounds the faults listed for one stream: if there are many, the first ones suffice.
const faultsShown = 50

// verifyChain also works on models that no longer fold, because it reads only the events.
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

// countsRecords returns a function that reports whether the caller may learn the length and the head of a stream. The
// streams beside the branches record tasks that not everybody sees, and names of branches that not everybody may read.
// A growing number would reveal them, so only the model's owner learns it. Tasks belong to their owners, so the length
// of the stream of tasks is only for the person who runs the server.
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

// verifyReadable verifies the streams of a model: the branches and runs that the caller may read, or one branch, and
// the streams beside the branches. The records of calls are common to all models, so only their faults are reported.
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

// commonRecord is the stream name in a report about records common to all models, for callers who do not run the
// server.
const commonRecord = "record"

// commonFaults returns one report that a stream common to all models is damaged, or nothing if told already contains
// such a report.
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

// hiddenRuns returns the streams of the runs on branches that the caller may not read. A run whose branch is unknown is
// hidden too.
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
