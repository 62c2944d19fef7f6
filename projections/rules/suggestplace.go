package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// moveWalls moves the partitions around a room outwards by the lack of the room.
func moveWalls(s *subjects, r *Rule, m *Measurement) []remedy {
	room := m.Elements[0]
	e, ok := s.view.Model.Element(room)
	shape, bounded := s.shape(e)
	if !ok || !bounded {
		return nil
	}
	var out []remedy
	middle := shape.Region.Centroid()
	for _, id := range s.boundsOf(room) {
		wall, ok := s.view.Model.Element(id)
		if !ok || wall.Category != state.CategoryWall || len(s.view.Rooms().Along(id)) < 2 {
			continue // an outer wall stays
		}
		plan, err := fabric.WallPlanOf(s.view.Model, id)
		if err != nil {
			continue
		}
		frame, length := acrossWall(plan)
		lack := r.lack(m.Value)
		if r.Unit == "m2" {
			lack = lack / length.M() * 1000
		}
		by := upTo(lack+1, 5*geometry.Millimetre)
		if _, side := plan.Place(middle); side > 0 {
			by = -by
		}
		out = append(out, s.moving(id, inPlan(frame, geometry.Point2{Y: by})))
	}
	slices.SortStableFunc(out, func(a, b remedy) int { return compareText(a.words, b.words) })
	return out
}

// acrossWall returns the frame along whose Y a wall is moved, and the length over which the move enlarges a room. For a
// straight wall, that is the wall's frame and length. For a curved wall, it is the line between its ends, and the width
// between its faces there.
func acrossWall(plan fabric.WallPlan) (geometry.Placement, geometry.Length) {
	if !plan.Curved() {
		return plan.Frame, plan.Length
	}
	from, to := plan.On(0, 0), plan.On(plan.Length, 0)
	return geometry.PlacementInPlan(from.At(plan.Frame.Origin.Z), to),
		max(plan.Thickness(), geometry.Distance(from, to)-plan.Thickness())
}

func compareText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// inPlan converts a step in a frame to a step in the world.
func inPlan(f geometry.Placement, step geometry.Point2) geometry.Point2 {
	return f.Point(step.At(0)).XY().Sub(f.Point(geometry.Point3{}).XY())
}

// moveThings moves the furniture in a room, or the walls around it, out of the way.
func moveThings(s *subjects, r *Rule, m *Measurement) []remedy {
	e, ok := s.view.Model.Element(m.Elements[0])
	shape, bounded := s.shape(e)
	if !ok || !bounded {
		return nil
	}
	lo, hi := shape.Region.Bounds()
	lack := upTo(r.lack(m.Value)+1, 5*geometry.Millimetre)
	var out []remedy
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(shape.Base + besideFace),
		Max: hi.At(shape.Base + shape.Height)}, loose...) {
		at := hit.Bounds.Min.Add(hit.Bounds.Max)
		if shape.Region.Contains(geometry.Point2{X: at.X / 2, Y: at.Y / 2}) == geometry.Outside {
			continue
		}
		for _, d := range []geometry.Point2{{X: lack}, {Y: lack}, {X: -lack}, {Y: -lack}} {
			out = append(out, s.moving(hit.ID, d))
		}
	}
	return append(out, moveWalls(s, r, m)...)
}

// loose lists the categories of elements that can be moved without changing the building.
var loose = []state.Category{state.CategoryFurniture, state.CategoryEquipment, state.CategorySanitary}

// hangOtherwise hangs a door on its other side, or reverses the direction in which it opens.
func hangOtherwise(s *subjects, _ *Rule, m *Measurement) []remedy {
	e, door, ok := s.doorFound(m)
	if !ok {
		return nil
	}
	swing, facing := fabric.Swing("right"), fabric.FacingExterior
	if door.Swing == "right" {
		swing = "left"
	}
	if door.Facing == fabric.FacingExterior {
		facing = fabric.FacingInterior
	}
	return []remedy{
		modify(e.ID, "swing", swing, fmt.Sprintf("hung on the %s it would do", swing)),
		modify(e.ID, "facing", facing, fmt.Sprintf("opening to the %s of its wall it would do", facing)),
	}
}

