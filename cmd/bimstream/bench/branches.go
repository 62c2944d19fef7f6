package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/generate"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp/client"
	"github.com/bimstream/bimstream/projections"
)

// Sizes of the measurements of branches.
const (
	branchesMade = 20
	// mergedEdits is the number of edits on each side of a merge. A model with fewer than four times as many walls gets
	// one edit for every fourth wall.
	mergedEdits = 10_000
)

// branches measures the creation of a branch of a small and of a large model, and merging.
func (b *bench) branches() error {
	small, err := b.generated(smallModel, elementsPerStorey, 0)
	if err != nil {
		return err
	}
	large, err := b.generated(b.large, elementsPerStorey, 0)
	if err != nil {
		return err
	}
	smallTime, smallBytes, err := b.makeBranches(small)
	if err != nil {
		return err
	}
	largeTime, largeBytes, err := b.makeBranches(large)
	if err != nil {
		return err
	}
	at, to := fmt.Sprintf(" at %d elements", large.elements), fmt.Sprintf("at %d elements", small.elements)
	b.add(Figure{Name: "making a branch" + at, Value: milliseconds(largeTime), Unit: "ms", Floor: to + ", ms",
		FloorIs: milliseconds(smallTime), Aim: "the same", Note: "medians of tool calls"})
	b.add(Figure{Name: "bytes of a branch" + at, Value: largeBytes, Unit: "B", Floor: to + ", B",
		FloorIs: smallBytes, Aim: "the same"})
	return b.merge(large)
}

// makeBranches returns the median time to create a branch by tool call, and the bytes of its events.
func (b *bench) makeBranches(h *history) (time.Duration, float64, error) {
	server, err := client.Start(b.ctx, b.log, []string{stores.StoreVariable + "="}, b.program, "mcp", "all", "--data",
		h.data)
	if err != nil {
		return 0, 0, err
	}
	var times []time.Duration
	for i := range branchesMade + 1 {
		began := time.Now()
		var answer json.RawMessage
		if err := server.Ask(b.ctx, "create_branch", map[string]any{"model_id": h.model,
			"name": fmt.Sprintf("option-%02d", i)}, &answer); err != nil {
			return 0, 0, errors.Join(err, server.Close())
		}
		if i > 0 { // the first call opens the model
			times = append(times, time.Since(began))
		}
	}
	if err := server.Close(); err != nil {
		return 0, 0, err
	}
	store, err := sqlite.Open(h.data, sqlite.Options{})
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = store.Close() }()
	size := 0
	for r, err := range store.Read(b.ctx, projections.StreamName(h.model, "option-01"), 0) {
		if err != nil {
			return 0, 0, err
		}
		size += len(r.Data) + len(r.Meta)
	}
	return quantile(times, 0.5), float64(size), nil
}

// merge measures the merge of two branches with edits of different walls, equally many on each. The floor is to look at
// each of these walls once. The first merge is of changed heights. The second is of moved walls, whose joints and rooms
// change too.
func (b *bench) merge(h *history) error {
	store, err := sqlite.Open(h.data, sqlite.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	live := stores.Live(store, h.data)
	n := min(mergedEdits, len(h.walls)/4)
	for _, sides := range []struct {
		ours, theirs  string
		first, second func(modelstate.ID) changing.Operation
		what          string
	}{
		{projections.MainBranch, "option-01", raised(3010), raised(3020), "edits"},
		{"option-02", "option-03", moved, moved, "moves"},
	} {
		ours, err := b.editWalls(store, live, h, sides.ours, h.walls[:n], sides.first)
		if err != nil {
			return err
		}
		theirs, err := b.editWalls(store, live, h, sides.theirs, h.walls[n:2*n], sides.second)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("merging %d %s and %d %s at %d elements", n, sides.what, n, sides.what, h.elements)
		if err := b.mergeOf(live, name, ours, theirs, h.walls[:2*n]); err != nil {
			return err
		}
	}
	return nil
}

// raised returns a function that returns the operation to set the height of a wall, in millimetres.
func raised(millimetres int64) func(wall modelstate.ID) changing.Operation {
	height, err := json.Marshal(geometry.MM(millimetres))
	if err != nil {
		panic(err) // lengths always encode
	}
	return func(wall modelstate.ID) changing.Operation {
		return changing.ModifyParameter{ElementID: wall, ParameterName: "height", Value: height}
	}
}

// moved returns the operation that moves a wall slightly.
func moved(wall modelstate.ID) changing.Operation {
	return changing.MoveElement{ElementIDs: []modelstate.ID{wall},
		Delta: geometry.Point3{X: geometry.MM(5), Y: geometry.MM(5)}}
}

// mergeOf measures merging two states that differ in walls.
func (b *bench) mergeOf(live *projections.Live, name string, ours, theirs *projections.View,
	walls []modelstate.ID) error {
	merged, err := timed(3, func() error {
		c, err := live.Compare(b.ctx, ours, theirs)
		if err != nil {
			return err
		}
		out, err := c.Merge("merge", "", nil)
		if err == nil && len(out.Decision.Events) < len(walls)/2 {
			err = fmt.Errorf("the merge has %d events, want one for each of %d walls",
				len(out.Decision.Events), len(walls)/2)
		}
		return err
	})
	if err != nil {
		return err
	}
	visited, err := timed(3, func() error { return visit(ours.Model, walls) })
	if err != nil {
		return err
	}
	b.add(Figure{Name: name, Value: merged.Seconds(), Unit: "s",
		Floor: "reading and writing out the edited walls once, s", FloorIs: visited.Seconds(), Aim: "stated"})
	return nil
}

// visit encodes the stored form of elements.
func visit(m *modelstate.Model, ids []modelstate.ID) error {
	for _, id := range ids {
		e, ok := m.Element(id)
		if !ok {
			return fmt.Errorf("there is no element %s", id)
		}
		if _, err := e.MarshalJSON(); err != nil {
			return err
		}
	}
	return nil
}

// editWalls edits walls on a branch, one command for each, and returns the resulting view of the branch.
func (b *bench) editWalls(store eventstore.Store, live *projections.Live, h *history, branch string,
	walls []modelstate.ID,
	edit func(modelstate.ID) changing.Operation) (*projections.View, error) {
	v, err := live.View(b.ctx, h.model, branch)
	if err != nil {
		return nil, err
	}
	model, revision := v.Own(), v.Revision
	var batch []eventstore.Event
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		_, err := store.Append(b.ctx, eventstore.Append{Stream: projections.StreamName(h.model, branch),
			Expected: eventstore.At(revision), Events: batch})
		revision, batch = revision+uint64(len(batch)), nil
		return err
	}
	for i, wall := range walls {
		id := string(modelstate.DeriveID("bench edit "+branch, i))
		d, err := domain.Decide(model, changing.Command{ID: id, Do: edit(wall)})
		if err != nil {
			return nil, err
		}
		model = d.After
		batch = append(batch, projections.EncodeEvents(d.Events,
			projections.Meta{CommandID: id, Tool: "bench", UserID: "local",
				OccurredAt: generate.Begun.Add(time.Duration(i) * time.Second)})...)
		if len(batch) >= generate.BatchEvents {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return live.View(b.ctx, h.model, branch)
}
