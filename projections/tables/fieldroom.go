package tables

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// roomLabel returns the label of a room in tables: 001 Living.
func roomLabel(s *subject, id state.ID) string {
	e, ok := s.view.Model.Element(id)
	if !ok {
		return ""
	}
	if r, ok := e.Params.(*room.Room); ok && r.Number != "" {
		return strings.TrimSpace(r.Number + " " + e.Name)
	}
	return e.Name
}

// beyondFace is the distance before the face of a wall at which a room is looked for. Rooms touch the face up to the
// rounding of turned walls to micrometres. They touch the chords of a curved wall, which are within
// geometry.ChordTolerance, a quarter of this distance. Nothing thinner than a millimetre lies between.
const beyondFace = geometry.Millimetre

// doorRoom returns the room on the side to which a door opens, or on the other side. It returns "" if there is no room,
// which means outside or not known.
func (s *subject) doorRoom(opensTo bool) string {
	door, ok := s.element.Params.(*fabric.Door)
	if !ok || door.Fixed != nil {
		return ""
	}
	plan, err := fabric.WallPlanOf(s.view.Model, s.element.HostID)
	if err != nil {
		return ""
	}
	across := plan.YMin - beyondFace
	if interior := door.Facing != fabric.FacingExterior; interior == opensTo {
		across = plan.YMax + beyondFace
	}
	at := plan.On(door.Offset+door.Width/2, across)
	for _, room := range s.view.Rooms().Facing(s.element.ID) {
		if shape, err := s.view.Rooms().Shape(room); err == nil && shape.Region.Contains(at) != geometry.Outside {
			return roomLabel(s, room)
		}
	}
	return ""
}

// clearHeight is the field for the height of a room, or for its least and greatest height below a slope.
const clearHeight = "clear_height"

func clearHeightField() field {
	column := table.Column{Key: clearHeight, Title: "Clear height", Unit: "m", Kind: table.KindNumber, Decimals: 3,
		Rule: "below a slope from the lowest to the highest"}
	return field{column: column, value: func(s *subject) (table.Cell, error) {
		shape, err := s.view.Rooms().Shape(s.element.ID)
		if err != nil {
			return table.Cell{}, nil // not bounded, so not known
		}
		h := shape.Heights()
		low, high := h.Lowest.M(), h.Highest.M()
		if text := table.Rounded(low, column.Decimals); text != table.Rounded(high, column.Decimals) {
			return table.Text(text + " to " + table.Rounded(high, column.Decimals)), nil
		}
		return table.Number(high), nil
	}}
}

// floorAreaPrefix is the prefix of the fields for the floor area of a room by a rule, such as area_rics_nia.
const floorAreaPrefix = "area_"

// floorAreaField returns the field for the floor area of a room by a rule.
func floorAreaField(c state.Category, name string) (field, bool) {
	rule, is := strings.CutPrefix(name, floorAreaPrefix)
	row, err := room.AreaRule(rule).Described()
	if c != state.CategoryRoom || !is || err != nil {
		return field{}, false
	}
	column := floorAreaRule(name, row).column()
	column.Title = "Area " + row.Short
	value := func(s *subject) (table.Cell, error) { return s.floorArea(row.Rule), nil }
	return field{column: column, value: value}, true
}

// floorAreaRule returns the rule by which the floor area of a room is measured.
func floorAreaRule(name string, row room.AreaRuleText) rule {
	return rule{quantity: name, kind: shape.QuantityArea, additive: true, text: "by " + row.Standard + ": " + row.Text}
}

// floorArea returns the floor area of a room by a rule, and nothing for a room that walls do not enclose.
func (s *subject) floorArea(by room.AreaRule) table.Cell {
	area, err := s.view.Measures().FloorArea(s.element.ID, by)
	if err != nil || area.Within == 0 {
		return table.Cell{}
	}
	return table.Number(area.Area)
}

// roomNames returns the rooms onto which a door or window opens, or the room that contains an element.
func roomNames(s *subject) string {
	if s.element.HostID != "" {
		var names []string
		for _, id := range s.view.Rooms().Facing(s.element.ID) {
			names = append(names, roomLabel(s, id))
		}
		if len(names) > 0 {
			slices.Sort(names) // ids differ between models, names do not
			return strings.Join(names, ", ")
		}
	}
	measure, err := s.view.MeasureOf(s.element.ID)
	if err != nil || measure.Bounds.Empty() {
		return ""
	}
	lo, hi := measure.Bounds.Min, measure.Bounds.Max
	middle := geometry.Point2{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}
	for _, id := range s.view.Rooms().OnLevel(elements.StoreyOf(s.view.Model, s.element)) {
		if shape, err := s.view.Rooms().Shape(id); err == nil && id != s.element.ID &&
			shape.Region.Contains(middle) != geometry.Outside {
			return roomLabel(s, id)
		}
	}
	return ""
}
