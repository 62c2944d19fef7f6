package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/mcp/client"
	"github.com/bimstream/bimstream/projections"
)

// history is a generated model in a store.
type history struct {
	data, model string
	last        uint64
	elements    int
	walls       []domain.ID
	took        time.Duration
}

// generated makes up a model; with states kept beside it where the history is long.
func (b *bench) generated(elements, perStorey int, events uint64) (*history, error) {
	h := &history{data: filepath.Join(b.dir, fmt.Sprintf("model-%d-%d-%d", elements, perStorey, events))}
	store, err := sqlite.Open(h.data, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = store.Close() }()
	began := time.Now()
	g := newGenerator(b.ctx, io.Discard, store, generateOptions{data: h.data, storeys: max(1, elements/perStorey), elements: elements, events: events, seed: 1})
	if err := g.run(); err != nil {
		return nil, err
	}
	h.took, h.model, h.last, h.elements = time.Since(began), g.modelID, g.next-1, g.model.Len()
	h.walls = g.model.OfCategory(domain.CategoryWall)
	return h, keepStates(b.ctx, withSnapshots(store, h.data), h.model, h.last)
}

// elementsPerStorey is the size of a storey in the models that are measured: five full wings.
const elementsPerStorey = 2000

// timed answers how long something takes, the best of a few times: what else the machine does only adds.
func timed(times int, f func() error) (best time.Duration, err error) {
	for range times {
		runtime.GC()
		began := time.Now()
		if err := f(); err != nil {
			return 0, err
		}
		if took := time.Since(began); best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

// histories measures replay, opening from a snapshot and time travel.
func (b *bench) histories() error {
	h, err := b.generated(b.large, elementsPerStorey, b.events)
	if err != nil {
		return err
	}
	b.add(figure{Name: "making the model up", Value: float64(h.last+1) / h.took.Seconds(), Unit: "events/s", Note: fmt.Sprintf("%d elements, %d events", h.elements, h.last+1)})
	store, err := sqlite.Open(h.data, sqlite.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	reading, err := timed(3, func() error { return b.scan(store, h, false) })
	if err != nil {
		return err
	}
	decoding, err := timed(3, func() error { return b.scan(store, h, true) })
	if err != nil {
		return err
	}
	replay, err := timed(3, func() error {
		_, err := projections.NewLive(store).View(b.ctx, h.model, projections.MainBranch)
		return err
	})
	if err != nil {
		return err
	}
	b.add(figure{Name: "reading the history", Value: float64(h.last+1) / reading.Seconds(), Unit: "events/s"})
	b.add(figure{Name: "replay", Value: replay.Seconds(), Unit: "s", Floor: "reading and decoding, s", FloorIs: decoding.Seconds(), Aim: "<= 3"})
	opening, err := timed(3, func() error {
		_, err := withSnapshots(store, h.data).View(b.ctx, h.model, projections.MainBranch)
		return err
	})
	if err != nil {
		return err
	}
	b.add(figure{Name: "opening from a snapshot", Value: opening.Seconds(), Unit: "s", Floor: "replay, s", FloorIs: replay.Seconds(), Aim: "<= 0.25"})
	return b.travel(store, h, replay, opening)
}

// scan reads a history from its first event, and decodes it if asked to.
func (b *bench) scan(store *sqlite.Store, h *history, decode bool) error {
	for r, err := range store.Read(b.ctx, projections.StreamName(h.model, projections.MainBranch), 0) {
		if err != nil {
			return err
		}
		if !decode {
			continue
		}
		if _, err := domain.DecodeEvent(r.Type, r.Schema, r.Data); err != nil {
			return err
		}
	}
	return nil
}

// travel measures the way to random revisions, each from a process that has the present state and nothing else at hand.
func (b *bench) travel(store *sqlite.Store, h *history, replay, opening time.Duration) error {
	const journeys = 12
	var times []time.Duration
	var sum time.Duration
	place := uint64(1)
	for range journeys {
		place = place*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator: any spread will do
		live := withSnapshots(store, h.data)
		if _, err := live.View(b.ctx, h.model, projections.MainBranch); err != nil {
			return err
		}
		runtime.GC()
		began := time.Now()
		if _, err := live.At(b.ctx, h.model, projections.MainBranch, place>>11%h.last); err != nil {
			return err
		}
		took := time.Since(began)
		times, sum = append(times, took), sum+took
	}
	b.add(figure{Name: "time travel, mean", Value: (sum / journeys).Seconds(), Unit: "s", Floor: "replay, s", FloorIs: replay.Seconds(), Aim: "<= 0.25"})
	b.add(figure{Name: "time travel, worst", Value: quantile(times, 1).Seconds(), Unit: "s", Floor: "replay, s", FloorIs: replay.Seconds(),
		Note: fmt.Sprintf("of %d journeys", journeys)})
	return nil
}

// smallModel is the number of elements that an edit is compared with. The large model has storeys of that size: what is
// compared is the same edit in the same surroundings, with more model around them.
const smallModel = 1000

// edits measures one edit of one wall in a small and in a large model.
func (b *bench) edits() error {
	small, err := b.edit(smallModel)
	if err != nil {
		return err
	}
	large, err := b.edit(b.large)
	if err != nil {
		return err
	}
	b.add(figure{Name: fmt.Sprintf("edit of a wall at %d elements", b.large), Value: milliseconds(large), Unit: "ms",
		Floor: fmt.Sprintf("at %d elements, ms", smallModel), FloorIs: milliseconds(small), Aim: "<= 1.2", Note: "medians"})
	return nil
}

func (b *bench) edit(elements int) (time.Duration, error) {
	h, err := b.generated(elements, smallModel, 0)
	if err != nil {
		return 0, err
	}
	server, err := client.Start(b.ctx, b.log, nil, b.program, "mcp", "all", "--data", h.data)
	if err != nil {
		return 0, err
	}
	defer func() { _ = server.Close() }()
	s := scene{model: h.model}
	change := func(_, n int) error {
		var answer json.RawMessage
		return ask(b.ctx, server, "modify_parameter", map[string]any{
			"model_id": s.model, "element_id": h.walls[n%len(h.walls)], "parameter_name": "height", "value": 3000 + n%300}, &answer)
	}
	if err := change(0, 0); err != nil { // what the first call derives is not the cost of an edit
		return 0, err
	}
	times, _, err := b.repeat(1, change)
	return quantile(times, 0.5), err
}
