package checks

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/validation"
)

// Selection selects the elements that meet all the criteria given. It is the short form of ElementQuery, for tools that
// change the elements.
type Selection struct {
	Categories []string `json:"categories,omitempty"`
	LevelID    state.ID `json:"level_id,omitempty"`
	TypeID     state.ID `json:"type_id,omitempty"`
	Name       string   `json:"name,omitempty" jsonschema:"part of the name"`
	Property   string   `json:"property,omitempty" jsonschema:"Pset.Name or Pset.Name=value"`
}

// Find returns the selected elements. It refuses an empty selection, because that would select the whole model.
func (s *Selection) Find(m *state.Model) ([]*state.Element, error) {
	if len(s.Categories) == 0 && s.LevelID == "" && s.TypeID == "" && s.Name == "" && s.Property == "" {
		return nil, state.Errorf(state.InvalidInput,
			"query is empty and would mean the whole model: give categories, a level, a type, a name or a property").
			With("parameter", "query")
	}
	return (&spatial.ElementQuery{Categories: s.Categories, LevelID: s.LevelID, TypeID: s.TypeID, Name: s.Name,
		Property: s.Property}).Find(m)
}

// ruleData is a page of the findings of a check of rules. The first page includes the summary.
type ruleData struct {
	RunID     string      `json:"validation_run_id"`
	ModelID   string      `json:"model_id"`
	Branch    string      `json:"branch"`
	Revision  uint64      `json:"revision"`
	StateHash string      `json:"state_hash"`
	Issues    []ruleIssue `json:"issues" jsonschema:"the gravest first"`
	ruleSummary
	PassedTotal  int `json:"passed_total"`
	Inapplicable int `json:"not_applicable_total"`
	app.Paging
}

// Bounds of a brief reply: rooms, and elements that lack a value.
const (
	briefRooms    = 3
	briefElements = 3
)

// shorten removes the parts that are not findings: the reply counts the rules that passed or do not apply, and
// get_validation_run lists them.
func (d *ruleData) shorten() {
	d.Passed, d.NotApplicable = []rules.Passed{}, []rules.NotApplicable{}
	d.Rooms = d.Rooms[:min(briefRooms, len(d.Rooms))]
	for i := range d.NotChecked {
		d.NotChecked[i].Elements = d.NotChecked[i].Elements[:min(briefElements, len(d.NotChecked[i].Elements))]
	}
}

// ruleIssue is a finding with its current status and the names of its elements.
type ruleIssue struct {
	Key      string               `json:"key"`
	Status   validation.Status    `json:"status"`
	Reason   string               `json:"reason,omitempty"`
	Elements []validation.Element `json:"elements"`
	More     int                  `json:"more_elements,omitempty" jsonschema:"that are not listed"`
	issueFacts
}

// issueFacts are the fields of a finding other than its elements.
type issueFacts struct {
	Rule     string         `json:"rule"`
	Standard string         `json:"standard"`
	Clause   string         `json:"clause,omitempty"`
	Severity rules.Severity `json:"severity"`
	Measured *float64       `json:"measured,omitempty"`
	Required string         `json:"required"`
	Original string         `json:"original,omitempty" jsonschema:"as it is printed"`
	Unit     string         `json:"unit,omitempty"`
	Absent   []string       `json:"absent,omitempty"`
	How      string         `json:"how"`
	Assumed  string         `json:"assumed,omitempty"`
	At       *[3]float64    `json:"at,omitempty"`
	Message  string         `json:"message"`
	Suggest  string         `json:"suggestion,omitempty" jsonschema:"what would do"`
	Call     *rules.Call    `json:"call,omitempty" jsonschema:"tried: after it the finding is gone; dry_run shows it"`
}

