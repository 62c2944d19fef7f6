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
	// LookedAt is how many elements a change may touch so that it is looked at: beyond that it is a job to be checked
	// as a whole, by model_quality.
	LookedAt = 400

	// besideLooked is how far from a wall doors and windows are looked at with it: a leaf of 1.2 m and the wall's half.
	besideLooked = 1500 * geometry.Millimetre
)

// soundness are the rules of model_quality that a change is held against, in the order of the table: those whose
// findings are errors or warnings.
var soundness []Rule

func init() {
	for _, r := range Table() {
		// which takes all walls of a storey
		if r.Check == "model_quality" && r.Severity != Note && r.Quantity != "shell_gap" {
			soundness = append(soundness, r)
		}
	}
}

// Touch is an element that a change touched: its place or body, or else its properties alone.
type Touch struct {
	ID      state.ID
	Place   bool
	Follows bool // from what was done to others: left out where there are many
}

// Unsound returns what a change brings that is unsound by model_quality and was not there before: of the elements that
// it touched, and of the doors and windows beside the walls among them. Its cost is that of these elements; none are
// looked at of a change that touches more than LookedAt, and with those that follow from them no more than that.
func Unsound(ctx context.Context, before, after *projections.View, touched []Touch) (out []Finding) {
	var err error // an error of the context: its findings are incomplete
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
	// what is known of elements is found out once for all rules
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

// subjectsOf returns what is looked at: placed are those that have another place or body, with what is beside them.
func subjectsOf(v *projections.View, touched []Touch) (placed, all []state.ID) {
	// Where nothing can be beside a wall, the places of all elements need not be derived.
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
				if meetInHeight(hit.Bounds, box) { // otherwise it is of the storey above or below
					placed = append(placed, hit.ID)
				}
			}
		}
	}
	slices.Sort(placed)
	return slices.Compact(placed), all
}

// meetInHeight reports whether two boxes have a height in common, of more than a plane.
func meetInHeight(a, b geometry.Box) bool { return a.Min.Z < b.Max.Z && b.Min.Z < a.Max.Z }

// sameProperties reports whether a change left the property sets of an element alone. Sets are never changed in place.
func sameProperties(before, after *projections.View, id state.ID) bool {
	was, there := before.Model.Element(id)
	is, _ := after.Model.Element(id)
	return there && len(was.Psets) == len(is.Psets) && (len(is.Psets) == 0 || &was.Psets[0] == &is.Psets[0])
}

// broken returns the findings of one rule of the elements that were asked for, none where there are none.
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
