package app

import (
	"github.com/bimstream/bimstream/domain/state"
)

// ChangedLink returns the id of the link that events concern, or "" if there is none.
func ChangedLink(events []state.Event) state.ID {
	for _, e := range events {
		switch e := e.(type) {
		case *state.ModelLinked:
			return e.ID
		case *state.ModelLinkSet:
			return e.To.ID
		case *state.ModelUnlinked:
			return e.ID
		}
	}
	return ""
}
