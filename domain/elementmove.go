package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// MoveElement moves elements by a shift and an optional rotation in plan. What walls, floors and roofs host moves with
// them, and so does what stands on a level. Naming it as well does not move it twice.
// Without About each element turns about its own middle. A system is moved by its members.
type MoveElement struct {
	ElementIDs []ID             `json:"element_ids"`
	Delta      geometry.Point3  `json:"delta" jsonschema:"[dx, dy, dz]"`
	Rotation   geometry.Angle   `json:"rotation,omitempty" jsonschema:"counter-clockwise"`
	About      *geometry.Point2 `json:"about,omitempty" jsonschema:"default: the middle of each"`
	WithHosted *bool            `json:"with_hosted,omitempty" jsonschema:"default true"`
	Connected  bool             `json:"connected,omitempty" jsonschema:"with all connected"`
}

func (c MoveElement) decide(t *transaction) error {
	if err := c.check(t.model); err != nil {
		return err
	}
	ids := c.moving(t.model)
	if len(ids) == 0 {
		return Errorf(IllegalState, "the system has nothing in it that could be moved: set_system puts "+
			"segments into it").With("parameter", "element_ids")
	}
	named := make(map[ID]bool, len(ids))
	for _, id := range ids {
		named[id] = true
	}
	var flights []ID
	for _, id := range ids {
		flights = append(flights, t.model.flightsAt(id)...)
	}
	carriers := t.model.carriers(flights...)
	for _, id := range ids {
		if err := c.moveNamed(t, id, named); err != nil {
			return err
		}
	}
	if err := t.carry(carriers); err != nil {
		return err
	}
	return t.checkChanged(ids...)
}

