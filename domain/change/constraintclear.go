package change

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// clearing measures constraints and caches the box of each body.
type clearing struct {
	model *state.Model
	boxes map[state.ID]*geometry.Box // nil for an element without a body
}

func newClearing(m *state.Model) clearing { return clearing{m, map[state.ID]*geometry.Box{}} }

func (k clearing) measure(c *Constraint) (constraintState, error) {
	if c.Kind != ConstraintClearance {
		return MeasureConstraint(k.model, c)
	}
	return k.clearance(c)
}

// clearance measures the distance between the boxes of two bodies. It is exact if the sides of the bodies run along the
// axes of the model. Otherwise the bodies are at least this far apart.
func (k clearing) clearance(c *Constraint) (constraintState, error) {
	var boxes [2]geometry.Box
	for i, id := range [...]state.ID{c.ElementID, c.OtherID} {
		box := k.box(id)
		if box == nil {
			return constraintState{}, state.Errorf(state.OutOfRange, "%s has no body to keep clear of",
				shape.NameOf(k.model, id)).With("parameter", "element_ids")
		}
		boxes[i] = *box
	}
	gap := func(lo, hi, from, to geometry.Length) float64 { return float64(max(0, from-hi, lo-to)) }
	a, b := boxes[0], boxes[1]
	x, y, z := gap(a.Min.X, a.Max.X, b.Min.X, b.Max.X), gap(a.Min.Y, a.Max.Y, b.Min.Y, b.Max.Y),
		gap(a.Min.Z, a.Max.Z, b.Min.Z, b.Max.Z)
	d := geometry.Length(math.Round(math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))))
	return constraintState{d, d+ConstraintTolerance >= c.Value, fmt.Sprintf("%v mm clear", d)}, nil
}

func (k clearing) box(id state.ID) *geometry.Box {
	if box, made := k.boxes[id]; made {
		return box
	}
	var box *geometry.Box
	if body, err := shape.Body(k.model, id); err == nil && len(body) > 0 {
		bounds := body.Bounds()
		box = &bounds
	}
	k.boxes[id] = box
	return box
}

// near returns a function that lists the elements that may be nearer to a given element than a distance, sorted by id.
// It compares boxes along the model axis along which the elements are spread most, relative to their size. Elements
// without a body are in every list.
func (k clearing) near(ids []state.ID, distance geometry.Length) func(state.ID) []state.ID {
	var placed, bodiless []state.ID
	for _, id := range ids {
		if k.box(id) == nil {
			bodiless = append(bodiless, id)
			continue
		}
		placed = append(placed, id)
	}
	side := k.spreadSide(placed)
	slices.SortStableFunc(placed, func(a, b state.ID) int { return cmp.Compare(side(a).from, side(b).from) })
	longest := geometry.Length(0)
	for _, id := range placed {
		longest = max(longest, side(id).to-side(id).from)
	}
	return func(id state.ID) []state.ID {
		if k.box(id) == nil {
			return ids
		}
		at := side(id)
		first, _ := slices.BinarySearchFunc(placed, at.from-distance-longest,
			func(other state.ID, from geometry.Length) int { return cmp.Compare(side(other).from, from) })
		out := slices.Clone(bodiless)
		for _, other := range placed[first:] {
			s := side(other)
			if s.from > at.to+distance {
				break
			}
			if s.to+distance >= at.from {
				out = append(out, other)
			}
		}
		slices.Sort(out)
		return out
	}
}

// interval is the extent of a box along an axis.
type interval struct{ from, to geometry.Length }

// spreadSide selects the axis along which the boxes of the given elements are spread most, relative to their size. It
// returns a function that gives the interval of an element on that axis.
func (k clearing) spreadSide(ids []state.ID) func(state.ID) interval {
	sides := [...]func(b *geometry.Box) interval{
		func(b *geometry.Box) interval { return interval{b.Min.X, b.Max.X} },
		func(b *geometry.Box) interval { return interval{b.Min.Y, b.Max.Y} },
		func(b *geometry.Box) interval { return interval{b.Min.Z, b.Max.Z} },
	}
	best, most := 0, -1.0
	for i, side := range sides {
		var all interval
		sum := 0.0
		for n, id := range ids {
			s := side(k.box(id))
			if n == 0 {
				all = s
			}
			all = interval{min(all.from, s.from), max(all.to, s.to)}
			sum += float64(s.to - s.from)
		}
		if spread := float64(all.to-all.from) / max(1, sum); spread > most {
			best, most = i, spread
		}
	}
	return func(id state.ID) interval { return sides[best](k.box(id)) }
}

