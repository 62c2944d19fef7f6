package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/generate"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/mcp/client"
	"github.com/bimstream/bimstream/projections"
)

// history is a generated model in a store.
type history struct {
	data, model string
	last        uint64
	elements    int
	walls       []modelstate.ID
	took        time.Duration
}

// generated generates a model and stores it. For a long history it also stores states beside the log.
func (b *bench) generated(elements, perStorey int, events uint64) (*history, error) {
	h := &history{data: filepath.Join(b.dir, fmt.Sprintf("model-%d-%d-%d", elements, perStorey, events))}
	store, err := sqlite.Open(h.data, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = store.Close() }()
	began := time.Now()
	g := generate.New(b.ctx, io.Discard, store, generate.Options{Place: stores.Place{Data: h.data},
		Storeys: max(1, elements/perStorey), Elements: elements, Events: events, Seed: 1})
	if err := g.Run(); err != nil {
		return nil, err
	}
	h.took, h.model, h.last, h.elements = time.Since(began), g.ModelID, g.Next-1, g.Model.Len()
	h.walls = g.Model.OfCategory(modelstate.CategoryWall)
	if err := LiftRates(b.ctx, store); err != nil {
		return h, err
	}
	return h, generate.KeepStates(b.ctx, stores.Live(store, h.data), h.model, h.last)
}

// opened generates a model of the large size. It returns the model with its store, which the caller closes, and its
// current state.
func (b *bench) opened(perStorey int) (*history, *sqlite.Store, *projections.View, error) {
	h, err := b.generated(b.large, perStorey, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	store, err := sqlite.Open(h.data, sqlite.Options{})
	if err != nil {
		return nil, nil, nil, err
	}
	v, err := projections.NewLive(store).View(b.ctx, h.model, projections.MainBranch)
	if err != nil {
		_ = store.Close()
		return nil, nil, nil, err
	}
	return h, store, v, nil
}

// elementsPerStorey is the size of a storey in the measured models: five full wings.
const elementsPerStorey = 2000

// timed returns the shortest time of several runs of a function, because other work of the machine can only make a run
// longer.
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
	b.add(Figure{Name: "making the model up", Value: float64(h.last+1) / h.took.Seconds(), Unit: "events/s",
		Note: fmt.Sprintf("%d elements, %d events", h.elements, h.last+1)})
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
	b.add(Figure{Name: "reading the history", Value: float64(h.last+1) / reading.Seconds(), Unit: "events/s"})
	b.add(Figure{Name: "replay", Value: replay.Seconds(), Unit: "s", Floor: "reading and decoding, s",
		FloorIs: decoding.Seconds(), Aim: "<= 3"})
	opening, err := timed(3, func() error {
		_, err := stores.Live(store, h.data).View(b.ctx, h.model, projections.MainBranch)
		return err
	})
	if err != nil {
		return err
	}
	b.add(Figure{Name: "opening from a snapshot", Value: opening.Seconds(), Unit: "s", Floor: "replay, s",
		FloorIs: replay.Seconds(), Aim: "<= 0.25"})
	return b.travel(store, h, replay)
}

// scan reads a history from its first event, and decodes it if decode is set.
func (b *bench) scan(store *sqlite.Store, h *history, decode bool) error {
	for r, err := range store.Read(b.ctx, projections.StreamName(h.model, projections.MainBranch), 0) {
		if err != nil {
			return err
		}
		if !decode {
			continue
		}
		if _, err := modelstate.DecodeEvent(r.Type, r.Schema, r.Data); err != nil {
			return err
		}
	}
	return nil
}

// travel measures the time to reach random revisions. It also measures the revision that is farthest from a stored
// state, in the part of the history with the most elements.
func (b *bench) travel(store *sqlite.Store, h *history, replay time.Duration) error {
	const journeys = 12
	farthest, err := b.journey(store, h, h.last/generate.KeptStates*generate.KeptStates-1)
	if err != nil {
		return err
	}
	back, err := b.journey(store, h, h.last-1)
	if err != nil {
		return err
	}
	b.add(Figure{Name: "the first step back", Value: milliseconds(back), Unit: "ms", Floor: "replay, ms",
		FloorIs: milliseconds(replay), Aim: "<= 0.01", Note: "of one event"})
	times, sum := []time.Duration{farthest}, time.Duration(0)
	place := uint64(1)
	for range journeys {
		place = place*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator: any distribution will do
		took, err := b.journey(store, h, place>>11%h.last)
		if err != nil {
			return err
		}
		times, sum = append(times, took), sum+took
	}
	b.add(Figure{Name: "time travel, mean", Value: (sum / journeys).Seconds(), Unit: "s", Floor: "replay, s",
		FloorIs: replay.Seconds(), Aim: "<= 0.25",
		Note: fmt.Sprintf("of %d random journeys", journeys)})
	b.add(Figure{Name: "time travel, worst", Value: quantile(times, 1).Seconds(), Unit: "s", Floor: "replay, s",
		FloorIs: replay.Seconds(), Aim: "<= 0.25",
		Note: "of these and the one with the most to fold"})
	return nil
}

