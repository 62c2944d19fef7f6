package services

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// SystemUse is the use of a system of ducts, pipes or cable carriers.
type SystemUse string

// systemUse is one row of the table of uses: a use and the category of its segments.
type systemUse struct {
	use      SystemUse
	segments state.Category
}

// systemUses is the table of uses, in the order in which they are documented.
var systemUses = []systemUse{
	{"supply_air", state.CategoryDuct}, {"return_air", state.CategoryDuct}, {"exhaust_air", state.CategoryDuct},
	{"domestic_cold_water", state.CategoryPipe}, {"domestic_hot_water", state.CategoryPipe},
	{"sanitary", state.CategoryPipe},
	{"rainwater", state.CategoryPipe},
	{"heating", state.CategoryPipe}, {"chilled_water", state.CategoryPipe},
	{"fire_protection", state.CategoryPipe}, {"gas", state.CategoryPipe},
	{"electrical", state.CategoryCableTray}, {"data", state.CategoryCableTray},
}

// Enum lists the uses of systems.
func (SystemUse) Enum() []string {
	out := make([]string, len(systemUses))
	for i, row := range systemUses {
		out[i] = string(row.use)
	}
	return out
}

// segments returns the category of segments that a system with the use has.
func (u SystemUse) segments() state.Category {
	for _, row := range systemUses {
		if row.use == u {
			return row.segments
		}
	}
	return ""
}

// System is a distribution system. Segments, fittings and the elements that they serve refer to it by their parameter
// system_id (see Model.Mentioning). It has no place and no body.
type System struct {
	Use         SystemUse `json:"use"`
	Description string    `json:"description,omitempty"`
}

func (s *System) Check(m *state.Model, e *state.Element) error {
	for _, id := range m.Mentioning(e.ID) {
		if member, ok := m.Element(id); ok {
			if err := checkInSystem(member, e, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *System) Moved(state.Transform) state.Params { return s }

func (*System) Anchor(*state.Model, *state.Element) geometry.Point3 { return geometry.Point3{} }

func (*System) Centre() geometry.Point2 { return geometry.Point2{} }

func CheckCopyOfSystem(e *state.Element) error {
	return state.Errorf(state.IllegalState,
		"a system has no place: make another one with create_system").With("element_id", e.ID)
}

func (*System) FixedField() **state.FixedShape { return nil }

// checkInSystem refuses a segment or fitting in a system of another kind, such as a pipe in a system of ducts.
func checkInSystem(member, system *state.Element, s *System) error {
	kind := SegmentKind(member.Category)
	if kind == "" || kind == s.Use.segments() {
		return nil
	}
	return state.Errorf(state.IllegalState, "a %s cannot be in system %q, which is for %s: it takes elements of %s",
		member.Category, system.Name, s.Use, s.Use.segments()).
		With("element_id", member.ID).With("system_id", system.ID).With("allowed",
		[]state.Category{s.Use.segments(), FittingOf(s.Use.segments())})
}

// checkSystem checks a system_id against the system that it names. If the id is "", the element is in no system.
func checkSystem(m *state.Model, e *state.Element, id state.ID) error {
	if id == "" {
		return nil
	}
	system, err := m.FindOf(id, state.CategorySystem)
	if err != nil {
		return err
	}
	return checkInSystem(e, system, system.Params.(*System))
}

// SystemParameter is the parameter that names the system of an element.
const SystemParameter = "system_id"

// served is a category whose elements can be in a system.
type served interface {
	// system returns the system that an element is in, or "" for none.
	system() state.ID
}

// SystemOf returns the system that an element is in, or "" for none.
func SystemOf(m *state.Model, e *state.Element) state.ID {
	if p, ok := e.Params.(served); ok {
		return p.system()
	}
	return ""
}

// Serves reports whether elements of a category can belong to a system, such as ducts, pipes and air terminals.
func Serves(c state.Category) bool {
	if state.Rows[c].Params == nil {
		return false
	}
	_, ok := state.Rows[c].Params().(served)
	return ok
}

// Network returns, sorted, the given elements and all elements that they are connected to, directly or through others.
func Network(m *state.Model, from []state.ID) []state.ID {
	seen := map[state.ID]bool{}
	queue := slices.Clone(from)
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		if seen[id] {
			continue
		}
		seen[id] = true
		for _, c := range m.ConnectionsOf(id) {
			queue = append(queue, c.Other(id))
		}
	}
	return shape.SortedIDs(seen)
}
