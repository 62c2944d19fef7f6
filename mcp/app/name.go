package app

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
)

func Has(m *state.Model, id state.ID) bool {
	_, ok := m.Element(id)
	return ok
}

// Every argument that takes an id also takes a name: the fields of type state.ID of an argument struct are resolved
// after decoding. A value that is neither an id nor a name stays as it is, and the later lookup refuses it.

// namedBy maps the names of arguments to the categories that they may refer to. Other arguments may refer to any
// element, type or material.
var namedBy = map[string][]state.Category{
	"level_id": {state.CategoryLevel}, "level_ids": {state.CategoryLevel}, "base_level": {state.CategoryLevel},
	"top_level": {state.CategoryLevel}, "to_level": {state.CategoryLevel}, "end_level_id": {state.CategoryLevel},
	"room_id": {state.CategoryRoom}, "from_room": {state.CategoryRoom}, "to_room": {state.CategoryRoom},
	"rooms":   {state.CategoryRoom},
	"wall_id": {state.CategoryWall, state.CategoryCurtainWall}, "priority": {state.CategoryWall},
	"system_id": {state.CategorySystem}, "zone_id": {state.CategoryZone},
	"view_id": {state.CategoryView}, "view_ids": {state.CategoryView}, "template_id": {state.CategoryView},
	"sheet_id": {state.CategorySheet}, "constraint_ids": {state.CategoryConstraint}, "type_id": {}, "material_id": {},
	"roof_id":  {state.CategoryRoof, state.CategoryFloor},
	"stair_id": {state.CategoryStair}, "door_id": {state.CategoryDoor}, "window_id": {state.CategoryWindow},
}

// NeededBy returns the categories that an argument may name, and false if it may name any. The end of the argument's
// name decides: cut_level_id needs a level, as level_id does, and level_ids needs levels.
func NeededBy(argument string) ([]state.Category, bool) {
	for name := argument; name != ""; _, name, _ = strings.Cut(name, "_") {
		if categories, ok := namedBy[name]; ok {
			return categories, true
		}
		if categories, ok := namedBy[strings.TrimSuffix(name, "s")]; ok {
			return categories, true
		}
	}
	return nil, false
}

// notNamed lists the arguments that take only ids.
var notNamed = []string{"", "-", "id", "body_id", "part_id", "filled_by"}

// NameArguments replaces names by ids in a decoded argument struct. The error is INVALID_INPUT for a name that several
// things have.
func NameArguments(m *state.Model, arguments any) error { return NameKnown(m, arguments, Everything) }

// Everything is the filter for a caller who may name all elements.
func Everything(state.ID) bool { return true }

// NameKnown is NameArguments for a caller who knows only some elements: the names of other elements do not resolve.
func NameKnown(m *state.Model, arguments any, known func(state.ID) bool) error {
	if a, ok := arguments.(*change.ModifyParameter); ok {
		if err := nameValue(m, a, known); err != nil {
			return err
		}
	}
	_, changes := arguments.(change.Operation)
	return naming{m, known, changes, aboutBodies(arguments)}.fields(reflect.ValueOf(arguments).Elem())
}

// naming holds what is needed to resolve the names in one call.
type naming struct {
	model   *state.Model
	known   func(state.ID) bool
	changes bool // the call changes elements, so a name prefers elements to types and materials
	bodied  bool // the call concerns only things with a body
}

// aboutBodies reports whether an operation concerns only elements with a place and a body, which systems and zones
// lack.
func aboutBodies(arguments any) bool {
	switch arguments.(type) {
	case *change.MoveElement, *change.CopyElement, *change.CreateArray, *change.CreateOpening, *change.AddConstraint:
		return true
	}
	return false
}

var IdType = reflect.TypeFor[state.ID]()

func (n naming) fields(v reflect.Value) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() && !f.Anonymous {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if err := n.field(name, v.Field(i)); err != nil {
			return err
		}
	}
	return nil
}

