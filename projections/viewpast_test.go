package projections

import (
	"context"
	"slices"
	"testing"
	"time"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// Every revision can be read later exactly as it was when it was the present.
func TestAtAnyRevision(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	past := []*View{s.view()}
	for i := range int64(4) {
		s.wall(level, at(0, 1000*i), at(5000, 1000*i))
		past = append(past, s.view())
	}
	for _, was := range past {
		v, err := s.live.At(context.Background(), testModel, MainBranch, was.Revision)
		if err != nil {
			t.Fatal(err)
		}
		sameReports(t, "the past", v, was)
	}
}

func TestAtARevisionThatIsNotThere(t *testing.T) {
	s := newSite(t)
	if _, err := s.live.At(context.Background(), testModel, MainBranch, 99); state.CodeOf(err) != state.NotFound {
		t.Errorf("revision 99: %v", err)
	}
	if _, err := s.live.At(context.Background(), "nothing", MainBranch, 0); state.CodeOf(err) != state.NotFound {
		t.Errorf("no model: %v", err)
	}
}

// The model is created at begin, the level a second later, the wall another second later.
func TestAtATime(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	s.wall(level, at(0, 0), at(5000, 0))
	for _, c := range []struct {
		after time.Duration
		want  uint64
	}{{0, 2}, {500 * time.Millisecond, 2}, {time.Second, 3}, {2 * time.Second, 4}, {time.Hour, 4}} {
		v, err := s.live.AtTime(context.Background(), testModel, MainBranch,
			begin.Add(c.after).In(time.FixedZone("CET", 3600)))
		if err != nil || v.Revision != c.want {
			t.Errorf("%v after the beginning: revision %d, want %d, %v", c.after, v.Revision, c.want, err)
		}
	}
	if _, err := s.live.AtTime(context.Background(), testModel, MainBranch,
		begin.Add(-time.Nanosecond)); state.CodeOf(err) != state.NotFound {
		t.Errorf("before the beginning: %v", err)
	}
}

func TestHistoryOfAnElement(t *testing.T) {
	h := newHouse(t)
	v := h.view()
	before := v.History(h.middle)
	h.must(modify(h.middle, "thickness", "300"))
	h.must(modify(h.south, "name", `"Front"`))
	after := h.view().History(h.middle)
	if !slices.Equal(after, append(slices.Clone(before), v.Revision+1)) {
		t.Errorf("history %v, before %v at revision %d", after, before, v.Revision)
	}
	if !slices.Equal(v.History(h.middle), before) {
		t.Error("the history of an older view has grown")
	}
	if h.view().History("nothing") != nil {
		t.Error("what is not there has a history")
	}
}

func TestModels(t *testing.T) {
	s := newSite(t)
	s.level("Ground", 0)
	const second = "22222222-2222-4222-8222-222222222222"
	empty := EmptyView(second, MainBranch)
	d, err := empty.Decide(changing.Command{ID: "c", Do: changing.CreateModel{ID: second, Name: "Annex", Owner: "bob"}})
	if err != nil {
		t.Fatal(err)
	}
	stored := EncodeEvents(d.Events, Meta{CommandID: "c", OccurredAt: begin.Add(time.Hour)})
	parts := []eventstore.Append{
		{Stream: StreamName(second, MainBranch), Expected: eventstore.NoStream, Events: stored},
		{Stream: "model.notes", Expected: eventstore.NoStream,
			Events: EncodeEvents(d.Events[:1], Meta{CommandID: "n"})},
	}
	for range 2 {
		if _, err := s.store.Append(context.Background(), parts...); err != nil {
			t.Fatal(err)
		}
		models, err := s.live.Models(context.Background())
		if err != nil || len(models) != 2 {
			t.Fatalf("models: %+v, %v", models, err)
		}
		annex, house := models[0], models[1]
		if annex.ID != second || annex.Owner != "bob" || annex.Revision != 2 ||
			!annex.CreatedAt.Equal(begin.Add(time.Hour)) {
			t.Errorf("first by name: %+v", annex)
		}
		if house.ID != testModel || house.Revision != 3 || !house.CreatedAt.Equal(begin) ||
			!house.UpdatedAt.Equal(begin.Add(time.Second)) {
			t.Errorf("second by name: %+v", house)
		}
		if len(house.Branches) != 1 || house.Branches[0].Name != MainBranch || house.Branches[0].Revision != 3 {
			t.Errorf("branches: %+v", house.Branches)
		}
	}
	for owner, want := range map[string][]string{"bob": {second}, "ada": {testModel}, "eve": nil} {
		if ids, err := s.live.ModelsOf(context.Background(), owner); err != nil || !slices.Equal(ids, want) {
			t.Errorf("models of %q: %v, %v", owner, ids, err)
		}
	}
	s.level("First", 3000)
	if models, _ := s.live.Models(context.Background()); models[1].Revision != 4 ||
		!models[1].UpdatedAt.Equal(begin.Add(2*time.Second)) {
		t.Errorf("after a write: %+v", models[1])
	}
}
