package fabric

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// FloorFall is a part of a floor whose top slopes down to a drain or a channel. The highest points of the part are at
// the height of the floor, and its underside is level.
//
// A drain is one point. A plane slopes down to it from each edge of the part, and the edges are level. The flattest of
// these planes has the given slope. Every corner must be visible from the drain. A channel is two points. Two planes
// slope down to the line through them at the given slope, and the point of the part that is farthest from the line is
// the highest.
type FloorFall struct {
	To    []geometry.Point2 `json:"to" jsonschema:"a point to a drain, two to a channel"`
	Slope float64           `json:"slope" jsonschema:"per cent; to a drain the least"`
	Area  []geometry.Point2 `json:"area,omitempty" jsonschema:"its corners; default the whole floor"`
}

const (
	// mostFalls is the largest number of falls of a floor. It is bounded because all pairs of falls are compared.
	mostFalls = 50
	// mostFallPlanes is the largest number of planes of all falls of a floor. A drain has one for each edge. The work
	// grows with the square of the number; 500 planes take half a second.
	mostFallPlanes = 500
	// steepestFall is the greatest slope of a fall in per cent. People can still stand on a floor with a slope of one
	// to four; a steeper surface is a ramp or a roof.
	steepestFall = 25
	// leastSlab is the thickness that a fall must leave at its lowest point.
	leastSlab = 10 * geometry.Millimetre
	// fallSlack is the distance by which the edges of two parts of a floor may miss each other. When a floor is turned
	// or mirrored, each corner is rounded to a micrometre, which moves it by up to 0.71 micrometres. This affects both
	// parts, and can happen twice.
	fallSlack = 4 * geometry.Micrometre
	// farFromDrain is the least distance from the drain at which an edge has a plane. An edge through the drain has no
	// plane.
	farFromDrain = geometry.Millimetre
)

func movedFalls(falls []FloorFall, point func(geometry.Point2) geometry.Point2,
	ring func([]geometry.Point2) []geometry.Point2) []FloorFall {
	out := slices.Clone(falls)
	for i, f := range falls {
		out[i].To = make([]geometry.Point2, len(f.To))
		for k, p := range f.To {
			out[i].To[k] = point(p)
		}
		if len(f.Area) > 0 {
			out[i].Area = ring(f.Area)
		}
	}
	return out
}

// checkFalls refuses falls that have no planes, overlap each other, or leave too little of the thickness.
func (f *Floor) checkFalls(thickness geometry.Length) error {
	if len(f.Falls) > mostFalls {
		return state.Errorf(state.OutOfRange, "a floor has at most %d falls, not %d", mostFalls, len(f.Falls)).
			With("parameter", "falls")
	}
	outline, err := geometry.NewPolygon(f.Boundary)
	if err != nil {
		return shape.GeometryError(err)
	}
	var parts []geometry.Region
	planes := 0
	for i, fall := range f.Falls {
		refuse := func(code state.Code, text string, values ...any) error {
			return state.Errorf(code, "fall %d: "+text, append([]any{i + 1}, values...)...).With("parameter", "falls")
		}
		if !(fall.Slope > 0 && fall.Slope <= steepestFall) {
			return refuse(state.OutOfRange, "its slope is above 0 and at most %d per cent", steepestFall)
		}
		if len(fall.To) != 1 && (len(fall.To) != 2 || geometry.Distance(fall.To[0], fall.To[1]) < geometry.Millimetre) {
			return refuse(state.OutOfRange, "to is one point, a drain, or two different ones, a channel")
		}
		if len(fall.Area) > 0 {
			if err := shape.CheckOutline("falls", fall.Area); err != nil {
				return err
			}
		}
		part := geometry.Region{{Outer: fall.ring(outline.Outer)}}
		if planes += len(part[0].Outer); len(fall.To) == 1 && planes > mostFallPlanes {
			return refuse(state.OutOfRange, "with it there are more than %d planes: a drain has one for each edge of "+
				"its area, so give it an area of fewer corners", mostFallPlanes)
		}
		slack := float64(part.Perimeter().M() * fallSlack.M())
		if geometry.Subtract(part, geometry.Region{outline}).Area() > slack {
			return refuse(state.OutOfRange, "its area is not within the outline of the floor")
		}
		for k, other := range parts {
			if geometry.Intersect(part, other).Area() > slack {
				return refuse(state.OutOfRange, "its area lies over that of fall %d: give each fall an area of its own",
					k+1)
			}
		}
		parts = append(parts, part)
		if len(fall.To) == 1 && !seesAll(part[0].Outer, fall.To[0]) {
			return refuse(state.OutOfRange, "its drain does not see all corners of its area: divide the area, or give "+
				"a channel of two points")
		}
		if low := fall.depth(part[0].Outer); thickness > 0 && low.Round() > thickness-leastSlab {
			return refuse(state.OutOfRange, "it falls by %s mm, which leaves less than %s of the %s mm of the floor: "+
				"make the floor thicker or the slope less", low.Round(), leastSlab, thickness)
		}
	}
	return nil
}

