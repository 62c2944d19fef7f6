package fabric

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Seat is the plane of a roof or floor in which a skylight lies.
type Seat struct {
	Frame     geometry.Placement // at the lower left corner of the outline: X along its width, Z square to the plane
	Plane     geometry.Plane     // the upper face
	Thickness geometry.Length    // of the host there, square to the plane
	Vertical  geometry.Length    // of the host there, measured vertically
	Over      geometry.Region    // the region in plan that the plane covers
}

// SeatOf returns the seat of a skylight in its host.
func SeatOf(m *state.Model, e *state.Element) (Seat, error) {
	host, ok := m.Element(e.HostID)
	if !ok { // a later event of the same append sets the element into its host
		return Seat{}, state.Errorf(state.NotFound, "no roof has it in this state, which is in the middle of a "+
			"change: ask for the last revision of a change").With("element_id", e.ID)
	}
	return e.Params.(*Skylight).seatIn(m, host)
}

// seatIn returns the seat of a skylight in a host. The plane is the one under the middle of the skylight.
func (s *Skylight) seatIn(m *state.Model, host *state.Element) (Seat, error) {
	facets, vertical, err := upperFace(m, host)
	if err != nil {
		return Seat{}, err
	}
	for _, f := range facets {
		if f.Plan.Contains(s.Location) != geometry.Outside {
			seat := Seat{Plane: f.Plane, Vertical: vertical, Over: geometry.Region{f.Plan},
				Thickness: RoundLength(float64(float64(vertical) * f.Plane.Normal.Z))}
			seat.Frame = s.frame(f.Plane)
			return seat, nil
		}
	}
	return Seat{}, state.Errorf(state.OpeningOutsideHost,
		"(%s, %s) does not lie over %s %q: give a location within its boundary", s.Location.X, s.Location.Y,
		host.Category, host.Name).With("host_id", host.ID).With("parameter", "location")
}

// frame returns the frame of the outline in a plane. Up a slope is +Y. In a level plane +X is the rotation.
func (s *Skylight) frame(p geometry.Plane) geometry.Placement {
	frame := geometry.Placement{Z: p.Normal}
	if long := math.Sqrt(float64(p.Normal.X*p.Normal.X) + float64(p.Normal.Y*p.Normal.Y)); long > 0 {
		frame.X = r3.Vector{X: -p.Normal.Y / long, Y: p.Normal.X / long}
	} else {
		frame.X = r3.Vector{X: s.Rotation.Cos(), Y: s.Rotation.Sin()}
	}
	frame.Origin = s.Location.At(RoundLength(heightOn(p, s.Location)))
	frame.Origin = frame.Point(geometry.Point3{X: -s.Width / 2, Y: -s.Height / 2})
	return frame
}

// upperFace returns the planes of the upper face of a roof or floor without its openings, and its vertical thickness.
// The planes of the roofs of the latest questions are kept.
func upperFace(m *state.Model, host *state.Element) ([]geometry.Facet, geometry.Length, error) {
	key := faceKey{of: host.Params, z: shape.ElevationOf(m, host.LevelID)}
	switch host.Params.(type) {
	case *Roof:
		key.thickness = RoofThickness(m, host)
	case *Floor:
		key.thickness = FloorThickness(m, host)
	}
	if known, ok := upperFaces.Recalled(key); ok {
		return known.facets, known.thickness, nil
	}
	p, err := (&Opening{}).plateOf(m, host)
	if err != nil {
		return nil, 0, err
	}
	upperFaces.Keep(key, p)
	return p.facets, p.thickness, nil
}

// faceKey holds everything that the upper face of a roof depends on. Parameters are never changed in place.
type faceKey struct {
	of           state.Params
	z, thickness geometry.Length
}

// upperFaces keeps the upper faces of the roofs whose skylights were derived last.
var upperFaces = geometry.NewLatest[faceKey, holed](mostRises, func(a, b faceKey) bool { return a == b })

