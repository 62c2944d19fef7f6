package stair

import (
	"cmp"
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Ascent is a category whose elements lead up and can maintain openings and railings: stairs and ramps.
type Ascent interface {
	state.Params
	HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool)
	// Kept returns the settings for the openings in floors and the railings that the element maintains.
	Kept() (StairOpening, StairRailings)
	// Size returns the place and the size of the first flight or run, which elements beside it follow.
	Size(m *state.Model, e *state.Element) FlightSize
	// Laid returns the parts of the element.
	Laid(m *state.Model, e *state.Element) (Laid, error)
}

// Laid holds the parts of a stair or a ramp.
type Laid interface {
	// placed returns the frame at the foot.
	placed() geometry.Placement
	// void returns the plan, in the frame, of the parts that a floor between two heights over the foot obstructs.
	void(underside, top geometry.Length) geometry.Region
	// Railings returns the railings on sides.
	Railings(sides StairRailings) []RailingOf
}

// AscentOf returns the parameters of a stair or ramp without a fixed shape; false for other elements.
func AscentOf(e *state.Element) (Ascent, bool) {
	a, ok := e.Params.(Ascent)
	return a, ok && state.FixedOf(e) == nil
}

// Ascends reports whether the elements of a category lead up, which stairs and ramps do.
func Ascends(c state.Category) bool { return c == state.CategoryStair || c == state.CategoryRamp }

// Keeps reports whether a stair or ramp maintains openings or railings.
func Keeps(a Ascent) bool {
	opening, railings := a.Kept()
	return opening == "cut" || railings != "" && railings != "none"
}

func (s *Stair) Kept() (StairOpening, StairRailings) { return s.FloorOpening, s.Railings }

func (r *Ramp) Kept() (StairOpening, StairRailings) { return r.FloorOpening, r.Railings }

func (s *Stair) Laid(m *state.Model, e *state.Element) (Laid, error) {
	shape, err := StairShapeOf(m, e)
	return &shape, err
}

func (r *Ramp) Laid(m *state.Model, e *state.Element) (Laid, error) {
	shape, err := RampShapeOf(m, e)
	return &shape, err
}

func (s *StairShape) placed() geometry.Placement { return s.Frame }

func (s *RampShape) placed() geometry.Placement { return s.Frame }

// EachStairOf visits the stairs and ramps that a changed element may affect.
func EachStairOf(m *state.Model, id state.ID, visit func(state.ID)) {
	e, ok := m.Element(id)
	if !ok {
		for _, typed := range m.OfType(id) { // a type whose floors became thicker
			EachStairOf(m, typed, visit)
		}
		return
	}
	switch p := e.Params.(type) {
	case Ascent:
		visit(id)
	case *bodyshape.Level:
		for _, stair := range FlightsAt(m, id) {
			visit(stair)
		}
		for _, floor := range m.OfCategoryOn(id, state.CategoryFloor) {
			EachStairOf(m, floor, visit)
		}
	case *fabric.Floor:
		top := bodyshape.ElevationOf(m, e.LevelID) + p.Offset
		for _, level := range bodyshape.Levels(m) { // stairs up to the floor, or past it
			if bodyshape.ElevationOf(m, level.ID) < top-floorBelowTop {
				continue
			}
			for _, stair := range m.Mentioning(level.ID) {
				visit(stair)
			}
		}
		for _, ramp := range m.OfCategory(state.CategoryRamp) { // ramps need no level at their head
			visit(ramp)
		}
	case *fabric.Opening:
		visit(p.CutBy)
		if host, ok := m.Element(e.HostID); ok && host.Category == state.CategoryFloor && p.CutBy == "" {
			EachStairOf(m, host.ID, visit)
		}
	case *Railing:
		if p.StairPart != "" {
			visit(e.HostID)
		}
	}
}

const (
	// OpenHeadroom is the headroom over the line of the nosings that stays free below a floor because of an opening.
	// IBC 1011.3 requires 80 in, which is more than Approved Document K 1.11 and DIN 18065 require (2000).
	OpenHeadroom = 2032 * geometry.Millimetre

	// floorBelowTop is the greatest distance of the head of a stair below the top of a floor that is still an obstacle
	// over the stair. It allows for the finishes of a floor that is lowered.
	floorBelowTop = 300 * geometry.Millimetre

	// leastOpening is the least area of an opening that is cut. Rounding leaves smaller areas beside another opening.
	leastOpening = 0.01 // m2
)

