package projections

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
)

// sprout is a branch of a site.
type sprout struct {
	*site
	name string
}

// branch forks a branch from the present state of another one.
func (s *site) branch(parent, name string) sprout {
	s.t.Helper()
	v := s.viewOf(parent)
	s.appendTo(name, eventstore.NoStream, v.ForkEvents(name, ""))
	return sprout{s, name}
}

func (s *site) viewOf(branch string) *View {
	s.t.Helper()
	v, err := s.live.View(context.Background(), testModel, branch)
	if err != nil {
		s.t.Fatalf("view of %s: %v", branch, err)
	}
	return v
}

func (s *site) appendTo(branch string, expected eventstore.Expected, events []state.Event) {
	s.t.Helper()
	stored := EncodeEvents(events, Meta{CommandID: s.commandID(), Tool: "test", UserID: "ada",
		OccurredAt: begin.Add(time.Duration(s.commands) * time.Second)})
	if _, err := s.store.Append(context.Background(), eventstore.Append{Stream: StreamName(testModel, branch),
		Expected: expected, Events: stored}); err != nil {
		s.t.Fatalf("append to %s: %v", branch, err)
	}
	s.commands++
}

// do executes a command on the branch and returns the ids of the elements it created.
func (b sprout) do(op changing.Operation) []state.ID {
	b.t.Helper()
	v := b.viewOf(b.name)
	d, err := v.Decide(changing.Command{ID: b.commandID(), Do: op})
	if err != nil {
		b.t.Fatalf("%T on %s: %v", op, b.name, err)
	}
	b.appendTo(b.name, eventstore.At(v.Revision), d.Events)
	return created(d.Events)
}

