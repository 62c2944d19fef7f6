package change

import (
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateCurtainWall adds a curtain wall.
type CreateCurtainWall struct {
	LevelID state.ID `json:"level_id,omitempty"`
	fabric.CurtainWall
	Material   string             `json:"material,omitempty" jsonschema:"of the mullions: id or name"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateCurtainWall) Decide(t *Transaction) error {
	wall := c.CurtainWall
	if wall.Opening != "" {
		if err := c.checkFilling(t.Model); err != nil {
			return err
		}
		place, err := fabric.PlaceInOpening(t.Model, wall.Opening)
		if err != nil {
			return err
		}
		wall, c.LevelID = *place.Of(&wall), place.LevelID
	}
	wall.PanelThickness = wall.Panel()
	mullion := wall.MullionProfile()
	wall.Mullion = &mullion
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryCurtainWall, Name: c.Name,
		LevelID: c.LevelID,
		Params:  &wall}, c.Material, c.Properties)
}

// fillCurtain sets a door or window into a curtain wall, in place of the panels, mullions and transoms there.
func (t *Transaction) fillCurtain(host, e *state.Element, toGrid bool) error {
	wall := host.Params.(*fabric.CurtainWall)
	if toGrid {
		e.Params = wall.ToGrid(e.Params)
	}
	e.ID, e.LevelID = t.newID(), host.LevelID
	if err := t.create(e); err != nil {
		return err
	}
	t.Emit(&state.ElementHosted{ElementID: e.ID, HostID: host.ID})
	return CheckDependents(t.Model, e.ID)
}

// checkFilling refuses a place or size for a curtain wall in an opening, because the opening determines them. It also
// refuses a second curtain wall in one opening.
func (c CreateCurtainWall) checkFilling(m *state.Model) error {
	if c.Start != (geometry.Point2{}) || c.End != (geometry.Point2{}) || c.Height != 0 || c.BaseOffset != 0 {
		return state.Errorf(state.OutOfRange,
			"the opening says where the curtain wall stands and how high it is: leave start, end, height and "+
				"base_offset out, or opening_id").With("parameter", "opening_id")
	}
	if other, ok := fabric.CurtainIn(m, c.Opening); ok {
		return state.Errorf(state.IllegalState, "curtain wall %q fills this opening: change that, or delete it first",
			other.Name).With("parameter", "opening_id").With("element_id", other.ID)
	}
	return nil
}

// KeepCurtains updates the curtain walls that fill openings after the events so far: each takes the place and height of
// its opening. A curtain wall whose opening was deleted becomes free-standing.
func (t *Transaction) KeepCurtains() error {
	if !t.Model.Has(state.CategoryCurtainWall) {
		return nil
	}
	touched := map[state.ID]bool{}
	for _, event := range t.Events {
		for _, touch := range event.Touched() {
			touched[touch.ElementID] = true
		}
	}
	for _, id := range t.curtainsAt(touched) {
		e := Element(t.Model, id)
		c := e.Params.(*fabric.CurtainWall)
		if touched[id] {
			if err := t.checkPanelMaterials(e, c); err != nil {
				return err
			}
		}
		if c.Opening == "" || c.Fixed != nil {
			continue
		}
		if err := t.keepCurtain(e, c, touched); err != nil {
			return err
		}
	}
	return nil
}

// curtainsAt returns, sorted, the touched curtain walls and those that fill touched openings or openings in touched
// walls. If a level, a type or a deleted element was touched, it returns all curtain walls, because the model has no
// list of the curtain walls that depend on it.
func (t *Transaction) curtainsAt(touched map[state.ID]bool) []state.ID {
	found := map[state.ID]bool{}
	add := func(ids []state.ID) {
		for _, id := range ids {
			if e, ok := t.Model.Element(id); ok && e.Category == state.CategoryCurtainWall {
				found[id] = true
			}
		}
	}
	for id := range touched {
		e, ok := t.Model.Element(id)
		if !ok || e.Category == state.CategoryLevel {
			return t.Model.OfCategory(state.CategoryCurtainWall)
		}
		add([]state.ID{id})
		add(t.Model.Mentioning(id))
		for _, opening := range t.Model.HostedBy(id) {
			add(t.Model.Mentioning(opening))
		}
	}
	return shape.SortedIDs(found)
}

// checkPanelMaterials refuses undefined materials of cells, if the command changed the cells.
func (t *Transaction) checkPanelMaterials(e *state.Element, c *fabric.CurtainWall) error {
	if was, ok := t.Before.Element(e.ID); ok {
		before, ok := was.Params.(*fabric.CurtainWall)
		if ok && reflect.DeepEqual(before.Panels, c.Panels) {
			return nil
		}
	}
	for i, cells := range c.Panels {
		if cells.Material == "" {
			continue
		}
		if _, ok := shape.MaterialCalled(t.Model, cells.Material); !ok {
			return state.Errorf(state.NotFound,
				"panels[%d].material: no material is called %q: define it with define_material first", i,
				cells.Material).With("parameter", "panels")
		}
	}
	return nil
}

func (t *Transaction) keepCurtain(e *state.Element, c *fabric.CurtainWall, touched map[state.ID]bool) error {
	opening, ok := t.Model.Element(c.Opening)
	if !ok {
		return t.change(e, shape.ParamFacets(e.Category), func(a *state.Element) {
			free := *c
			free.Opening = ""
			a.Params = &free
		})
	}
	host, ok := t.Model.Element(opening.HostID)
	followed := touched[opening.ID] || ok && (touched[host.ID] || touched[host.LevelID] || touched[host.TypeID])
	if !followed && !touched[e.ID] {
		return nil
	}
	place, err := fabric.PlaceInOpening(t.Model, opening.ID)
	if err != nil {
		return state.Errorf(state.CodeOf(err), "curtain wall %q fills the opening: %w. Delete it, or clear its "+
			"opening_id, first", e.Name, err).With("element_id", e.ID)
	}
	is := place.Of(c)
	moved := is.Start != c.Start || is.End != c.End || is.BaseOffset != c.BaseOffset || is.Height != c.Height
	if !moved && e.LevelID == place.LevelID {
		return nil
	}
	was, before := t.Before.Element(e.ID)
	if !followed && before && was.Params.(*fabric.CurtainWall).Opening == c.Opening {
		return state.Errorf(state.IllegalState,
			"curtain wall %q stands where its opening is: change opening %q (offset, sill_height, width, height), or "+
				"clear opening_id of the curtain wall first", e.Name, opening.Name).With("element_id", e.ID).
			With("opening_id", opening.ID)
	}
	facets := append(shape.ParamFacets(e.Category), state.FacetLevel)
	if err := t.change(e, facets, func(a *state.Element) { a.Params, a.LevelID = is, place.LevelID }); err != nil {
		return err
	}
	return CheckDependents(t.Model, e.ID)
}

// FollowsOpening reports whether a curtain wall fills the same opening in two states and a facet of it follows from
// that opening.
func FollowsOpening(a, b *state.Element, facet state.Facet) bool {
	c, ok := a.Params.(*fabric.CurtainWall)
	if !ok || c.Opening == "" {
		return false
	}
	k, ok := b.Params.(*fabric.CurtainWall)
	return ok && k.Opening == c.Opening && slices.Contains([]state.Facet{state.FacetLevel, state.ParamFacet("start"),
		state.ParamFacet("end"), state.ParamFacet("height"), state.ParamFacet("base_offset")}, facet)
}
