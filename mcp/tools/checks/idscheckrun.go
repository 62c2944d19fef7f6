package checks

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/ifc/ids/check"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// idsTest identifies a test: two checks with equal values are the same test. A document of the same name with other
// content is another test, and so is a document with a part left out: findings of that part are not resolved.
type idsTest struct {
	IDS          string `json:"ids"`
	SHA256       string `json:"sha256"`
	File         string `json:"file,omitempty"`
	Schema       string `json:"schema,omitempty"` // of the model's export
	Lenient      bool   `json:"lenient,omitempty"`
	SkipVersions bool   `json:"skip_other_versions,omitempty"`
}

func idsTestOf(a checkIDS, sha256 string) idsTest {
	t := idsTest{a.IDS, sha256, a.File, "", a.Lenient, a.SkipVersions}
	if a.File == "" {
		t.Schema = cmp.Or(string(a.Schema), export.SchemaIFC4)
	}
	return t
}

// idsSummary holds the result of a recorded check beside its findings.
type idsSummary struct {
	Status check.Status `json:"status"`
	Title  string       `json:"title"`
	SHA256 string       `json:"sha256"`
	Schema string       `json:"schema"`
	Counts check.Counts `json:"counts"`
	Faults int          `json:"faults"`

	NotChecked []idsSkipped `json:"not_checked,omitempty"`
}

// idsFinding is a failure as it is recorded.
type idsFinding struct {
	Key      string     `json:"key"`
	Elements []state.ID `json:"element_ids"`
	Level    state.ID   `json:"level_id,omitempty"`
	Text     string     `json:"specification_name"`
	Asked    string     `json:"requirement_text"`
	idsFailure
}

// idsWhole is the recorded form of a specification that fails although no element fails it.
type idsWhole struct {
	Key           string       `json:"key"`
	Elements      []state.ID   `json:"element_ids"`
	Specification int          `json:"specification"`
	Name          string       `json:"specification_name"`
	Reason        check.Reason `json:"reason"`
	Message       string       `json:"message"`
}

// nothingApplies is the reason for a specification that must apply to an element and applies to none.
const nothingApplies check.Reason = "nothing_applies"

// maxText bounds the length in characters of names and values of foreign origin in a reply.
const maxText = 400

func Bounded(text string) string {
	if r := []rune(text); len(r) > maxText {
		return string(r[:maxText]) + "..."
	}
	return text
}

// failuresOf lists the elements that fail the specification with the number only, or, if only is 0, any specification.
func failuresOf(r *check.Report, only int) []idsFailure {
	out := []idsFailure{}
	for _, s := range r.Specifications {
		if only != 0 && s.Index != only {
			continue
		}
		for i, q := range s.Requirements {
			for _, f := range q.Failures {
				f.Name, f.Found, f.Message = Bounded(f.Name), Bounded(f.Found), Bounded(f.Message)
				one := idsFailure{Specification: s.Index, Requirement: i + 1, Failure: f}
				if id, err := ifc.ElementID(f.GlobalID); err == nil {
					one.ElementID = string(id)
				}
				out = append(out, one)
			}
		}
	}
	return out
}

// recordIDS makes the outcome of a check record a run of the model. The error explains why no run is recorded.
func (b *Backend) recordIDS(ctx context.Context, c *mcp.Call, model *idsModel, a checkIDS, r *check.Report,
	out *idsReport, outcome *mcp.Outcome) error {
	v := model.view
	if v == nil {
		return model.unrecorded
	}
	hash, err := v.StateHash(ctx)
	if err != nil {
		return err
	}
	run := &validation.Check{
		Tool: validation.CheckIDS, Branch: v.Branch, Revision: v.Revision, StateHash: hash,
		Parameters: app.MustEncode(idsTestOf(a, out.SHA256)),
		Summary: app.MustEncode(idsSummary{out.Status, out.Title, out.SHA256, out.Schema, out.Counts, out.Faults,
			out.NotChecked}),
		Elements: ElementsOf(v),
		Findings: idsFindings(v, r),
		Gaps:     idsGaps(r),
	}
	runID, batches, err := b.CheckEvents(ctx, c, v, run)
	if err != nil {
		return err
	}
	out.RunID = runID
	outcome.Commit = NewValidations(b.Backend).keeping(ctx, v.ModelID, run, batches)
	return nil
}

