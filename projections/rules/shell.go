package rules

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

const (
	// aroundShell is the width of the outside that is drawn around the walls of a storey. Gaps are narrower than this
	// width, which distinguishes them from the outside.
	aroundShell = 5 * geometry.Metre

	// widestGap is the greatest width of a gap that is measured.
	widestGap = 4 * geometry.Metre
)

// openAir lists words in the names and uses of rooms that lie outside.
var openAir = []string{"balcon", "terras", "terrac", "loggia", "garden", "garten", "patio", "carport", "porch", "roof",
	"dach", "court", "hof", "parking", "deck"}

// outsideOf returns the part of a storey's plan that can be reached from around it without crossing an element that
// bounds rooms. Doors, windows and openings count as closed. It returns nothing if the storey has no walls.
func (s *subjects) outsideOf(level state.ID) geometry.Region {
	return s.known.outside(level, func() geometry.Region {
		var bodies []geometry.Region
		z := shape.Elevation(s.view.Model, level)
		for _, id := range s.view.Model.OnLevel(level) {
			e, ok := s.view.Model.Element(id)
			if !ok {
				continue
			}
			switch e.Category {
			case state.CategoryWall, state.CategoryCurtainWall:
				if plan, err := fabric.WallPlanOf(s.view.Model, id); err == nil {
					bodies = append(bodies, plan.World())
					continue
				}
			case state.CategoryColumn:
			default:
				continue
			}
			if body, err := s.body(id); err == nil {
				bodies = append(bodies, body.Shadow(z+besideFace, z+2*geometry.Metre))
			}
		}
		walls := s.stop().UnionWithin(meeting, bodies...)
		if len(walls) == 0 {
			return nil
		}
		lo, hi := walls.Bounds()
		around := geometry.Point2{X: aroundShell, Y: aroundShell}
		frame := geometry.Region{geometry.Rectangle(lo.Sub(around), hi.Add(around))}
		for _, polygon := range s.stop().Subtract(frame, walls) {
			if polygon.Contains(lo.Sub(around)) != geometry.Outside {
				return geometry.Region{polygon}
			}
		}
		return nil
	})
}

// shellGap measures the widest gap, in mm, through which a room is open to the outside: a place that no wall, column or
// curtain wall closes. Doors, windows and openings belong to walls and are not gaps. Rooms whose names place them
// outside, such as balconies, are left out.
func shellGap(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rooms(r, func(e *state.Element) []Measurement {
		room := e.Params.(*room.Room)
		for _, word := range openAir {
			if strings.Contains(strings.ToLower(e.Name+" "+room.Usage), word) {
				return nil
			}
		}
		inner, ok := s.placeIn(e, room)
		outside := s.outsideOf(e.LevelID)
		if !ok || len(outside) == 0 {
			return nil
		}
		m := of(e, 0, "the walls about the room, with what is in them, close it to the outside").in(
			inner.At(shape.Elevation(s.view.Model, e.LevelID)))
		if outside.Contains(inner) != geometry.Inside {
			return []Measurement{m}
		}
		lo, _ := outside.Bounds()
		m.Value = max(1, clearance.WidestAmong(outside, []geometry.Point2{inner, lo}, widestGap).MM())
		m.How = "widest disc that goes from the room to the outside where no door, window or opening is"
		if path, err := clearance.ShortestPath(outside, inner, lo, 0); err == nil {
			m = m.in(geometry.Point2{X: (path.Bottleneck[0].X + path.Bottleneck[1].X) / 2,
				Y: (path.Bottleneck[0].Y + path.Bottleneck[1].Y) / 2}.At(m.At.Z))
		}
		return []Measurement{m}
	})
}

// placeIn returns a place in a room: its seed, or the middle of the largest circle in its drawn outline.
func (s *subjects) placeIn(e *state.Element, room *room.Room) (geometry.Point2, bool) {
	if room.Seed != nil {
		return *room.Seed, true
	}
	shape, ok := s.shape(e)
	if !ok {
		return geometry.Point2{}, false
	}
	c, err := clearance.LargestCircle(shape.Region)
	return c.Centre, err == nil
}