// fallDepth is a depth in micrometres.
type fallDepth float64

func (d fallDepth) Round() geometry.Length { return RoundLength(float64(d)) }

// ring returns the outline of the part that falls, counter-clockwise. If the fall gives no area, the part is the whole
// floor, with the given outline.
func (f FloorFall) ring(outline geometry.Ring) geometry.Ring {
	ring := outline
	if len(f.Area) > 0 {
		ring = f.Area
	}
	if ring.Area() < 0 {
		ring = slices.Clone(ring)
		slices.Reverse(ring)
	}
	return ring
}

// beside returns how far a point lies to the left of a line, in micrometres.
func beside(a, b, p geometry.Point2) float64 {
	d, v := geometry.Direction(a, b), p.Sub(a)
	return float64(d.X*float64(v.Y)) - float64(d.Y*float64(v.X))
}

// seesAll reports whether a point lies to the left of all edges of a ring, or on them within RoomGap.
func seesAll(ring geometry.Ring, p geometry.Point2) bool {
	for i, a := range ring {
		if beside(a, ring[(i+1)%len(ring)], p) < -float64(RoomGap) {
			return false
		}
	}
	return true
}

// depth returns the greatest depth of a fall below the height of the floor.
func (f FloorFall) depth(ring geometry.Ring) fallDepth {
	far := 0.0
	for i, a := range ring {
		if len(f.To) == 2 {
			far = max(far, math.Abs(beside(f.To[0], f.To[1], a)))
		} else {
			far = max(far, beside(a, ring[(i+1)%len(ring)], f.To[0]))
		}
	}
	return fallDepth(far * f.Slope / 100)
}

// facets returns the planes of a part whose highest points are at the height top.
func (f FloorFall) facets(ring geometry.Ring, top geometry.Length) []geometry.Facet {
	depth := f.depth(ring)
	if len(f.To) == 2 {
		return f.channelFacets(ring, top-depth.Round())
	}
	var out []geometry.Facet
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		away := beside(a, b, f.To[0])
		if away < float64(farFromDrain) {
			continue
		}
		d := geometry.Direction(a, b) // the plane falls to the left of the edge, toward the drain
		out = append(out, geometry.Facet{Plan: geometry.Polygon{Outer: geometry.Ring{a, b, f.To[0]}},
			Plane: slopingPlane(a.At(top), d.Y, -d.X, float64(depth)/away)})
	}
	return out
}

// channelFacets returns the planes on both sides of a channel at a height.
func (f FloorFall) channelFacets(ring geometry.Ring, low geometry.Length) []geometry.Facet {
	a, b := f.To[0], f.To[1]
	d := geometry.Direction(a, b)
	lo, hi := geometry.Polygon{Outer: ring}.Bounds()
	reach := float64(geometry.Distance(lo, hi) + geometry.Distance(a, lo) + geometry.Distance(b, lo) + geometry.Metre)
	at := func(along, across float64) geometry.Point2 {
		return a.Add(geometry.Point2{X: RoundLength(float64(d.X*along) - float64(d.Y*across)),
			Y: RoundLength(float64(d.Y*along) + float64(d.X*across))})
	}
	from, to := at(-reach, 0), at(reach, 0)
	var out []geometry.Facet
	for _, side := range []struct {
		half    geometry.Ring
		x, y    float64
		turning float64
	}{
		{geometry.Ring{from, to, at(reach, reach), at(-reach, reach)}, -d.Y, d.X, 1},
		{geometry.Ring{to, from, at(-reach, -reach), at(reach, -reach)}, d.Y, -d.X, -1},
	} {
		plane := slopingPlane(a.At(low), side.x, side.y, f.Slope/100)
		out = append(out, facetsOver(geometry.Intersect(geometry.Region{{Outer: ring}},
			geometry.Region{{Outer: side.half}}), plane)...)
	}
	return out
}