// plumb returns a prism of the frame with each level shifted up or down the slope, so that its sides stand upright. A
// level shifts by whole micrometres, which keeps all faces plane.
func (s Seat) plumb(prism geometry.Solid) geometry.Solid {
	rise := s.Frame.Y().Z / s.Frame.Z.Z
	prism.Vertices = slices.Clone(prism.Vertices)
	for i := range prism.Vertices {
		v := &prism.Vertices[i]
		v.Y += RoundLength(float64(v.Z) * rise)
	}
	return prism
}

// inPlan returns the plan of a region of the frame.
func (s Seat) inPlan(region geometry.Region) geometry.Region {
	ring := func(r geometry.Ring) geometry.Ring {
		out := make(geometry.Ring, len(r))
		for i, p := range r {
			out[i] = s.Frame.Point(p.At(0)).XY()
		}
		return out
	}
	out := make(geometry.Region, len(region))
	for i, p := range region {
		out[i].Outer = ring(p.Outer)
		for _, hole := range p.Holes {
			out[i].Holes = append(out[i].Holes, ring(hole))
		}
	}
	return out
}

// shaft returns the opening of a skylight as a shaft from the upper face to the underside.
func (s *Skylight) shaft(seat Seat) Shaft {
	way := r3.Vector{Z: -float64(seat.Vertical)}
	if !s.Plumb() {
		way = geometry.Times(seat.Plane.Normal, -float64(seat.Thickness))
	}
	return Shaft{Outline: seat.inPlan(s.outline().region())[0].Outer, Plane: seat.Plane, Way: way, Through: true,
		over: seat.Over}
}

// InPlan returns an opening of a floor or roof with the polygon in the upper face, and the slant, of the skylight that
// fills it. Any other opening is returned as it is.
func InPlan(m *state.Model, e *state.Element) *Opening {
	o := e.Params.(*Opening)
	host, ok := m.Element(e.HostID)
	if !ok || o.FilledBy == "" {
		return o
	}
	shaft, ok := o.skylightShaft(m, host)
	if !ok {
		return o
	}
	out := *o
	out.Polygon = shaft.Outline
	aside := geometry.Point2{X: RoundLength(shaft.Way.X), Y: RoundLength(shaft.Way.Y)}
	if aside != (geometry.Point2{}) {
		out.Slant = &aside
	}
	return &out
}

// skylightShaft returns the shaft of an opening that a skylight fills; ok is false for any other opening.
func (o *Opening) skylightShaft(m *state.Model, host *state.Element) (s Shaft, ok bool) {
	filler, ok := m.Element(o.FilledBy)
	if !ok {
		return Shaft{}, false
	}
	light, ok := filler.Params.(*Skylight)
	if !ok {
		return Shaft{}, false
	}
	seat, err := light.seatIn(m, host)
	return light.shaft(seat), err == nil
}

// checkSkylight refuses a skylight that does not lie in one plane of its host from face to face.
func checkSkylight(m *state.Model, e, host *state.Element, s *Skylight) error {
	seat, err := s.seatIn(m, host)
	if err != nil {
		return err
	}
	if seat.holds(s, 1) {
		return nil
	}
	next := "its middle lies too near to the edge: move it inward"
	if part := seat.fits(s); part > 0 {
		next = "about this place up to " + DownToMM(scaled(s.Width, part)).String() + " by " +
			DownToMM(scaled(s.Height, part)).String() + " mm fit: make it smaller, or move it inward"
	}
	return state.Errorf(state.OpeningOutsideHost,
		"skylight %q of %s by %s mm reaches over an edge, ridge or valley of the plane of %s %q that it lies in; %s",
		e.Name, s.Width, s.Height, host.Category, host.Name, next).With("opening_id", e.FillsID).
		With("host_id", host.ID).With("parameter", "location")
}

// scaled returns a part of a length.
func scaled(l geometry.Length, part float64) geometry.Length { return RoundLength(float64(l) * part) }

// holds reports whether a skylight of a part of its size lies in the plane from face to face.
func (s Seat) holds(light *Skylight, part float64) bool {
	smaller := *light
	smaller.Width, smaller.Height = scaled(light.Width, part), scaled(light.Height, part)
	seat := s
	seat.Frame = smaller.frame(s.Plane)
	swept := smaller.shaft(seat).Swept()
	slack := float64(swept[0].Perimeter().M() * fallSlack.M())
	return geometry.Subtract(swept, s.Over).Area() <= slack
}

