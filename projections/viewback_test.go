package projections

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/geometry"
)

// anew returns a branch at a revision, folded from a store that ends there, so that nothing is reverted.
func (s *site) anew(branch string, revision uint64) *View {
	s.t.Helper()
	ended := memory.New()
	for name, until := branch, revision; name != ""; {
		parent, fork := "", uint64(0)
		for r, err := range s.store.Read(context.Background(), StreamName(testModel, name), 0) {
			if err != nil {
				s.t.Fatal(err)
			}
			if r.Revision > until {
				break
			}
			if e, err := decodeEvent(&r); err != nil {
				s.t.Fatal(err)
			} else if made, ok := e.(*state.BranchCreated); ok {
				parent, fork = made.Parent, uint64(made.ForkRevision)
			}
			if _, err := ended.Append(context.Background(), eventstore.Append{Stream: r.Stream,
				Expected: eventstore.Any, Events: []eventstore.Event{r.Event}}); err != nil {
				s.t.Fatal(err)
			}
		}
		name, until = parent, fork
	}
	v, err := NewLive(ended).View(context.Background(), testModel, branch)
	if err != nil {
		s.t.Fatalf("%s at %d: %v", branch, revision, err)
	}
	return v
}

func (s *site) at(branch string, revision uint64) *View {
	s.t.Helper()
	v, err := s.live.At(context.Background(), testModel, branch, revision)
	if err != nil {
		s.t.Fatalf("%s at %d: %v", branch, revision, err)
	}
	return v
}

// samePast compares a past view with a fold, byte for byte: the state, the derived data, the history, the last event.
func samePast(t testing.TB, what string, got, want *View) {
	t.Helper()
	if !bytes.Equal(got.Model.Pack(), want.Model.Pack()) || !bytes.Equal(got.history.pack(), want.history.pack()) {
		t.Fatalf("%s: another state, or another history", what)
	}
	a, b := string(EncodeMeta(got.LastMeta)), string(EncodeMeta(want.LastMeta))
	if a != b || got.next != want.next || (got.origin == nil) != (want.origin == nil) {
		t.Fatalf("%s: the last event is %s, want %s", what, a, b)
	}
	for _, name := range []string{"renamed", "Level 0", "Wall 1", "Brick"} {
		if a, b := fmt.Sprint(got.Model.Called(name)), fmt.Sprint(want.Model.Called(name)); a != b {
			t.Fatalf("%s: %s are called %q, want %s", what, a, name, b)
		}
	}
	for _, level := range want.Model.OfCategory(state.CategoryLevel) {
		if a, b := fmt.Sprint(elements.MetOn(got.Model, level)), fmt.Sprint(elements.MetOn(want.Model, level)); a != b {
			t.Fatalf("%s: on level %s are %s, want %s", what, level, a, b)
		}
	}
	sameReports(t, what, got, want)
}

// rover executes more kinds of commands than a commander, on several branches, and queries the past in between.
type rover struct {
	commander
	*site
	branches []string
	changes  map[string][]uint64 // first revisions of the changes that are stored, by branch
}

func newRover(s *site, seed uint64) *rover {
	return &rover{commander: commander{random: rand.New(rand.NewPCG(seed, 3))}, site: s, branches: []string{MainBranch},
		changes: map[string][]uint64{}}
}

func (r *rover) next() changing.Operation {
	text := func(s string) *string { return &s }
	makers := []func() changing.Operation{
		r.pipe, r.pipe,
		func() changing.Operation {
			return changing.DeleteElement{ElementIDs: []state.ID{r.pick(state.CategoryPipe)}}
		},
		func() changing.Operation {
			return changing.SetModelInfo{Description: text(fmt.Sprint("note ", r.random.IntN(5)))}
		},
		func() changing.Operation {
			delta := geometry.Point3{X: r.mm(-3000, 3000, 1000), Y: r.mm(-3000, 3000, 1000)}
			return changing.CopyElement{ElementIDs: []state.ID{r.anything()}, Delta: &delta}
		},
		func() changing.Operation {
			return changing.SetProperties{ElementIDs: []state.ID{r.anything()}, Psets: shape.PropertySets{
				"Pset_X": {"Mark": property(fmt.Sprintf("%q", fmt.Sprint(r.random.IntN(3))))}}}
		},
		func() changing.Operation {
			return changing.AddConstraint{Kind: "distance", ElementIDs: []state.ID{r.pick(state.CategoryWall),
				r.pick(state.CategoryWall)}}
		},
		func() changing.Operation {
			return changing.BooleanOperation{ElementA: r.pick(state.CategoryFloor),
				ElementB: r.pick(state.CategoryFloor), Operation: "union", KeepOperands: r.random.IntN(2) == 0}
		},
	}
	if len(r.model.OfCategory(state.CategoryLevel)) > 0 && r.random.IntN(4) == 0 {
		return makers[r.random.IntN(len(makers))]()
	}
	return r.commander.next()
}

