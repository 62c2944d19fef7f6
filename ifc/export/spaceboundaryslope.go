package export

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// The boundaries of a room below sloping covers are the faces of its body.

// besideLine is the greatest distance between the corners of a face of a room and the side on which it stands. It is
// not zero because both are rounded to the grid.
const besideLine = 10 * geometry.Micrometre

// slopingSide writes a stretch of the outline of a room below sloping covers.
func (f *roomFaces) slopingSide(s room.RoomSide) {
	z0, z1 := geometry.Length(0), f.room.shape.Height
	foot, head := z0, z0 // heights of the wall's bottom and top above the floor
	if wall, ok := f.model.Element(s.Wall); ok {
		w0, w1 := f.wallHeights(wall)
		foot, head = max(z0, w0-f.room.shape.Base), min(z1, w1-f.room.shape.Base)
		if len(state.AttachmentsOf(wall).Top) > 0 {
			head = z1
		}
	}
	width := geometry.Distance(s.From, s.To)
	for _, face := range f.standingOn(s) {
		band := func(from, to geometry.Length) geometry.Region {
			if to-from <= minFace {
				return nil
			}
			return geometry.Intersect(geometry.Region{face},
				geometry.Region{geometry.Rectangle(geometry.Point2{Y: from}, geometry.Point2{X: width, Y: to})})
		}
		for _, part := range band(foot, head) {
			parent := f.write(f.partOfSide(s, part, s.Wall))
			lo, hi := part.Bounds()
			f.openings(s, f.room.shape.Base+lo.Y, hi.Y-lo.Y, parent)
		}
		for _, open := range [][2]geometry.Length{{z0, foot}, {max(foot, head), z1}} {
			for _, part := range band(open[0], open[1]) {
				f.write(f.partOfSide(s, part, ""))
			}
		}
	}
}

// partOfSide returns the boundary over a part of a side. It is a virtual boundary if wall is "".
func (f *roomFaces) partOfSide(s room.RoomSide, part geometry.Polygon, wall state.ID) face {
	lo, _ := part.Bounds()
	plane := f.axesAt(f.point3(f.inSpace(s.From).At(0)), geometry.Direction(s.From, s.To), s.Outward())
	return face{element: wall, surface: f.bounded(plane, part.Outer, part.Holes), isVirtual: wall == "",
		exposure: f.behind(s), key: keyOf(s, f.room.shape.Base+lo.Y)}
}

// standingOn returns the faces of the room's body that stand on the line of a side. X is along the line and Y up from
// the floor.
func (f *roomFaces) standingOn(s room.RoomSide) []geometry.Polygon {
	frame := geometry.PlacementInPlan(s.From.At(f.room.shape.Base), s.To)
	var out []geometry.Polygon
	f.eachFace(func(_ r3.Vector, loops [][]geometry.Point3) {
		for _, loop := range loops {
			for _, p := range loop {
				if frame.Local(p).Y.Abs() > besideLine {
					return
				}
			}
		}
		if polygon, ok := flattened(loops, func(p geometry.Point3) geometry.Point2 {
			q := frame.Local(p)
			return geometry.Point2{X: q.X, Y: q.Z}
		}); ok {
			out = append(out, polygon)
		}
	})
	return out
}

// eachFace calls a function with each face of a room's body: its normal, and its loops above the model's origin.
func (f *roomFaces) eachFace(visit func(normal r3.Vector, loops [][]geometry.Point3)) {
	body, err := f.room.shape.Body()
	if err != nil {
		return
	}
	for _, solid := range body {
		world := solid.World()
		for _, face := range solid.Faces {
			loops := make([][]geometry.Point3, len(face.Loops))
			for i, loop := range face.Loops {
				for _, v := range loop {
					loops[i] = append(loops[i], world[v])
				}
			}
			visit(solid.MeasureFace(face).Normal, loops)
		}
	}
}

func flattened(loops [][]geometry.Point3, flat func(geometry.Point3) geometry.Point2) (geometry.Polygon, bool) {
	rings := make([]geometry.Ring, len(loops))
	for i, loop := range loops {
		for _, p := range loop {
			rings[i] = append(rings[i], flat(p))
		}
	}
	polygon, err := geometry.NewPolygon(rings[0], rings[1:]...)
	return polygon, err == nil
}

// slopingCover writes the faces of a room's body that face up, each with the cover in whose underside it lies. A face
// that lies in no underside is open.
func (f *roomFaces) slopingCover() {
	f.eachFace(func(normal r3.Vector, loops [][]geometry.Point3) {
		if normal.Z < leastRise {
			return
		}
		corner := loops[0][0]
		across := r3.Vector{X: 1}
		if run := math.Sqrt(float64(normal.X*normal.X) + float64(normal.Y*normal.Y)); run > leastRise {
			across = r3.Vector{X: -normal.Y / run, Y: normal.X / run}
		}
		up := geometry.Cross(normal, across)
		part, ok := flattened(loops, func(p geometry.Point3) geometry.Point2 {
			v := p.Sub(corner).Vector()
			return geometry.Point2{X: geometry.Length(math.Round(geometry.Dot(v, across))),
				Y: geometry.Length(math.Round(geometry.Dot(v, up)))}
		})
		if !ok {
			return
		}
		origin := f.inSpace(corner.XY()).At(corner.Z - f.room.shape.Base)
		plane := f.axesAt(f.point3(origin), across, normal)
		cover := f.room.shape.CoverAt(loops[0])
		f.write(face{element: cover, surface: f.bounded(plane, part.Outer, part.Holes), isVirtual: cover == "",
			exposure: f.beyondFace(cover, loops), key: keyOf(room.RoomSide{From: corner.XY(), To: loops[0][1].XY()},
				corner.Z)})
	})
}

// beyondFace returns INTERNAL if rooms lie above a cover over at least half of a face of the room's body, seen in plan,
// otherwise EXTERNAL.
func (f *roomFaces) beyondFace(cover state.ID, loops [][]geometry.Point3) step.Enum {
	plan, ok := flattened(loops, geometry.Point3.XY)
	if cover == "" || !ok {
		return external
	}
	return f.beyond(room.RoomCover{Plate: cover, Polygon: plan}, f.overhead, true)
}

// leastRise is the least Z of the unit normal of a face that faces up. It is also the least horizontal part of the
// normal of a face that is not level.
const leastRise = 1e-4