// fits returns the part of its size up to which a skylight about its middle lies in the plane, or 0 if less than
// leastSkylight is left of it. It halves the interval until the size is known to a millimetre.
func (s Seat) fits(light *Skylight) float64 {
	size := float64(max(light.Width, light.Height))
	low, high := float64(leastSkylight)/float64(min(light.Width, light.Height)), 1.0
	if low >= 1 || !s.holds(light, low) {
		return 0
	}
	for (high-low)*size > float64(geometry.Millimetre) {
		if middle := (low + high) / 2; s.holds(light, middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// checkPlanApart refuses a skylight that overlaps another opening of its host, and an opening that overlaps a skylight.
// Other openings may overlap, because they are then one hole. Voids that touch may share a strip of some micrometres
// after they were turned.
func checkPlanApart(m *state.Model, e, host *state.Element, all []planOpening) error {
	at := slices.IndexFunc(all, func(o planOpening) bool { return o.ID == e.ID })
	if at < 0 {
		return nil
	}
	own := all[at]
	for _, other := range all {
		if other.ID == e.ID || own.Opening.FilledBy == "" && other.Opening.FilledBy == "" || !own.near(other) {
			continue
		}
		common, err := own.common(m, other)
		if err != nil {
			return err
		}
		if common > float64(own.Ring.Perimeter().M()*fallSlack.M()) {
			return state.Errorf(state.OpeningsOverlap, "%s overlaps %s in %s %q: move one of them, or make it smaller",
				subjectName(m, e), subjectName(m, other.Element), host.Category, host.Name).With("opening_id", e.ID).
				With("other_id", shape.OrElse(string(other.Opening.FilledBy), string(other.ID))).
				With("host_id", host.ID)
		}
	}
	return nil
}

// reach returns the box in plan around an opening between the faces of its host. A slanted shaft may be up to four
// times as long as its slant ([leastNearing]).
func (o *Opening) reach() (low, high geometry.Point2) {
	low, high = geometry.Polygon{Outer: o.Polygon}.Bounds()
	if o.Slant == nil {
		return low, high
	}
	aside := geometry.Point2{X: 4 * o.Slant.X, Y: 4 * o.Slant.Y}
	a, b := low.Add(aside), high.Add(aside)
	return geometry.Point2{X: min(low.X, a.X), Y: min(low.Y, a.Y)},
		geometry.Point2{X: max(high.X, b.X), Y: max(high.Y, b.Y)}
}

// near reports whether two openings may share a part of the plan.
func (o planOpening) near(p planOpening) bool {
	return o.low.X < p.high.X && p.low.X < o.high.X && o.low.Y < p.high.Y && p.low.Y < o.high.Y
}

// common returns how much two openings share: the volume in m3 over a metre of height if they run in different
// directions, and otherwise the area in m2 of what their outlines share.
func (o planOpening) common(m *state.Model, p planOpening) (float64, error) {
	if o.Opening.Through() && p.Opening.Through() && o.alike(p) {
		return m.Stop.Intersect(geometry.Region{{Outer: o.Ring}}, geometry.Region{{Outer: p.Ring}}).Area(), nil
	}
	var voids []csg.Expr
	for _, each := range []planOpening{o, p} {
		body, err := each.Element.Params.(*Opening).Body(m, each.Element)
		if err != nil || len(body) == 0 {
			return 0, err
		}
		operand, err := csg.FromSolid(body[0])
		if err != nil {
			return 0, state.Errorf(state.DegenerateGeometry, "the opening has no body: %w", err)
		}
		voids = append(voids, csg.Of(operand))
	}
	shared, err := csg.EvaluateUntil(m.Stop, csg.Intersect(voids...))
	if err != nil {
		return 0, state.Errorf(state.DegenerateGeometry, "the openings cannot be held against each other: %w", err)
	}
	return shared.Volume(), nil
}

// alike reports whether two openings run through their host in one direction. Skylights in one plane with the same cut
// do, and upright openings.
func (o planOpening) alike(p planOpening) bool {
	a, b := o.Opening.Slant, p.Opening.Slant
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return *a == *b && o.Opening.FilledBy != "" && p.Opening.FilledBy != ""
}
