package rules

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
)

const (
	// LookedAt is the greatest number of touched elements for which a change is checked. Larger changes are left to
	// model_quality.
	LookedAt = 400

	// besideLooked is the distance from a wall within which doors and windows are checked with it: a leaf of 1.2 m and
	// half of the wall's thickness.
	besideLooked = 1500 * geometry.Millimetre
)

// soundness lists the rules of model_quality that every change is checked against, in the order of the table: the rules
// whose findings are errors or warnings.
var soundness []Rule

func init() {
	for _, r := range Table() {
		// shell_gap needs all walls of a storey
		if r.Check == "model_quality" && r.Severity != Note && r.Quantity != "shell_gap" {
			soundness = append(soundness, r)
		}
	}
}

// Touch is an element that a change touched: in its place or body, or in its properties only.
type Touch struct {
	ID      state.ID
	Place   bool
	Follows bool // a consequence of changes to other elements: left out if there are many
}

// Unsound returns the findings of model_quality that a change causes. It checks the touched elements, and the doors and
// windows beside touched walls. It leaves out the consequences if more than LookedAt elements are touched, and checks
// nothing if more than LookedAt remain.
func Unsound(ctx context.Context, before, after *projections.View, touched []Touch) (out []Finding) {
	var err error // if the context ends, the findings are incomplete
	defer processors.Stopped(&err)
	before, after = before.Until(ctx), after.Until(ctx)
	if len(touched) > LookedAt {
		touched = slices.DeleteFunc(slices.Clone(touched), func(t Touch) bool { return t.Follows })
	}
	if len(touched) == 0 || len(touched) > LookedAt {
		return nil
	}
	placed, all := subjectsOf(after, touched)
	described := slices.DeleteFunc(slices.Clone(all), func(id state.ID) bool {
		return sameProperties(before,
			after, id)
	})
	seen := func(v *projections.View, ids []state.ID) *subjects {
		return &subjects{ctx: ctx, view: v, options: Options{Elements: ids}}
	}
	// facts about elements are shared by all rules
	ofPlaced, ofDescribed, ofAll := seen(after, placed), seen(after, described), seen(after, all)
	for i := range soundness {
		r, s := &soundness[i], ofPlaced
		switch r.Quantity {
		case "placeholder_values":
			s = ofDescribed
		case "wall_sides":
			s = ofAll
		}
		found := s.broken(r)
		if len(found) == 0 {
			continue
		}
		known := map[string]bool{}
		for _, f := range seen(before, s.options.Elements).broken(r) {
			known[f.Key] = true
		}
		out = append(out, slices.DeleteFunc(found, func(f Finding) bool { return known[f.Key] })...)
	}
	return out
}

// subjectsOf returns the elements to check. placed are the elements with a new place or body, and the doors and windows
// beside them.
func subjectsOf(v *projections.View, touched []Touch) (placed, all []state.ID) {
	// If the model has no doors and windows, the places of all elements need not be derived.
	beside := v.Model.Has(state.CategoryDoor) || v.Model.Has(state.CategoryWindow)
	for _, t := range touched {
		e, ok := v.Model.Element(t.ID)
		if !ok {
			continue
		}
		all = append(all, e.ID)
		if !t.Place {
			continue
		}
		placed = append(placed, e.ID)
		if !beside || e.Category != state.CategoryWall {
			continue
		}
		if box := v.BoundsOf(e.ID); !box.Empty() {
			for _, hit := range v.Spatial().Intersecting(box.Grow(besideLooked),
				state.CategoryDoor, state.CategoryWindow) {
				if meetInHeight(hit.Bounds, box) { // otherwise it belongs to the storey above or below
					placed = append(placed, hit.ID)
				}
			}
		}
	}
	slices.Sort(placed)
	return slices.Compact(placed), all
}

// meetInHeight reports whether the height ranges of two boxes overlap by more than a plane.
func meetInHeight(a, b geometry.Box) bool { return a.Min.Z < b.Max.Z && b.Min.Z < a.Max.Z }

// sameProperties reports whether a change left the property sets of an element unchanged. It compares addresses, since
// sets are never changed in place.
func sameProperties(before, after *projections.View, id state.ID) bool {
	was, there := before.Model.Element(id)
	is, _ := after.Model.Element(id)
	return there && len(was.Psets) == len(is.Psets) && (len(is.Psets) == 0 || &was.Psets[0] == &is.Psets[0])
}

// broken returns the findings of one rule for the elements of the options, or nil if the options have no elements.
func (s *subjects) broken(r *Rule) []Finding {
	if len(s.options.Elements) == 0 {
		return nil
	}
	found, err := quantities[r.Quantity](s, r)
	if err != nil {
		return nil
	}
	var out []Finding
	for _, m := range found {
		if m.Missing == "" && !r.complies(m.Value) {
			out = append(out, r.finding(m))
		}
	}
	return out
}
