package checks

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/clashes"
	"github.com/bimstream/bimstream/projections/validation"
)

// clashData is a page of the findings of a run.
type clashData struct {
	RunID     string       `json:"validation_run_id"`
	ModelID   string       `json:"model_id"`
	Branch    string       `json:"branch"`
	Revision  uint64       `json:"revision"`
	StateHash string       `json:"state_hash"`
	Test      clashes.Test `json:"test" jsonschema:"as it was made"`
	clashSummary
	Kinds     []kindCount        `json:"kinds"`
	Groups    []clashGroup       `json:"groups" jsonschema:"of the whole, the largest first; the first of them where groups_total is more"`
	GroupsAll int                `json:"groups_total"`
	Clashes   []clashEntry       `json:"clashes" jsonschema:"the worst first; grouped, the largest group first"`
	Undecided []validation.Doubt `json:"undecided" jsonschema:"could not be decided: neither clash nor free of it"`
	Doubts    int                `json:"undecided_total"`
	app.Paging
}

type kindCount struct {
	Kind  clashes.Kind `json:"kind"`
	Count int          `json:"count"`
}

type clashGroup struct {
	Group   string `json:"group" jsonschema:"id of the element or level, or categories"`
	Name    string `json:"name"`
	Clashes int    `json:"clashes"`
}

// clashEntry is a clash with its current status and the names of its elements.
type clashEntry struct {
	Key      string               `json:"key"`
	Kind     clashes.Kind         `json:"kind"`
	Status   validation.Status    `json:"status"`
	Reason   string               `json:"reason,omitempty"`
	Group    string               `json:"group,omitempty"`
	Elements []validation.Element `json:"elements"`
	More     int                  `json:"more_elements,omitempty" jsonschema:"that are not listed"`
	Inside   state.ID             `json:"inside,omitempty" jsonschema:"lies in the other one"`
	Level    state.ID             `json:"level_id,omitempty"`
	Location geometry.Point3      `json:"location"`
	Volume   float64              `json:"overlap_volume_m3,omitempty"`
	Box      *geometry.Box        `json:"overlap_box,omitempty"`
	Depth    geometry.Length      `json:"depth,omitempty"`
	Distance *geometry.Length     `json:"distance,omitempty"`
	Witness  []geometry.Point3    `json:"witness,omitempty"`

	FacetsOff geometry.Length `json:"facets_off,omitempty" jsonschema:"of round bodies, both together: the overlap is up to that much deeper, the gap narrower; at the inner face of a curved wall the reverse"`
}

// doubtsShown caps the undecided pairs of one reply; get_validation_run lists them all.
const doubtsShown = 20

// runCursor is the place in a recorded run at which a page begins.
type runCursor struct {
	RunID   string
	GroupBy clashes.Grouping
	Offset  int
}

// runCursorForm has the grouping last, because the grouping may be empty.
const runCursorForm = "%d:%s:%s"

func (at runCursor) place() string {
	return fmt.Sprintf(runCursorForm, at.Offset, at.RunID, at.GroupBy)
}

// runCursorOf reads the cursor of a call. The cursor names the run, so the call may leave out the parameters of the
// test.
func runCursorOf(c *mcp.Call) (at runCursor, err error) {
	place, err := c.CursorPlaceOfRun()
	if err != nil {
		return at, err
	}
	parts := strings.SplitN(place, ":", strings.Count(runCursorForm, ":")+1)
	if len(parts) != strings.Count(runCursorForm, ":")+1 {
		return at, mcp.ErrUnknownCursor()
	}
	at = runCursor{RunID: parts[1], GroupBy: clashes.Grouping(parts[2])}
	if at.Offset, err = strconv.Atoi(parts[0]); err != nil || at.Offset < 0 {
		return at, mcp.ErrUnknownCursor()
	}
	return at, nil
}

// clashPage returns a further page of a recorded run. Nothing is tested again.
func (r *Validations) clashPage(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	at, asked, run, found, err := r.resume(ctx, c)
	if err != nil {
		return nil, err
	}
	answer, err := clashAnswerTo(c, asked.ModelID, asked.Record, run, found)
	if err != nil {
		return nil, err
	}
	data, err := answer.page(at)
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: data, Warnings: clashWarnings(data)}, nil
}

