package projections

import (
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// wallRoomPair states that a wall bounds a room: both ids with a slash between them, so that the pairs of a wall are
// adjacent.
type wallRoomPair string

func wallRoomPairOf(wall, room state.ID) wallRoomPair {
	return wallRoomPair(string(wall) + "/" + string(room))
}

// roomOf returns the room of the pair if its wall is the given one.
func (p wallRoomPair) roomOf(wall state.ID) (state.ID, bool) {
	room, ok := strings.CutPrefix(string(p), string(wall)+"/")
	return state.ID(room), ok
}
