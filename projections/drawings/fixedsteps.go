package drawings

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// step is a level face of a stair's body on which a person can step: a tread or a landing.
type step struct {
	height geometry.Length
	middle geometry.Point2 // of its area
	box    geometry.Box    // without height
	area   float64         // m2
}

const (
	// leastStep is the least area of a level face that counts as a step: room for a foot 100 mm wide on a tread of 200
	// mm.
	leastStep = 0.02 // m2
	// levelFace is the least Z of the unit normal of a level face: within one degree.
	levelFace = 0.99985
	// oneStep is the largest height difference between level faces of one step that consists of several solids. Rises
	// that differ by no more are equal, because files in feet round them.
	oneStep = 5 * geometry.Millimetre
	// leastRise and mostRise bound the rise of a step: garden steps have 80 mm, loft ladders 250 mm.
	leastRise, mostRise = 60 * geometry.Millimetre, 300 * geometry.Millimetre
	// besideStep is the largest gap in plan between steps that follow each other. The treads of open risers need not
	// overlap.
	besideStep = 100 * geometry.Millimetre
	// leastGoing is the least horizontal distance from one step to the next: half of the tread of a loft ladder.
	leastGoing = 50 * geometry.Millimetre
	// landingPart is the least ratio of a landing's area to the usual step of its stair. A narrow quarter-turn landing
	// of 800 by 800 mm after treads of 280 is nearly three times as large. A winder of the same flight is half as large
	// as the landing.
	landingPart = 2
	// leastSteps is the least number of steps that shows in which direction a stair goes up. Fewer may be a plinth.
	leastSteps = 3
)

// levelPiece is a level face of a body, which may be a part of a step.
type levelPiece struct {
	height geometry.Length
	area   geometry.Polygon
}

// stepsOf returns the steps of a stair's body from the lowest up. If several are at one height, it returns the largest
// of them.
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

// levelPieces returns the level faces of a stair's body that face upwards, from the lowest up.
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

// largest returns the largest area that pieces form together, or false if no area is large enough for a step.
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

// follows reports whether a person can step up from the step below to this one. This step must be one rise higher,
// further on, and next to the step below.
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

// usual returns the median area of steps, in m2.
func usual(steps []step) float64 {
	var areas []float64
	for _, s := range steps {
		areas = append(areas, s.area)
	}
	slices.Sort(areas)
	return areas[len(areas)/2]
}
