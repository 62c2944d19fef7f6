package projections

import (
	"strings"

	"github.com/bimstream/bimstream/domain"
)

// bounding says that a wall bounds a room: the ids with a stroke between them, so that those of a wall stand together.
type bounding string

func boundingOf(wall, room domain.ID) bounding { return bounding(string(wall) + "/" + string(room)) }

// roomOf answers the room if the wall is the given one.
func (b bounding) roomOf(wall domain.ID) (domain.ID, bool) {
	room, ok := strings.CutPrefix(string(b), string(wall)+"/")
	return domain.ID(room), ok
}
