package app

import (
	"github.com/bimstream/bimstream/domain"
)

// ChangedLink returns the link that events are about.
func ChangedLink(events []domain.Event) domain.ID {
	for _, e := range events {
		switch e := e.(type) {
		case *domain.ModelLinked:
			return e.ID
		case *domain.ModelLinkSet:
			return e.To.ID
		case *domain.ModelUnlinked:
			return e.ID
		}
	}
	return ""
}
