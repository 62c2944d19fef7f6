package tables

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// commonFields lists the fields that do not depend on the category.
var commonFields = []struct {
	name, title, rule string
	text              func(*subject) string
}{
	{"mark", "Mark", "the number of what is numbered, otherwise the name", mark},
	{"name", "Name", "", func(s *subject) string { return s.element.Name }},
	{"id", "Id", "", func(s *subject) string { return string(s.element.ID) }},
	{"category", "Category", "", func(s *subject) string { return string(s.element.Category) }},
	{"model", "Model", "the link that a linked element comes by; empty for the model's own", func(s *subject) string {
		if p, _ := s.view.PartOf(s.element.ID); p != nil {
			return p.Link.Name
		}
		return ""
	}},
	{"level", "Level", "", levelName},
	{"type", "Type", "", typeName},
	{"host", "Host", "", func(s *subject) string { return nameOf(s, s.element.HostID) }},
	{"material", "Material", "of the element, otherwise of its type; layers from the interior or the top",
		materialNames},
	{"system", "System", "", func(s *subject) string { return nameOf(s, services.SystemOf(s.view.Model, s.element)) }},
	{"zone", "Zone", "of a room: all that it is in", zoneNames},
	{"classification", "Classification", "", classification},
	{"from_room", "From room", "the room that is left through the door by pushing its leaf: on the side that it does " +
		"not open to", func(s *subject) string { return s.doorRoom(false) }},
	{"to_room", "To room", "the room on the side that the door opens to",
		func(s *subject) string { return s.doorRoom(true) }},
	{"room", "Room", "of a door or window those it opens onto, of anything else the one in whose outline the middle " +
		"of its box lies", roomNames},
}

func zoneNames(s *subject) string {
	var names []string
	for _, zone := range room.ZonesOf(s.view.Model, s.element.ID) {
		names = append(names, nameOf(s, zone))
	}
	slices.Sort(names) // ids differ between models, names do not
	return strings.Join(names, ", ")
}

func commonNames() []string {
	var out []string
	for _, f := range commonFields {
		out = append(out, f.name)
	}
	return append(out, headHeight)
}

func commonField(name string) (field, bool) {
	if name == headHeight {
		return headField(), true
	}
	for _, f := range commonFields {
		if f.name != name {
			continue
		}
		out := field{column: table.Column{Key: name, Title: f.title, Kind: table.KindText, Rule: f.rule}}
		out.value = func(s *subject) (table.Cell, error) { return table.Text(f.text(s)), nil }
		if name == "level" {
			out.rank = func(s *subject) float64 {
				return float64(
					shape.Elevation(s.view.Model, elements.StoreyOf(s.view.Model, s.element)))
			}
		}
		return out, true
	}
	return field{}, false
}

// headHeight is the height of the upper edge of a door or window.
const headHeight = "head_height"

func headField() field {
	column := table.Column{Key: headHeight, Title: "Head height", Unit: "mm", Kind: table.KindNumber,
		Rule: "sill height and height, above the base of the wall"}
	return field{column: column, value: func(s *subject) (table.Cell, error) {
		sill, err := s.parameter("sill_height")
		if err != nil {
			return table.Cell{}, err
		}
		height, err := s.parameter("height")
		up, _ := sill.Number()
		if h, ok := height.Number(); ok {
			return table.Number(up + h), err
		}
		return table.Cell{}, err
	}}
}

func mark(s *subject) string {
	if r, ok := s.element.Params.(*room.Room); ok && r.Number != "" {
		return r.Number
	}
	return Mark(s.element)
}

// automaticMarks lists the beginnings of automatic names of doors and windows, with the beginnings of their marks.
var automaticMarks = [...][2]string{{"Door ", "D"}, {"Window ", "W"}}

// NameOfMark returns the automatic name of the door or window with a mark, or "" if the text is no such mark.
func NameOfMark(mark string) string {
	for _, a := range automaticMarks {
		if number, ok := strings.CutPrefix(strings.ToUpper(mark), a[1]); ok && number != "" &&
			strings.Trim(number, "0123456789") == "" {
			return a[0] + number
		}
	}
	return ""
}

// Mark returns the text of an element's tag on drawings, which is also the first column of schedules. It is the
// element's name, except for two kinds of names. For an automatic name of a door or window it is the letter and the
// number. For a name as Revit exports it, family:type:number, it is the number.
func Mark(e *state.Element) string {
	for _, a := range automaticMarks {
		if number, ok := strings.CutPrefix(e.Name, a[0]); ok && strings.Trim(number, "0123456789") == "" {
			return a[1] + number
		}
	}
	if at := strings.LastIndexByte(e.Name, ':'); at > 0 && at+1 < len(e.Name) {
		if number := e.Name[at+1:]; strings.Trim(number, "0123456789") == "" {
			return number
		}
	}
	return e.Name
}

func nameOf(s *subject, id state.ID) string {
	if e, ok := s.view.Model.Element(id); ok {
		return e.Name
	}
	return ""
}

func levelName(s *subject) string { return nameOf(s, elements.StoreyOf(s.view.Model, s.element)) }

func typeName(s *subject) string {
	if t, ok := s.view.Model.Type(s.element.TypeID); ok {
		return t.Name
	}
	return ""
}

func materialNames(s *subject) string {
	var names []string
	for _, l := range s.layers() {
		if !slices.Contains(names, l.name) && l.name != "" {
			names = append(names, l.name)
		}
	}
	return strings.Join(names, ", ")
}

func classification(s *subject) string {
	var codes []string
	for _, c := range s.element.Codes {
		codes = append(codes, c.System+" "+c.Code)
	}
	return strings.Join(codes, ", ")
}