// merge merges a branch into another one by a policy.
func (s *site) merge(target, source string, policy state.MergePolicy) merge.MergeOutcome {
	s.t.Helper()
	c, err := s.live.Compare(context.Background(), s.viewOf(target), s.viewOf(source))
	if err != nil {
		s.t.Fatal(err)
	}
	out, err := c.Merge(s.commandID(), policy, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	merged := &state.BranchMerged{MergeID: s.commandID(), Source: c.Theirs.Point(), Target: c.Ours.Point(),
		Base: c.Base.Point(), Counts: out.Counts}
	s.appendTo(target, eventstore.At(c.Ours.Revision), append(out.Decision.Events, merged))
	if got := s.viewOf(target).Model.Hash(); got != out.Decision.After.Hash() {
		s.t.Errorf("folding the merge gives another state than it answered")
	}
	return out
}

func rename(id state.ID, name string) changing.ModifyParameter {
	return changing.ModifyParameter{ElementID: id, ParameterName: "name", Value: fmt.Appendf(nil, "%q", name)}
}

// A branch begins with its parent's state and changes independently, and so do branches of branches. Every process sees
// the same states.
func TestBranchesGoTheirOwnWays(t *testing.T) {
	h := newHouse(t)
	a := h.branch(MainBranch, "a")
	if v := h.viewOf("a"); v.Revision != 0 || v.Model.Hash() != h.view().Model.Hash() ||
		v.Origin().Branch != MainBranch {
		t.Fatalf("the new branch is at %d with another state", v.Revision)
	}
	h.must(rename(h.south, "South"))
	door := a.do(changing.PlaceDoor{WallID: h.east, Door: fabric.Door{Offset: geometry.MM(500), Width: geometry.MM(900),
		Height: geometry.MM(2100)}})[0]
	b := h.branch("a", "a/b")
	b.do(changing.DeleteElement{ElementIDs: []state.ID{door}})
	for name, want := range map[string][2]bool{MainBranch: {true, false}, "a": {false, true}, "a/b": {false, false}} {
		for _, live := range []*Live{h.live, NewLive(h.store)} {
			v, err := live.View(context.Background(), testModel, name)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			south, _ := v.Model.Element(h.south)
			_, there := v.Model.Element(door)
			if got := [2]bool{south.Name == "South", there}; got != want {
				t.Errorf("%s: renamed and door: %v, want %v", name, got, want)
			}
			compareViews(t, v)
		}
	}
	if m := h.viewOf("a/b").Timeline(door); len(m) != 3 || m[0].Branch != "a" || m[2] != (EventRef{"a/b", 1}) {
		t.Errorf("the door's timeline: %v", m)
	}
	if _, err := h.live.At(context.Background(), testModel, "a", 2); err != nil {
		t.Errorf("the past of a branch: %v", err)
	}
}

// compareViews compares the data that a branch derives from its parent's data with data derived from nothing.
func compareViews(t *testing.T, v *View) {
	t.Helper()
	fresh := wholeOf(v.Model)
	v.Model.Each(func(e *state.Element) bool {
		got, _ := v.Measures().Of(e.ID)
		want, _ := (&Measures{fresh, v.Model}).Of(e.ID)
		if got != want {
			t.Errorf("%s %s measures %+v on the branch, %+v derived from nothing", e.Category, e.Name, got, want)
		}
		return true
	})
}

// After a merge the base is the merged state: merging again does nothing, and the next merge brings only later changes.
func TestMergesMoveTheBase(t *testing.T) {
	h := newHouse(t)
	a := h.branch(MainBranch, "a")
	a.do(rename(h.south, "A1"))
	h.must(rename(h.east, "M1"))
	h.merge(MainBranch, "a", "")
	c, err := h.live.Compare(context.Background(), h.view(), h.viewOf("a"))
	if err != nil || !c.NothingNew() || c.Base.Branch != "a" || len(c.TheirsTouched.IDs()) != 0 {
		t.Fatalf("after the merge: %v, base %s", err, c.Base.Branch)
	}
	a.do(rename(h.south, "A2"))
	if out := h.merge(MainBranch, "a", ""); len(out.Conflicts) != 0 || len(out.Decision.Events) != 1 {
		t.Errorf("the second merge: %d events, conflicts %v", len(out.Decision.Events), out.Conflicts)
	}
	if out := h.merge("a", MainBranch, ""); len(out.Conflicts) != 0 || len(out.Decision.Events) != 1 {
		t.Errorf("merging back: %d events, conflicts %v", len(out.Decision.Events), out.Conflicts)
	}
	if h.view().Model.Hash() != h.viewOf("a").Model.Hash() {
		t.Error("after merges both ways the branches differ")
	}
}

// Siblings: changes merged into main through one branch cause no conflict when they come through another branch.
func TestMergeOfSiblings(t *testing.T) {
	h := newHouse(t)
	a, b := h.branch(MainBranch, "a"), h.branch(MainBranch, "b")
	a.do(rename(h.south, "A"))
	h.merge("b", "a", "")
	b.do(rename(h.east, "B"))
	h.merge(MainBranch, "a", "")
	if out := h.merge(MainBranch, "b", ""); len(out.Conflicts) != 0 {
		t.Errorf("conflicts: %+v", out.Conflicts)
	}
	south, _ := h.view().Model.Element(h.south)
	east, _ := h.view().Model.Element(h.east)
	if south.Name != "A" || east.Name != "B" {
		t.Errorf("merged: %q, %q", south.Name, east.Name)
	}
}

// A branch whose parent differs from the state from which it was forked is refused, and so are branches forked from
// each other.
func TestForksAreVerified(t *testing.T) {
	for name, fork := range map[string]*state.BranchCreated{
		"another hash":     {Name: "x", Parent: MainBranch, ForkRevision: 1, ParentHash: strings.Repeat("0", 64)},
		"no such revision": {Name: "x", Parent: MainBranch, ForkRevision: 900},
		"no such parent":   {Name: "x", Parent: "y", ForkRevision: 0},
		"itself":           {Name: "x", Parent: "x", ForkRevision: 0},
	} {
		h := newHouse(t)
		h.appendTo("x", eventstore.NoStream, []state.Event{fork})
		if _, err := h.live.View(context.Background(), testModel, "x"); state.CodeOf(err) != state.StoreCorrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
	h := newHouse(t)
	h.appendTo("x", eventstore.NoStream, []state.Event{&state.BranchCreated{Name: "x", Parent: "y"}})
	h.appendTo("y", eventstore.NoStream, []state.Event{&state.BranchCreated{Name: "y", Parent: "x"}})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := h.live.View(ctx, testModel, "x"); state.CodeOf(err) != state.StoreCorrupt {
		t.Errorf("a circle: %v", err)
	}
}

// Undoing a command in the middle keeps the later changes.
func TestUndoOfRevisions(t *testing.T) {
	h := newHouse(t)
	before := h.view()
	h.must(rename(h.south, "South"))
	h.must(rename(h.east, "East"))
	out, err := h.live.Undo(context.Background(), h.view(), h.commandID(), before.Revision+1, before.Revision+1)
	if err != nil {
		t.Fatal(err)
	}
	south, _ := out.Decision.After.Element(h.south)
	east, _ := out.Decision.After.Element(h.east)
	if old, _ := before.Model.Element(h.south); south.Name != old.Name || east.Name != "East" {
		t.Errorf("undone: %q, %q", south.Name, east.Name)
	}
	d, err := h.live.Between(context.Background(), before, h.view())
	if err != nil || len(d.Modified) != 2 || d.Len() != 2 {
		t.Errorf("differences: %+v, %v", d, err)
	}
}

// Tags and decisions are read from the register. The first event of a tag counts, and the last event of a decision.
func TestAnnotations(t *testing.T) {
	h := newHouse(t)
	at := h.view().Point()
	later := at
	later.Revision++
	events := []state.Event{
		&state.RevisionTagged{Name: "v1", At: at}, &state.RevisionTagged{Name: "v1", At: later},
		&state.ConflictResolved{Target: MainBranch, Source: "a",
			Resolution: state.Resolution{ConflictID: "c", Take: merge.TakeOurs}},
		&state.ConflictResolved{Target: MainBranch, Source: "a",
			Resolution: state.Resolution{ConflictID: "c", Take: merge.TakeTheirs}},
	}
	for _, e := range events {
		r, err := h.live.Annotations(context.Background(), testModel)
		if err != nil {
			t.Fatal(err)
		}
		stored := EncodeEvents([]state.Event{e}, Meta{CommandID: h.commandID(), UserID: "ada", OccurredAt: begin})
		h.commands++
		if _, err := h.store.Append(context.Background(),
			eventstore.Append{Stream: AnnotationStream(testModel), Expected: r.Expected, Events: stored}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := h.live.Annotations(context.Background(), testModel)
	if err != nil {
		t.Fatal(err)
	}
	if tag, ok := r.Tag("v1"); !ok || tag.At != at || len(r.Tags()) != 1 || tag.UserID != "ada" {
		t.Errorf("tag: %+v", tag)
	}
	if d := r.Decisions(MainBranch, "a", Decider{UserID: "ada"}); len(d) != 1 || d["c"].Take != merge.TakeTheirs ||
		d["c"].By != merge.ByRecord {
		t.Errorf("decisions: %+v", d)
	}
	if len(r.Decisions("a", MainBranch, Decider{UserID: "ada"})) != 0 {
		t.Error("a decision counts in the other direction")
	}
	if len(r.Decisions(MainBranch, "a", Decider{UserID: "ada", AgentID: "bot"})) != 0 {
		t.Error("a decision counts for another one who merges")
	}
	if models, err := h.live.Models(context.Background()); err != nil || len(models) != 1 ||
		len(models[0].Branches) != 1 {
		t.Errorf("the register is taken for a branch: %+v, %v", models, err)
	}
}

// A branch with its ancestors is the same from snapshots as from the log.
func TestBranchesFromSnapshots(t *testing.T) {
	h, dir := newHouse(t), t.TempDir()
	a := h.branch(MainBranch, "a/b")
	for i := range 7 {
		a.do(rename(h.south, fmt.Sprint("name ", i)))
		live := kept(t, h.store, dir, 2)
		for _, name := range []string{MainBranch, a.name} { // only one snapshot is written at a time
			if _, err := live.View(context.Background(), testModel, name); err != nil {
				t.Fatal(err)
			}
			live.Settle()
		}
	}
	live := kept(t, h.store, dir, 2)
	if n, err := live.CheckSnapshots(context.Background(), testModel, a.name); err != nil || n == 0 {
		t.Fatalf("%d snapshots, %v", n, err)
	}
	want := h.viewOf(a.name)
	got, err := live.View(context.Background(), testModel, a.name)
	if err != nil || got.Model.Hash() != want.Model.Hash() || got.Origin() == nil ||
		len(got.Timeline(h.south)) != len(want.Timeline(h.south)) {
		t.Errorf("from snapshots: %v, timeline %v, from the log %v", err, got.Timeline(h.south), want.Timeline(h.south))
	}
	compareViews(t, got)
}

// wholeOf returns the derived data of a whole model.
func wholeOf(m *state.Model) look {
	l := newLazy(m)
	l.get()
	return l.lookUntil(context.Background())
}
