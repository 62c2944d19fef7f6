package model

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// findingsReturned lets an undo of n events also take back the statements about findings that the undone merges brought
// from their source branches.
func (b *Backend) findingsReturned(ctx context.Context, c *mcp.Call, v *projections.View, out *mcp.Outcome,
	first, last uint64, n int) error {
	record, err := b.Checks().Record(ctx, v.ModelID)
	if err != nil || out.Enqueue == nil {
		return err
	}
	events, findings := record.Returned(v.Branch, first, last, v.Revision+uint64(n), app.MetaOf(c, v.Revision), n)
	if findings == 0 {
		return nil
	}
	out.Warnings = append(out.Warnings, mcp.Warning{Code: "FINDINGS_RETURNED",
		Message: fmt.Sprintf("what was said of %d findings came with the merge and is not said here any more",
			findings), Data: map[string]any{"findings": findings}})
	enqueue := out.Enqueue
	out.Enqueue = func(ctx context.Context, records []eventstore.Append) func() (string, error) {
		return enqueue(ctx, append(Saying(v.ModelID, events), records...))
	}
	return nil
}

// Saying returns the append of events about findings, or none without events.
func Saying(model string, events []eventstore.Event) []eventstore.Append {
	if len(events) == 0 {
		return nil
	}
	return []eventstore.Append{{Stream: validation.Stream(model), Expected: eventstore.Any, Events: events}}
}
