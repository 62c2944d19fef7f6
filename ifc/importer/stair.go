package importer

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// stair reads a stair of one straight flight whose side view is swept across it. The steps come from the side view.
func (r *reader) stair(p *building.Product) (*Draft, error) {
	flight, err := r.flightOf(p)
	if err != nil {
		return nil, err
	}
	b := r.body(flight)
	if len(b.faults) > 0 || len(b.items) != 1 || b.items[0].Extrusion == nil {
		return nil, form("its flight is not one extrusion")
	}
	v, err := r.sideView(flight, b.items[0].Extrusion)
	if err != nil {
		return nil, err
	}
	level := r.levelOf(p)
	top := r.levelNear(v.foot.Z + v.rise)
	if top == nil || top == level || length(v.foot.Z) != elevationOf(level) {
		return nil, form("it does not lead from its level to another one")
	}
	ahead := v.foot.Add(geometry.Times(v.ascent, float64(geometry.Metre)))
	s := &stair.Stair{Start: building.Rounded(v.foot).XY(), Toward: building.Rounded(ahead).XY(),
		TopLevel: top.ID, Width: length(v.z1 - v.z0),
		Risers: v.risers, Tread: length(v.tread), Waist: length(v.waist), Justification: "center"}
	switch {
	case math.Abs(v.z0) < 1:
		s.Justification = "left"
	case math.Abs(v.z1) < 1:
		s.Justification = "right"
	}
	return &Draft{Product: p, Element: r.element(p, state.CategoryStair, s)}, nil
}

// flightOf returns the single flight of a stair.
func (r *reader) flightOf(p *building.Product) (*building.Product, error) {
	var flight *building.Product
	for _, part := range p.Parts {
		if r.Own && !r.isOwnPiece(part, p) {
			continue
		}
		if !part.Is("IfcStairFlight") || flight != nil {
			return nil, form("it is not one flight")
		}
		flight = part
	}
	if flight == nil {
		return nil, form("it has no flight")
	}
	return flight, nil
}

// levelNear returns the level at a height, nil for none.
func (r *reader) levelNear(z float64) *state.Element {
	for _, l := range r.places {
		if (elevationOf(l) - length(z)).Abs() <= layerSlack {
			return l
		}
	}
	return nil
}

// sideView is a flight as seen from its side. From the foot of the first riser, X points along the ascent, Y up, and Z
// across the flight to the right.
type sideView struct {
	foot, ascent       r3.Vector
	risers             int
	tread, rise, waist float64
	z0, z1             float64
}

// sideView reads the steps of a flight from its profile.
func (r *reader) sideView(flight *building.Product, e *building.Extrusion) (sideView, error) {
	frame := r.world(flight)
	plane := frame.Compose(e.Frame)
	across := frame.Turn(e.Direction)
	if math.Abs(across.Z) > parallelTolerance || !isUp(plane.Y) {
		return sideView{}, form("the profile of its flight is no side view")
	}
	polygon, err := e.Profile.Polygon(building.Frame{X: r3.Vector{X: 1}, Y: r3.Vector{Y: 1}, Z: r3.Vector{Z: 1}})
	if err != nil {
		return sideView{}, err
	}
	v := sideView{ascent: plane.X, foot: plane.O}
	right := plane.X.Cross(r3.Vector{Z: 1})
	v.z0 = right.Dot(plane.O.Sub(frame.O))
	v.z1 = v.z0 + float64(e.Depth*right.Dot(across))
	if v.z1 < v.z0 {
		v.z0, v.z1 = v.z1, v.z0
	}
	v.foot = frame.O
	return v, v.steps(polygon.Outer)
}

// steps reads risers and treads corner by corner, starting at the foot, which is the origin.
func (v *sideView) steps(ring geometry.Ring) error {
	start := -1
	for i, q := range ring {
		if q == (geometry.Point2{}) {
			start = i
		}
	}
	if start < 0 {
		return form("the side view of its flight does not begin at its foot")
	}
	at := func(i int) geometry.Point2 { return ring[((start-i)%len(ring)+len(ring))%len(ring)] }
	steps := 0
	for 2*steps+2 < len(ring) && at(2*steps+1).X == at(2*steps).X && at(2*steps+1).Y > at(2*steps).Y &&
		at(2*steps+2).Y == at(2*steps+1).Y && at(2*steps+2).X > at(2*steps+1).X {
		steps++
	}
	if steps < 1 {
		return form("the side view of its flight has no steps")
	}
	end := at(2 * steps)
	v.risers = steps + 1
	v.tread = float64(end.X) / float64(steps)
	v.rise = float64(end.Y) / float64(steps) * float64(v.risers)
	riser := v.rise / float64(v.risers)
	drop := float64(end.X)*riser/v.tread - float64(at(2*steps+1).Y)
	v.waist = drop * v.tread / math.Sqrt(float64(riser*riser)+float64(v.tread*v.tread))
	return nil
}
