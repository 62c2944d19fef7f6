package links

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/coordination"
	"github.com/bimstream/bimstream/projections/validation"
)

type coordinationReport struct {
	RunID    string `json:"validation_run_id,omitempty" jsonschema:"of clash_detection with models; default the last"`
	Since    string `json:"since_run_id,omitempty" jsonschema:"run before; default the last of the same test"`
	Pictures *int   `json:"pictures,omitempty" jsonschema:"clashes drawn in plan; default 12"`
	FileName string `json:"file_name,omitempty" jsonschema:"of the PDF; the XLSX lies beside it"`
	ModelID  string `json:"model_id,omitempty"`
	Branch   string `json:"branch,omitempty"`
	DryRun   bool   `json:"dry_run,omitempty"`
}

// coordinationData is the report in a reply: its figures, and the files with the full report.
type coordinationData struct {
	ModelID  string          `json:"model_id"`
	Branch   string          `json:"branch"`
	Revision uint64          `json:"revision" jsonschema:"that was checked"`
	RunID    string          `json:"validation_run_id"`
	Since    string          `json:"since_run_id,omitempty"`
	Models   []reportedModel `json:"models"`
	Pairs    []reportedPair  `json:"pairs" jsonschema:"clashes by discipline"`
	Parties  []reportedParty `json:"parties" jsonschema:"tasks"`
	Pictures int             `json:"pictures"`
	Files    []reportedFile  `json:"files"`
	Events   []app.EventRef  `json:"events"`
}

type reportedModel struct {
	Model      string   `json:"model"`
	Discipline string   `json:"discipline,omitempty"`
	Delivery   string   `json:"delivery,omitempty"`
	File       string   `json:"file,omitempty"`
	Revision   uint64   `json:"revision"`
	Elements   int      `json:"elements"`
	Lines      []string `json:"lines" jsonschema:"what changed since the run before"`
}

type reportedPair struct {
	A        string `json:"a"`
	B        string `json:"b"`
	New      int    `json:"new"`
	Open     int    `json:"open"`
	Gone     int    `json:"gone"`
	Unjudged int    `json:"not_tested"`
	Approved int    `json:"approved" jsonschema:"of new and open"`
	Days     int    `json:"oldest_days"`
}

type reportedParty struct {
	Party   string `json:"party,omitempty"`
	Open    int    `json:"open"`
	Overdue int    `json:"overdue"`
	Done    int    `json:"done" jsonschema:"since the run before"`
}

type reportedFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

// picturesDrawn is the default number of clashes that a report draws, which fill two sheets of A3.
const picturesDrawn = 12

// mostPictures is the most pictures that one call draws, because each one requires a whole plan.
const mostPictures = 100

func coordinationReportTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: app.CoordinationReportName, Heavy: true, Title: "Coordination report", Server: "coordination",
		Set: mcp.SetFull, Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Writes what a coordinator reports of a delivery as PDF and XLSX: what came, what changed, " +
			"clashes by discipline new, open, gone, with pictures, tasks by party and age. Run clash_detection " +
			"with models first.",
		Input: coordinationReport{}, Output: coordinationData{}, Handle: b.coordinationReport,
	}
}

