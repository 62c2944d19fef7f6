package fabric

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Shaft is an opening with a slant in a floor or roof: a prism along an inclined line, between parallel planes.
type Shaft struct {
	Outline geometry.Ring   // in the first plane, as seen in plan, counter-clockwise
	Plane   geometry.Plane  // of the face in which the shaft begins
	Way     r3.Vector       // from the first plane to the second, in micrometres
	Through bool            // the shaft also opens the face at its far end
	over    geometry.Region // the region in plan that the face covers
}

// shaftOf returns the shaft of an opening with a slant. The outline moves by the slant over the thickness of the host,
// or over the depth of a recess, both measured vertically. In a sloping roof the shaft continues, or ends earlier,
// where it meets the other face or the bottom of the recess. The bottom is parallel to the first face.
func (o *Opening) shaftOf(m *state.Model, host *state.Element) (Shaft, error) {
	if s, ok := o.skylightShaft(m, host); ok {
		return s, nil
	}
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return Shaft{}, shape.GeometryError(err)
	}
	p, err := o.plateOf(m, host)
	if err != nil {
		return Shaft{}, err
	}
	region := geometry.Region{polygon}
	slack := float64(polygon.Perimeter().M() * fallSlack.M())
	for _, f := range p.facets {
		if geometry.Subtract(region, geometry.Region{f.Plan}).Area() > slack {
			continue
		}
		return o.shaftFrom(f, polygon.Outer, p.thickness, host)
	}
	return Shaft{}, notInOnePlane(host)
}

// shaftFrom returns the shaft that begins in a facet.
func (o *Opening) shaftFrom(f geometry.Facet, outline geometry.Ring, thickness geometry.Length,
	host *state.Element) (Shaft, error) {
	deep := thickness
	if !o.Through() {
		deep = o.Depth
	}
	aside := r3.Vector{X: float64(o.Slant.X), Y: float64(o.Slant.Y)}
	most := float64(float64(deep) * mostJamb.Tan())
	if math.Sqrt(geometry.Dot(aside, aside)) > most+float64(fallSlack) { // turning the slant rounds it
		return Shaft{}, state.Errorf(state.OutOfRange, "slant leads aside by more than %s degrees over %s mm: give at "+
			"most %s mm", mostJamb, deep, RoundLength(most)).With("parameter", "slant")
	}
	s := Shaft{Outline: outline, Plane: f.Plane, Way: aside, Through: o.Through(),
		over: geometry.Region{f.Plan}}
	// The far plane lies deep below or above. Over the slant its distance shrinks by deep and by the rise of the plane.
	s.Way.Z = -float64(deep)
	nearing := float64(deep) + riseOver(f.Plane, *o.Slant)
	if o.below() {
		s.Way.Z = float64(deep)
		nearing = float64(deep) - riseOver(f.Plane, *o.Slant)
	}
	if nearing < float64(deep)*leastNearing {
		return Shaft{}, state.Errorf(state.OutOfRange, "slant leads along the slope of the %s, and the shaft "+
			"comes out far away: give less", host.Category).With("parameter", "slant")
	}
	s.Way = geometry.Times(s.Way, float64(deep)/nearing)
	return s, nil
}

// leastNearing is the least ratio of the distance by which a slanted shaft approaches the far plane to its drop. It
// limits the shaft to four times the length that it has between level planes.
const leastNearing = 0.25

// Before returns the vector from the first face to the beginning of a shaft that sticks out of the face by margin,
// measured along Z.
func (s Shaft) Before(margin geometry.Length) r3.Vector {
	return geometry.Times(s.Way, -float64(margin)/math.Abs(s.Way.Z))
}

// Long returns the length of the shaft along its direction, with a margin beyond each face that it opens.
func (s Shaft) Long(margin geometry.Length) geometry.Length {
	z, ends := math.Abs(s.Way.Z), 1.0
	if s.Through {
		ends = 2
	}
	way := math.Sqrt(geometry.Dot(s.Way, s.Way))
	return RoundLength(way + float64(way*ends*float64(margin))/z)
}

