package fabric

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/skeleton"
)

// RoofEdge describes how a roof differs over an edge of its boundary.
type RoofEdge struct {
	At       geometry.Point2  `json:"at" jsonschema:"a point on the edge"`
	Slope    geometry.Angle   `json:"slope,omitempty" jsonschema:"degrees; default that of the roof"`
	Overhang *geometry.Length `json:"overhang,omitempty" jsonschema:"default that of the roof"`
	Eaves    geometry.Length  `json:"eaves,omitempty" jsonschema:"height over the eaves of the roof"`
}

// checkEdges refuses settings of edges for a form of roof that has none, points that do not identify an edge, and
// values out of range.
func (r *Roof) checkEdges() error {
	if len(r.Edges) == 0 {
		return nil
	}
	if r.RoofType != RoofHip && (r.RoofType != RoofGable || len(r.Gables) == 0) {
		return state.Errorf(state.OutOfRange,
			"a %s roof has planes over no edges to choose: choose hip, or name gables", r.RoofType).With(
			"parameter", "edges")
	}
	for _, e := range r.Edges {
		switch {
		case e.Slope < 0 || e.Slope > MaxSlope:
			return state.Errorf(state.OutOfRange, "the slope of an edge is %s degrees: give more than 0 and at most %s",
				e.Slope, MaxSlope).With("parameter", "edges")
		case e.Overhang != nil && *e.Overhang < 0:
			return state.Errorf(state.OutOfRange, "the overhang of an edge is %s mm: give 0 or more",
				*e.Overhang).With("parameter", "edges")
		}
	}
	polygon, err := geometry.NewPolygon(r.Boundary)
	if err != nil {
		return shape.GeometryError(err)
	}
	_, err = r.roofEdges(polygon.Outer)
	return err
}

// risingEdge holds the slope, the overhang and the eaves height of the plane over an edge of the boundary.
type risingEdge struct {
	slope    geometry.Angle // 0 for a gable
	overhang geometry.Length
	eaves    geometry.Length
}

// roofEdges returns the slope, overhang and eaves height over each edge of the boundary.
func (r *Roof) roofEdges(ring geometry.Ring) ([]risingEdge, error) {
	gables, err := r.gableEdges(ring)
	if err != nil {
		return nil, err
	}
	out := make([]risingEdge, len(ring))
	for i := range out {
		out[i] = risingEdge{slope: r.Slope, overhang: r.Overhang}
	}
	for _, i := range gables {
		out[i].slope = 0
	}
	var named []int
	for _, e := range r.Edges {
		i, ok := edgeAt(ring, e.At)
		if !ok {
			return nil, noEdge(e.At, "edges", "which edge of the boundary is meant")
		}
		gable := slices.Contains(gables, i)
		switch {
		case slices.Contains(named, i):
			return nil, state.Errorf(state.OutOfRange, "edges names one edge of the boundary twice, at (%s, %s)",
				e.At.X, e.At.Y).With("parameter", "edges")
		case gable && (e.Slope != 0 || e.Eaves != 0):
			return nil, state.Errorf(state.OutOfRange, "the edge at (%s, %s) has a gable, over which nothing rises: "+
				"leave its slope and eaves out", e.At.X, e.At.Y).With("parameter", "edges")
		}
		named = append(named, i)
		if e.Slope != 0 {
			out[i].slope = e.Slope
		}
		if e.Overhang != nil {
			out[i].overhang = *e.Overhang
		}
		out[i].eaves = e.Eaves
	}
	return out, nil
}

// skeletonOf returns the edges of a roof in the form that package skeleton takes.
func skeletonOf(edges []risingEdge) []skeleton.Edge {
	out := make([]skeleton.Edge, len(edges))
	for i, e := range edges {
		out[i] = skeleton.Edge{Overhang: e.overhang}
		if e.slope > 0 {
			out[i].Run, out[i].Eaves = e.slope.Cos()/e.slope.Sin(), e.eaves
		}
	}
	return out
}

// ownOutline returns the plan of a roof whose edges have their own overhangs. Each edge is moved outwards by its
// overhang, and ends at its intersections with the moved neighbouring edges.
func (r *Roof) ownOutline(ring geometry.Ring) (geometry.Region, error) {
	edges, err := r.roofEdges(ring)
	if err != nil {
		return nil, err
	}
	out := make(geometry.Ring, len(ring))
	for i, p := range ring {
		k := (i + len(ring) - 1) % len(ring)
		way, ok := outwards(geometry.Direction(ring[k], p), geometry.Direction(p, ring[(i+1)%len(ring)]),
			edges[k].overhang, edges[i].overhang)
		if !ok {
			return nil, state.Errorf(state.DegenerateGeometry, "the edges at (%s, %s) go on nearly straight and have "+
				"different overhangs: give them the same", p.X, p.Y).With("parameter", "edges")
		}
		out[i] = p.Add(way)
	}
	polygon, err := geometry.NewPolygon(out)
	if err != nil || len(polygon.Outer) != len(out) || polygon.Outer[0] != out[0] {
		return nil, hipError(skeleton.ErrOverhang)
	}
	return geometry.Region{polygon}, nil
}

// leastBend is the sine of the smallest turn at a corner of two edges with different overhangs. At 5 degrees the corner
// moves 11 times as far along the edges as the overhangs differ.
const leastBend = 0.087

// outwards returns the vector by which a corner moves when its two edges, with directions u and v, are moved outwards
// by two distances. It returns false if the edges are nearly in line and the distances differ.
func outwards(u, v r3.Vector, first, second geometry.Length) (way geometry.Point2, ok bool) {
	sin, cos := geometry.Cross(u, v).Z, geometry.Dot(u, v)
	if first == second {
		k := float64(first) / (1 + cos)
		return RoundPoint(float64((u.Y+v.Y)*k), -float64((u.X+v.X)*k)), true
	}
	if math.Abs(sin) < leastBend {
		return geometry.Point2{}, false
	}
	d := float64(first)
	on := (float64(second) - float64(d*cos)) / sin
	return RoundPoint(float64(u.Y*d)+float64(u.X*on), float64(u.Y*on)-float64(u.X*d)), true
}

// hasOwnOverhangs reports whether an edge of the roof has its own overhang.
func (r *Roof) hasOwnOverhangs() bool {
	return slices.ContainsFunc(r.Edges, func(e RoofEdge) bool { return e.Overhang != nil })
}
