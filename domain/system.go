package domain

import (
	"slices"
	"strings"

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
	{"domestic_cold_water", CategoryPipe}, {"domestic_hot_water", CategoryPipe}, {"sanitary", CategoryPipe}, {"rainwater", CategoryPipe},
	{"heating", CategoryPipe}, {"chilled_water", CategoryPipe}, {"fire_protection", CategoryPipe}, {"gas", CategoryPipe},
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

func (*System) checkMove(_ *Model, e *Element, _ MoveElement) error {
	return Errorf(IllegalState, "a system has no place: move its members").With("element_id", e.ID)
}

func (*System) checkCopy(e *Element) error {
	return Errorf(IllegalState, "a system has no place: make another one with create_system").With("element_id", e.ID)
}

func (*System) fixed() **FixedShape { return nil }

func (*System) beforeDelete(t *transaction, e *Element) error { return t.releaseMembers(e.ID) }

// checkInSystem refuses a segment or fitting in a system of another kind: a pipe among ducts.
func checkInSystem(member, system *Element, s *System) error {
	kind := segmentKind(member.Category)
	if kind == "" || kind == s.Use.segments() {
		return nil
	}
	return Errorf(IllegalState, "a %s cannot be in system %q, which is for %s: it takes elements of %s", member.Category, system.Name, s.Use, s.Use.segments()).
		With("element_id", member.ID).With("system_id", system.ID).With("allowed", []Category{s.Use.segments(), fittingOf(s.Use.segments())})
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

// CreateSystem adds a system.
type CreateSystem struct {
	Name string `json:"name"`
	System
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateSystem) decide(t *transaction) error {
	_, err := t.createSystem(c)
	return err
}

func (t *transaction) createSystem(c CreateSystem) (ID, error) {
	if strings.TrimSpace(c.Name) == "" {
		return "", Errorf(OutOfRange, "a system needs a name").With("parameter", "name")
	}
	if existing := t.model.systemsNamed(c.Name); len(existing) > 0 {
		return "", Errorf(AlreadyExists, "a system named %q exists: use its id", strings.TrimSpace(c.Name)).With("system_id", existing[0])
	}
	if err := c.Properties.check(); err != nil {
		return "", err
	}
	system := c.System
	id := t.newID()
	return id, t.create(&Element{ID: id, Category: CategorySystem, Name: c.Name, Params: &system, Psets: c.Properties.sorted()})
}

// systemsNamed returns the systems with a name. After a merge there can be several.
func (m *Model) systemsNamed(name string) []ID {
	return slices.DeleteFunc(m.OfCategory(CategorySystem), func(id ID) bool {
		e, ok := m.Element(id)
		return !ok || e.Name != strings.TrimSpace(name)
	})
}

// SetSystem puts segments and fittings into a system; with Connected, also everything that they are connected to.
// Without a system it takes them out of theirs.
type SetSystem struct {
	ElementIDs []ID `json:"element_ids"`
	SystemID   ID   `json:"system_id,omitempty" jsonschema:"none: out of their system"`
	Connected  bool `json:"connected,omitempty" jsonschema:"with all that they are connected to"`
}

func (c SetSystem) decide(t *transaction) error {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return Errorf(OutOfRange, "element_ids is empty: name what to put into the system").With("parameter", "element_ids")
	}
	for _, id := range ids {
		if _, err := t.model.find(id); err != nil {
			return err
		}
	}
	if c.Connected {
		ids = t.model.network(ids)
	}
	for _, id := range ids {
		if err := t.assign(id, c.SystemID); err != nil {
			return err
		}
	}
	return nil
}

// systemParameter is the parameter by which an element is in a system.
const systemParameter = "system_id"

func (t *transaction) assign(id, system ID) error {
	e, ok := t.model.Element(id)
	if !ok {
		return nil
	}
	p, ok := e.Category.parameter(systemParameter)
	if !ok {
		return Errorf(IllegalState, "a %s cannot be in a system", e.Category).With("element_id", id)
	}
	params, err := p.with(e.Params, mustJSON(system))
	if err != nil {
		return err
	}
	return t.change(e, []Facet{paramFacet(systemParameter)}, func(after *Element) { after.Params = params })
}

// network returns, sorted, the elements with everything that they are connected to, directly or through others.
func (m *Model) network(from []ID) []ID {
	seen := map[ID]bool{}
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
	return sortedIDs(seen)
}

// releaseMembers takes the members of a system out of it, before the system is deleted.
func (t *transaction) releaseMembers(system ID) error {
	for _, id := range t.model.Mentioning(system) {
		if err := t.assign(id, ""); err != nil {
			return err
		}
	}
	return nil
}

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
