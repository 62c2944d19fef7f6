package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// glassOf holds the glass of a curtain wall through which a room gets light from the outside.
type glassOf struct {
	id      state.ID
	glass   float64 // area of its panels before the room, in m2
	opening float64 // area of the curtain wall before the room, with mullions and transoms, in m2
	court   bool    // all of it faces courts
}

const (
	// ofGlass is the assumption that panels of a curtain wall are clear glass if the model does not state otherwise.
	ofGlass = "panels of curtain walls are of clear glass where nothing else is said of them"

	// noOpenPanels is the missing fact that is reported for a curtain wall if a rule requires an open part.
	noOpenPanels = "which panels of the curtain wall open"

	// noFacade is the missing fact if it is not known whether glass near a room belongs to the room.
	noFacade = "glass that is known by its body alone, or stands in no wall, near the room"

	// noSlopedFacade is the missing fact that is reported for a curtain wall of a room below a slope.
	noSlopedFacade = "height of the room at its curtain wall, below a slope"

	// facadeReach is the greatest distance from the outline of a room to the glass of its outer wall. Files draw rooms
	// to the inner face of walls, and few walls are thicker than twice this distance.
	facadeReach = 300 * geometry.Millimetre
)

// facadesOf returns the glass of curtain walls between a room and the outside, and the missing fact about glass near
// the room. Glass before a part of the storey that walls enclose and something covers does not count.
func (s *subjects) facadesOf(facts projections.RoomFacts) (out []glassOf, unsure string) {
	parts := s.beside().Facade(facts.ID)
	for _, part := range parts {
		light, ok := s.beyondFacade(part, facts.Base)
		if !ok {
			return nil, noStoreyAt
		}
		if len(s.stop().Intersect(part.Region, s.stop().Union(light.closed))) > 0 {
			unsure = noCover
		}
		if len(s.stop().Intersect(part.Region, s.stop().Union(light.glazed))) > 0 {
			unsure = noLightThrough
		}
		if lit, open := light.of(part.Region); len(lit) > 0 {
			glass := s.stop().Intersect(panelsOf(part), lit)
			out = append(out, glassOf{part.ID, glass.Area(), lit.Area(), len(open) == 0})
		}
	}
	switch {
	case len(parts) > 0 && facts.Heights.Lowest < facts.Heights.Highest:
		return out, noSlopedFacade
	case unsure == "" && s.unknownGlass(facts, parts):
		return out, noFacade
	}
	return out, unsure
}

// panelsOf returns the glass panels of a curtain wall near a part of it, in the frame of its face.
func panelsOf(part projections.FacadePart) geometry.Region {
	var panels []geometry.Region
	lo, hi := part.Region.Bounds()
	for _, p := range part.Shape.Parts {
		panel := geometry.Rectangle(geometry.Point2{X: p.Box.Min.X, Y: p.Box.Min.Z},
			geometry.Point2{X: p.Box.Max.X, Y: p.Box.Max.Z})
		if p.Cell.Kind == fabric.CellGlass && p.Box.Min.X < hi.X && lo.X < p.Box.Max.X &&
			p.Box.Min.Z < hi.Y && lo.Y < p.Box.Max.Z {
			panels = append(panels, geometry.Region{panel})
		}
	}
	return geometry.Union(panels...)
}

// unknownGlass reports whether a room has glass nearby that may or may not separate it from the outside. Such glass is
// a curtain wall that has a body but no parameters, a window in a wall without a line, or a curtain wall that the drawn
// outline of the room does not follow.
func (s *subjects) unknownGlass(facts projections.RoomFacts, known []projections.FacadePart) bool {
	e, ok := s.view.Model.Element(facts.ID)
	if !ok {
		return false
	}
	room, ok := e.Params.(*room.Room)
	var around geometry.Region // surroundings of the room, computed on first use
	for _, hit := range s.view.Spatial().Intersecting(facts.Bounds.Grow(facadeReach), state.CategoryCurtainWall,
		state.CategoryWindow) {
		if !ok || !s.unplaced(hit.ID, room.Seed == nil) ||
			slices.ContainsFunc(known, func(p projections.FacadePart) bool { return p.ID == hit.ID }) {
			continue
		}
		if around == nil {
			if around = aroundRoom(facts.Region); around == nil {
				return true
			}
		}
		if len(s.stop().Intersect(around, s.shadow(hit.ID, facts.Base, facts.Base+facts.Height))) > 0 {
			return true
		}
	}
	return false
}

// unplaced reports whether the model does not show which rooms lie beside a curtain wall or window.
func (s *subjects) unplaced(id state.ID, drawn bool) bool {
	e, ok := s.view.Model.Element(id)
	if !ok {
		return false
	}
	if e.Category == state.CategoryCurtainWall {
		return drawn || state.FixedOf(e) != nil
	}
	_, err := fabric.WallLine(s.view.Model, e.HostID)
	return err != nil
}

// aroundRoom returns the plan of a room enlarged by the reach of its outer glass, or nil if the plan cannot be
// enlarged.
func aroundRoom(plan geometry.Region) geometry.Region {
	var all []geometry.Region
	for _, polygon := range plan {
		wide, err := polygon.Offset(facadeReach)
		if err != nil {
			return nil
		}
		all = append(all, wide)
	}
	return geometry.Union(all...)
}
