package domain

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Import adds elements of another program with the ids that they have there: all of it or nothing. It is checked as if
// it were made here. Elements come before what stands on them or is hosted by them; an opening and its filling come
// together. The site and the building are not created: their data goes to those that the model has.
type Import struct {
	Materials   []Material           `json:"materials,omitempty"`
	Types       []Type               `json:"types,omitempty"`
	Elements    []*Element           `json:"elements,omitempty"`
	Joins       []Join               `json:"joins,omitempty"`
	Connections []Connection         `json:"connections,omitempty"`
	Bodies      map[ID]geometry.Body `json:"-"` // of what has a fixed body, by element or part of one
}

func (c Import) decide(t *transaction) error {
	for _, m := range c.Materials {
		if err := t.importMaterial(m); err != nil {
			return err
		}
	}
	for _, d := range c.Types {
		if err := t.importType(d); err != nil {
			return err
		}
	}
	for _, e := range c.Elements {
		imported, err := c.embodied(t, e)
		if err != nil {
			return err
		}
		if err := t.importElement(imported); err != nil {
			return err
		}
	}
	for _, e := range c.Elements {
		if err := t.hostImported(e); err != nil {
			return err
		}
	}
	for _, e := range c.Elements {
		if err := t.checkImported(e); err != nil {
			return err
		}
	}
	if err := t.importJoins(c.Joins); err != nil {
		return err
	}
	return t.importConnections(c.Connections)
}

// embodied is a category whose elements can have a body from the library of fixed bodies beside their parameters.
type embodied interface {
	// withBody returns the parameters with a body from the library.
	withBody(id ID) Params
}

// embodied puts the fixed body of a proxy or a component into the library.
func (c Import) embodied(t *transaction, e *Element) (Element, error) {
	if f := FixedOf(e); f != nil {
		return c.embodiedShape(t, e, f)
	}
	body, given := c.Bodies[e.ID]
	if !given {
		return *e, nil
	}
	id, err := t.fix(body)
	if err != nil {
		return Element{}, err
	}
	if p, ok := e.Params.(embodied); ok {
		return *e.with(func(c *Element) { c.Params = p.withBody(id) }), nil
	}
	return Element{}, Errorf(OutOfRange, "a %s has no fixed body", e.Category).With("element_id", e.ID)
}

// embodiedShape puts the bodies of a fixed shape and of its parts into the library.
func (c Import) embodiedShape(t *transaction, e *Element, f *FixedShape) (Element, error) {
	ids := f.Bodies()
	for i := range ids {
		of := e.ID
		if i > 0 {
			of = f.Parts[i-1].ID
		}
		body, given := c.Bodies[of]
		if !given {
			continue
		}
		id, err := t.fix(body)
		if err != nil {
			return Element{}, err
		}
		ids[i] = id
	}
	return *e.WithFixed(f.WithBodies(ids)), nil
}

func (t *transaction) importMaterial(m Material) error {
	if _, taken := t.model.Material(m.ID); taken || m.ID == "" {
		return takenID(m.ID)
	}
	return DefineMaterial{Name: m.Name, Category: m.Category, Colour: m.Colour, Density: m.Density, Properties: setsOf(m.Properties), ID: m.ID}.decide(t)
}

func (t *transaction) importType(d Type) error {
	if _, taken := t.model.Type(d.ID); taken || d.ID == "" {
		return takenID(d.ID)
	}
	if ComponentUses(d.Category) != nil {
		return t.importComponentType(d)
	}
	layers := make([]LayerInput, len(d.Layers))
	for i, l := range d.Layers {
		layers[i] = LayerInput{string(l.MaterialID), l.Thickness, l.Function}
	}
	return DefineType{Category: d.Category, Name: d.Name, Layers: layers, Profile: d.Profile, Material: string(d.MaterialID), Properties: setsOf(d.Psets), ID: d.ID}.decide(t)
}