// pipe adds a pipe that runs round a corner, starting where other pipes may end.
func (r *rover) pipe() changing.Operation {
	from := r.corner()
	round := geometry.Point2{X: from.X + geometry.MM(3000), Y: from.Y}
	to := geometry.Point2{X: round.X, Y: round.Y + geometry.MM(3000)}
	return changing.CreateSegment{System: "pipe", LevelID: r.pick(state.CategoryLevel), Path: []geometry.Point3{
		from.At(geometry.MM(2000)), round.At(geometry.MM(2000)), to.At(geometry.MM(2000))},
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(100)}}
}

func property(text string) (v state.PropertyValue) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		panic(err)
	}
	return v
}

// work executes one command that the rules accept on some branch, or merges, undoes or forks.
func (r *rover) work() {
	branch := r.branches[r.random.IntN(len(r.branches))]
	v := r.viewOf(branch)
	r.model = v.Model
	switch n := r.random.IntN(40); {
	case n == 0 && len(r.branches) < 4:
		name := fmt.Sprint("branch-", len(r.branches))
		r.branch(branch, name)
		r.branches = append(r.branches, name)
	case n == 1:
		if source := r.branches[r.random.IntN(len(r.branches))]; source != branch {
			r.take(branch, source)
		}
	case n == 2 && len(r.changes[branch]) > 3:
		first := r.changes[branch][len(r.changes[branch])-1-r.random.IntN(3)]
		if out, err := r.live.Undo(context.Background(), v, r.commandID(), first, v.Revision); err == nil &&
			len(out.Decision.Events) > 0 {
			r.keep(branch, v, out.Decision.Events)
		}
	default:
		d, err := v.Decide(changing.Command{ID: r.commandID(), Do: r.next()})
		if err != nil && state.CodeOf(err) == state.Internal {
			r.t.Fatalf("a command failed unexpectedly: %v", err)
		}
		if err == nil && len(d.Events) > 0 {
			r.keep(branch, v, d.Events)
		}
	}
}

func (r *rover) keep(branch string, after *View, events []state.Event) {
	r.changes[branch] = append(r.changes[branch], after.Revision+1)
	r.appendTo(branch, eventstore.At(after.Revision), events)
}

// take merges a branch into another one, if they have no conflict.
func (r *rover) take(target, source string) {
	c, err := r.live.Compare(context.Background(), r.viewOf(target), r.viewOf(source))
	if err != nil {
		r.t.Fatal(err)
	}
	out, err := c.Merge(r.commandID(), merge.PolicyTheirs, nil)
	if err != nil {
		return
	}
	r.keep(target, c.Ours, append(out.Decision.Events, &state.BranchMerged{
		MergeID: r.commandID(), Source: c.Theirs.Point(), Target: c.Ours.Point(), Base: c.Base.Point(),
		Counts: out.Counts}))
}

// look compares a past state of some branch with a fold of a store that ends there. It queries some derived data
// individually, and leaves some states unqueried.
func (r *rover) look() {
	branch := r.branches[r.random.IntN(len(r.branches))]
	head := r.viewOf(branch)
	switch r.random.IntN(3) {
	case 0:
		head.derived.get()
	case 1:
		head.Model.Called("renamed")
	}
	for range 1 + r.random.IntN(3) {
		revision := r.random.Uint64N(head.Revision + 1)
		if r.random.IntN(2) == 0 {
			revision = head.Revision - min(head.Revision, r.random.Uint64N(4))
		}
		got := r.at(branch, revision)
		if r.random.IntN(3) == 0 {
			continue
		}
		r.sameTouched(got, head)
		samePast(r.t, fmt.Sprintf("%s at %d of %d", branch, revision, head.Revision), got, r.anew(branch, revision))
	}
}

// sameTouched compares Touched between two states of a branch with the differences between them.
func (r *rover) sameTouched(a, b *View) {
	c, err := r.live.Compare(context.Background(), a, b)
	if err != nil {
		r.t.Fatal(err)
	}
	got, err := r.live.Between(context.Background(), a, b)
	if want := c.Difference(); err != nil || !reflect.DeepEqual(got, want) {
		r.t.Fatalf("between %d and %d: %v, %v, want %v", a.Revision, b.Revision, got, err, want)
	}
	effects := effectsBetween(r.t, a, b, touchedBetween(r.t, r.live, a, b))
	fresh := r.anew(a.Branch, a.Revision)
	if want := effectsBetween(r.t, fresh, b, touchedBetween(r.t, r.live, a, b)); !reflect.DeepEqual(effects, want) {
		r.t.Fatalf("between %d and %d follows %v, want %v", a.Revision, b.Revision, effects, want)
	}
}

func touchedBetween(t testing.TB, live *Live, a, b *View) []state.ID {
	ids, err := live.Touched(context.Background(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func rove(t *testing.T, seed uint64, steps int) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("the seed is %d", seed)
		}
	}()
	s := newSite(t)
	s.lattice()
	r := newRover(s, seed)
	for range steps {
		r.work()
		if r.random.IntN(6) == 0 {
			r.look()
		}
	}
}