// ElementsOf returns a function that describes an element of a view, with the storey that it belongs to.
func ElementsOf(v *projections.View) func(state.ID) (validation.Element, bool) {
	return func(id state.ID) (validation.Element, bool) {
		e, ok := v.Model.Element(id)
		if !ok {
			return validation.Element{}, false
		}
		out := validation.Element{ID: e.ID, Category: e.Category, Name: e.Name, LevelID: elements.StoreyOf(v.Model, e)}
		if p, _ := v.PartOf(e.ID); p != nil {
			out.Model, out.Discipline = p.Link.Name, p.Link.Discipline
		}
		return out, true
	}
}

// idsGaps returns the specifications that were not checked: earlier findings of them may persist.
func idsGaps(r *check.Report) (out []validation.Gap) {
	for _, s := range r.Specifications {
		if s.Status == "" {
			out = append(out, validation.NewGaps(Bounded(s.Name), nil)...)
		}
	}
	return out
}

func idsFindings(v *projections.View, r *check.Report) []validation.Finding {
	var out []validation.Finding
	told := map[string]int{}
	for _, f := range failuresOf(r, 0) {
		s := r.Specifications[f.Specification-1]
		q := s.Requirements[f.Requirement-1]
		one := idsFinding{Elements: []state.ID{}, Text: Bounded(s.Name), Asked: Bounded(q.Text), idsFailure: f}
		if e, ok := v.Model.Element(state.ID(f.ElementID)); ok && f.ElementID != "" {
			one.Elements, one.Level = append(one.Elements, e.ID), elements.StoreyOf(v.Model, e)
		}
		one.Key = idsKey(s.Name, q.Text, f, told)
		out = append(out, validation.Finding{Key: one.Key, Elements: one.Elements,
			Level: one.Level, Data: app.MustEncode(one)})
	}
	return append(out, idsWholes(r, told)...)
}

// idsWholes returns the specifications that fail without a failing element, because a required element is missing.
func idsWholes(r *check.Report, told map[string]int) []validation.Finding {
	var out []validation.Finding
	for _, s := range r.Specifications {
		if s.Status != check.Fail || s.Applicable > 0 {
			continue
		}
		one := idsWhole{
			Key: idsKey(s.Name, "", idsFailure{}, told), Elements: []state.ID{},
			Specification: s.Index, Name: Bounded(s.Name), Reason: nothingApplies, Message: Bounded(s.Message),
		}
		out = append(out, validation.Finding{Key: one.Key, Data: app.MustEncode(one)})
	}
	return out
}

// idsKey returns a key of a failure that is the same in every check: a hash of specification, requirement and element.
// Elements without GlobalId are distinguished by class, name and order.
func idsKey(specification, requirement string, f idsFailure, told map[string]int) string {
	what := f.GlobalID
	if what == "" {
		what = f.Class + "\x00" + f.Name
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{specification, requirement, what}, "\x00")))
	key := "ids-" + hex.EncodeToString(sum[:8])
	told[key]++
	if n := told[key]; n > 1 {
		key = fmt.Sprintf("%s-%d", key, n)
	}
	return key
}

// ModelOfFile returns the state of the model that a file belongs to. It returns nil and the reason if the call does not
// determine the model.
func (b *Backend) ModelOfFile(ctx context.Context, c *mcp.Call) (v *projections.View, unknown error, err error) {
	v, err = b.ViewAt(ctx, c, &app.Page{})
	if code := state.CodeOf(err); err != nil && c.Common.ModelID == "" &&
		(code == state.NotFound || code == state.InvalidInput) {
		return nil, fmt.Errorf("nothing says which model the file is of: %w; give model_id", err), nil
	}
	return v, nil, err
}

func NotRecorded(why error) mcp.Warning {
	return mcp.Warning{Code: "NOT_RECORDED", Message: "no validation run was recorded: " + why.Error()}
}

// CheckEvents returns the events that record a check, in batches, to follow the recorded checks of the model.
func (b *Backend) CheckEvents(ctx context.Context, c *mcp.Call, v *projections.View,
	check *validation.Check) (runID string, batches [][]eventstore.Event, err error) {
	log := b.Checks()
	check.Linked = app.LinkedIn(v)
	before, err := log.Record(ctx, v.ModelID)
	if err != nil {
		return "", nil, err
	}
	return log.Events(ctx, v.ModelID, before, check, app.MetaOf(c, v.Revision))
}
