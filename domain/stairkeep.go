package domain

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/geometry"
)

// A stair keeps the openings in the floors over it and the railings along it. They are elements of their own, so that
// drawings, checks and files have them like any other; at the end of each command that touched the stair, a floor or a
// level they are brought in line with it.

// keepStairs brings what stairs keep in line with the events so far.
func (t *transaction) keepStairs() error {
	if !t.model.Has(CategoryStair) {
		return nil
	}
	ids := t.stairsTouched()
	for _, id := range ids { // what is not needed any more makes room first
		if err := t.keepStair(id, false); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := t.keepStair(id, true); err != nil {
			return err
		}
	}
	return nil
}

// stairsTouched returns, sorted, the stairs that keep something and that the events so far have a bearing on.
func (t *transaction) stairsTouched() []ID {
	seen := map[ID]bool{}
	var out []ID
	add := func(id ID) {
		e, ok := t.model.Element(id)
		if !ok || seen[id] {
			return
		}
		seen[id] = true
		if s, ok := e.Params.(*Stair); ok && s.Fixed == nil && (s.keeps() ||
			len(t.model.Mentioning(id)) > 0 || len(t.model.HostedBy(id)) > 0) {
			out = append(out, id)
		}
	}
	looked := map[ID]bool{}
	for _, event := range t.events {
		for _, touch := range event.Touched() {
			if !looked[touch.ElementID] {
				looked[touch.ElementID] = true
				t.model.eachStairOf(touch.ElementID, add)
			}
		}
	}
	slices.Sort(out)
	return out
}

// keeps reports whether a stair keeps openings or railings.
func (s *Stair) keeps() bool {
	return s.FloorOpening == "cut" || s.Railings != "" && s.Railings != "none"
}

// eachStairOf visits the stairs that a changed element may have a bearing on.
func (m *Model) eachStairOf(id ID, visit func(ID)) {
	e, ok := m.Element(id)
	if !ok {
		for _, typed := range m.OfType(id) { // a type of floors has become thicker
			m.eachStairOf(typed, visit)
		}
		return
	}
	switch p := e.Params.(type) {
	case *Stair:
		visit(id)
	case *Level:
		for _, stair := range m.flightsAt(id) {
			visit(stair)
		}
		for _, floor := range m.OfCategoryOn(id, CategoryFloor) {
			m.eachStairOf(floor, visit)
		}
	case *Floor:
		top := m.elevation(e.LevelID) + p.Offset
		for _, level := range m.Levels() { // stairs up to it, or past it
			if m.elevation(level.ID) < top-floorBelowTop {
				continue
			}
			for _, stair := range m.Mentioning(level.ID) {
				visit(stair)
			}
		}
	case *Opening:
		visit(p.CutBy)
		if host, ok := m.Element(e.HostID); ok && host.Category == CategoryFloor && p.CutBy == "" {
			m.eachStairOf(host.ID, visit)
		}
	case *Railing:
		if p.StairPart != "" {
			visit(e.HostID)
		}
	}
}

const (
	// openHeadroom is kept free over the line of the nosings below a floor: what IBC 1011.3 asks for, 80 in, which is
	// more than Approved Document K 1.11 and DIN 18065 ask for (2000).
	openHeadroom = 2032 * geometry.Millimetre

	// floorBelowTop is how far the top of a floor may lie below the level at which a stair ends and still be over it:
	// finishes of a floor that is lowered.
	floorBelowTop = 300 * geometry.Millimetre

	// leastOpening is the least area that is cut: a smaller one is what rounding leaves beside another opening.
	leastOpening = 0.01 // m2
)

// keepStair removes what a stair keeps and no longer needs, or makes what it needs.
func (t *transaction) keepStair(id ID, make bool) error {
	e, ok := t.model.Element(id)
	if !ok {
		return nil
	}
	s := e.Params.(*Stair)
	shape, err := t.model.StairShape(e)
	if err != nil {
		return nil // a level that is not above the other is refused where it is made so
	}
	if err := t.keepOpenings(e, s, &shape, make); err != nil {
		return err
	}
	return t.keepRailings(e, s, &shape, make)
}

// cutBy returns the openings that a stair has cut, sorted by id.
func (m *Model) cutBy(stair ID) []*Element {
	var out []*Element
	for _, id := range m.Mentioning(stair) {
		if e, ok := m.Element(id); ok && e.Category == CategoryOpening {
			out = append(out, e)
		}
	}
	return out
}