// journey returns the time to reach a revision in a process that has only the current state in memory. The time
// excludes writing the reached state to the folder, which happens afterwards.
func (b *bench) journey(store *sqlite.Store, h *history, to uint64) (time.Duration, error) {
	live := stores.Live(store, h.data)
	defer live.Settle()
	if _, err := live.View(b.ctx, h.model, projections.MainBranch); err != nil {
		return 0, err
	}
	live.Settle()
	runtime.GC()
	began := time.Now()
	_, err := live.At(b.ctx, h.model, projections.MainBranch, to)
	return time.Since(began), err
}

// smallModel is the number of elements of the small model. The storeys of the large model have the same size, so that
// an edit has the same surroundings in both models.
const smallModel = 1000

// edits measures one edit of one wall in a small and in a large model.
func (b *bench) edits() error {
	small, err := b.editing(smallModel)
	if err != nil {
		return err
	}
	defer func() { _ = small.server.Close() }()
	large, err := b.editing(b.large)
	if err != nil {
		return err
	}
	defer func() { _ = large.server.Close() }()
	at := fmt.Sprintf("at %d elements, ms", smallModel)
	for _, f := range []struct {
		name, note string
		edit       func(*editedModel) error
	}{
		{"edit of a wall", "medians", (*editedModel).change},
		{"edit of a wall and a look around", "medians; the look derives what the edit affects",
			(*editedModel).changeAndLook},
	} {
		ofLarge, ofSmall, err := b.byTurns(large, small, f.edit)
		if err != nil {
			return err
		}
		b.add(Figure{Name: fmt.Sprintf("%s at %d elements", f.name, b.large), Value: milliseconds(ofLarge), Unit: "ms",
			Floor: at, FloorIs: milliseconds(ofSmall), Aim: "<= 1.2", Note: f.note})
	}
	return nil
}

// byTurns times a function in two models in turns, and returns the medians. Other work of the machine then affects both
// alike.
func (b *bench) byTurns(one, other *editedModel, do func(*editedModel) error) (ofOne,
	ofOther time.Duration, err error) {
	var times [2][]time.Duration
	for began := time.Now(); time.Since(began) < 2*b.lasting; {
		for i, e := range []*editedModel{one, other} {
			start := time.Now()
			if err := do(e); err != nil {
				return 0, 0, err
			}
			times[i] = append(times[i], time.Since(start))
		}
	}
	return quantile(times[0], 0.5), quantile(times[1], 0.5), nil
}

// editedModel is a model whose walls are edited through a server, one after the other.
type editedModel struct {
	*history
	ctx    context.Context
	server *client.Client
	n      int
}

// editing generates a model and starts a server for it. The server has already derived the state of the model.
func (b *bench) editing(elements int) (*editedModel, error) {
	h, err := b.generated(elements, smallModel, 0)
	if err != nil {
		return nil, err
	}
	server, err := client.Start(b.ctx, b.log, []string{stores.StoreVariable + "="}, b.program, "mcp", "all", "--data",
		h.data)
	if err != nil {
		return nil, err
	}
	e := &editedModel{history: h, ctx: b.ctx, server: server}
	return e, e.visitStoreys(elements)
}

// visitStoreys edits walls of every storey, so that the server derives each storey. The cost of the first look at a
// storey is another figure (first.go). The walls are in the order of their creation, storey by storey.
func (e *editedModel) visitStoreys(elements int) error {
	const visits = 2 // the second edit of a storey still derives something
	places := visits * max(elements/smallModel, 1)
	for i := range places {
		e.n = i * len(e.walls) / places
		if err := e.changeAndLook(); err != nil {
			return err
		}
	}
	return nil
}

// The walls get alternating heights that stay below the next storey, at 3 m. A wall that grows into the next storey is
// another kind of change, because rooms of two storeys then meet.
const (
	editedHeight  = 2800 // mm
	editedHeights = 179  // prime, so that no wall gets its current height again
)

func (e *editedModel) change() error {
	var answer json.RawMessage
	e.n++
	return e.server.Ask(e.ctx, modifyTool, map[string]any{
		"model_id": e.model, "element_id": e.walls[e.n%len(e.walls)], "parameter_name": "height",
		"value": editedHeight + e.n%editedHeights}, &answer)
}

// changeAndLook changes a wall and then queries a place, for which the server must derive the changed state.
func (e *editedModel) changeAndLook() error {
	var answer json.RawMessage
	if err := e.change(); err != nil {
		return err
	}
	return e.server.Ask(e.ctx, "spatial_query", map[string]any{"model_id": e.model,
		"point": []int{0, 0, 0}, "radius": 1000}, &answer)
}
