package generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Options are the flags of bimstream generate.
type Options struct {
	stores.Place
	Storeys, Elements int
	Events            uint64
	Seed              uint64
}

// Command returns the command "generate", which generates a building.
func Command() *cobra.Command {
	var o Options
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
	o.AddFlags(c.Flags())
	f.IntVar(&o.Storeys, "storeys", 10, "number of storeys")
	f.IntVar(&o.Elements, "elements", 5000, "number of elements, about")
	f.Uint64Var(&o.Seed, "seed", 1, "where made-up values come from")
	f.Uint64Var(&o.Events, "events", 0, "go on with edits until the branch has at least so many events")
	c.RunE = func(c *cobra.Command, _ []string) error {
		store, err := o.Open()
		if err != nil {
			return err
		}
		err = generate(c.Context(), c.OutOrStdout(), store, o)
		return errors.Join(err, store.Close())
	}
	return c
}

// generate generates the model, and stores the states from which any revision is reached quickly.
func generate(ctx context.Context, w io.Writer, store eventstore.Store, o Options) error {
	began := time.Now()
	g := New(ctx, w, store, o)
	if err := g.Run(); err != nil {
		return err
	}
	_, _ = console.Say(w, "model %s: %d elements, %d events, %d edits refused by the rules, in %s\n",
		g.ModelID, g.Model.Len(), g.Next, g.refused, time.Since(began).Round(time.Millisecond))
	return KeepStates(ctx, stores.Live(store, o.Data), g.ModelID, g.Next-1)
}

// KeptStates is the number of states that are stored beside a long history. The gaps between them are as large as the
// largest gaps of a server that has followed the history and removed some of its states.
const KeptStates = 16

// KeepStates stores states at even distances up to a revision, so that any revision is reached quickly.
func KeepStates(ctx context.Context, live *projections.Live, modelID string, last uint64) error {
	live.Settle()
	for k := range uint64(KeptStates) {
		if last < projections.DefaultSnapshotEvery {
			return nil
		}
		if _, err := live.At(ctx, modelID, projections.MainBranch, last/KeptStates*(k+1)); err != nil {
			return err
		}
		live.Settle()
	}
	return nil
}

// Generator carries commands out and stores their events in batches.
type Generator struct {
	ctx      context.Context
	o        Options
	store    eventstore.Store
	ModelID  string
	Model    *modelstate.Model
	progress *console.Counter

	commands int
	refused  int
	Next     uint64 // revision of the next event
	batch    []eventstore.Event
	size     int
	stored   chan error // result of the current batch; nil if there is none
}

// Bounds of a batch: hundreds of commands share a commit, well within the size of an append.
const (
	BatchEvents = 1000
	batchBytes  = 512 << 10
)

// Begun is the time of the first command of a generated building; the others follow minute by minute.
var Begun = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// New returns a generator that stores the building of the options.
func New(ctx context.Context, w io.Writer, store eventstore.Store, o Options) *Generator {
	name := fmt.Sprintf("tower of %d storeys, %d elements, seed %d", o.Storeys, o.Elements, o.Seed)
	return &Generator{
		ctx: ctx, o: o, store: store, ModelID: string(modelstate.DeriveID("bimstream generate: "+name, 0)),
		Model:    modelstate.NewModel(),
		progress: console.NewCounter(w),
	}
}

func (g *Generator) Run() error {
	spec := tower.Spec{
		ModelID: g.ModelID, Name: fmt.Sprintf("Tower %d-%d-%d", g.o.Storeys, g.o.Elements, g.o.Seed), Owner: "local",
		Storeys: g.o.Storeys, Elements: g.o.Elements, Seed: g.o.Seed,
	}
	if err := tower.Build(spec, g.do); err != nil {
		return errors.Join(err, g.await())
	}
	if err := g.edit(); err != nil {
		return errors.Join(err, g.await())
	}
	g.flush()
	err := g.await()
	g.progress.Done()
	return err
}

// edit makes edits until the branch has the requested number of events.
func (g *Generator) edit() error {
	editor := tower.NewEditor(g.Model, g.o.Seed)
	for g.Next < g.o.Events {
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
func (g *Generator) do(op changing.Operation) ([]modelstate.ID, error) {
	if err := g.ctx.Err(); err != nil {
		return nil, err
	}
	g.commands++
	id := string(modelstate.DeriveID(g.ModelID+"/command", g.commands))
	d, err := domain.Decide(g.Model, changing.Command{ID: id, Do: op})
	if err != nil {
		return nil, err
	}
	meta := projections.Meta{CommandID: id, Tool: "generate", UserID: "local",
		OccurredAt: Begun.Add(time.Duration(g.commands) * time.Minute)}
	if g.Next > 0 {
		base := g.Next - 1
		meta.BaseRevision = &base
	}
	g.Model = d.After
	g.Next += uint64(len(d.Events))
	for _, e := range projections.EncodeEvents(d.Events, meta) {
		g.batch = append(g.batch, e)
		g.size += len(e.Data) + len(e.Meta)
	}
	if len(g.batch) >= BatchEvents || g.size >= batchBytes {
		if err := g.await(); err != nil {
			return nil, err
		}
		g.flush()
		g.progress.Show(g.Model.Len(), g.Next)
	}
	return modelstate.MadeBy(d.Events), nil
}

// flush starts storing the batch.
func (g *Generator) flush() {
	if len(g.batch) == 0 {
		return
	}
	if err := g.await(); err != nil {
		g.stored = make(chan error, 1)
		g.stored <- err
		return
	}
	first := g.Next - uint64(len(g.batch))
	expected := eventstore.NoStream
	if first > 0 {
		expected = eventstore.At(first - 1)
	}
	part := eventstore.Append{Stream: projections.StreamName(g.ModelID, projections.MainBranch),
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

// await waits until the current batch is stored.
func (g *Generator) await() error {
	if g.stored == nil {
		return nil
	}
	err := <-g.stored
	g.stored = nil
	return err
}
