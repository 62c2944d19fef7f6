package clashes

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Mode is the kind of conflicts that a test looks for.
type Mode string

// The modes.
const (
	ModeHard      Mode = "hard"      // overlaps: the kinds hard, contained and duplicate
	ModeClearance Mode = "clearance" // bodies apart, but nearer than the clearance
	ModeDuplicate Mode = "duplicate" // the same body in the same place
	ModeAll       Mode = "all"       // overlaps, and with a clearance also gaps that are too narrow
)

// Enum lists the modes.
func (Mode) Enum() []string { return []string{"hard", "clearance", "duplicate", "all"} }

// Test defines which elements are tested against which, and the limits of a conflict.
type Test struct {
	Source Selection `json:"source"`
	Target Selection `json:"target"`
	Mode   Mode      `json:"mode"`

	// Tolerance is the depth up to which bodies may overlap, and the greatest distance between corners of duplicates.
	// Raising it reduces the findings of overlaps.
	Tolerance geometry.Length `json:"tolerance"`
	// Clearance is the required gap. Raising it adds findings.
	Clearance geometry.Length `json:"clearance"`

	Exclude Exclusions `json:"exclude"`
}

// Selection selects the elements that match every list that is not empty.
type Selection struct {
	Categories []state.Category `json:"categories,omitempty"`
	Levels     []state.ID       `json:"level_ids,omitempty"`
	Elements   []state.ID       `json:"element_ids,omitempty"`
	// Models are linked models, by name or discipline of the link, and "own" for the model itself.
	Models []string `json:"models,omitempty"`
}

// OwnModel is the name of the model itself in a selection.
const OwnModel = "own"

// Exclusions lists conflicts that a caller does not want to see.
type Exclusions struct {
	Categories    []state.Category    `json:"categories,omitempty"`
	Pairs         [][2]state.ID       `json:"pairs,omitempty"`
	CategoryPairs [][2]state.Category `json:"category_pairs,omitempty"`
}

// maxClearance is the greatest clearance of a test: beyond it everything is near everything.
const maxClearance = 10 * geometry.Metre

// check returns an error for a test that does not suit a model: OUT_OF_RANGE for limits and categories, NOT_FOUND for
// ids.
func (t *Test) check(v *projections.View) error {
	m := v.Model
	switch {
	case !slices.Contains(Mode("").Enum(), string(t.Mode)):
		return state.Errorf(state.OutOfRange, "mode %q does not exist: give one of %s", t.Mode,
			strings.Join(Mode("").Enum(), ", ")).With("parameter", "mode").With("allowed", Mode("").Enum())
	case t.Tolerance < 0 || t.Tolerance > maxClearance:
		return state.Errorf(state.OutOfRange, "tolerance is %s mm: give 0 to %s", t.Tolerance,
			maxClearance).With("parameter", "tolerance")
	case t.Clearance < 0 || t.Clearance > maxClearance:
		return state.Errorf(state.OutOfRange, "clearance is %s mm: give 0 to %s", t.Clearance,
			maxClearance).With("parameter", "clearance")
	case t.Mode == ModeClearance && t.Clearance == 0:
		return state.Errorf(state.OutOfRange,
			"mode clearance needs the gap that is required: give clearance in mm").With("parameter", "clearance")
	}
	if err := t.Source.checkModels(v, "source"); err != nil {
		return err
	}
	if err := t.Target.checkModels(v, "target"); err != nil {
		return err
	}
	if err := t.Source.check(m, "source"); err != nil {
		return err
	}
	if err := t.Target.check(m, "target"); err != nil {
		return err
	}
	return t.Exclude.check(m)
}

func (s *Selection) check(m *state.Model, name string) error {
	for _, c := range s.Categories {
		if err := checkCategory(c, name); err != nil {
			return err
		}
	}
	for _, id := range s.Levels {
		if e, ok := m.Element(id); !ok || e.Category != state.CategoryLevel {
			return state.Errorf(state.NotFound,
				"%s: no level %q in this model and branch: list levels with model_overview", name,
				id).With("parameter", name).With("level_id", id)
		}
	}
	for _, id := range s.Elements {
		e, ok := m.Element(id)
		if !ok {
			return noElement(id, name)
		}
		if err := checkCategory(e.Category, name); err != nil {
			return err
		}
	}
	return nil
}

// checkModels returns an error for models that are not part of the view.
func (s *Selection) checkModels(v *projections.View, name string) error {
	for _, model := range s.Models {
		if strings.EqualFold(model, OwnModel) || slices.ContainsFunc(v.Parts(),
			func(p *projections.LinkedPart) bool { return p.Link.Means(model) }) {
			continue
		}
		known := []string{OwnModel}
		for _, p := range v.Parts() {
			known = append(known, p.Link.Name)
		}
		return state.Errorf(state.NotFound,
			"%s.models has %q, which is no model or discipline that is tested: name it in models too", name, model).
			With("parameter", name).With("known", known)
	}
	return nil
}

func noElement(id state.ID, name string) error {
	return state.Errorf(state.NotFound,
		"%s: no element %q in this model and branch: list elements with query_elements", name, id).With("parameter",
		name).With("element_id", id)
}

