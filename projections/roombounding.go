package projections

import (
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// wallRoomPair says that a wall bounds a room: the ids with a stroke between them, so that those of a wall stand
// together.
type wallRoomPair string

func wallRoomPairOf(wall, room state.ID) wallRoomPair {
	return wallRoomPair(string(wall) + "/" + string(room))
}

// roomOf returns the room if the wall is the given one.
func (p wallRoomPair) roomOf(wall state.ID) (state.ID, bool) {
	room, ok := strings.CutPrefix(string(p), string(wall)+"/")
	return state.ID(room), ok
}