// resume returns the recorded run that the cursor of a call names, with its findings and the place of the page. It
// refuses a cursor of a run of another tool.
func (r *Validations) resume(ctx context.Context, c *mcp.Call) (at runCursor, a *asked, run *validation.Run,
	found *validation.Found, err error) {
	if at, err = runCursorOf(c); err != nil {
		return at, nil, nil, nil, err
	}
	if a, err = r.ask(ctx, c); err != nil {
		return at, nil, nil, nil, err
	}
	if run, err = a.run(at.RunID); err != nil {
		return at, nil, nil, nil, err
	}
	if string(run.Tool) != c.Tool.Name {
		err = state.Errorf(state.InvalidInput, "the cursor is of a run of %s: go on with that tool",
			run.Tool).With("parameter", "cursor")
		return at, nil, nil, nil, err
	}
	found, err = r.log.Found(ctx, a.ModelID, run)
	return at, a, run, found, err
}

// clashAnswer is a run of clash_detection with the data that its reply needs.
type clashAnswer struct {
	call    *mcp.Call
	modelID string
	record  *validation.Record
	run     *validation.Run
	found   *validation.Found
	size    int  // findings in a page
	full    bool // includes the fields that only a drawing or a program uses
}

// briefFindings is how many findings a page of a brief reply holds: the worst, which a caller looks at one by one.
const briefFindings = 20

// findingsPage returns how many findings a call asks for, and whether it asks for full detail.
func findingsPage(c *mcp.Call) (size int, full bool, err error) {
	var asked struct {
		Detail app.DetailLevel `json:"detail"`
	}
	if err := c.Decode(&asked); err != nil {
		return 0, false, err
	}
	size, full = mcp.Limit(c.Common.Limit).Size(), asked.Detail == app.DetailFull
	if !full && c.Common.Limit == 0 {
		size = briefFindings
	}
	return size, full, nil
}

// clashAnswerTo returns the answer for a run with the page size and the detail that a call asks for.
func clashAnswerTo(c *mcp.Call, model string, record *validation.Record, run *validation.Run,
	found *validation.Found) (*clashAnswer, error) {
	size, full, err := findingsPage(c)
	return &clashAnswer{c, model, record, run, found, size, full}, err
}

// page returns the findings from a place on.
func (a clashAnswer) page(at runCursor) (*clashData, error) {
	data := &clashData{RunID: a.run.ID, ModelID: a.modelID, Branch: a.run.Branch, Revision: a.run.Revision,
		StateHash: a.run.StateHash, Doubts: len(a.found.Undecided)}
	if err := json.Unmarshal(a.run.Parameters, &data.Test); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(a.run.Summary, &data.clashSummary); err != nil {
		return nil, err
	}
	findings := make([]clashes.Finding, len(a.found.Findings))
	for i, f := range a.found.Findings {
		if err := json.Unmarshal(f.Data, &findings[i]); err != nil {
			return nil, err
		}
	}
	data.Kinds = countKinds(findings)
	data.Undecided = a.found.Undecided[:min(doubtsShown, len(a.found.Undecided))]
	a.fill(data, findings, at)
	if !a.full {
		data.Excluded = []clashes.Exclusion{}
	}
	return data, nil
}

// placed is a finding with the group in which it is shown.
type placed struct {
	clashes.Finding
	group *clashes.Group // nil when they are not grouped
}

func (p placed) key() string {
	if p.group == nil {
		return ""
	}
	return p.group.Key
}

// fill puts the findings of the page into the reply, grouped if the call asks for groups.
func (a clashAnswer) fill(data *clashData, findings []clashes.Finding, at runCursor) {
	all := a.arranged(data, findings, at.GroupBy)
	var shown []placed
	head := app.BytesOf(data.Groups)
	shown, data.Paging = app.Take(&app.Page{Call: a.call, Offset: at.Offset, Size: a.size}, all, func(f placed) int {
		n := app.BytesOf(a.entry(f)) + head
		head = 0 // the groups are counted once, with the first clash
		return n
	})
	if data.NextCursor != "" {
		at.Offset += len(shown)
		data.NextCursor = a.call.CursorAt(at.place())
	}
	for _, f := range shown {
		data.Clashes = append(data.Clashes, a.entry(f))
	}
}

