package projections

import (
	"fmt"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/eventstore"
)

// TestPreviewsOfDecisions checks that the preview of a decision equals the preview of its events, whether its model is
// reused or made again.
func TestPreviewsOfDecisions(t *testing.T) {
	v, n := EmptyView(testModel, MainBranch), 0
	err := tower.Build(tower.Spec{ModelID: testModel, Name: "Tower", Owner: "ada", Storeys: 2, Elements: 200, Seed: 1},
		func(op changing.Operation) ([]state.ID, error) {
			n++
			d, err := v.Decide(changing.Command{ID: fmt.Sprint("made ", n), Do: op})
			if err == nil {
				v = comparePreviews(t, v, d)
			}
			return madeBy(d.Events), err
		})
	if err != nil {
		t.Fatal(err)
	}
	edits, done := tower.NewEditor(v.Model, 3), 0
	for i := range 200 {
		d, err := v.Decide(changing.Command{ID: fmt.Sprint("edit ", i), Do: edits.Next()})
		if err != nil {
			continue // the model's rules refuse it
		}
		v, done = comparePreviews(t, v, d), done+1
	}
	if done < 100 {
		t.Errorf("%d of 200 edits were done: the test says little", done)
	}
}

func comparePreviews(t *testing.T, v *View, d changing.Decision) *View {
	t.Helper()
	got, want := v.PreviewOf(d), v.Preview(d.Events)
	if got.Model.Hash() != want.Model.Hash() {
		t.Fatalf("after %v the model is another one", d.Events)
	}
	gotEffects, err := Effects(t.Context(), v, got)
	if err != nil {
		t.Fatal(err)
	}
	wantEffects, err := Effects(t.Context(), v, want)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := fmt.Sprint(gotEffects), fmt.Sprint(wantEffects); a != b {
		t.Fatalf("after %v the effects are %s, want %s", d.Events, a, b)
	}
	for _, e := range d.Events {
		for _, touch := range e.Touched() {
			if got.BoundsOf(touch.ElementID) != want.BoundsOf(touch.ElementID) {
				t.Fatalf("after %v %s has another box", d.Events, touch.ElementID)
			}
		}
	}
	return got
}

// TestLineageOfPreviews compares the known places from which a preview grew with a list of all its places.
func TestLineageOfPreviews(t *testing.T) {
	v := &View{}
	var places []place
	for n := range 5*maxLineage + 3 {
		p := place{uint64(n), eventstore.Hash{byte(n), byte(n >> 8)}}
		v = &View{next: p.next, Hash: p.hash, preview: v.preview}
		v = &View{preview: &preview{lineage: lineageOf(v)}}
		places = append(places, p)
		if l := v.preview.lineage.length; l > 2*maxLineage+1 {
			t.Fatalf("%d places are kept", l)
		}
		for i, from := range places {
			want := min(len(places)-i, maxLineage+1)
			if got := v.grownFrom(&View{next: from.next, Hash: from.hash}); got != want {
				t.Fatalf("%d places on, grown from place %d by %d, want %d", n, i, got, want)
			}
		}
		if got, want := v.continues(nil), len(places) <= maxLineage; got != want {
			t.Fatalf("after %d places, from the beginning: %t", len(places), got)
		}
	}
}
