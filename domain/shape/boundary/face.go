package boundary

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// face is a face of a room's body.
type face struct {
	room   int // index in work.rooms
	frame  geometry.Placement
	region geometry.Region // in the frame
	box    geometry.Box    // in the world
	rest   geometry.Region // the part that faces no other room
}

// levelShare is the least part of the unit normal that is vertical if a face counts as floor or ceiling: its slope is
// less than 60 degrees from the horizontal (gbXML: a surface is a wall if its tilt is 60 to 120 degrees).
const levelShare = 0.5

// level reports whether the face is a floor, ceiling or slope rather than a side.
func (f *face) level() bool { return math.Abs(f.frame.Z.Z) > levelShare }

// listFaces lists the faces of all rooms.
func (w *work) listFaces() {
	byRoom := make([][]face, len(w.rooms))
	w.each(len(w.rooms), func(i int) { byRoom[i] = facesOf(i, w.rooms[i].Body) })
	for _, list := range byRoom {
		w.faces = append(w.faces, list...)
	}
}

func facesOf(room int, body geometry.Body) []face {
	var out []face
	for _, solid := range body {
		solid = solid.WithSimpleLoops()
		world := solid.World()
		for _, f := range solid.Faces {
			corner := world[f.Loops[0][0]]
			made := face{room: room, frame: frameOf(solid.MeasureFace(f).Normal, corner), box: geometry.EmptyBox()}
			rings := make([]geometry.Ring, len(f.Loops))
			for i, loop := range f.Loops {
				for _, v := range loop {
					rings[i] = append(rings[i], made.frame.Local(world[v]).XY())
					made.box = made.box.Extend(world[v])
				}
			}
			polygon, err := geometry.NewPolygon(rings[0], rings[1:]...)
			if err != nil {
				continue // a face that the grid has no room for
			}
			made.region = geometry.Region{polygon}
			out = append(out, made)
		}
	}
	return out
}

// frameOf returns the frame of a face: Z is the normal. X is level, and the world's X axis if the face is level too.
func frameOf(normal r3.Vector, corner geometry.Point3) geometry.Placement {
	z := r3.Vector{X: exact(normal.X), Y: exact(normal.Y), Z: exact(normal.Z)}
	out := geometry.Placement{Origin: corner, X: r3.Vector{X: 1}, Z: z}
	if run := math.Sqrt(float64(z.X*z.X) + float64(z.Y*z.Y)); run > 0 {
		out.X = r3.Vector{X: exact(-z.Y / run), Y: exact(z.X / run)}
	}
	return out
}

// axisNoise is the greatest deviation of a component of a normal from 0, 1 and -1 that is taken for rounding: over 1 km
// it moves a point by a micrometre.
const axisNoise = 1e-9

// exact returns a component of a unit vector without rounding noise, and without negative zeros.
func exact(v float64) float64 {
	if r := math.Round(v); math.Abs(v-r) < axisNoise {
		return r + 0
	}
	return v
}

// onto projects a region of one face onto the plane of another one along a direction, and returns it in the frame of
// that face. Its outline turns the other way round if the faces look at each other; the result is mended.
func onto(region geometry.Region, from, to geometry.Placement, along r3.Vector) geometry.Region {
	slant := geometry.Dot(along, to.Z)
	y := to.Y()
	point := func(p geometry.Point2) geometry.Point2 {
		fx, fy := from.X, from.Y()
		v := from.Origin.Sub(to.Origin).Vector()
		v = v.Add(geometry.Times(fx, float64(p.X))).Add(geometry.Times(fy, float64(p.Y)))
		v = v.Sub(geometry.Times(along, geometry.Dot(v, to.Z)/slant))
		return geometry.Point2{X: rounded(geometry.Dot(v, to.X)), Y: rounded(geometry.Dot(v, y))}
	}
	var out geometry.Region
	for _, polygon := range region {
		rings := make([]geometry.Ring, 0, 1+len(polygon.Holes))
		for _, ring := range append([]geometry.Ring{polygon.Outer}, polygon.Holes...) {
			mapped := make(geometry.Ring, len(ring))
			for i, p := range ring {
				mapped[i] = point(p)
			}
			rings = append(rings, mapped)
		}
		if p, err := geometry.NewPolygon(rings[0], rings[1:]...); err == nil {
			out = append(out, p)
		}
	}
	return out
}

func rounded(v float64) geometry.Length { return geometry.Length(math.Round(v)) }

// leastWidth is the average width below which a part of a face is no boundary but the rounding of two outlines, or a
// gap between two elements. Dropped along the whole outline of a face of 3 m, it takes less than 0.1 % of it.
const leastWidth = geometry.Millimetre

// wide returns the polygons of a region that are at least leastWidth wide on average.
func wide(region geometry.Region) geometry.Region {
	out, _ := parted(region, leastWidth)
	return out
}

// parted returns the polygons of a region that are at least a width on average, and the others.
func parted(region geometry.Region, width geometry.Length) (wide, thin geometry.Region) {
	for _, p := range region {
		if 2*p.Area() >= float64(width.M()*p.Perimeter().M()) {
			wide = append(wide, p)
		} else {
			thin = append(thin, p)
		}
	}
	return wide, thin
}