// importComponentType adds a type of components with its body. Components of a type without a body have their own.
func (t *transaction) importComponentType(d Type) error {
	d.Name = strings.TrimSpace(d.Name)
	if err := (DefineType{Category: d.Category, Name: d.Name, Properties: setsOf(d.Psets)}).checkNamed(t.model); err != nil {
		return err
	}
	if err := checkUse(d.Category, d.Use); err != nil {
		return err
	}
	if err := checkIfcClass(d.IfcClass, d.PredefinedType, "", ""); err != nil {
		return err
	}
	if len(d.Parts) > 0 {
		if err := t.model.checkParts(d.Parts); err != nil {
			return err
		}
	}
	for _, id := range d.materials() {
		if _, err := t.model.materialNamed(string(id)); err != nil {
			return err
		}
	}
	d.Psets = setsOf(d.Psets).sorted()
	t.emit(&TypeDefined{d})
	return nil
}

// materials lists the materials of a component type.
func (d Type) materials() []ID {
	if d.MaterialID == "" {
		return nil
	}
	return []ID{d.MaterialID}
}

func takenID(id ID) error {
	return Errorf(AlreadyExists, "the model has something with the id %q already: import into a new model, or into one that holds nothing yet", id).With("element_id", id)
}

// setsOf returns property sets in the form of the arguments of a command.
func setsOf(sets []PropertySet) PropertySets {
	out := PropertySets{}
	for _, s := range sets {
		out[s.Name] = map[string]PropertyValue{}
		for _, p := range s.Properties {
			out[s.Name][p.Name] = p.Value
		}
	}
	return out
}

// importElement creates an element without its host. A site or building is not created; its data goes to the model's
// own.
func (t *transaction) importElement(e Element) error {
	if err := checkImportedData(&e); err != nil {
		return err
	}
	switch e.Category {
	case CategorySite:
		return t.updateOwn(t.model.info.SiteID, e)
	case CategoryBuilding:
		return t.updateOwn(t.model.info.BuildingID, e)
	}
	if _, taken := t.model.Element(e.ID); taken || e.ID == "" {
		return takenID(e.ID)
	}
	if room, ok := e.Params.(*Room); ok {
		if err := t.model.checkRoomNumber("", room.Number); err != nil {
			return err
		}
	}
	e.HostID, e.FillsID = "", ""
	e.Psets = setsOf(e.Psets).sorted()
	return t.create(&e)
}

// checkImportedData checks the data of an element that no category checks.
func checkImportedData(e *Element) error {
	if rows[e.Category] == nil || e.Params == nil {
		return Errorf(InvalidInput, "an imported element has no known category")
	}
	for _, code := range e.Codes {
		if strings.TrimSpace(code.System) == "" || strings.TrimSpace(code.Code) == "" {
			return Errorf(OutOfRange, "a classification needs a system and a code").With("parameter", "classification")
		}
	}
	return setsOf(e.Psets).check()
}

// updateOwn copies name, parameters, properties and classification of an imported element to one of the model.
func (t *transaction) updateOwn(id ID, given Element) error {
	e, err := t.model.find(id)
	if err != nil {
		return err
	}
	if err := given.Params.check(t.model, &given); err != nil {
		return err
	}
	given.ID = id
	given.Name = orElse(strings.TrimSpace(given.Name), e.Name)
	return t.change(e, changedFacets(e, &given), func(after *Element) {
		after.Name, after.Params, after.Psets, after.Codes = given.Name, given.Params, setsOf(given.Psets).sorted(), given.Codes
	})
}

func (t *transaction) hostImported(e *Element) error {
	if e.HostID == "" {
		return nil
	}
	if len(rows[e.Category].hosts) == 0 {
		return Errorf(IllegalState, "a %s cannot have a host: leave its host out", e.Category).With("element_id", e.ID)
	}
	find := t.model.findOf
	if setInWall(e) {
		find = t.model.findParametric
	}
	host, err := find(e.HostID, rows[e.Category].hosts...)
	if err != nil {
		return err
	}
	if e.FillsID != "" {
		if _, err := t.model.findOf(e.FillsID, CategoryOpening); err != nil {
			return err
		}
	}
	t.emit(&ElementHosted{ElementID: e.ID, HostID: host.ID, FillsID: e.FillsID})
	return nil
}