// checkCategory returns an error for an unknown category, or a category whose elements cannot be in conflict.
func checkCategory(c state.Category, name string) error {
	if rule := immaterial(c); c.Known() && rule == "" {
		return nil
	} else if c.Known() {
		return state.Errorf(state.OutOfRange, "%s: a %s is in conflict with nothing (%s): give one of %s", name, c,
			rule, strings.Join(tested(), ", ")).With("parameter", name).With("allowed", tested())
	}
	return state.Errorf(state.OutOfRange, "%s: there is no category %q: give one of %s", name, c,
		strings.Join(tested(), ", ")).With("parameter", name).With("allowed", tested())
}

// tested returns the categories whose elements can be in conflict.
func tested() []string {
	var out []string
	for _, c := range state.Categories {
		if immaterial(c) == "" {
			out = append(out, string(c))
		}
	}
	return out
}

// Tests reports whether a test can find clashes of elements of a category.
func Tests(c state.Category) bool { return c.Known() && immaterial(c) == "" }

func (x *Exclusions) check(m *state.Model) error {
	categories := slices.Clone(x.Categories)
	for _, p := range x.CategoryPairs {
		categories = append(categories, p[:]...)
	}
	for _, c := range categories {
		if !c.Known() {
			return state.Errorf(state.OutOfRange, "exclude: there is no category %q: give one of %s", c,
				strings.Join(tested(), ", ")).With("parameter", "exclude").With("allowed", tested())
		}
	}
	for _, p := range x.Pairs {
		for _, id := range p {
			if _, ok := m.Element(id); !ok {
				return noElement(id, "exclude")
			}
		}
	}
	return nil
}

// Normal returns the test in normal form: with sorted lists without repetitions. Equal tests have the same normal form.
func (t Test) Normal() Test {
	t.Source, t.Target = t.Source.normal(), t.Target.normal()
	t.Exclude.Categories = inOrderOnce(t.Exclude.Categories)
	t.Exclude.Pairs, t.Exclude.CategoryPairs = pairsOnce(t.Exclude.Pairs), pairsOnce(t.Exclude.CategoryPairs)
	if !t.gaps() {
		t.Clearance = 0
	}
	if !t.overlaps() {
		t.Tolerance = 0
	}
	return t
}

// Criteria returns the part of a test that judges a pair, without the parts that only select pairs.
func (t Test) Criteria() Test {
	t = t.Normal()
	return Test{Tolerance: t.Tolerance, Clearance: t.Clearance}
}

// Covers reports whether this test finds every clash of a kind that another test would find. This test must look for
// that kind. For overlaps, the other test must have the same or a larger tolerance; for gaps the same tolerance and the
// same or a smaller clearance; for copies the same tolerance.
func (t Test) Covers(kind Kind, other Test) bool {
	t, other = t.Normal(), other.Normal()
	switch kind {
	case Hard, Contained:
		return t.overlaps() && t.Mode != ModeDuplicate && other.Tolerance >= t.Tolerance
	case Clearance:
		return t.gaps() && other.Clearance <= t.Clearance && other.Tolerance == t.Tolerance
	}
	return t.overlaps() && other.Tolerance == t.Tolerance
}

func (s Selection) normal() Selection {
	return Selection{inOrderOnce(s.Categories), inOrderOnce(s.Levels), inOrderOnce(s.Elements), inOrderOnce(s.Models)}
}

func inOrderOnce[T ~string](list []T) []T {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

func pairsOnce[T ~string](list [][2]T) [][2]T {
	var out [][2]T
	for _, p := range list {
		out = append(out, inOrder(p[0], p[1]))
	}
	slices.SortFunc(out, func(a, b [2]T) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(out)
}

// holds reports whether an element is in the selection.
func (s *Selection) holds(v *projections.View, e *state.Element, ids map[state.ID]bool) bool {
	return (len(s.Models) == 0 || s.ofModel(v, e.ID)) &&
		(len(s.Categories) == 0 || slices.Contains(s.Categories, e.Category)) &&
		(len(s.Levels) == 0 || slices.Contains(s.Levels, e.LevelID)) &&
		(len(s.Elements) == 0 || ids[e.ID])
}

// ofModel reports whether an element belongs to one of the models.
func (s *Selection) ofModel(v *projections.View, id state.ID) bool {
	p, _ := v.PartOf(id)
	return slices.ContainsFunc(s.Models, func(model string) bool {
		if p == nil {
			return strings.EqualFold(model, OwnModel)
		}
		return p.Link.Means(model)
	})
}

// overlaps reports whether the test looks for common volume; gaps reports whether it looks for distances.
func (t *Test) overlaps() bool { return t.Mode != ModeClearance }
func (t *Test) gaps() bool {
	return t.Mode == ModeClearance || t.Mode == ModeAll && t.Clearance > 0
}

// reach returns the greatest distance of bodies that the test examines.
func (t *Test) reach() geometry.Length {
	if t.gaps() {
		return t.Clearance
	}
	return 0
}
