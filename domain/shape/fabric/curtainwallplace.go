package fabric

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Mentions returns the opening that the curtain wall fills.
func (c *CurtainWall) Mentions() state.ID { return c.Opening }

// CurtainIn returns the curtain wall that fills an opening of a wall.
func CurtainIn(m *state.Model, opening state.ID) (*state.Element, bool) {
	for _, id := range m.Mentioning(opening) {
		if e, ok := m.Element(id); ok && e.Category == state.CategoryCurtainWall {
			return e, true
		}
	}
	return nil, false
}

// CurtainPlace is the place of a curtain wall that fills an opening of a wall.
type CurtainPlace struct {
	LevelID            state.ID
	Start, End         geometry.Point2
	BaseOffset, Height geometry.Length
}

// Of returns a curtain wall in the place.
func (p CurtainPlace) Of(c *CurtainWall) *CurtainWall {
	k := *c
	k.Start, k.End, k.BaseOffset, k.Height = p.Start, p.End, p.BaseOffset, p.Height
	return &k
}

// PlaceInOpening returns the place of a curtain wall in an opening of a wall. It extends from edge to edge and from
// sill to head, midway between the faces of the wall. In a curved wall the place is along the tangent at the opening.
// The error names the reason why the opening cannot be filled.
func PlaceInOpening(m *state.Model, opening state.ID) (CurtainPlace, error) {
	e, err := m.FindOf(opening, state.CategoryOpening)
	if err != nil {
		return CurtainPlace{}, err
	}
	o := e.Params.(*Opening)
	refuse := func(why string) (CurtainPlace, error) {
		return CurtainPlace{}, state.Errorf(state.IllegalState, "no curtain wall can fill opening %q: %s", e.Name, why).
			With("parameter", "opening_id").With("opening_id", opening)
	}
	host, ok := m.Element(e.HostID)
	switch {
	case !ok || host.Category != state.CategoryWall || state.FixedOf(host) != nil:
		return refuse("it is not in a wall with parameters; make one by create_opening in a wall")
	case o.FilledBy != "":
		return refuse("a door or window fills it; delete that first")
	case o.Depth > 0:
		return refuse("it is a recess; set its depth to 0")
	case !o.Form.plain():
		return refuse("it is no rectangle square through its wall; clear its form")
	}
	plan, err := WallLine(m, host.ID)
	rect, ok := OpeningRectOf(m, e)
	if err != nil || !ok {
		return refuse("it lies in no wall")
	}
	at := plan.At(rect)
	middle := plan.YMin + plan.Thickness()/2
	on := func(x geometry.Length) geometry.Point2 {
		return at.Frame.Point(geometry.Point3{X: x, Y: middle}).XY()
	}
	return CurtainPlace{LevelID: host.LevelID, Start: on(rect.Offset), End: on(rect.Offset + rect.Width),
		BaseOffset: plan.Frame.Origin.Z + rect.Sill - shape.ElevationOf(m, host.LevelID), Height: rect.Height}, nil
}

// FollowsWith reports whether a curtain wall fills an opening that moves with the named elements, because the opening
// itself, its wall or the level of the wall is named.
func (c *CurtainWall) FollowsWith(m *state.Model, named map[state.ID]bool) bool {
	o, ok := m.Element(c.Opening)
	if !ok {
		return false
	}
	host, ok := m.Element(o.HostID)
	return named[o.ID] || ok && (named[host.ID] || named[host.LevelID])
}