// Sections returns the outline of the shaft at both ends, each counter-clockwise as seen from in front of the first.
// margin is the length by which the shaft sticks out of the faces that it opens, measured along Z.
func (s Shaft) Sections(margin geometry.Length) [][]r3.Vector {
	step := geometry.Times(s.Before(margin), -1)
	n := len(s.Outline)
	near, far := make([]r3.Vector, n), make([]r3.Vector, n)
	for i, p := range s.Outline {
		k := i
		if s.Way.Z > 0 { // seen from below
			k = n - 1 - i
		}
		at := r3.Vector{X: float64(p.X), Y: float64(p.Y), Z: heightOn(s.Plane, p)}
		near[k], far[k] = at.Sub(step), at.Add(s.Way)
		if s.Through {
			far[k] = far[k].Add(step)
		}
	}
	return [][]r3.Vector{near, far}
}

// Swept returns the region in plan that the shaft covers over its length.
func (s Shaft) Swept() geometry.Region {
	by := geometry.Point2{X: RoundLength(s.Way.X), Y: RoundLength(s.Way.Y)}
	n := len(s.Outline)
	end := make(geometry.Ring, n)
	for i, p := range s.Outline {
		end[i] = p.Add(by)
	}
	parts := []geometry.Region{{{Outer: s.Outline}}, {{Outer: end}}}
	for i, p := range s.Outline {
		side := geometry.Ring{p, s.Outline[(i+1)%n], end[(i+1)%n], end[i]}
		polygon, err := geometry.NewPolygon(side)
		if err == nil { // an edge along the way sweeps nothing
			parts = append(parts, geometry.Region{polygon})
		}
	}
	return geometry.Union(parts...)
}

// operand returns the body that cuts the shaft, margin beyond each face that it opens.
func (s Shaft) operand(margin geometry.Length) (csg.Operand, error) {
	vertices, faces := Ruled(s.Sections(margin))
	out, err := csg.Polyhedron(vertices, faces)
	if err != nil {
		return out, state.Errorf(state.DegenerateGeometry, "the opening has no body: %w", err)
	}
	return out, nil
}

// ShaftOf returns the shaft of an opening with a slant in a floor or roof; slanted is false for other elements.
func ShaftOf(m *state.Model, e *state.Element) (s Shaft, slanted bool, err error) {
	host, hosted := m.Element(e.HostID)
	if _, ok := e.Params.(*Opening); !ok || !hosted {
		return Shaft{}, false, nil
	}
	o := InPlan(m, e)
	if o.Upright() || len(o.Polygon) == 0 {
		return Shaft{}, false, nil
	}
	s, err = o.shaftOf(m, host)
	return s, true, err
}

// checkSwept refuses a slanted shaft that leaves the plan of its host, or the part of the plan over which the face lies
// in which it begins.
func (o *Opening) checkSwept(e, host *state.Element, s Shaft, outline geometry.Region) error {
	swept := s.Swept()
	slack := float64(swept[0].Perimeter().M() * fallSlack.M())
	if geometry.Subtract(swept, outline).Area() > slack {
		return state.Errorf(state.OpeningOutsideHost,
			"opening %q leads out of %s %q at its far end: keep polygon and slant within the boundary", e.Name,
			host.Category, host.Name).With("opening_id", e.ID).With("host_id", host.ID).With("parameter", "slant")
	}
	if geometry.Subtract(swept, s.over).Area() > slack {
		return notInOnePlane(host)
	}
	return nil
}

func notInOnePlane(host *state.Element) error {
	return state.Errorf(state.DegenerateGeometry,
		"an opening with a slant lies in one plane of its %s from end to end: make one opening for each plane",
		host.Category).With("parameter", "slant").With("host_id", host.ID)
}
