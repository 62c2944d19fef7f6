package clashes

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Mode says which kinds of conflict a test looks for.
type Mode string

// The modes.
const (
	ModeHard      Mode = "hard"      // overlaps: hard, contained and duplicate
	ModeClearance Mode = "clearance" // bodies apart, but nearer than the clearance
	ModeDuplicate Mode = "duplicate" // the same body in the same place
	ModeAll       Mode = "all"       // overlaps, and with a clearance also what is nearer
)

// Enum lists the modes.
func (Mode) Enum() []string { return []string{"hard", "clearance", "duplicate", "all"} }

// Test says what is tested against what, and what counts.
type Test struct {
	Source Selection `json:"source"`
	Target Selection `json:"target"`
	Mode   Mode      `json:"mode"`

	// Tolerance is the depth up to which one body may go into another one, and how far the corners of duplicates may be
	// apart. Raising it reduces the findings of overlaps.
	Tolerance geometry.Length `json:"tolerance"`
	// Clearance is the gap that is required. Raising it adds findings.
	Clearance geometry.Length `json:"clearance"`

	Exclude Exclusions `json:"exclude"`
}

// Selection is a set of elements: those that fit every list that is not empty.
type Selection struct {
	Categories []state.Category `json:"categories,omitempty"`
	Levels     []state.ID       `json:"level_ids,omitempty"`
	Elements   []state.ID       `json:"element_ids,omitempty"`
	// Models are linked models, by name or discipline of the link, and "own" for the model itself.
	Models []string `json:"models,omitempty"`
}

// OwnModel names the model itself among those of a selection.
const OwnModel = "own"

// Exclusions are conflicts that a caller does not want to hear of.
type Exclusions struct {
	Categories    []state.Category    `json:"categories,omitempty"`
	Pairs         [][2]state.ID       `json:"pairs,omitempty"`
	CategoryPairs [][2]state.Category `json:"category_pairs,omitempty"`
}

// maxClearance bounds the gap that can be asked for: beyond it everything is near to everything.
const maxClearance = 10 * geometry.Metre

// check refuses a test that cannot be made on a model: OUT_OF_RANGE for limits and categories, NOT_FOUND for ids.
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

// checkModels refuses models that the view has nothing of.
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

// checkCategory refuses a category that does not exist, or that cannot be in conflict with anything.
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

// tested lists the categories whose elements can be in conflict.
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

// Normal returns the same test in the one form that all such tests have: lists in order, without repetitions. Tests
// that are the same are then written the same.
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

// Criteria returns that of a test by which a pair is judged: the test without what only says which pairs are looked at.
func (t Test) Criteria() Test {
	t = t.Normal()
	return Test{Tolerance: t.Tolerance, Clearance: t.Clearance}
}

// Covers reports whether this test finds every clash of a kind that another test would find: it looks for that kind,
// and the other test has, for overlaps, the same or a larger tolerance; for gaps the same tolerance and the same or a
// smaller clearance; for copies the same tolerance.
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

// ofModel reports whether an element is of one of the models.
func (s *Selection) ofModel(v *projections.View, id state.ID) bool {
	p, _ := v.PartOf(id)
	return slices.ContainsFunc(s.Models, func(model string) bool {
		if p == nil {
			return strings.EqualFold(model, OwnModel)
		}
		return p.Link.Means(model)
	})
}

// overlaps reports whether the test looks for common volume, gaps whether for distances.
func (t *Test) overlaps() bool { return t.Mode != ModeClearance }
func (t *Test) gaps() bool {
	return t.Mode == ModeClearance || t.Mode == ModeAll && t.Clearance > 0
}

// searchExtent is how far bodies may be apart to be of interest.
func (t *Test) reach() geometry.Length {
	if t.gaps() {
		return t.Clearance
	}
	return 0
}