func (b *Backend) coordinationReport(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a coordinationReport
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	pictures := picturesDrawn
	if a.Pictures != nil {
		if pictures = *a.Pictures; pictures < 0 || pictures > mostPictures {
			return nil, state.Errorf(state.OutOfRange, "pictures is %d: give 0 to %d", pictures, mostPictures).
				With("parameter", "pictures")
		}
	}
	v, err := b.View(ctx, c)
	if err != nil {
		return nil, err
	}
	record, err := b.Checks().Record(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	g := &gathering{backend: b, call: c, own: v, record: b.ReadableRuns(ctx, c.Principal, record), pictures: pictures}
	if g.run, err = g.reportedRun(a.RunID); err != nil {
		return nil, err
	}
	if g.before, err = g.runBefore(a.Since); err != nil {
		return nil, err
	}
	if g.found, err = b.Checks().Found(ctx, v.ModelID, g.run); err != nil {
		return nil, err
	}
	if g.checked, err = b.CheckedView(ctx, v.ModelID, g.run); err != nil {
		return nil, err
	}
	report, err := g.report(ctx)
	if err != nil {
		return nil, err
	}
	data := coordinationDataOf(report, g)
	files, events, err := b.writeReport(ctx, c, g.checked, report, a.FileName)
	if err != nil {
		return nil, err
	}
	for i := range events {
		events[i].ID = eventID(c.CommandID, i)
	}
	data.Files, data.Events = files, app.RefsOf(events)
	return &mcp.Outcome{Data: data, EventID: events[0].ID,
		Commit: func(ctx context.Context, records []eventstore.Append) (string, error) {
			_, err := b.Store.Append(ctx, append([]eventstore.Append{artifactsOf(v.ModelID, events)}, records...)...)
			return events[0].ID, err
		}}, nil
}

// reportedRun returns the run that a report describes.
func (g *gathering) reportedRun(id string) (*validation.Run, error) {
	across := func(r *validation.Run) bool {
		return r.Tool == validation.ClashDetection && len(r.Linked) > 0 && r.Branch == g.own.Branch &&
			g.call.Scope.AllowsBranch(r.Branch)
	}
	if id == "" {
		for _, r := range g.record.Runs() {
			if across(r) {
				return r, nil
			}
		}
		return nil, state.Errorf(state.IllegalState,
			"no clash_detection of this branch looked at linked models: run it with models all, then report").
			With("state", "not checked").With("allowed", []string{"clash_detection"})
	}
	run, err := g.record.Run(id)
	if err == nil && !across(run) {
		err = state.Errorf(state.OutOfRange, "run %q is no clash_detection of branch %q across linked models", id,
			g.own.Branch).With("parameter", "validation_run_id")
	}
	return run, err
}

// runBefore returns the run to compare with, or nil. By default it is the last earlier run of the same test on another
// state of some model.
func (g *gathering) runBefore(id string) (*validation.Run, error) {
	if id != "" {
		run, err := g.record.Run(id)
		if err == nil && run.Test != g.run.Test {
			err = state.Errorf(state.OutOfRange, "run %q made another test: what is new or gone since then may only "+
				"have been looked for in one of them", id).With("parameter", "since_run_id")
		}
		return run, err
	}
	past := false
	for _, r := range g.record.Runs() {
		same := r.Revision == g.run.Revision && slices.Equal(r.Linked, g.run.Linked)
		if past && r.Test == g.run.Test && r.Branch == g.run.Branch && !same {
			return r, nil
		}
		past = past || r.ID == g.run.ID
	}
	return nil, nil
}

func coordinationDataOf(r *coordination.Report, g *gathering) *coordinationData {
	out := &coordinationData{ModelID: g.own.ModelID, Branch: g.own.Branch, Revision: g.run.Revision, RunID: g.run.ID}
	if g.before != nil {
		out.Since = g.before.ID
	}
	for _, m := range r.Models {
		out.Models = append(out.Models, reportedModel{m.Name, m.Discipline, m.Delivery, m.File, m.Revision, m.Elements,
			m.Lines})
	}
	out.Models = app.WithinBytes(out.Models, modelBytes)
	out.Pairs = pairsOf(r)
	for _, p := range r.Parties() {
		out.Parties = append(out.Parties, reportedParty{p.Party, p.Open, p.Overdue, p.Done})
	}
	out.Parties = app.WithinBytes(out.Parties, pairBytes)
	for _, c := range r.Clashes {
		if c.Picture != nil {
			out.Pictures++
		}
	}
	return out
}

// The shares of a reply, in bytes: modelBytes for the list of models, pairBytes for each of the lists of pairs and
// parties.
const (
	modelBytes = 16_000
	pairBytes  = 8_000
)

func pairsOf(r *coordination.Report) []reportedPair {
	var out []reportedPair
	for _, p := range r.Pairs() {
		out = append(out, reportedPair{p.A, p.B, p.New, p.Open, p.Gone, p.Unjudged, p.Approved, p.Days})
	}
	return app.WithinBytes(out, pairBytes)
}