// faced holds how two bodies face each other across an axis.
type faced struct {
	across r3.Vector // the direction from the axis to its left
	low    [2]float64
	high   [2]float64 // of the element and of the leading one, from the model's origin
}

// gap returns the distance between the faces that look at each other. It is negative where the extents of the bodies
// overlap.
func (f faced) gap() geometry.Length {
	return geometry.Length(math.Round(max(f.low[0]-f.high[1], f.low[1]-f.high[0])))
}

// middle returns how far the middle of the element lies to the left of the middle of the leading element.
func (f faced) middle() float64 {
	return float64((f.low[0]+f.high[0])/2) - float64((f.low[1]+f.high[1])/2)
}

// facing returns how two elements face each other across the axis of the leading element, or of the following one if
// the leading one has no straight axis.
func facing(m *state.Model, e, lead *state.Element) (faced, error) {
	p, q, line := axisOf(lead)
	if !line {
		p, q, line = axisOf(e)
	}
	if !line {
		return faced{}, state.Errorf(state.OutOfRange, "neither %s nor %s has a straight axis, across which faces are "+
			"apart: use clearance", shape.NameOf(m, lead.ID), shape.NameOf(m, e.ID)).With("parameter", "element_ids")
	}
	along := geometry.Direction(p, q)
	out := faced{across: r3.Vector{X: -along.Y, Y: along.X}}
	for i, x := range [...]*state.Element{e, lead} {
		body, err := shape.Body(m, x.ID)
		if err != nil || len(body) == 0 {
			return faced{}, state.Errorf(state.OutOfRange, "%s has no body, and so no faces", shape.NameOf(m, x.ID)).
				With("parameter", "element_ids").With("element_id", x.ID)
		}
		out.low[i], out.high[i] = math.Inf(1), math.Inf(-1)
		for _, solid := range body {
			for _, v := range solid.World() {
				at := float64(float64(v.X)*out.across.X) + float64(float64(v.Y)*out.across.Y)
				out.low[i], out.high[i] = min(out.low[i], at), max(out.high[i], at)
			}
		}
	}
	return out, nil
}

// measureClear measures clear_distance: the distance between the faces that look at each other.
func measureClear(m *state.Model, c *Constraint, e, other *state.Element) (constraintState, error) {
	for _, x := range [...]*state.Element{e, other} {
		if isCurved(x) || spread[x.Category] {
			return constraintState{}, state.Errorf(state.OutOfRange,
				"%s has no two faces along a straight axis: use clearance", shape.NameOf(m, x.ID)).
				With("parameter", "element_ids").With("element_id", x.ID)
		}
	}
	f, err := facing(m, e, other)
	if err != nil {
		return constraintState{}, err
	}
	d := f.gap()
	return constraintState{d, within(d, c.Value), fmt.Sprintf("face of %s %v mm from face of %s",
		shape.NameOf(m, e.ID), d, shape.NameOf(m, other.ID))}, nil
}

// clearOf returns the shift that brings the faces of an element to the wanted distance from the faces of the leading
// element. The element stays on the side on which it was before the command.
func (s *solving) clearOf(c *Constraint, e, lead *state.Element) (geometry.Point2, error) {
	f, err := facing(s.t.Model, e, lead)
	if err != nil {
		return geometry.Point2{}, err
	}
	left := f.middle() >= 0
	if old, oldLead, both := s.bothBefore(e, lead); both {
		if was, err := facing(s.t.Before, old, oldLead); err == nil && was.across.Dot(f.across) > 0 {
			left = was.middle() >= 0
		}
	}
	if left {
		return shiftBy(f.across, c.Value-geometry.Length(math.Round(f.low[0]-f.high[1]))), nil
	}
	return shiftBy(f.across, geometry.Length(math.Round(f.low[1]-f.high[0]))-c.Value), nil
}
