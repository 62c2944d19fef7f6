package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// courtOnly is the missing fact that is reported for a room whose escape windows open to a court only. IBC 1031.2 asks
// that a window opens to a public way, or to a yard or court that opens to a public way.
const courtOnly = "whether the court before the window opens to a public way"

// noCover is the missing fact that is reported for a room with a window to an enclosed part of the storey. That part
// may be a court, or a room that is not drawn.
const noCover = "what covers the room, and the part that walls close before its window (no floor, roof or ceiling)"

// noLightThrough is the missing fact that is reported for a room behind an enclosed part with glass to the outside.
// Such a part is a winter garden that is not drawn as a room, or the gap of a double facade.
const noLightThrough = "how much light and air comes through the part before the window, " +
	"which has glass to the outside"

// noStoreyAt is the missing fact that is reported for a room with windows if no level has the height of its floor.
const noStoreyAt = "what is before the windows of the room (no level at the height of its floor)"

// beyondWindow returns the kind of place outside a window of a room whose floor has the given height. It returns false
// if that is not known. A remedy on trial changes the window but not the surroundings, so they are looked up in the
// view without the remedy.
func (s *subjects) beyondWindow(e *state.Element, floor geometry.Length) (ways.Beyond, bool) {
	if s.unmended != nil {
		return s.unmended.beyondWindow(e, floor)
	}
	building, storey, ok := s.exitStorey(floor)
	if !ok {
		return ways.OpenAir, false
	}
	beyond, err := building.BeyondOpening(storey, e.HostID, e.ID)
	return beyond, err == nil
}

// exitStorey returns the ways to the exits and the number of the storey whose floor has the given height, or false if
// no storey has that height.
func (s *subjects) exitStorey(floor geometry.Length) (*ways.Building, int, bool) {
	to, err := s.toExits()
	if err != nil {
		return nil, 0, false
	}
	storey, ok := to.building.At(floor)
	return to.building, storey, ok
}

// lightOf holds the parts of the face of a curtain wall that let light into a room, in the frame of the face.
type lightOf struct {
	open   geometry.Region // before the open air
	court  geometry.Region // before a court
	closed geometry.Region // part before an enclosed part, if it is not known whether something covers that part
	glazed geometry.Region // part before an enclosed part that is covered and has glass to the outside
}

// beyondFacade returns the parts of a curtain wall that let light into a room whose floor has the given height. It
// returns false if they are not known. Before a covered part, the curtain wall lets in light above the cover only.
func (s *subjects) beyondFacade(part projections.FacadePart, floor geometry.Length) (light lightOf, ok bool) {
	if s.unmended != nil {
		return s.unmended.beyondFacade(part, floor)
	}
	building, storey, ok := s.exitStorey(floor)
	if !ok {
		return light, false
	}
	if len(part.Region) == 0 {
		return light, true
	}
	lo, hi := part.Region.Bounds()
	toRoom, away := part.Faces()
	all, err := building.BeyondFace(storey, ways.Face{Frame: part.Shape.Frame, From: lo.X, To: hi.X, ToRoom: toRoom,
		Away: away})
	if err != nil {
		return light, false
	}
	for _, piece := range all {
		low, list := lo.Y, &light.open
		switch piece.Beyond {
		case ways.Covered:
			low = max(low, piece.Top-part.Shape.Frame.Origin.Z)
		case ways.Court:
			list = &light.court
		case ways.Glazed:
			list = &light.glazed
		case ways.Closed:
			list = &light.closed
		}
		if low < hi.Y {
			*list = append(*list, geometry.Rectangle(geometry.Point2{X: piece.From, Y: low},
				geometry.Point2{X: piece.To, Y: hi.Y}))
		}
	}
	return light, true
}

// of returns the lit part of a region twice: lit by the open air and by courts, and lit by the open air alone.
func (l lightOf) of(region geometry.Region) (lit, open geometry.Region) {
	whole := geometry.Union(slices.Concat(l.open, l.court))
	return geometry.Intersect(region, whole), geometry.Intersect(region, geometry.Union(l.open))
}