// A past state equals the fold of a store that ends there, regardless of earlier queries, also on branches and after
// merges and undos.
func TestAnyPastEqualsAFold(t *testing.T) {
	for seed := range uint64(4) {
		rove(t, seed, 120)
	}
}

// FuzzPast queries past states in histories from any seed.
func FuzzPast(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { rove(t, seed, 120) })
}

// counting counts the events that are read from a store.
type counting struct {
	eventstore.Store
	mu   sync.Mutex
	read int
}

func (c *counting) Read(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for r, err := range c.Store.Read(ctx, stream, from) {
			c.mu.Lock()
			c.read++
			c.mu.Unlock()
			if !yield(r, err) {
				return
			}
		}
	}
}

// A step back costs the same in a small model and in a large one: it reads the events of the reverted elements, and
// derives again the data that these elements affect.
func TestAStepBackCostsWhatItTakesBack(t *testing.T) {
	for _, rooms := range []int64{5, 200} {
		s := newSite(t)
		_, walls, _ := s.rows(rooms)
		s.must(modify(walls[1], "thickness", "250"))
		s.must(modify(walls[1], "height", "3000"))
		store := &counting{Store: s.store}
		s.live = NewLive(store)
		head := s.view()
		head.derived.get()
		store.read = 0
		v := s.at(MainBranch, head.Revision-1)
		if store.read > 10 {
			t.Errorf("%d rooms: a step back reads %d events", rooms, store.read)
		}
		if work := v.derived.get().work; work.items > 4 || work.rooms > 2 {
			t.Errorf("%d rooms: a step back derives %+v again", rooms, work)
		}
		samePast(t, "a step back", v, s.anew(MainBranch, v.Revision))
	}
}

// Readers may query any past state while somebody writes.
func TestManyLookBackAtOnce(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	for i := range int64(30) {
		s.wall(level, at(0, 1000*i), at(5000, 1000*i))
	}
	head := s.view()
	head.derived.get()
	wanted := map[uint64]string{}
	for revision := range head.Revision {
		wanted[revision] = s.anew(MainBranch, revision).Model.Hash()
	}
	var busy sync.WaitGroup
	for n := range uint64(4) {
		busy.Go(func() {
			random := rand.New(rand.NewPCG(n, 4))
			for range 40 {
				revision := random.Uint64N(head.Revision)
				v, err := s.live.At(context.Background(), testModel, MainBranch, revision)
				if err != nil || v.Model.Hash() != wanted[revision] || len(v.Spatial().Intersecting(box(-1000, -1000,
					-1000, 9000, 90000, 9000))) > v.Model.Len() {
					t.Errorf("revision %d: %v", revision, err)
				}
			}
		})
	}
	for i := range int64(20) {
		s.must(modify(s.view().Model.OfCategory(state.CategoryWall)[i], "height", "3100"))
	}
	busy.Wait()
}

// The fold refuses an event that was changed in the store. A changed event after the past state does not matter.
func TestAPastOfAChangedStore(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	wall := s.wall(level, at(0, 0), at(5000, 0))
	s.must(modify(wall, "height", "3000"))
	head := s.view()
	want := s.anew(MainBranch, head.Revision-1)
	sound := s.live.store
	s.live.store = &changedLog{Store: sound, at: head.History(wall)[0]}
	if _, err := s.live.At(context.Background(), testModel, MainBranch, head.Revision-1); state.CodeOf(err) !=
		state.StoreCorrupt {
		t.Errorf("the creation of a wall was changed: %v", err)
	}
	s.live.store = &changedLog{Store: sound, at: head.Revision}
	samePast(t, "before an event that was changed", s.at(MainBranch, head.Revision-1), want)
}

// changedLog is a store in which one event differs from what was written.
type changedLog struct {
	eventstore.Store
	at uint64
}

func (f *changedLog) Read(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for r, err := range f.Store.Read(ctx, stream, from) {
			if r.Revision == f.at {
				r.Data = json.RawMessage(bytes.Replace(r.Data, []byte("00"), []byte("01"), 1))
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// A distant past state is kept in the folder, for other processes too.
func TestAFarPastIsKept(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	one, other := s.wall(level, at(0, 0), at(5000, 0)), s.wall(level, at(0, 3000), at(5000, 3000))
	for i := range 3*surelyNear + 300 {
		if i == 2*surelyNear+200 {
			one = other // only few events of this wall have to be folded again
		}
		s.must(rename(one, fmt.Sprint("Wall ", i)))
	}
	live := NewLive(s.store, WithSnapshots(t.TempDir(), 10))
	head, err := live.View(context.Background(), testModel, MainBranch)
	if err != nil {
		t.Fatal(err)
	}
	live.Settle()
	head.derived.get()
	to := head.Revision - surelyNear - 5
	if v, err := live.walk(context.Background(), head, to); err != nil || v == nil {
		t.Fatal(v, err)
	}
	live.Settle()
	kept := live.snapshots.folder.list(StreamName(testModel, MainBranch))
	if len(kept) != 2 || kept[0].revision != to {
		t.Errorf("kept: %v", kept)
	}
}