// slopingPlane returns the plane through a point that rises by a slope, 1 for 45 degrees, in the horizontal direction
// of the unit vector (dx, dy).
func slopingPlane(through geometry.Point3, dx, dy, slope float64) geometry.Plane {
	c := 1 / math.Sqrt(1+float64(slope*slope))
	s := float64(slope * c)
	return geometry.Plane{Origin: through, Normal: r3.Vector{X: -float64(s * dx), Y: -float64(s * dy), Z: c}}
}

// FallFacets returns the planes of the top of a floor with falls. They also cover its holes. top is the height of the
// highest points. Parts without a fall are level. It returns nil for a floor without falls.
func (f *Floor) FallFacets(top geometry.Length) ([]geometry.Facet, error) {
	if len(f.Falls) == 0 {
		return nil, nil
	}
	outline, err := geometry.NewPolygon(f.Boundary)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	var out []geometry.Facet
	rest := geometry.Region{outline}
	for _, fall := range f.Falls {
		ring := fall.ring(outline.Outer)
		out = append(out, fall.facets(ring, top)...)
		rest = geometry.Subtract(rest, geometry.Region{{Outer: ring}})
	}
	return append(out, facetsOver(rest, levelPlane(top))...), nil
}

// FallTrim returns the planes that cut off the prism over a part of the outline of a floor with falls.
func (f *Floor) FallTrim(m *state.Model, e *state.Element, region geometry.Region) (Trim, error) {
	top := shape.ElevationOf(m, e.LevelID) + f.Offset
	facets, err := f.FallFacets(top)
	if err != nil {
		return Trim{}, err
	}
	end := TrimmedEnd{Top: true, Region: region}
	if err := end.Add(facets, nil); err != nil {
		return Trim{}, err
	}
	high, cuts, err := end.Result(top)
	return Trim{Low: top - FloorThickness(m, e), High: high, Cuts: cuts, stop: m.Stop}, err
}

// fallenBody returns the body of a floor with falls over a part of its outline.
func (f *Floor) fallenBody(m *state.Model, e *state.Element, net geometry.Region) (geometry.Body, error) {
	trim, err := f.FallTrim(m, e, net)
	if err != nil {
		return nil, err
	}
	prism, err := m.Stop.Extrude(shape.Horizontal(trim.Low), net, 0, trim.High-trim.Low)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	return trim.CutOff(prism)
}

// VolumeOver returns the volume in m3 of a floor over a part of its outline. It sums the area of each plane times the
// mean height over it.
func (f *Floor) VolumeOver(m *state.Model, region geometry.Region, thickness geometry.Length) (float64, error) {
	if len(f.Falls) == 0 {
		return float64(region.Area() * thickness.M()), nil
	}
	facets, err := f.FallFacets(thickness)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, facet := range facets {
		for _, part := range m.Stop.Intersect(region, geometry.Region{facet.Plan}) {
			sum += float64(part.Area() * meanHeight(facet.Plane, part))
		}
	}
	return sum, nil
}

// meanHeight returns the mean height in m of a plane over a polygon, which is the height at its centroid.
func meanHeight(plane geometry.Plane, p geometry.Polygon) float64 {
	v := p.Centroid().Sub(plane.Origin.XY())
	n := plane.Normal
	return (float64(plane.Origin.Z) - (float64(n.X*float64(v.X))+float64(n.Y*float64(v.Y)))/n.Z) /
		float64(geometry.Metre)
}
