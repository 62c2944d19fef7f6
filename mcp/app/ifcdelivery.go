package app

import (
	"context"
	"strings"
	"time"

	"github.com/bimstream/bimstream/projections"
)

// DeliveryPrefix begins the names of the branches that deliveries come on.
const DeliveryPrefix = "delivery/"

// LastDelivery returns the state that the last file of a model's source made, until a time where one is given.
func (b *Backend) LastDelivery(ctx context.Context, model string, until time.Time) (branch string, revision uint64,
	err error) {
	all, err := b.Live.Models(ctx)
	if err != nil {
		return "", 0, err
	}
	branch = projections.MainBranch
	var since time.Time
	for _, m := range all {
		if m.ID != model {
			continue
		}
		for _, other := range m.Branches {
			_, archived := m.Register.Archived(other.Name)
			late := !until.IsZero() && other.CreatedAt.After(until)
			if strings.HasPrefix(other.Name, DeliveryPrefix) && !archived && !late && !other.CreatedAt.Before(since) {
				branch, since = other.Name, other.CreatedAt
			}
		}
	}
	revision, err = b.lastImport(ctx, model, branch, until)
	return branch, revision, err
}
