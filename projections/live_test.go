package projections

import (
	"context"
	"errors"
	"fmt"
	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"iter"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
)

func TestUnknownModelAndBranch(t *testing.T) {
	s := newSite(t)
	for _, c := range [][2]string{{"22222222-2222-4222-8222-222222222222", MainBranch},
		{testModel, "option"}, {"", ""}} {
		if _, err := s.live.View(context.Background(), c[0], c[1]); state.CodeOf(err) != state.NotFound {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// Two processes on one store see each other's writes at once.
func TestTwoLivesSeeEachOther(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	other := NewLive(s.store)
	for i := range int64(10) {
		wall := s.wall(level, at(0, 1000*i), at(5000, 1000*i))
		v, err := other.View(context.Background(), testModel, MainBranch)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := v.Model.Element(wall); !ok {
			t.Fatalf("wall %d is not seen at revision %d", i, v.Revision)
		}
		s.live, other = other, s.live
	}
}

func TestAViewDoesNotChange(t *testing.T) {
	h := newHouse(t)
	old := h.view()
	before := report(old)
	h.must(changing.DeleteElement{ElementIDs: []state.ID{h.middle}})
	h.must(modify(h.south, "height", "3500"))
	h.view().Preview(nil)
	report(h.view())
	for i, line := range report(old) {
		if line != before[i] {
			t.Fatalf("an old view answers now\n%s\nbefore\n%s", line, before[i])
		}
	}
}

func TestUnchangedStoreGivesTheSameView(t *testing.T) {
	h := newHouse(t)
	if first, second := h.view(), h.view(); first != second {
		t.Error("two views of one revision")
	}
}

// handed is a store that returns events changed by a test.
type handed struct {
	eventstore.Store
	change func(*eventstore.Recorded)
	reads  int
}

func (h *handed) Read(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	h.reads++
	return func(yield func(eventstore.Recorded, error) bool) {
		for r, err := range h.Store.Read(ctx, stream, from) {
			if err == nil && h.change != nil {
				h.change(&r)
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func TestTheFoldStopsAtWhatItCannotTrust(t *testing.T) {
	for name, change := range map[string]func(*eventstore.Recorded){
		"changed data": func(r *eventstore.Recorded) { r.Data = append([]byte(" "), r.Data...) },
		"changed meta": func(r *eventstore.Recorded) { r.Meta = []byte(`{}`) },
		"changed link": func(r *eventstore.Recorded) { r.PrevHash[3] ^= 1 },
		"changed hash": func(r *eventstore.Recorded) { r.Hash[3] ^= 1 },
		"skipped":      func(r *eventstore.Recorded) { r.Revision++ },
		"another type, chained anew": func(r *eventstore.Recorded) {
			r.Type = "element.exploded"
			r.Hash = eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event)
		},
	} {
		s := newSite(t)
		s.level("Ground", 0)
		at := s.view().Revision
		live := NewLive(&handed{Store: s.store, change: func(r *eventstore.Recorded) {
			if r.Revision == at {
				change(r)
			}
		}})
		for range 2 { // a second attempt does not help
			if _, err := live.View(context.Background(), testModel, MainBranch); state.CodeOf(err) !=
				state.StoreCorrupt {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// A store that was restored to an older state under a running process differs from the store that was read.
func TestARewrittenStoreIsRefused(t *testing.T) {
	s, shorter := newSite(t), newSite(t)
	s.level("Ground", 0)
	s.view()
	swapped := &swap{Store: s.store}
	live := NewLive(swapped)
	if _, err := live.View(context.Background(), testModel, MainBranch); err != nil {
		t.Fatal(err)
	}
	swapped.Store = shorter.store
	if _, err := live.View(context.Background(), testModel, MainBranch); state.CodeOf(err) != state.StoreCorrupt {
		t.Errorf("a shorter stream: %v", err)
	}
	shorter.level("Basement", -3000)
	if _, err := live.View(context.Background(), testModel, MainBranch); state.CodeOf(err) != state.StoreCorrupt {
		t.Errorf("another stream: %v", err)
	}
	shorter.level("First", 3000)
	if _, err := live.View(context.Background(), testModel, MainBranch); state.CodeOf(err) != state.StoreCorrupt {
		t.Errorf("another, longer stream: %v", err)
	}
}

type swap struct{ eventstore.Store }

func TestErrorsOfTheStoreAreKept(t *testing.T) {
	s := newSite(t)
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.live.View(context.Background(), testModel, MainBranch); !errors.Is(err, eventstore.ErrClosed) {
		t.Errorf("closed store: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newSite(t).live.View(ctx, testModel, MainBranch); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// An appended preview becomes the next view without reading the store, and equals the result of reading the store.
func TestAdvanceSparesReading(t *testing.T) {
	s := newSite(t)
	counting := &handed{Store: s.store}
	s.live = NewLive(counting)
	s.view()
	base, d, err := s.decide(changing.CreateLevel{Name: "Ground"})
	if err != nil {
		t.Fatal(err)
	}
	advance(s.live, base.Preview(d.Events), s.append(base, d.Events))
	reads := counting.reads
	v := s.view()
	if counting.reads != reads {
		t.Error("the events were read again")
	}
	sameReports(t, "advanced and folded", v, s.fromScratch())
	if v.LastMeta.Tool != "test" || v.LastMeta.UserID != "ada" {
		t.Errorf("metadata: %+v", v.LastMeta)
	}
}

// Other processes may write right before or right after a change: the store decides whether the announced view is used.
func TestAdvanceIsOnlyAHint(t *testing.T) {
	s := newSite(t)
	base, d, err := s.decide(changing.CreateLevel{Name: "Ground"})
	if err != nil {
		t.Fatal(err)
	}
	preview := base.Preview(d.Events)
	stored := EncodeEvents(d.Events, Meta{CommandID: s.commandID(), OccurredAt: begin})
	advance(s.live, preview, stored) // never appended
	s.level("Other", 3000)
	sameReports(t, "after a hint that is not so", s.view(), s.fromScratch())

	base, d, _ = s.decide(changing.CreateLevel{Name: "Ground"})
	advance(s.live, base.Preview(d.Events), s.append(base, d.Events))
	later, more, _ := (&site{t: t, store: s.store, live: NewLive(s.store),
		commands: s.commands}).decide(changing.CreateLevel{Name: "Later", Elevation: 9000000})
	s.append(later, more.Events)
	sameReports(t, "after a hint and another write", s.view(), s.fromScratch())

	base, d, _ = s.decide(changing.CreateLevel{Name: "Last", Elevation: 12000000})
	preview = base.Preview(nil) // differs from the appended events
	advance(s.live, preview, s.append(base, d.Events))
	sameReports(t, "after a hint of other events", s.view(), s.fromScratch())
}

// The preview of a model's creation becomes its first view.
func TestAdvanceOfANewModel(t *testing.T) {
	s := &site{t: t, store: memory.New()}
	counting := &handed{Store: s.store}
	s.live = NewLive(counting)
	base, d, err := s.decide(changing.CreateModel{ID: testModel, Name: "House"})
	if err != nil {
		t.Fatal(err)
	}
	advance(s.live, base.Preview(d.Events), s.append(base, d.Events))
	if v := s.view(); counting.reads != 0 || v.Revision != 2 {
		t.Errorf("revision %d after reading %d times", v.Revision, counting.reads)
	}
	sameReports(t, "advanced and folded", s.view(), s.fromScratch())
}

// The creation of a model is previewed on the empty view.
func TestPreviewOfANewModel(t *testing.T) {
	empty := EmptyView(testModel, MainBranch)
	d, err := empty.Decide(changing.Command{ID: "c", Do: changing.CreateModel{ID: testModel, Name: "House"}})
	if err != nil {
		t.Fatal(err)
	}
	v := empty.Preview(d.Events)
	if v.Revision != uint64(len(d.Events)-1) || v.Model.Info().Name != "House" || v.Model.Len() != 2 {
		t.Errorf("revision %d, model %+v with %d elements", v.Revision, v.Model.Info(), v.Model.Len())
	}
	if empty.Model.Len() != 0 || len(empty.Spatial().Intersecting(box(-1, -1, -1, 1, 1, 1))) != 0 {
		t.Error("the empty view is not empty any more")
	}
}

// Readers, previews and decisions run on the same views while a writer goes on.
func TestManyReadersWhileWriting(t *testing.T) {
	h := newHouse(t)
	writer := *h.site
	done := make(chan struct{})
	var busy sync.WaitGroup
	for range 6 {
		busy.Go(func() { readUntil(t, h, done) })
	}
	for i := range int64(25) {
		wall := writer.wall(h.level, at(-3000, 500*i), at(-2000, 500*i))
		if i%3 == 0 {
			writer.must(modify(h.middle, "thickness", []string{"150", "200"}[i%2]))
		}
		if i%5 == 0 {
			writer.must(changing.DeleteElement{ElementIDs: []state.ID{wall}})
		}
	}
	close(done)
	busy.Wait()
	sameReports(t, "after all", h.view(), h.fromScratch())
}

func readUntil(t *testing.T, h *house, done <-chan struct{}) {
	var last uint64
	for {
		select {
		case <-done:
			return
		default:
		}
		v, err := h.live.View(context.Background(), testModel, MainBranch)
		if err != nil || v.Revision < last {
			t.Errorf("revision %d after %d: %v", v.Revision, last, err)
			return
		}
		last = v.Revision
		d, err := v.Decide(changing.Command{ID: "reader", Do: changing.CreateLevel{Name: "Mine", Elevation: 5000000}})
		if err != nil {
			t.Error(err)
			return
		}
		p := v.Preview(d.Events)
		if len(p.Spatial().Intersecting(box(0, 0, 0, 100, 100, 100))) == 0 || v.Model.Len()+1 != p.Model.Len() {
			t.Errorf("a preview of revision %d is not right", v.Revision)
		}
		if facts, err := v.Rooms().Analyse(h.living); err != nil || len(facts.Adjacent) != 1 {
			t.Errorf("living room at revision %d: %+v, %v", v.Revision, facts, err)
		}
	}
}

// Changes may be decided on states that are still on their way to the store, and be announced in any order.
func TestAdvanceOverSeveralChangesAtOnce(t *testing.T) {
	s := newSite(t)
	counting := &handed{Store: s.store}
	s.live = NewLive(counting)
	v := s.view()
	var views []*View
	for i := range 3 {
		id := s.commandID()
		d, err := v.Decide(changing.Command{ID: id, Do: changing.CreateLevel{Name: fmt.Sprint("L", i),
			Elevation: geometry.Length(i) * 3000000}})
		if err != nil {
			t.Fatal(err)
		}
		events := EncodeEvents(d.Events, Meta{CommandID: id, OccurredAt: begin, Tool: "test", UserID: "ada"})
		next, ok := v.Preview(d.Events).Stored(d.Events, events)
		if !ok {
			t.Fatal("not the events of the preview")
		}
		other, err := v.Decide(changing.Command{ID: s.commandID(), Do: changing.CreateLevel{Name: "Other"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := v.Preview(d.Events).Stored(other.Events, events); ok {
			t.Fatal("other events are taken for those of the preview")
		}
		if _, err := s.store.Append(t.Context(), eventstore.Append{Stream: StreamName(testModel, MainBranch),
			Expected: eventstore.At(v.Revision), PrevHash: v.Hash, Events: events}); err != nil {
			t.Fatal(err)
		}
		views, v = append(views, next), next
	}
	for _, i := range []int{1, 2, 0} {
		s.live.Advance(views[i])
	}
	reads := counting.reads
	if got := s.view(); counting.reads != reads || got.Hash != v.Hash {
		t.Errorf("read %d times", counting.reads-reads)
	}
	sameReports(t, "advanced and folded", s.view(), s.fromScratch())
}
