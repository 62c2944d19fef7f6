package app

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// CheckWhole returns an error if the view's revision lies within a change, and names the revisions before and after the
// change. The events of one change have the same command id and are adjacent.
func CheckWhole(ctx context.Context, store eventstore.Store, v *projections.View) error {
	end, base, command := v.Revision, uint64(0), ""
	for r, err := range store.Read(ctx, projections.StreamName(v.ModelID, v.Branch), v.Revision) {
		if err != nil {
			return err
		}
		meta, err := projections.DecodeMeta(r.Meta)
		if err != nil {
			return fmt.Errorf("event %s: %w", r.ID, err)
		}
		if r.Revision == v.Revision {
			command = meta.CommandID
			if meta.BaseRevision != nil {
				base = *meta.BaseRevision
			}
		}
		if command == "" || meta.CommandID != command {
			break
		}
		end = r.Revision
	}
	if end == v.Revision {
		return nil
	}
	allowed := []uint64{end}
	if base > 0 { // the change that creates the model has no earlier state
		allowed = []uint64{base, end}
	}
	return state.Errorf(state.IllegalState,
		"revision %d lies within a change that ends with revision %d: take one of %d", v.Revision, end, allowed).
		With("state", "within a change").With("allowed", allowed)
}