// checkImported checks a new element against the rest of the model, once the whole import is there.
func (t *transaction) checkImported(e *Element) error {
	if p, ok := e.Params.(peer); ok {
		return p.checkImported(t, e)
	}
	if setInWall(e) {
		if fixed := FixedOf(e) != nil; fixed && e.HostID != "" {
			return Errorf(IllegalState, "%s %q has a fixed body, which is set in no wall: leave its host out", e.Category, e.Name).With("element_id", e.ID)
		} else if e.HostID == "" && !fixed {
			return Errorf(IllegalState, "%s %q has no host: it cannot stand by itself", e.Category, e.Name).With("element_id", e.ID)
		}
	}
	return t.model.checkDependents(e.ID)
}

// checkImportedRoom is less strict than the check of a new room: an imported room may have lost its walls.
func (t *transaction) checkImportedRoom(id ID) error {
	e, err := t.model.find(id)
	if err != nil {
		return err
	}
	shape, err := t.model.RoomShape(e, t.model.WallsOn(e.LevelID))
	if err != nil {
		return err
	}
	if !shape.Bounded {
		t.warn("ROOM_UNBOUNDED", map[string]any{"room_id": e.ID}, "room %q has no closed ring of walls around it", e.Name)
		return nil
	}
	return t.model.checkRoomAlone(e, shape)
}

// importJoins records joins as given. A join that does not hold leaves its walls' ends square, as in the source.
func (t *transaction) importJoins(joins []Join) error {
	for _, j := range joins {
		for _, id := range []ID{j.A, j.B} {
			if _, err := t.model.findParametric(id, CategoryWall); err != nil {
				return err
			}
		}
		if err := j.checkRecord(t.model); err != nil {
			return err
		}
		t.emit(&ElementsJoined{j})
		if held := j; !t.model.JoinHolds(&held) {
			t.warn("JOIN_UNSATISFIED", map[string]any{"join_id": j.ID, "element_ids": []ID{j.A, j.B}},
				"walls %s and %s do not meet where they are joined; their ends are square there", t.model.nameOf(j.A), t.model.nameOf(j.B))
		}
	}
	return nil
}

// checkRecord refuses a join that JoinElements could not have made.
func (j Join) checkRecord(m *Model) error {
	if _, taken := m.Join(j.ID); taken || j.ID == "" {
		return takenID(j.ID)
	}
	parts := []WallPart{PartStart, PartEnd, PartSpan}
	switch {
	case j.A >= j.B:
		return Errorf(OutOfRange, "a join names two different walls in the order of their ids").With("element_ids", []ID{j.A, j.B})
	case !slices.Contains([]JoinKind{JoinL, JoinT, JoinX, JoinInline}, j.Kind), j.Type != JoinButt && j.Type != JoinMitre,
		!slices.Contains(parts, j.APart), !slices.Contains(parts, j.BPart), j.Through != "" && j.Through != j.A && j.Through != j.B:
		return Errorf(OutOfRange, "a join is an L, T, X or inline, of type butt or mitre, at the start, end or span of each wall").With("element_ids", []ID{j.A, j.B})
	}
	return nil
}

// ChangedFacets lists, in a fixed order, the changes that turn one element into another one of its category.
func ChangedFacets(from, to *Element) []Change { return difference(from, to, changedFacets(from, to)) }

// Changed returns a copy of an element with changes applied. Changes that do not fit its category are ignored.
func (e *Element) Changed(changes []Change) *Element {
	return e.with(func(c *Element) {
		for _, change := range changes {
			if facet, ok := facetOf(c.Category, change.Facet); ok {
				facet.set(c, change.To)
			}
		}
	})
}

// BlankElement returns an element of a category without a name and with parameters that are all zero.
func BlankElement(id ID, c Category) *Element {
	return &Element{ID: id, Category: c, Params: rows[c].params()}
}
