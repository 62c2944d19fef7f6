package rules

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// courtOnly is what is missing of a room from which one escapes to a court only (IBC 1031.2 asks that a window opens
// to a public way, or to a yard or court that opens to one).
const courtOnly = "whether the court before the window opens to a public way"

// noCover is what is missing of a room with a window to a part that may be a court or a room that is not drawn.
const noCover = "what covers the room, and the part that walls close before its window (no floor, roof or ceiling)"

// beyondWindow returns what a window of a room whose floor is at a height opens to. A remedy that is tried changes the
// window and not what is before it.
func (s *subjects) beyondWindow(e *domain.Element, floor geometry.Length) ways.Beyond {
	if s.unmended != nil {
		return s.unmended.beyondWindow(e, floor)
	}
	to, err := s.toExits()
	if err != nil || e == nil {
		return ways.OpenAir
	}
	storey, ok := to.building.At(floor)
	if !ok {
		return ways.OpenAir
	}
	beyond, err := to.building.BeyondOpening(storey, e.HostID, e.ID)
	if err != nil {
		return ways.OpenAir
	}
	return beyond
}