// moving returns, sorted, what is moved: a system by its members, and with Connected the network of each.
func (c MoveElement) moving(m *Model) []ID {
	var ids []ID
	for _, id := range c.ElementIDs {
		if e, ok := m.Element(id); ok && e.Category == CategorySystem {
			ids = append(ids, m.SystemMembers(id)...)
			continue
		}
		ids = append(ids, id)
	}
	if c.Connected {
		ids = m.network(ids)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (c MoveElement) check(m *Model) error {
	if len(c.ElementIDs) == 0 {
		return Errorf(OutOfRange, "element_ids is empty: name what to move").With("parameter", "element_ids")
	}
	if !c.withHosted() && c.Rotation != 0 {
		return Errorf(OutOfRange, "with_hosted false works for shifts only, not with a rotation").With("parameter",
			"with_hosted")
	}
	if err := checkAngle("rotation", c.Rotation); err != nil {
		return err
	}
	if err := m.checkDelta(c.Delta); err != nil {
		return err
	}
	if c.About != nil {
		return m.checkBounds("about", c.About.At(0))
	}
	return nil
}

func (c MoveElement) withHosted() bool { return c.WithHosted == nil || *c.WithHosted }

// moveNamed moves one of the named elements, unless it follows another of them.
func (c MoveElement) moveNamed(t *transaction, id ID, named map[ID]bool) error {
	e, err := t.model.find(id)
	if err != nil {
		return err
	}
	if o, ok := e.Params.(*Opening); ok && named[o.FilledBy] {
		return nil
	}
	if named[e.HostID] || named[e.LevelID] || c.follows(t.model, e, named) {
		return nil
	}
	if err := c.moveOne(t, e); err != nil {
		return err
	}
	for _, id := range t.model.HostedBy(e.ID) {
		if err := c.moveHosted(t, e, id, named); err != nil {
			return err
		}
	}
	return nil
}

// follows reports whether an element's host stands on a level that is moved.
func (c MoveElement) follows(m *Model, e *Element, named map[ID]bool) bool {
	host, ok := m.Element(e.HostID)
	return ok && named[host.LevelID]
}

// moveHosted moves what a host carries. What lies in plan, such as an opening in a floor, is moved; what is measured
// along its wall keeps its parameters, or is adjusted so that it stays in place. An element that is named itself always
// moves.
func (c MoveElement) moveHosted(t *transaction, host *Element, id ID, named map[ID]bool) error {
	hosted, ok := t.model.Element(id)
	if !ok {
		return nil
	}
	along := c.withHosted() || named[id]
	if o, ok := hosted.Params.(*Opening); ok && named[o.FilledBy] {
		along = true
	}
	wall, inWall := lineWall(host)
	inWall = inWall && setInWall(hosted)
	switch {
	case inWall && !along:
		return t.change(hosted, paramFacets(hosted.Category), func(e *Element) { e.Params = c.held(e.Params, wall) })
	case !inWall && along:
		params := movedParams(hosted, c.transform(t.model, host))
		if err := t.model.checkElement(hosted.with(func(a *Element) { a.Params = params })); err != nil {
			return err
		}
		c.emit(t, hosted, params, c.centre(t.model, host))
	}
	return nil
}

func (c MoveElement) moveOne(t *transaction, e *Element) error {
	params, err := c.target(t.model, e)
	if err != nil {
		return err
	}
	if err := t.model.checkElement(e.with(func(a *Element) { a.Params = params })); err != nil {
		return err
	}
	c.emit(t, e, params, c.centre(t.model, e))
	return nil
}

// emit emits the move of an element to new parameters, if they differ.
func (c MoveElement) emit(t *transaction, e *Element, params Params, about geometry.Point2) {
	if c.Rotation == 0 {
		about = geometry.Point2{}
	}
	changes := difference(e, e.with(func(a *Element) { a.Params = params }), paramFacets(e.Category))
	if len(changes) > 0 {
		t.emit(&ElementMoved{e.ID, c.Delta, c.Rotation, about, changes})
	}
}

func (c MoveElement) transform(m *Model, e *Element) Transform {
	return Transform{c.Delta, c.Rotation, c.centre(m, e)}
}

// target returns an element's parameters after the move.
func (c MoveElement) target(m *Model, e *Element) (Params, error) {
	if err := c.checkMovable(m, e); err != nil {
		return nil, err
	}
	if wall, ok := m.hostWall(e); ok {
		return c.slide(e, wall)
	}
	return movedParams(e, c.transform(m, e)), nil
}

// moveChecks is the table of checks that refuse a move which an element of a category cannot make.
var moveChecks = map[Category]func(m *Model, e *Element, c MoveElement) error{
	CategorySite:       refuseMoveOfOnly,
	CategoryBuilding:   refuseMoveOfOnly,
	CategoryLevel:      checkMoveOfLevel,
	CategoryGrid:       checkMoveOfGrid,
	CategoryStair:      checkOnLevel,
	CategoryOpening:    checkMoveOfOpening,
	CategoryRoom:       checkOnLevel,
	CategorySystem:     checkMoveOfSystem,
	CategoryZone:       checkMoveOfZone,
	CategoryConstraint: checkMoveOfConstraint,
}

// checkMovable refuses a move that elements of the category cannot make.
func (c MoveElement) checkMovable(m *Model, e *Element) error {
	if check := moveChecks[e.Category]; check != nil {
		return check(m, e, c)
	}
	return nil
}

// refuseMoveOfOnly refuses a move of the site or the building.
func refuseMoveOfOnly(_ *Model, e *Element, _ MoveElement) error {
	return Errorf(IllegalState, "a %s does not move: move its elements, or set the site's georeference",
		e.Category).With("element_id", e.ID)
}

// checkOnLevel refuses a vertical move of what stands on its level, unless its shape is fixed.
func checkOnLevel(_ *Model, e *Element, c MoveElement) error {
	if c.Delta.Z != 0 && FixedOf(e) == nil {
		return Errorf(IllegalState, "a %s stands on its level: modify_parameter level_id takes it to another level, "+
			"with walls named beside it; or change the level's elevation", e.Category).With("element_id", e.ID)
	}
	return nil
}
