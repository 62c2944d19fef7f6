package drawings

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// step is a level face of a stair's body that can be stepped on: a tread or a landing.
type step struct {
	height geometry.Length
	middle geometry.Point2 // of its area
	box    geometry.Box    // without height
	area   float64         // m2
}

const (
	// leastStep is the area of a level face that can be stepped on: a foot, 100 mm wide, on a tread of 200 mm.
	leastStep = 0.02 // m2
	// levelFace is the least upward part of a unit normal that counts as level: within one degree.
	levelFace = 0.99985
	// oneStep is how far level faces may differ in height and be one step, of several solids, and how far rises may
	// differ and be equal, as those of files in feet do.
	oneStep = 5 * geometry.Millimetre
	// leastRise and mostRise are beyond what one steps up: loft ladders of 250 mm, garden steps of 80 mm.
	leastRise, mostRise = 60 * geometry.Millimetre, 300 * geometry.Millimetre
	// besideStep is how far apart in plan steps may be that follow each other: open risers, whose treads need not
	// overlap.
	besideStep = 100 * geometry.Millimetre
	// leastGoing is less than any step goes forward: half of the tread of a loft ladder.
	leastGoing = 50 * geometry.Millimetre
	// landingPart is how much larger than the usual step of its stair a landing is at least: that of a quarter turn of
	// a narrow flight, 800 by 800 mm after treads of 280, is nearly three times as large, and a winder of the same
	// flight half.
	landingPart = 2
	// leastSteps is how many steps show which way a stair goes up: fewer may be a plinth.
	leastSteps = 3
)

// levelPiece is a level face of a body, which may be a part of a step.
type levelPiece struct {
	height geometry.Length
	area   geometry.Polygon
}

// stepsOf returns the steps of a stair's body from the lowest up, of those at one height the largest.
func stepsOf(f *fixedBody) (out []step) {
	pieces := levelPieces(f)
	from := 0
	for i := 1; i <= len(pieces); i++ {
		if i < len(pieces) && pieces[i].height-pieces[from].height <= oneStep {
			continue
		}
		if s, ok := largest(pieces[from:i]); ok {
			out = append(out, s)
		}
		from = i
	}
	return out
}

// levelPieces returns the faces of a stair's body that are level and look up, from the lowest up.
func levelPieces(f *fixedBody) (out []levelPiece) {
	for _, s := range f.shapes {
		world := s.World()
		for _, face := range s.Faces {
			if len(face.Loops) == 0 || s.Frame.Turn(face.Normal).Z < levelFace {
				continue
			}
			polygon := geometry.Polygon{Outer: flat(world, face.Loops[0])}
			for _, hole := range face.Loops[1:] {
				polygon.Holes = append(polygon.Holes, flat(world, hole))
			}
			out = append(out, levelPiece{geometry.Length(round(world[face.Loops[0][0]].Z)), polygon})
		}
	}
	slices.SortStableFunc(out, func(a, b levelPiece) int { return cmp.Compare(a.height, b.height) })
	return out
}

// largest returns the largest area that pieces make up together, false for none that can be stepped on.
func largest(pieces []levelPiece) (out step, ok bool) {
	var parts []geometry.Region
	for _, p := range pieces {
		parts = append(parts, geometry.Region{p.area})
	}
	for _, polygon := range geometry.UnionWithin(geometry.SeamGap, parts...) {
		if a := polygon.Area(); a >= leastStep && a > out.area {
			lo, hi := polygon.Bounds()
			out = step{pieces[0].height, polygon.Centroid(), geometry.Box{Min: lo.At(0), Max: hi.At(0)}, a}
		}
	}
	return out, out.area > 0
}

// follows reports whether one steps from one step up to another: it is a rise higher, goes on and lies beside it.
func (s step) follows(below step) bool {
	rise := s.height - below.height
	near := geometry.Box{Min: below.box.Min, Max: below.box.Max}
	near.Min.X, near.Min.Y = near.Min.X-besideStep, near.Min.Y-besideStep
	near.Max.X, near.Max.Y = near.Max.X+besideStep, near.Max.Y+besideStep
	return rise >= leastRise && rise <= mostRise && overlapInPlan(near, s.box) &&
		geometry.Distance(below.middle, s.middle) >= leastGoing
}

// ascents returns the runs of steps that follow each other, from the lowest up.
func ascents(steps []step) (out [][]step) {
	from := 0
	for i := 1; i <= len(steps); i++ {
		if i < len(steps) && steps[i].follows(steps[i-1]) {
			continue
		}
		if i-from >= leastSteps {
			out = append(out, steps[from:i])
		}
		from = i
	}
	return out
}

// usual returns the middle one of the areas of steps, m2.
func usual(steps []step) float64 {
	var areas []float64
	for _, s := range steps {
		areas = append(areas, s.area)
	}
	slices.Sort(areas)
	return areas[len(areas)/2]
}