// arranged returns all findings in the order in which they are shown.
func (a clashAnswer) arranged(data *clashData, findings []clashes.Finding, by clashes.Grouping) []placed {
	var out []placed
	if by == "" {
		for _, f := range findings {
			out = append(out, placed{Finding: f})
		}
		return out
	}
	groups := by.Group(findings, a.traits)
	data.GroupsAll = len(groups)
	for i := range groups {
		data.Groups = append(data.Groups, clashGroup{groups[i].Key, a.nameOf(groups[i].Key), len(groups[i].Findings)})
		for _, at := range groups[i].Findings {
			out = append(out, placed{findings[at], &groups[i]})
		}
	}
	data.Groups = app.WithinBytes(data.Groups, groupsBytes)
	return out
}

// groupsBytes is the share of a reply that the groups of clashes may take.
const groupsBytes = 6_000

func (a clashAnswer) traits(id state.ID) clashes.Traits {
	e, _ := a.found.Elements(id)
	return clashes.Traits{Category: e.Category, Model: e.Model, Discipline: e.Discipline}
}

// nameOf returns the name of the element or level whose id is the key of a group. A key that is no id is returned
// itself.
func (a clashAnswer) nameOf(key string) string {
	if e, ok := a.found.Elements(state.ID(key)); ok {
		return e.Name
	}
	return key
}

func (a clashAnswer) entry(f placed) clashEntry {
	state, _ := a.record.State(a.run.Branch, f.Key, a.call.Now)
	out := clashEntry{
		Key: f.Key, Kind: f.Kind, Status: state.Status, Reason: state.Reason, Group: f.key(), Inside: f.Inside,
		Location: f.Location, Volume: f.Volume, Depth: f.Depth, Distance: f.Distance,
		FacetsOff: f.FacetsOff,
	}
	shown := listed(f.Elements)
	out.More = len(f.Elements) - len(shown)
	for _, id := range shown {
		e, _ := a.found.Elements(id)
		if !a.full {
			e.LevelID, e.Discipline = "", ""
		}
		out.Elements = append(out.Elements, e)
	}
	if !a.full {
		return out
	}
	out.Level, out.Box = f.Level, f.Box
	if f.Witness != nil {
		out.Witness = f.Witness[:]
	}
	return out
}

// countKinds counts the findings of each kind that occurs.
func countKinds(findings []clashes.Finding) []kindCount {
	var out []kindCount
	for _, k := range clashes.Kind("").Enum() {
		n := 0
		for _, f := range findings {
			if f.Kind == clashes.Kind(k) {
				n++
			}
		}
		if n > 0 {
			out = append(out, kindCount{clashes.Kind(k), n})
		}
	}
	return out
}

// clashWarnings returns warnings if a test without findings does not mean that the model is free of clashes.
func clashWarnings(d *clashData) []mcp.Warning {
	var out []mcp.Warning
	if d.Elements < 2 {
		out = append(out, mcp.Warning{Code: "NOTHING_TESTED",
			Message: "fewer than two elements with a body are selected, so nothing was compared",
			Data:    map[string]any{"elements": d.Elements}})
	}
	if d.Doubts > 0 {
		out = append(out, mcp.Warning{Code: "UNDECIDED",
			Message: "some pairs or elements could not be decided; they may clash: look at undecided",
			Data:    map[string]any{"undecided": d.Doubts}})
	}
	return out
}

// unusedLimits warns of a clearance or tolerance that was given but that the mode of the test does not use.
func unusedLimits(t clashes.Test) []mcp.Warning {
	var out []mcp.Warning
	used := t.Normal()
	if t.Clearance != used.Clearance {
		out = append(out, mcp.Warning{Code: "CLEARANCE_NOT_USED",
			Message: fmt.Sprintf("mode %s looks for no gaps, so clearance was not used: give mode clearance, or all",
				t.Mode),
			Data: map[string]any{"clearance": t.Clearance, "mode": t.Mode}})
	}
	if t.Tolerance != used.Tolerance {
		out = append(out, mcp.Warning{Code: "TOLERANCE_NOT_USED",
			Message: fmt.Sprintf("mode %s looks for no overlaps, so tolerance was not used: give mode hard, or all",
				t.Mode),
			Data: map[string]any{"tolerance": t.Tolerance, "mode": t.Mode}})
	}
	return out
}