// hangOrShift hangs a door on its other side, reverses its swing, or shifts it along its wall by the lack.
func hangOrShift(s *subjects, r *Rule, m *Measurement) []remedy {
	return append(hangOtherwise(s, r, m), s.shifted(m.Elements[0], upTo(r.lack(m.Value)+1, 5*geometry.Millimetre))...)
}

// shifted shifts a window or door along its wall, to either side.
func (s *subjects) shifted(id state.ID, by geometry.Length) []remedy {
	return append(s.shiftedBy(id, -by), s.shiftedBy(id, by)...)
}

// shiftedBy shifts a window or door along its wall. A positive shift is towards the end of the wall.
func (s *subjects) shiftedBy(id state.ID, by geometry.Length) []remedy {
	e, ok := s.view.Model.Element(id)
	if !ok {
		return nil
	}
	offset, ok := parameterOf(e, "offset")
	to := offset + by
	if !ok || to < 0 {
		return nil
	}
	return []remedy{modify(id, "offset", to, fmt.Sprintf("%v mm from the start of its wall it would do", to))}
}

// measuredWindow returns the window that is best for escape, or nil if there is none.
func measuredWindow(s *subjects, m *Measurement) (*state.Element, *fabric.Window) {
	if len(m.Elements) < 2 {
		return nil, nil
	}
	e, ok := s.view.Model.Element(m.Elements[1])
	if !ok {
		return nil, nil
	}
	window, _ := e.Params.(*fabric.Window)
	return e, window
}

// largerWindow enlarges the window that is best for escape in the dimension that falls short.
func largerWindow(s *subjects, r *Rule, m *Measurement) []remedy {
	e, window := measuredWindow(s, m)
	if window == nil {
		return nil
	}
	pane := paneOf(e.ID, window, fabric.HostThickness(s.view.Model, e))
	if pane.area() == 0 {
		return nil
	}
	wide, high := geometry.Length(0), geometry.Length(0)
	switch r.Quantity {
	case "escape_window_width":
		wide = upTo(r.lack(m.Value), geometry.Millimetre)
	case "escape_window_height":
		high = upTo(r.lack(m.Value), geometry.Millimetre)
	default:
		wide = upTo((r.Low/pane.height.M()-pane.width.M())*1000, 5*geometry.Millimetre)
		high = upTo((r.Low/pane.width.M()-pane.height.M())*1000, 5*geometry.Millimetre)
	}
	columns := geometry.Length(1) // panels side by side have equal widths
	switch window.WindowType {
	case fabric.WindowDoubleVertical:
		columns = 2
	case fabric.WindowTripleVertical:
		columns = 3
	}
	var out []remedy
	if wide > 0 {
		width := window.Width + wide*columns
		out = append(out, modify(e.ID, "width", width, fmt.Sprintf("a width of %v mm would do", width)))
	}
	if high > 0 {
		height := window.Height + high
		out = append(out, modify(e.ID, "height", height, fmt.Sprintf("a height of %v mm would do", height)))
	}
	return out
}

// lowerSill lowers the sill of the window that is best for escape.
func lowerSill(s *subjects, r *Rule, m *Measurement) []remedy {
	e, window := measuredWindow(s, m)
	if window == nil {
		return nil
	}
	sill := window.SillHeight + upTo(r.lack(m.Value), geometry.Millimetre)
	return []remedy{modify(e.ID, "sill_height", sill, fmt.Sprintf("a sill of %v mm would do", sill))}
}

// rated proposes to set a sufficient fire rating.
func rated(s *subjects, r *Rule, m *Measurement) []remedy {
	e, ok := s.view.Model.Element(m.Elements[0])
	if !ok {
		return nil
	}
	set := map[state.Category]string{
		state.CategoryDoor: "Pset_DoorCommon", state.CategoryWall: "Pset_WallCommon",
		state.CategoryColumn: "Pset_ColumnCommon",
		state.CategoryBeam:   "Pset_BeamCommon", state.CategoryFloor: "Pset_SlabCommon",
		state.CategoryRoof: "Pset_RoofCommon",
	}[e.Category]
	if set == "" {
		return nil
	}
	text := fmt.Sprintf("%d min", int(math.Ceil(float64(r.Low*60)-1e-9)))
	return []remedy{modify(e.ID, set+".FireRating", text,
		"a fire rating of "+text+" would do, if what is built has it")}
}

