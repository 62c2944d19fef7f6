package change

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// MoveElement moves elements by a shift and an optional rotation in plan. Elements that a wall, floor or roof hosts
// move with it, and elements on a level move with the level. Such an element moves only once even if it is also named.
// Without About each element turns about its own middle. A system is moved by moving its members.
type MoveElement struct {
	ElementIDs []state.ID       `json:"element_ids"`
	Delta      geometry.Point3  `json:"delta" jsonschema:"[dx, dy, dz]"`
	Rotation   geometry.Angle   `json:"rotation,omitempty" jsonschema:"counter-clockwise"`
	About      *geometry.Point2 `json:"about,omitempty" jsonschema:"default: the middle of each"`
	WithHosted *bool            `json:"with_hosted,omitempty" jsonschema:"default true"`
	Connected  bool             `json:"connected,omitempty" jsonschema:"with all connected"`
}

func (c MoveElement) Decide(t *Transaction) error {
	if err := c.check(t.Model); err != nil {
		return err
	}
	ids := c.moving(t.Model)
	if len(ids) == 0 {
		return state.Errorf(state.IllegalState, "the system has nothing in it that could be moved: set_system puts "+
			"segments into it").With("parameter", "element_ids")
	}
	named := make(map[state.ID]bool, len(ids))
	for _, id := range ids {
		named[id] = true
	}
	var flights []state.ID
	for _, id := range ids {
		flights = append(flights, stair.FlightsAt(t.Model, id)...)
	}
	carriers := carriersOf(t.Model, flights...)
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

// moving returns the elements to move, sorted. A system is replaced by its members, and with Connected the network of
// each element is added.
func (c MoveElement) moving(m *state.Model) []state.ID {
	var ids []state.ID
	for _, id := range c.ElementIDs {
		if e, ok := m.Element(id); ok && e.Category == state.CategorySystem {
			ids = append(ids, m.SystemMembers(id)...)
			continue
		}
		ids = append(ids, id)
	}
	ids = withOriginals(m, ids)
	if c.Connected {
		ids = services.Network(m, ids)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (c MoveElement) check(m *state.Model) error {
	if len(c.ElementIDs) == 0 {
		return state.Errorf(state.OutOfRange, "element_ids is empty: name what to move").With("parameter",
			"element_ids")
	}
	if !c.withHosted() && c.Rotation != 0 {
		return state.Errorf(state.OutOfRange,
			"with_hosted false works for shifts only, not with a rotation").With("parameter",
			"with_hosted")
	}
	if err := shape.CheckAngle("rotation", c.Rotation); err != nil {
		return err
	}
	if err := array.CheckDelta(m, c.Delta); err != nil {
		return err
	}
	if c.About != nil {
		return m.CheckBounds("about", c.About.At(0))
	}
	return nil
}

func (c MoveElement) withHosted() bool { return c.WithHosted == nil || *c.WithHosted }

// moveNamed moves a named element, unless it follows another named element.
func (c MoveElement) moveNamed(t *Transaction, id state.ID, named map[state.ID]bool) error {
	e, err := t.Model.Find(id)
	if err != nil {
		return err
	}
	if o, ok := e.Params.(*fabric.Opening); ok && named[o.FilledBy] {
		return nil
	}
	if named[e.HostID] || named[e.LevelID] || c.follows(t.Model, e, named) {
		return nil
	}
	if err := c.moveOne(t, e); err != nil {
		return err
	}
	for _, id := range t.Model.HostedBy(e.ID) {
		if err := c.moveHosted(t, e, id, named); err != nil {
			return err
		}
	}
	return nil
}

// follows reports whether an element moves with another named element: its host stands on a moved level, or it is a
// curtain wall in a moved opening.
func (c MoveElement) follows(m *state.Model, e *state.Element, named map[state.ID]bool) bool {
	if c, ok := e.Params.(*fabric.CurtainWall); ok && c.FollowsWith(m, named) {
		return true
	}
	host, ok := m.Element(e.HostID)
	return ok && named[host.LevelID]
}

// moveHosted moves an element with its host. An element placed in plan, such as an opening in a floor, is moved; an
// element that is measured along its wall keeps its parameters, or is adjusted to stay in place. An element that is
// itself named always moves.
func (c MoveElement) moveHosted(t *Transaction, host *state.Element, id state.ID, named map[state.ID]bool) error {
	hosted, ok := t.Model.Element(id)
	if !ok {
		return nil
	}
	along := c.withHosted() || named[id]
	if o, ok := hosted.Params.(*fabric.Opening); ok && named[o.FilledBy] {
		along = true
	}
	wall, inWall := fabric.LineWall(host)
	inWall = inWall && fabric.SetInWall(hosted)
	switch {
	case inWall && !along:
		return t.change(hosted, shape.ParamFacets(hosted.Category),
			func(e *state.Element) { e.Params = c.held(e.Params, wall) })
	case !inWall && along:
		params := shape.MovedParams(hosted, c.transform(t.Model, host))
		if err := CheckElement(t.Model, hosted.With(func(a *state.Element) { a.Params = params })); err != nil {
			return err
		}
		c.emit(t, hosted, params, c.centre(t.Model, host))
	}
	return nil
}

func (c MoveElement) moveOne(t *Transaction, e *state.Element) error {
	params, err := c.target(t.Model, e)
	if err != nil {
		return err
	}
	if err := CheckElement(t.Model, e.With(func(a *state.Element) { a.Params = params })); err != nil {
		return err
	}
	c.emit(t, e, params, c.centre(t.Model, e))
	return nil
}

// emit emits the move of an element to new parameters if they differ from the present ones.
func (c MoveElement) emit(t *Transaction, e *state.Element, params state.Params, about geometry.Point2) {
	if c.Rotation == 0 {
		about = geometry.Point2{}
	}
	changes := shape.Difference(e, e.With(func(a *state.Element) { a.Params = params }), shape.ParamFacets(e.Category))
	if len(changes) > 0 {
		t.Emit(&state.ElementMoved{ElementID: e.ID, Delta: c.Delta, Rotation: c.Rotation, About: about,
			Changes: changes})
	}
}

func (c MoveElement) transform(m *state.Model, e *state.Element) state.Transform {
	return state.Transform{Delta: c.Delta, Rotation: c.Rotation, About: c.centre(m, e)}
}

// target returns an element's parameters after the move.
func (c MoveElement) target(m *state.Model, e *state.Element) (state.Params, error) {
	if err := c.checkMovable(m, e); err != nil {
		return nil, err
	}
	if wall, ok := fabric.HostWall(m, e); ok {
		return c.slide(e, wall)
	}
	return shape.MovedParams(e, c.transform(m, e)), nil
}

// moveChecks holds, for each category, the check that refuses moves that its elements cannot make.
var moveChecks = map[state.Category]func(m *state.Model, e *state.Element, c MoveElement) error{
	state.CategorySite:       refuseMoveOfOnly,
	state.CategoryBuilding:   refuseMoveOfOnly,
	state.CategoryLevel:      checkMoveOfLevel,
	state.CategoryGrid:       checkMoveOfGrid,
	state.CategoryStair:      checkOnLevel,
	state.CategoryRamp:       checkMoveOfRamp,
	state.CategoryOpening:    checkMoveOfOpening,
	state.CategorySkylight:   checkMoveOfSkylight,
	state.CategoryRoom:       checkOnLevel,
	state.CategorySystem:     checkMoveOfSystem,
	state.CategoryZone:       checkMoveOfZone,
	state.CategoryConstraint: checkMoveOfConstraint,
	state.CategoryView:       checkMoveOfView,
	state.CategorySheet:      checkMoveOfView,
	state.CategoryArray:      checkMoveOfArray,
}

// checkMovable refuses a move that elements of its category cannot make.
func (c MoveElement) checkMovable(m *state.Model, e *state.Element) error {
	if check := moveChecks[e.Category]; check != nil {
		return check(m, e, c)
	}
	return nil
}

// refuseMoveOfOnly refuses a move of the site or the building.
func refuseMoveOfOnly(_ *state.Model, e *state.Element, _ MoveElement) error {
	return state.Errorf(state.IllegalState, "a %s does not move: move its elements, or set the site's georeference",
		e.Category).With("element_id", e.ID)
}

// checkOnLevel refuses a vertical move of an element that stands on its level, unless its shape is fixed.
func checkOnLevel(_ *state.Model, e *state.Element, c MoveElement) error {
	if c.Delta.Z != 0 && state.FixedOf(e) == nil {
		return state.Errorf(state.IllegalState,
			"a %s stands on its level: modify_parameter level_id takes it to another level, "+
				"with walls named beside it; or change the level's elevation", e.Category).With("element_id", e.ID)
	}
	return nil
}
