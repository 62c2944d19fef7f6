package linework

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Class is the kind of a line.
type Class string

// The classes of lines.
const (
	Cut     Class = "cut"     // the outline of what the plane cuts
	Visible Class = "visible" // an edge that is seen below the plane
	Hidden  Class = "hidden"  // an edge below the plane that something covers
)

// View defines the view of a drawing. It looks from above at the XY plane of a frame, and shows the solids down to
// Depth below the plane, or without a limit if Depth is 0. If Hidden is set, covered edges are drawn too.
//
// Meeting asks for the lines in which solids run through each other. It is nil, or has a number for each solid: the
// number of its object, from 1 on, or 0. A line is drawn if the solids have different numbers, so not between two
// solids of one object or two solids with 0.
type View struct {
	Plane   geometry.Placement
	Depth   geometry.Length
	Hidden  bool
	Meeting []int
	Stop    geometry.Interrupt // if it interrupts the work, the picture is incomplete and must not be used
}

// Line is a polyline in the frame of the view. Source is the index of its solid in the list that was drawn. Outlines of
// cut regions are closed rings, counter-clockwise around the solid and clockwise around holes. All other lines have two
// points.
type Line struct {
	Class  Class
	Source int
	Closed bool
	Points []geometry.Point2
}

// Draw returns the lines of a view of solids: cut outlines first, then visible, then hidden edges. Each class is
// ordered by source and place, so that equal solids give equal drawings. Errors name the solid.
func Draw(solids []csg.Shape, v View) ([]Line, error) {
	p, err := Take(solids, v)
	for i := range solids {
		if failed := p.Failed[i]; failed != nil && err == nil {
			err = fmt.Errorf("solid %d: %w", i, failed)
		}
	}
	return p.Lines, err
}

// Picture is the result of a view: for each solid the region in which the plane cuts it, and the lines as Draw returns
// them. Solids that cannot be cut are left out; Failed holds the reasons by their indices.
type Picture struct {
	Cut    []geometry.Region // by the index of the solid; nil if it is not cut
	Lines  []Line
	Failed map[int]error
}

// Take returns the picture of solids in a view. The error reports an invalid view.
func Take(solids []csg.Shape, v View) (Picture, error) {
	if err := v.Plane.Valid(); err != nil {
		return Picture{}, err
	}
	if v.Meeting != nil && len(v.Meeting) != len(solids) {
		return Picture{}, fmt.Errorf("%d numbers of objects for %d solids: %w", len(v.Meeting), len(solids),
			geometry.ErrOutOfRange)
	}
	if v.Depth < 0 {
		return Picture{}, fmt.Errorf("a depth of %v mm: %w", v.Depth, geometry.ErrOutOfRange)
	}
	picture := Picture{Cut: make([]geometry.Region, len(solids))}
	var scene scene
	for i, s := range solids {
		if v.Stop.Now() {
			return Picture{}, nil
		}
		part, cut, err := v.part(s)
		if err != nil {
			if picture.Failed == nil {
				picture.Failed = map[int]error{}
			}
			picture.Failed[i] = err
			continue
		}
		picture.Cut[i] = cut
		for _, p := range cut {
			picture.Lines = appendRings(picture.Lines, p, i)
		}
		scene.add(part, i, len(cut) > 0, v.floor(part))
	}
	scene.index()
	scene.meet(v)
	edges := scene.lines(v.Stop, v.Hidden, picture.Lines)
	slices.SortFunc(edges, compareLines)
	picture.Lines = append(picture.Lines, edges...)
	return picture, nil
}

// part returns the part of a solid that a view shows, in the frame of the view, and the cut region of the solid.
func (v View) part(s csg.Shape) (csg.Shape, geometry.Region, error) {
	frame := csg.Placed(v.Plane)
	seen := s.In(frame)
	lo, hi := heights(seen)
	switch {
	case lo > inPlane, v.Depth > 0 && hi < -float64(v.Depth):
		return csg.Shape{}, nil, nil
	case hi < -inPlane:
		return seen, nil, nil
	case s.Sheet:
		return sheetBelow(seen), nil, nil
	}
	below, err := clippedNear(s, frame)
	if err != nil {
		return csg.Shape{}, nil, err
	}
	return below, topOf(below), nil
}

// nudge is the distance in micrometres by which the cutting plane is moved if the boolean fails because corners of the
// solid lie almost in it. The plane is first moved down, then up. At 1:50 the lines on paper move by less than a
// micrometre.
const nudge = 20

// clippedNear returns the part of a shape below the XY plane of a frame, in that frame. If the plane cannot cut the
// shape, it uses a plane nearby.
func clippedNear(s csg.Shape, frame csg.Motion) (below csg.Shape, err error) {
	for _, by := range []float64{0, -nudge, nudge} {
		near := frame
		near.T = near.T.Add(geometry.Times(frame.Z, by))
		var failed error
		if below, failed = clipped(s, near); failed == nil {
			return below.In(near), nil
		}
		err = cmp.Or(err, failed)
	}
	return csg.Shape{}, err
}

// floor returns the height below which a view shows nothing.
func (v View) floor(part csg.Shape) float64 {
	if v.Depth > 0 {
		return -float64(v.Depth)
	}
	lo, _ := heights(part)
	return lo - 1
}

func appendRings(lines []Line, p geometry.Polygon, source int) []Line {
	lines = append(lines, Line{Cut, source, true, p.Outer})
	for _, h := range p.Holes {
		lines = append(lines, Line{Cut, source, true, h})
	}
	return lines
}

func compareLines(a, b Line) int {
	return cmp.Or(cmp.Compare(rank(a.Class), rank(b.Class)), cmp.Compare(a.Source, b.Source),
		slices.CompareFunc(a.Points, b.Points, comparePoints))
}

func rank(c Class) int { return slices.Index([]Class{Cut, Visible, Hidden}, c) }

func comparePoints(p, q geometry.Point2) int {
	return cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y))
}
