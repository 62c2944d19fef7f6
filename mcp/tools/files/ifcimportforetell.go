package files

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// foretell returns the first events of an import, of about the given number of bytes, and the least number of all
// events: each element of an undecided step counts as one. after is the revision that the events follow. Nothing is
// stored.
func (m *Import) foretell(ctx context.Context, bytes int) (first []eventstore.Event, all int, after uint64, err error) {
	v, err := m.live.View(ctx, m.ModelID, m.Branch)
	if err != nil {
		return nil, 0, 0, err
	}
	after = v.Revision
	for i, step := range m.Plan.Steps {
		if m.done[m.command(i+1)] {
			continue
		}
		if bytes <= 0 {
			all += len(step.Elements)
			continue
		}
		events, err := m.events(v, i+1)
		if err != nil {
			return nil, 0, 0, err
		}
		for _, e := range projections.EncodeEvents(events, projections.Meta{CommandID: m.command(i + 1)}) {
			first, bytes = append(first, e), bytes-len(e.Data)
		}
		v = v.Preview(events)
	}
	return first, all + len(first), after, ctx.Err()
}

// Foreseen returns the new model in its state after the import, with the revision that it will have. Nothing is stored.
func (m *Import) Foreseen(ctx context.Context) (*projections.View, error) {
	created, err := m.created()
	if err != nil {
		return nil, err
	}
	v := projections.EmptyView(m.ModelID, m.Branch).Preview(append(created.Events, m.started()))
	for i := range m.Plan.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		decision, err := m.decide(v, i+1)
		if err != nil {
			return nil, fmt.Errorf("append %d of the import: %w", i+1, err)
		}
		v = v.PreviewOf(decision)
	}
	return v.Preview([]state.Event{m.completed()}), nil
}
