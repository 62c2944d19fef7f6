package geometry

import (
	"math"

	"github.com/golang/geo/r3"
)

// Shadow returns the area in plan that the part of a body between two heights covers, in the parent of the frames of
// its solids. A body that only touches the lower height from below or the upper height from above covers nothing.
//
// A point of the plan lies in the shadow if the vertical line through it leaves the body upwards between the heights,
// or is still inside the body at the upper one. In the latter case, the number of faces above that look up exceeds the
// number that look down by one.
func (b Body) Shadow(from, to Length) Region {
	var parts []Region
	for _, s := range b {
		if region := s.shadow(from, to); len(region) > 0 {
			parts = append(parts, region)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return Union(parts...)
}

// These are the counters of a shadow's arrangement.
const (
	aboveBand  = 0 // faces above the upper height: plus one if they look up, minus one if they look down
	withinBand = 1 // faces that look up between the heights: those above the lower minus those above the upper height
)

func (s Solid) shadow(from, to Length) Region {
	world := s.World()
	box := EmptyBox()
	for _, p := range world {
		box = box.Extend(p)
	}
	if box.Empty() || box.Max.Z <= from || box.Min.Z >= to {
		return nil
	}
	key := s.shadowKey(world, box, from, to)
	if key == "" {
		return s.castShadow(world, from, to)
	}
	corner := box.Min.XY()
	if known, ok := shadows.recalled(key); ok {
		return known.Moved(corner)
	}
	out := s.castShadow(world, from, to)
	shadows.keep(key, out.Moved(Point2{}.Sub(corner)))
	return out
}

func (s Solid) castShadow(world []Point3, from, to Length) Region {
	var segments []segment
	for _, f := range s.Faces {
		p := projectFace(world, f)
		if p.sign == 0 {
			continue
		}
		segments = p.append(segments, to, aboveBand, false)
		if p.sign > 0 && (p.low < to || p.high == to) { // above the band, both terms cancel
			segments = p.append(segments, from, withinBand, false)
			segments = p.append(segments, to, withinBand, true)
		}
	}
	return overlay(segments, 2, func(w []int32) bool { return w[aboveBand] > 0 || w[withinBand] > 0 })
}

// projectedFace is a face in plan: its rings in their projected direction, and its heights.
type projectedFace struct {
	rings     []Ring
	sign      int // 1 looks up, -1 looks down, 0 is vertical
	low, high Length
	origin    Point3
	rise      r3.Vector // of the plane: the step in plan that rises by the square of its length
}

func projectFace(world []Point3, f Face) projectedFace {
	p := projectedFace{low: LengthOverflow, high: -LengthOverflow, origin: world[f.Loops[0][0]]}
	normal := r3.Vector{}
	for _, loop := range f.Loops {
		ring := make(Ring, len(loop))
		for i, v := range loop {
			ring[i] = world[v].XY()
			p.low, p.high = min(p.low, world[v].Z), max(p.high, world[v].Z)
			a, b := world[v].Sub(p.origin).Vector(), world[loop[(i+1)%len(loop)]].Sub(p.origin).Vector()
			normal = normal.Add(Cross(a, b))
		}
		p.rings = append(p.rings, ring)
	}
	area := Region{}
	for _, r := range p.rings {
		area = append(area, Polygon{Outer: r})
	}
	switch plan := area.doubleArea().float(); {
	case plan > 0:
		p.sign = 1
	case plan < 0:
		p.sign = -1
	}
	if normal.Z != 0 {
		p.rise = r3.Vector{X: -normal.X / normal.Z, Y: -normal.Y / normal.Z}
	}
	return p
}

// append appends the sides of the part above a height, reversed to subtract it.
func (p projectedFace) append(segments []segment, height Length, source int32, backwards bool) []segment {
	for _, r := range p.above(height) {
		if backwards {
			r = r.reversed()
		}
		segments = appendRing(segments, r, source)
	}
	return segments
}

// above returns the rings of the part above a height. A face that looks down at the height is the underside of the part
// above.
func (p projectedFace) above(height Length) []Ring {
	switch {
	case p.high <= height && (p.low < height || p.sign > 0):
		return nil
	case p.low >= height:
		return p.rings
	}
	var out []Ring
	for _, polygon := range p.clipped(height) {
		for i, r := range polygon.rings() {
			sign := p.sign
			if i > 0 {
				sign = -sign
			}
			out = append(out, r.turned(sign))
		}
	}
	return out
}

// clipped returns the part of a sloping face above a height, in plan.
func (p projectedFace) clipped(height Length) Region {
	var upright []segment
	for _, r := range p.rings {
		if p.sign < 0 {
			r = r.reversed()
		}
		upright = appendRing(upright, r, 0)
	}
	region := overlay(upright, 1, func(w []int32) bool { return w[0] > 0 })
	slope := math.Sqrt(float64(p.rise.X*p.rise.X) + float64(p.rise.Y*p.rise.Y))
	if slope == 0 {
		return nil
	}
	// In the direction in which it rises, the plane reaches the height at the distance (height - z) / slope from the
	// origin. It is level perpendicular to that direction. A kilometre of the level line is far longer than a face, so
	// that rounding its ends turns it by less than the grid shows.
	way := float64(height-p.origin.Z) / slope
	x, y := p.rise.X/slope, p.rise.Y/slope
	const long = float64(Kilometre)
	a := p.origin.XY().Add(Point2{Length(math.Round(float64(x * way))), Length(math.Round(float64(y * way)))})
	b := a.Add(Point2{Length(math.Round(float64(y * long))), Length(math.Round(float64(-x * long)))})
	return ClipHalfPlane(region, a, b)
}
