package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// SystemUse is what a system of ducts, pipes or cable carriers is for.
type SystemUse string

// systemUse is one row of the table of uses: a use and the category of its segments.
type systemUse struct {
	use      SystemUse
	segments Category
}

// systemUses is the table of uses, in the order in which they are documented.
var systemUses = []systemUse{
	{"supply_air", CategoryDuct}, {"return_air", CategoryDuct}, {"exhaust_air", CategoryDuct},
	{"domestic_cold_water", CategoryPipe}, {"domestic_hot_water", CategoryPipe}, {"sanitary", CategoryPipe},
	{"rainwater", CategoryPipe},
	{"heating", CategoryPipe}, {"chilled_water", CategoryPipe},
	{"fire_protection", CategoryPipe}, {"gas", CategoryPipe},
	{"electrical", CategoryCableTray}, {"data", CategoryCableTray},
}

// Enum lists the uses.
func (SystemUse) Enum() []string {
	out := make([]string, len(systemUses))
	for i, row := range systemUses {
		out[i] = string(row.use)
	}
	return out
}

// segments returns the category of segment that a use takes.
func (u SystemUse) segments() Category {
	for _, row := range systemUses {
		if row.use == u {
			return row.segments
		}
	}
	return ""
}

// System is a distribution system. Segments, fittings and the elements that they serve belong to it by their parameter
// system_id (see Model.Mentioning). It has no place and no body.
type System struct {
	Use         SystemUse `json:"use"`
	Description string    `json:"description,omitempty"`
}

func (s *System) check(m *Model, e *Element) error {
	for _, id := range m.Mentioning(e.ID) {
		if member, ok := m.Element(id); ok {
			if err := checkInSystem(member, e, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *System) moved(Transform) Params { return s }

func (*System) anchor(*Model, *Element) geometry.Point3 { return geometry.Point3{} }

func (*System) centre() geometry.Point2 { return geometry.Point2{} }

func checkMoveOfSystem(_ *Model, e *Element, _ MoveElement) error {
	return Errorf(IllegalState, "a system has no place: move its members").With("element_id", e.ID)
}

func checkCopyOfSystem(e *Element) error {
	return Errorf(IllegalState, "a system has no place: make another one with create_system").With("element_id", e.ID)
}

func (*System) fixedField() **FixedShape { return nil }

// checkInSystem refuses a segment or fitting in a system of another kind: a pipe among ducts.
func checkInSystem(member, system *Element, s *System) error {
	kind := segmentKind(member.Category)
	if kind == "" || kind == s.Use.segments() {
		return nil
	}
	return Errorf(IllegalState, "a %s cannot be in system %q, which is for %s: it takes elements of %s",
		member.Category, system.Name, s.Use, s.Use.segments()).
		With("element_id", member.ID).With("system_id", system.ID).With("allowed",
		[]Category{s.Use.segments(), fittingOf(s.Use.segments())})
}

// checkSystem checks a system_id against the system that it names; "" is in no system.
func (m *Model) checkSystem(e *Element, id ID) error {
	if id == "" {
		return nil
	}
	system, err := m.findOf(id, CategorySystem)
	if err != nil {
		return err
	}
	return checkInSystem(e, system, system.Params.(*System))
}

// systemParameter is the parameter by which an element is in a system.
const systemParameter = "system_id"

// SystemMembers returns the elements of a system in the order of their ids.
func (m *Model) SystemMembers(system ID) []ID { return m.Mentioning(system) }

// served is a category whose elements can be in a system.
type served interface {
	// system returns the system that an element is in, "" for none.
	system() ID
}

// SystemOf returns the system that an element is in, "" for none.
func (m *Model) SystemOf(e *Element) ID {
	if p, ok := e.Params.(served); ok {
		return p.system()
	}
	return ""
}
