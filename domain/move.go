package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// MoveElement moves elements by a shift and an optional rotation in plan. What walls, floors and roofs host goes along.
type MoveElement struct {
	ElementIDs []ID             `json:"element_ids"`
	Delta      geometry.Point3  `json:"delta" jsonschema:"[dx, dy, dz]"`
	Rotation   geometry.Angle   `json:"rotation,omitempty" jsonschema:"counter-clockwise"`
	About      *geometry.Point2 `json:"about,omitempty"`
	WithHosted *bool            `json:"with_hosted,omitempty" jsonschema:"default true"`
}

func (c MoveElement) decide(t *transaction) error {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return Errorf(OutOfRange, "element_ids is empty: name what to move").With("parameter", "element_ids")
	}
	if c.WithHosted != nil && !*c.WithHosted && c.Rotation != 0 {
		return Errorf(OutOfRange, "with_hosted false works for shifts only, not with a rotation").With("parameter", "with_hosted")
	}
	for _, id := range ids {
		if err := c.moveOne(t, id); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := t.model.checkDependents(id); err != nil {
			return err
		}
	}
	return nil
}

func (c MoveElement) moveOne(t *transaction, id ID) error {
	e, err := t.model.find(id)
	if err != nil {
		return err
	}
	params, err := c.target(t.model, e)
	if err != nil {
		return err
	}
	about := geometry.Point2{}
	if c.Rotation != 0 {
		about = c.centre(e)
	}
	changes := difference(e, e.with(func(a *Element) { a.Params = params }), paramFacets(e.Category))
	if len(changes) == 0 {
		return nil
	}
	if err := t.model.checkElement(e.with(func(a *Element) { a.Params = params })); err != nil {
		return err
	}
	t.emit(&ElementMoved{e.ID, c.Delta, c.Rotation, about, changes})
	if c.WithHosted != nil && !*c.WithHosted {
		if err := c.holdHosted(t, e); err != nil {
			return err
		}
	}
	return t.checkModified(e.ID)
}

// target answers an element's parameters after the move.
func (c MoveElement) target(m *Model, e *Element) (Params, error) {
	switch e.Category {
	case CategorySite, CategoryBuilding:
		return nil, Errorf(IllegalState, "a %s does not move: move its elements, or set the site's georeference", e.Category).With("element_id", e.ID)
	case CategoryLevel:
		if c.Delta.X != 0 || c.Delta.Y != 0 || c.Rotation != 0 {
			return nil, Errorf(IllegalState, "a level moves only up and down: give delta [0, 0, dz]").With("element_id", e.ID)
		}
	case CategoryStair, CategoryRoom:
		if c.Delta.Z != 0 {
			return nil, Errorf(IllegalState, "a %s stands on its level: change the level's elevation, or the element's level_id", e.Category).With("element_id", e.ID)
		}
	case CategoryRoof:
		if c.Rotation%(90*geometry.Degree) != 0 {
			return nil, Errorf(IllegalState, "a roof turns by multiples of 90 degrees, since its ridge runs along X or Y").With("element_id", e.ID)
		}
	}
	if wall, ok := m.hostWall(e); ok {
		return c.slide(e, wall)
	}
	return e.Params.moved(Transform{c.Delta, c.Rotation, c.centre(e)}), nil
}

func (m *Model) hostWall(e *Element) (*Wall, bool) {
	host, ok := m.Element(e.HostID)
	if !ok {
		return nil, false
	}
	wall, ok := host.Params.(*Wall)
	return wall, ok
}

// slide answers the parameters of a door, window or opening after a move along its wall.
func (c MoveElement) slide(e *Element, wall *Wall) (Params, error) {
	if o, ok := e.Params.(*Opening); ok && o.FilledBy != "" {
		return nil, Errorf(IllegalState, "this opening follows the door or window in it: move element %s instead", o.FilledBy).With("element_id", o.FilledBy)
	}
	d := geometry.Direction(wall.Start, wall.End)
	by := along(wall, wall.Start.Add(c.Delta.XY()))
	across := float64(d.X*float64(c.Delta.Y)) - float64(d.Y*float64(c.Delta.X))
	if c.Rotation != 0 || roundLength(across).Abs() > roundingSlack {
		return nil, Errorf(IllegalState, "a %s moves along its wall only: give a delta in the wall's direction, or modify its offset", e.Category).
			With("element_id", e.ID).With("host_id", e.HostID)
	}
	return shifted(e.Params, by, c.Delta.Z), nil
}

// roundingSlack is what a shift along a skew wall may leave across it after rounding each coordinate to the millimetre.
const roundingSlack = geometry.Millimetre

// shifted answers a hosted element's parameters further along its wall and higher up.
func shifted(params Params, by, up geometry.Length) Params {
	switch p := clone(params).(type) {
	case *Door:
		p.Offset, p.SillHeight = p.Offset+by, p.SillHeight+up
		return p
	case *Window:
		p.Offset, p.SillHeight = p.Offset+by, p.SillHeight+up
		return p
	case *Opening:
		p.Offset, p.SillHeight = p.Offset+by, p.SillHeight+up
		return p
	}
	return params
}

// holdHosted keeps what a moved host carries where it was in the world.
func (c MoveElement) holdHosted(t *transaction, host *Element) error {
	for _, id := range t.model.HostedBy(host.ID) {
		hosted, ok := t.model.Element(id)
		if !ok {
			continue
		}
		params := hosted.Params
		if wall, inWall := host.Params.(*Wall); !inWall {
			params = params.moved(Transform{Delta: geometry.Point3{X: -c.Delta.X, Y: -c.Delta.Y}})
		} else if o, ok := params.(*Opening); !ok || o.FilledBy == "" {
			params = shifted(params, -along(wall, wall.Start.Add(c.Delta.XY())), -c.Delta.Z)
		}
		if err := t.modify(hosted, paramFacets(hosted.Category), func(e *Element) { e.Params = params }); err != nil {
			return err
		}
	}
	return nil
}

// centre answers the point about which an element turns: the given one, or the middle of what it is placed by.
func (c MoveElement) centre(e *Element) geometry.Point2 {
	if c.About != nil {
		return *c.About
	}
	switch p := e.Params.(type) {
	case *Wall:
		return middle(p.Start, p.End)
	case *Beam:
		return middle(p.Start.XY(), p.End.XY())
	case *Column:
		return p.Location
	case *Stair:
		return p.Start
	case *Floor:
		return ringCentre(p.Boundary)
	case *Roof:
		return ringCentre(p.Boundary)
	}
	return geometry.Point2{}
}

func middle(a, b geometry.Point2) geometry.Point2 {
	return geometry.Point2{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
}

func ringCentre(ring []geometry.Point2) geometry.Point2 {
	polygon, err := geometry.NewPolygon(ring)
	if err != nil {
		return geometry.Point2{}
	}
	return polygon.Centroid()
}
