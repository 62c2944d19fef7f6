package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// courtOnly is what is missing of a room from which one escapes to a court only (IBC 1031.2 asks that a window opens
// to a public way, or to a yard or court that opens to one).
const courtOnly = "whether the court before the window opens to a public way"

// noCover is what is missing of a room with a window to a part that may be a court or a room that is not drawn.
const noCover = "what covers the room, and the part that walls close before its window (no floor, roof or ceiling)"

// noLightThrough is what is missing of a room behind a part with glass to the outside: a winter garden that is not
// drawn as a room, the gap of a double facade.
const noLightThrough = "how much light and air comes through the part before the window, " +
	"which has glass to the outside"

// noStoreyAt is what is missing of a room with a window that is looked through at the height of no storey.
const noStoreyAt = "what is before the windows of the room (no level at the height of its floor)"

// beyondWindow returns what a window of a room whose floor is at a height opens to; false where that cannot be told. A
// remedy that is tried changes the window and not what is before it.
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

// exitStorey returns the ways to the exits and the number of the storey whose floor is at a height; false for none.
func (s *subjects) exitStorey(floor geometry.Length) (*ways.Building, int, bool) {
	to, err := s.toExits()
	if err != nil {
		return nil, 0, false
	}
	storey, ok := to.building.At(floor)
	return to.building, storey, ok
}

// lightOf is what of the face of a curtain wall lets light into a room, in the frame of the face.
type lightOf struct {
	open   geometry.Region // before the open air
	court  geometry.Region // before a court
	closed geometry.Region // before a part of which is not known whether something covers it
	glazed geometry.Region // before a part that is covered and has glass to the outside
}

// beyondFacade returns what of a curtain wall before a room whose floor is at a height lets light in; false where that
// cannot be told. What stands over the cover of a part before it does.
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

// of returns what of a region is lit: from the open air and from courts, and from the open air alone.
func (l lightOf) of(region geometry.Region) (lit, open geometry.Region) {
	whole := geometry.Union(slices.Concat(l.open, l.court))
	return geometry.Intersect(region, whole), geometry.Intersect(region, geometry.Union(l.open))
}