// selfClosing proposes to set SelfClosing of a fire door.
func selfClosing(_ *subjects, _ *Rule, m *Measurement) []remedy {
	return []remedy{modify(m.Elements[0], "Pset_DoorCommon.SelfClosing", true, "a closer would do")}
}

// statedSide proposes to set IsExternal of a wall so that it agrees with the rooms beside it.
func statedSide(s *subjects, _ *Rule, m *Measurement) []remedy {
	e, ok := s.view.Model.Element(m.Elements[0])
	if !ok {
		return nil
	}
	stated, _ := property(s.view.Model, e, "IsExternal")
	right := shape.PropertyValueAny(stated) != true
	return []remedy{modify(e.ID, "Pset_WallCommon.IsExternal", right, fmt.Sprintf("IsExternal %v would do", right))}
}

// closeGap lengthens a wall up to the next wall.
func closeGap(s *subjects, _ *Rule, m *Measurement) []remedy {
	e, ok := s.view.Model.Element(m.Elements[0])
	if !ok || m.At == nil || len(m.Elements) < 2 {
		return nil
	}
	wall, ok := e.Params.(*fabric.Wall)
	plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
	if !ok || err != nil {
		return nil
	}
	gap := upTo(m.Value, geometry.Micrometre)
	name, to := "end", lengthened(wall, plan, gap, false)
	if along, _ := plan.Place(m.At.XY()); along < plan.Length/2 {
		name, to = "start", lengthened(wall, plan, gap, true)
	}
	return []remedy{modify(e.ID, name, to, fmt.Sprintf("%v mm longer at its %s it would meet %s", gap,
		name, s.nameOf(m.Elements[1])))}
}

// lengthened returns the end, or the start, of a wall extended by a length. A curved wall is extended along its arc.
func lengthened(wall *fabric.Wall, plan fabric.WallPlan, by geometry.Length, atStart bool) geometry.Point2 {
	at, sign := wall.End, 1.0
	if atStart {
		at, sign = wall.Start, -1
	}
	if !plan.Curved() {
		d := geometry.Direction(wall.Start, wall.End)
		return at.Add(geometry.Point2{X: geometry.Length(math.Round(sign * float64(d.X*float64(by)))),
			Y: geometry.Length(math.Round(sign * float64(d.Y*float64(by))))})
	}
	radius, _ := plan.Radius()
	x := plan.Length
	if atStart {
		x = 0
	}
	frame := plan.Tangent(x).Frame
	sine, cosine := geometry.SinCos(float64(by) / math.Abs(float64(radius)))
	ahead := math.Abs(float64(radius)) * sine
	aside := float64(radius) * (1 - cosine) // towards the centre
	return frame.Point(geometry.Point2{X: x + geometry.Length(math.Round(sign*ahead)),
		Y: geometry.Length(math.Round(aside))}.At(0)).XY()
}

// joinThem joins a wall with the walls that it meets.
func joinThem(s *subjects, _ *Rule, m *Measurement) []remedy {
	return []remedy{{"join the walls", Call{"join_elements",
		map[string]any{"element_ids": m.Elements, "join_type": "auto"}},
		change.JoinElements{ElementIDs: m.Elements, JoinType: fabric.JoinAuto}}}
}

// deleteCopy deletes the copies of an element if none of them hosts other elements.
func deleteCopy(s *subjects, _ *Rule, m *Measurement) []remedy {
	for _, id := range m.Elements[1:] {
		if len(s.view.Model.HostedBy(id)) > 0 {
			return nil
		}
	}
	copies := m.Elements[1:]
	return []remedy{{"delete what is there twice", Call{"delete_element", map[string]any{"element_ids": copies}},
		change.DeleteElement{ElementIDs: copies}}}
}

// boundsOf returns the walls that bound a room.
func (s *subjects) boundsOf(room state.ID) []state.ID {
	facts, err := s.analyse(room)
	if err != nil {
		return nil
	}
	return facts.Bounding
}