// preview applies a check to a copy of the record before the check is stored. The reply can then show the status that
// each finding will have.
func (r *Validations) preview(ctx context.Context, c *mcp.Call, v *projections.View,
	check *validation.Check) (*validation.Run, *validation.Record, [][]eventstore.Event, error) {
	check.Linked = app.LinkedIn(v)
	before, err := r.log.Record(ctx, v.ModelID)
	if err != nil {
		return nil, nil, nil, err
	}
	runID, batches, err := r.log.Events(ctx, v.ModelID, before, check, app.MetaOf(c, v.Revision))
	if err != nil {
		return nil, nil, nil, err
	}
	record, err := before.After(slices.Concat(batches...))
	if err != nil {
		return nil, nil, nil, err
	}
	run, err := record.Run(runID)
	return run, record, batches, err
}

// rulePage returns a further page of a recorded run. Nothing is checked again.
func (r *Validations) rulePage(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	at, asked, run, found, err := r.resume(ctx, c)
	if err != nil {
		return nil, err
	}
	size, _, err := findingsPage(c)
	if err != nil {
		return nil, err
	}
	data, err := ruleAnswer{c, asked.ModelID, asked.Record, run, found}.page(at, size)
	return &mcp.Outcome{Data: data}, err
}

// ruleAnswer is a run of a check of rules with the data that its reply needs.
type ruleAnswer struct {
	call    *mcp.Call
	modelID string
	record  *validation.Record
	run     *validation.Run
	found   *validation.Found
}

// page returns the findings from a place on.
func (a ruleAnswer) page(at runCursor, size int) (*ruleData, error) {
	data := &ruleData{RunID: a.run.ID, ModelID: a.modelID, Branch: a.run.Branch,
		Revision: a.run.Revision, StateHash: a.run.StateHash}
	if err := json.Unmarshal(a.run.Summary, &data.ruleSummary); err != nil {
		return nil, err
	}
	data.PassedTotal, data.Inapplicable = len(data.Passed), len(data.NotApplicable)
	issues := make([]ruleIssue, len(a.found.Findings))
	for i, f := range a.found.Findings {
		issue, err := a.issue(f)
		if err != nil {
			return nil, err
		}
		issues[i] = issue
	}
	share := 2 // half of a reply for the issues, half for the summary
	if at.Offset > 0 {
		share = 1
		data.Passed, data.NotChecked, data.NotApplicable = []rules.Passed{}, []rules.NotChecked{},
			[]rules.NotApplicable{}
		data.KnownUses, data.Exits, data.Rooms = nil, nil, nil
	}
	data.Issues, data.Paging = app.Take(&app.Page{Call: a.call, Offset: at.Offset, Size: size}, issues,
		func(i ruleIssue) int { return share * app.BytesOf(i) })
	if data.NextCursor != "" {
		at.Offset += len(data.Issues)
		data.NextCursor = a.call.CursorAt(at.place())
	}
	return data, nil
}

func (a ruleAnswer) issue(f validation.Finding) (ruleIssue, error) {
	var found rules.Finding
	if err := json.Unmarshal(f.Data, &found); err != nil {
		return ruleIssue{}, err
	}
	issue := ruleIssue{Key: f.Key, Elements: []validation.Element{}, issueFacts: issueFacts{
		found.Rule, found.Standard, found.Clause, found.Severity, found.Measured, found.Required, found.Original,
		found.Unit, found.Absent, found.How,
		found.Assumed, nil, found.Message, found.Suggest, found.Call,
	}}
	if p := found.At; p != nil {
		issue.At = &[3]float64{p.X.MM(), p.Y.MM(), p.Z.MM()}
	}
	if state, ok := a.record.State(a.run.Branch, f.Key, a.call.Now); ok {
		issue.Status, issue.Reason = state.Status, state.Reason
	}
	shown := listed(found.Elements)
	issue.More = len(found.Elements) - len(shown)
	for _, id := range shown {
		if e, ok := a.found.Elements(id); ok {
			issue.Elements = append(issue.Elements, e)
		}
	}
	return issue, nil
}

// elementsListed is how many elements of a finding a reply lists: only findings of copies at one place have more.
const elementsListed = 20

// listed returns the elements of a finding that a reply lists.
func listed(ids []state.ID) []state.ID { return ids[:min(elementsListed, len(ids))] }