func (t *transaction) keepOpenings(e *Element, s *Stair, shape *StairShape, make bool) error {
	needed := map[ID][]geometry.Ring{}
	var floors []*Element
	if s.FloorOpening == "cut" {
		floors = t.model.floorsOver(e, s)
		for _, f := range floors {
			rings, err := t.model.voidIn(f, e.ID, shape)
			if err != nil {
				return err
			}
			needed[f.ID] = rings
		}
	}
	for _, o := range t.model.cutBy(e.ID) {
		rings := needed[o.HostID]
		if len(rings) == 0 {
			if !make {
				t.uncut(o)
			}
			continue
		}
		needed[o.HostID] = rings[1:]
		if ring := rings[0]; make && !slices.Equal(o.Params.(*Opening).Polygon, ring) {
			if err := t.change(o, paramFacets(CategoryOpening), func(after *Element) {
				p := *o.Params.(*Opening)
				p.Polygon = ring
				after.Params = &p
			}); err != nil {
				return err
			}
			if err := t.model.checkDependents(o.ID); err != nil {
				return err
			}
		}
	}
	if !make {
		return nil
	}
	for _, f := range floors {
		for _, ring := range needed[f.ID] {
			if err := t.cut(e, f, ring); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut cuts an opening of a stair into a floor. Where it cannot be cut the caller is told so.
func (t *transaction) cut(stair, floor *Element, ring geometry.Ring) error {
	o := &Element{ID: t.newID(), Category: CategoryOpening, LevelID: floor.LevelID, Name: stair.Name + " opening",
		Params: &Opening{Polygon: ring, OpeningType: OpeningThrough, CutBy: stair.ID}}
	if checkOutline("polygon", ring) != nil {
		return nil
	}
	if err := t.create(o); err != nil {
		return err
	}
	t.emit(&ElementHosted{ElementID: o.ID, HostID: floor.ID})
	if err := t.model.checkDependents(o.ID); err != nil {
		return Errorf(CodeOf(err), "stair %q cannot cut its opening into floor %q: %w. Set its floor_opening to none, "+
			"and cut one by create_opening", stair.Name, floor.Name, err).With("element_id", stair.ID)
	}
	return nil
}

// uncut deletes an opening that its stair does not need any more.
func (t *transaction) uncut(o *Element) {
	t.emit(&ElementDeleted{Element: o, Cascade: t.model.cascade(o), Joins: t.model.JoinsOf(o.ID)})
}

// floorsOver returns the floors between the foot and the head of a stair, sorted by id: those whose top is well above
// its foot, and whose underside is below its head.
func (m *Model) floorsOver(e *Element, s *Stair) []*Element {
	foot, head := m.elevation(e.LevelID), m.elevation(s.TopLevel)
	var out []*Element
	for _, level := range m.Levels() {
		for _, id := range m.OfCategoryOn(level.ID, CategoryFloor) {
			f, ok := m.Element(id)
			if !ok || FixedOf(f) != nil {
				continue
			}
			top := m.elevation(level.ID) + f.Params.(*Floor).Offset
			if top > foot+openHeadroom/2 && top-m.FloorThickness(f) < head && top <= head+floorBelowTop {
				out = append(out, f)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Element) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// voidIn returns what a stair cuts out of a floor: where the floor would be in its way or leave too little headroom,
// less what openings but its own have cut already.
func (m *Model) voidIn(f *Element, own ID, shape *StairShape) ([]geometry.Ring, error) {
	top := m.elevation(f.LevelID) + f.Params.(*Floor).Offset - shape.Frame.Origin.Z
	local := shape.void(top-m.FloorThickness(f), top)
	if len(local) == 0 {
		return nil, nil
	}
	var world geometry.Region
	for _, p := range local {
		ring := make(geometry.Ring, len(p.Outer))
		for i, q := range p.Outer {
			ring[i] = shape.Frame.Point(q.At(0)).XY()
		}
		if polygon, err := geometry.NewPolygon(ring); err == nil {
			world = append(world, polygon)
		}
	}
	outline, err := m.hostOutline(f)
	if err != nil {
		return nil, err
	}
	var others []geometry.Region
	for _, o := range m.planOpenings(f) {
		if own != "" && o.Params.(*Opening).CutBy == own {
			continue
		}
		if p, err := geometry.NewPolygon(o.ring); err == nil {
			others = append(others, geometry.Region{p})
		}
	}
	left := m.stop.Intersect(m.stop.Union(world), outline)
	if len(others) > 0 {
		left = m.stop.Subtract(left, others...)
	}
	var out []geometry.Ring
	for _, p := range left {
		if p.Area() >= leastOpening && checkOutline("polygon", p.Outer) == nil {
			out = append(out, p.Outer)
		}
	}
	return out, nil
}

// void returns the plan, in the frame of a stair, of its parts that a floor between two heights would be in the way of.
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
		from := f.From + roundLength(riser)
		if f.Run == 0 || float64(f.From)-float64(s.Spec.Waist)-riser >= float64(top) {
			continue
		}
		// From the tread on at whose end too little is free over the line of the nosings.
		start := geometry.Length(0)
		if free := underside - openHeadroom - from; free > 0 {
			start = geometry.Length(float64(free)/riser) * s.Spec.Tread
		}
		if start < f.Run {
			add(s.wide(f, start))
		}
	}
	for _, p := range s.Plates() {
		if p.Top+roundLength(riser) > underside-openHeadroom && p.Bottom < top {
			add(p.Outline)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return geometry.Union(parts...)
}

// wide returns the plan of a flight from a place on, with the well of a half turn beside it.
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

// uncutAll deletes the openings that a stair has cut; its railings go with it, since it hosts them.
func (t *transaction) uncutAll(e *Element) error {
	for _, o := range t.model.cutBy(e.ID) {
		t.uncut(o)
	}
	return nil
}