// FloorsOver returns the floors between the foot and the head of a stair or ramp, sorted by id. The top of such a floor
// is well above the foot, and its underside is below the head.
func FloorsOver(m *state.Model, e *state.Element, a Ascent) []*state.Element {
	foot, head, _ := a.HeightRange(m, e)
	var out []*state.Element
	for _, level := range bodyshape.Levels(m) {
		for _, id := range m.OfCategoryOn(level.ID, state.CategoryFloor) {
			f, ok := m.Element(id)
			if !ok || state.FixedOf(f) != nil {
				continue
			}
			top := bodyshape.ElevationOf(m, level.ID) + f.Params.(*fabric.Floor).Offset
			if top > foot+OpenHeadroom/2 && top-fabric.FloorThickness(m, f) < head && top <= head+floorBelowTop {
				out = append(out, f)
			}
		}
	}
	slices.SortFunc(out, func(a, b *state.Element) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// VoidIn returns the rings that a stair or ramp cuts out of a floor where the floor would obstruct it or leave too
// little headroom. It leaves out areas that openings of other elements have already removed.
func VoidIn(m *state.Model, f *state.Element, own state.ID, shape Laid) ([]geometry.Ring, error) {
	frame := shape.placed()
	top := bodyshape.ElevationOf(m, f.LevelID) + f.Params.(*fabric.Floor).Offset - frame.Origin.Z
	local := shape.void(top-fabric.FloorThickness(m, f), top)
	if len(local) == 0 {
		return nil, nil
	}
	var world geometry.Region
	for _, p := range local {
		ring := make(geometry.Ring, len(p.Outer))
		for i, q := range p.Outer {
			ring[i] = frame.Point(q.At(0)).XY()
		}
		if polygon, err := geometry.NewPolygon(ring); err == nil {
			world = append(world, polygon)
		}
	}
	outline, err := fabric.HostOutline(m, f)
	if err != nil {
		return nil, err
	}
	var others []geometry.Region
	for _, o := range fabric.PlanOpenings(m, f) {
		if own != "" && o.Opening.CutBy == own || !o.Opening.Through() || !o.Opening.Upright() {
			continue
		}
		if p, err := geometry.NewPolygon(o.Ring); err == nil {
			others = append(others, geometry.Region{p})
		}
	}
	left := m.Stop.Intersect(m.Stop.Union(world), outline)
	if len(others) > 0 {
		left = m.Stop.Subtract(left, others...)
	}
	var out []geometry.Ring
	for _, p := range left {
		if p.Area() >= leastOpening && bodyshape.CheckOutline("polygon", p.Outer) == nil {
			out = append(out, p.Outer)
		}
	}
	return out, nil
}

// void returns the plan, in the frame of a stair, of the parts that a floor between two heights over its foot would
// obstruct.
func (s *StairShape) void(underside, top geometry.Length) geometry.Region {
	riser := float64(s.Spec.Rise) / float64(s.Spec.Risers)
	var parts []geometry.Region
	add := func(ring geometry.Ring) {
		if p, err := geometry.NewPolygon(ring); err == nil {
			parts = append(parts, geometry.Region{p})
		}
	}
	for i := range s.Layout.Flights {
		f := &s.Layout.Flights[i]
		from := f.From + fabric.RoundLength(riser)
		if f.Run == 0 || float64(f.From)-float64(s.Spec.Waist)-riser >= float64(top) {
			continue
		}
		// The part begins at the tread at whose end the headroom over the line of the nosings is too small.
		start := geometry.Length(0)
		if free := underside - OpenHeadroom - from; free > 0 {
			start = geometry.Length(float64(free)/riser) * s.Spec.Tread
		}
		if start < f.Run {
			add(s.wide(f, start))
		}
	}
	for _, p := range s.Plates() {
		if p.Top+fabric.RoundLength(riser) > underside-OpenHeadroom && p.Bottom < top {
			add(p.Outline)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return geometry.Union(parts...)
}

// wide returns the plan of a flight from a place along it to its end, with the well of a half turn beside it.
func (s *StairShape) wide(f *stairs.Flight, from geometry.Length) geometry.Ring {
	left, right := -f.Z0, -f.Z1
	if s.Spec.Form == stairs.HalfTurn || s.Spec.Form == stairs.HalfWinding {
		if s.Spec.Turn == stairs.Right {
			right -= s.Spec.Well
		} else {
			left += s.Spec.Well
		}
	}
	return geometry.Ring{f.At(from, right), f.At(f.Run, right), f.At(f.Run, left), f.At(from, left)}
}