func (n naming) field(name string, v reflect.Value) error {
	switch {
	case v.Type() == IdType:
		if slices.Contains(notNamed, name) || !v.CanSet() {
			return nil
		}
		id, err := n.id(name, v.String())
		v.SetString(string(id))
		return err
	case n.changes && name == "material" && v.Kind() == reflect.String && v.CanSet():
		v.SetString(n.material(v.String()))
	case v.Kind() == reflect.Struct:
		return n.fields(v)
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return n.field(name, v.Elem())
	case v.Kind() == reflect.Slice && (v.Type().Elem() == IdType || v.Type().Elem().Kind() == reflect.Struct ||
		v.Type().Elem().Kind() == reflect.Slice):
		for i := range v.Len() {
			if err := n.field(name, v.Index(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// material returns the reference by which an operation looks up a material that is given by id or name. Among several
// materials with the name it is the first that the caller knows. A material that the caller does not know is replaced
// by an id that does not exist.
func (n naming) material(reference string) string {
	meant := n.model.Called(reference)
	if _, ok := n.model.Material(state.ID(reference)); ok {
		meant = []state.ID{state.ID(reference)}
	}
	hidden := false
	for _, id := range meant {
		material, ok := n.model.Material(id)
		switch {
		case !ok || material.ID != state.ID(reference) && material.Name != reference:
		case !n.known(id):
			hidden = true
		case hidden:
			return string(id)
		default:
			return reference
		}
	}
	if hidden {
		return string(veiled(state.ID(reference)))
	}
	return reference
}

// nameValue replaces a name by an id in the value that a parameter is set to.
func nameValue(m *state.Model, a *change.ModifyParameter, known func(state.ID) bool) error {
	var name string
	if _, takes := NeededBy(a.ParameterName); !takes || json.Unmarshal(a.Value, &name) != nil {
		return nil
	}
	id, err := IdOf(m, a.ParameterName, name, known)
	if err == nil {
		a.Value, err = json.Marshal(id)
	}
	return err
}

// candidate is one of several things with the same name.
type candidate struct {
	ID       state.ID `json:"id"`
	Category string   `json:"category"`
	Name     string   `json:"name"`
	Level    string   `json:"level,omitempty"`
	number   string
}

// IdOf returns the id that an argument refers to. It is the reference itself if that is an existing id. Otherwise it is
// the id of the only thing with that name or number, ignoring case, or of the door or window with that mark. IdOf
// returns an unknown reference unchanged. If the caller does not know the element, IdOf returns an id that does not
// exist.
func IdOf(m *state.Model, argument, reference string, known func(state.ID) bool) (state.ID, error) {
	return naming{m, known, false, false}.id(argument, reference)
}

// id is IdOf with the rules of the call.
func (n naming) id(argument, reference string) (state.ID, error) {
	id, m, known := state.ID(reference), n.model, n.known
	switch {
	case Holds(m, id) && !known(id):
		return veiled(id), nil
	case reference == "" || Has(m, id) || isDefinition(m, id):
		return id, nil
	}
	found := namesakes(m, argument, reference, known)
	if marked := tables.NameOfMark(reference); len(found) == 0 && marked != "" {
		found = exactly(namesakes(m, argument, marked, known), marked)
	}
	if elements := slices.DeleteFunc(slices.Clone(found), candidate.isDefinition); n.changes && len(elements) > 0 {
		found = elements
	}
	if bodied := bodiedOf(found); n.bodied && len(found) > 1 && len(bodied) == 1 {
		found = bodied // prefers a duct to the system with the same name
	}
	switch len(found) {
	case 0:
		return id, nil
	case 1:
		return found[0].ID, nil
	}
	shown := found[:min(len(found), CandidatesShown)]
	return id, state.Errorf(state.InvalidInput,
		"%s %q is the name of %d things: give one of the ids in data.candidates", argument, reference, len(found)).
		With("parameter", argument).With("candidates", shown).With("total", len(found))
}

// bodiedOf returns the candidates whose categories have bodies.
func bodiedOf(found []candidate) (out []candidate) {
	for _, c := range found {
		if state.Category(c.Category).Physical() {
			out = append(out, c)
		}
	}
	return out
}

// NamedElement returns the id of the element that a text names by id, by unique name, or by the mark of a door or
// window. It returns any other text unchanged.
func NamedElement(v *projections.View, reference string) (state.ID, error) {
	return IdOf(v.Model, "element_id", reference, Everything)
}

// CandidatesShown caps the candidates in an error.
const CandidatesShown = 10

// namesakes returns the things that an argument may refer to and whose name or number is a text, sorted by level, name
// and id. If none matches exactly, it ignores case.
func namesakes(m *state.Model, argument, text string, known func(state.ID) bool) []candidate {
	categories, narrow := NeededBy(argument)
	var found []candidate
	for _, id := range m.Called(text) {
		c, ok := candidateOf(m, id)
		meant := !narrow || slices.Contains(categories, state.Category(c.Category)) ||
			c.Category == "type" && argument == "type_id" || c.Category == "material" && argument == "material_id"
		if ok && meant && known(id) {
			found = append(found, c)
		}
	}
	if exact := exactly(found, text); len(exact) > 0 {
		found = exact
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return found
}

// exactly returns the candidates whose name or number equals a text, including case.
func exactly(found []candidate, text string) []candidate {
	var out []candidate
	for _, c := range found {
		if c.Name == text || c.number == text {
			out = append(out, c)
		}
	}
	return out
}

// isDefinition reports whether a candidate is a type or a material.
func (c candidate) isDefinition() bool { return c.Category == "type" || c.Category == "material" }

func candidateOf(m *state.Model, id state.ID) (candidate, bool) {
	if e, ok := m.Element(id); ok {
		c := candidate{ID: e.ID, Category: string(e.Category), Name: e.Name, number: state.NumberOf(e)}
		if level, ok := m.Element(elements.StoreyOf(m, e)); ok {
			c.Level = level.Name
		}
		return c, true
	}
	if t, ok := m.Type(id); ok {
		return candidate{ID: t.ID, Category: "type", Name: t.Name}, true
	}
	if material, ok := m.Material(id); ok {
		return candidate{ID: material.ID, Category: "material", Name: material.Name}, true
	}
	return candidate{}, false
}

// namesFor returns the names of all things that an argument may refer to.
func namesFor(m *state.Model, argument string) []string {
	categories, narrow := namedBy[argument]
	var names []string
	for _, category := range categories {
		for _, id := range m.OfCategory(category) {
			if e, ok := m.Element(id); ok {
				names = append(names, e.Name)
			}
		}
	}
	if !narrow {
		m.Each(func(e *state.Element) bool {
			names = append(names, e.Name)
			return true
		})
	}
	if !narrow || argument == "type_id" {
		for _, t := range m.Types() {
			names = append(names, t.Name)
		}
	}
	if !narrow || argument == "material_id" {
		for _, material := range m.Materials() {
			names = append(names, material.Name)
		}
	}
	return names
}

func isDefinition(m *state.Model, id state.ID) bool {
	_, isType := m.Type(id)
	_, isMaterial := m.Material(id)
	return isType || isMaterial
}
