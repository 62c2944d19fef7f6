package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// generateOptions are the flags of bimstream generate.
type generateOptions struct {
	storePlace
	storeys, elements int
	events            uint64
	seed              uint64
}

func generateCommand() *cobra.Command {
	var o generateOptions
	c := &cobra.Command{
		Use:   "generate",
		Short: "Make up a building of any size by ordinary commands, for benchmarks and tests",
		Long: "Make up a building of any size by ordinary commands, for benchmarks and tests: slabs, walls with " +
			"joins, doors, windows,\n" +
			"columns, beams, stairs, rooms, ducts and pipes. The same storeys, elements\n" +
			"and seed give the same events.",
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	o.flags(c.Flags())
	f.IntVar(&o.storeys, "storeys", 10, "number of storeys")
	f.IntVar(&o.elements, "elements", 5000, "number of elements, about")
	f.Uint64Var(&o.seed, "seed", 1, "where made-up values come from")
	f.Uint64Var(&o.events, "events", 0, "go on with edits until the branch has at least so many events")
	c.RunE = func(c *cobra.Command, _ []string) error {
		store, err := o.open()
		if err != nil {
			return err
		}
		err = generate(c.Context(), c.OutOrStdout(), store, o)
		return errors.Join(err, store.Close())
	}
	return c
}

// generate makes the model, and then the states from which any revision is reached quickly.
func generate(ctx context.Context, w io.Writer, store eventstore.Store, o generateOptions) error {
	began := time.Now()
	g := newGenerator(ctx, w, store, o)
	if err := g.run(); err != nil {
		return err
	}
	_, _ = say(w, "model %s: %d elements, %d events, %d edits refused by the rules, in %s\n",
		g.modelID, g.model.Len(), g.next, g.refused, time.Since(began).Round(time.Millisecond))
	return keepStates(ctx, withSnapshots(store, o.data), g.modelID, g.next-1)
}

// keptStates is how many states of a long history are kept beside it: with the largest gaps that thinning leaves to a
// server which has followed the history.
const keptStates = 16

func keepStates(ctx context.Context, live *projections.Live, modelID string, last uint64) error {
	live.Settle()
	for k := range uint64(keptStates) {
		if last < projections.DefaultSnapshotEvery {
			return nil
		}
		if _, err := live.At(ctx, modelID, projections.MainBranch, last/keptStates*(k+1)); err != nil {
			return err
		}
		live.Settle()
	}
	return nil
}

// generator carries commands out and stores their events in batches.
type generator struct {
	ctx      context.Context
	o        generateOptions
	store    eventstore.Store
	modelID  string
	model    *modelstate.Model
	progress *counter

	commands int
	refused  int
	next     uint64 // revision of the next event
	batch    []eventstore.Event
	size     int
	stored   chan error // of the batch under way; nil when there is none
}

// The bounds of a batch: a commit shared by hundreds of commands, well within the size of an append.
const (
	batchEvents = 1000
	batchBytes  = 512 << 10
)

// begun is when the first command of a made-up building is given; the others follow minute by minute.
var begun = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

func newGenerator(ctx context.Context, w io.Writer, store eventstore.Store, o generateOptions) *generator {
	name := fmt.Sprintf("tower of %d storeys, %d elements, seed %d", o.storeys, o.elements, o.seed)
	return &generator{
		ctx: ctx, o: o, store: store, modelID: string(modelstate.DeriveID("bimstream generate: "+name, 0)),
		model:    modelstate.NewModel(),
		progress: newCounter(w),
	}
}

func (g *generator) run() error {
	spec := tower.Spec{
		ModelID: g.modelID, Name: fmt.Sprintf("Tower %d-%d-%d", g.o.storeys, g.o.elements, g.o.seed), Owner: "local",
		Storeys: g.o.storeys, Elements: g.o.elements, Seed: g.o.seed,
	}
	if err := tower.Build(spec, g.do); err != nil {
		return errors.Join(err, g.await())
	}
	if err := g.edit(); err != nil {
		return errors.Join(err, g.await())
	}
	g.flush()
	err := g.await()
	g.progress.done()
	return err
}

// edit goes on with edits until the branch has the number of events asked for.
func (g *generator) edit() error {
	editor := tower.NewEditor(g.model, g.o.seed)
	for g.next < g.o.events {
		_, err := g.do(editor.Next())
		if refusal := (*modelstate.Error)(nil); errors.As(err, &refusal) &&
			modelstate.CodeOf(err) != modelstate.Internal {
			g.refused++
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// do carries out one command.
func (g *generator) do(op changing.Operation) ([]modelstate.ID, error) {
	if err := g.ctx.Err(); err != nil {
		return nil, err
	}
	g.commands++
	id := string(modelstate.DeriveID(g.modelID+"/command", g.commands))
	d, err := domain.Decide(g.model, changing.Command{ID: id, Do: op})
	if err != nil {
		return nil, err
	}
	meta := projections.Meta{CommandID: id, Tool: "generate", UserID: "local",
		OccurredAt: begun.Add(time.Duration(g.commands) * time.Minute)}
	if g.next > 0 {
		base := g.next - 1
		meta.BaseRevision = &base
	}
	g.model = d.After
	g.next += uint64(len(d.Events))
	for _, e := range projections.EncodeEvents(d.Events, meta) {
		g.batch = append(g.batch, e)
		g.size += len(e.Data) + len(e.Meta)
	}
	if len(g.batch) >= batchEvents || g.size >= batchBytes {
		if err := g.await(); err != nil {
			return nil, err
		}
		g.flush()
		g.progress.show(g.model.Len(), g.next)
	}
	return modelstate.MadeBy(d.Events), nil
}

// flush begins to store the batch.
func (g *generator) flush() {
	if len(g.batch) == 0 {
		return
	}
	if err := g.await(); err != nil {
		g.stored = make(chan error, 1)
		g.stored <- err
		return
	}
	first := g.next - uint64(len(g.batch))
	expected := eventstore.NoStream
	if first > 0 {
		expected = eventstore.At(first - 1)
	}
	part := eventstore.Append{Stream: projections.StreamName(g.modelID, projections.MainBranch),
		Expected: expected, Events: g.batch}
	g.batch, g.size, g.stored = nil, 0, make(chan error, 1)
	go func(stored chan<- error) {
		_, err := g.store.Append(g.ctx, part)
		if errors.Is(err, eventstore.ErrWrongExpected) || errors.Is(err, eventstore.ErrIdempotencyCorrupt) {
			err = fmt.Errorf("this building is in the store already, with another history: choose another seed or "+
				"another folder: %w", err)
		}
		stored <- err
	}(g.stored)
}

// await waits for the batch that is being stored.
func (g *generator) await() error {
	if g.stored == nil {
		return nil
	}
	err := <-g.stored
	g.stored = nil
	return err
}

// counter shows on a terminal how far a long run is.
type counter struct {
	w        io.Writer
	terminal bool
}

func newCounter(w io.Writer) *counter {
	f, ok := steering(w).(*os.File)
	return &counter{w, ok && isatty.IsTerminal(f.Fd())}
}

func (c *counter) show(elements int, events uint64) {
	c.say(fmt.Sprintf("%d elements, %d events", elements, events))
}

func (c *counter) say(text string) {
	if c.terminal {
		_, _ = fmt.Fprint(steering(c.w), "\r\033[K"+text)
	}
}

func (c *counter) done() {
	if c.terminal {
		_, _ = fmt.Fprint(steering(c.w), "\r\033[K")
	}
}
