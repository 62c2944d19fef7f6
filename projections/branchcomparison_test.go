package projections

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// report returns every answer of a view as plain text, so that two views can be compared.
func report(v *View) []string {
	out := []string{"state " + v.Model.Hash(), fmt.Sprint("revision ", v.Revision, " ", v.Hash, " ", v.At)}
	var ids []state.ID
	v.Model.Each(func(e *state.Element) bool { ids = append(ids, e.ID); return true })
	for _, id := range ids {
		out = append(out, reportElement(v, id)...)
	}
	return append(out, reportPlaces(v)...)
}

func reportElement(v *View, id state.ID) []string {
	m, err := v.Measures().Of(id)
	q, qerr := v.Measures().Quantities(id)
	links, lerr := v.Graph().Traverse(id, Any, 2)
	out := []string{
		fmt.Sprint(id, " measure ", m, err), fmt.Sprint(id, " quantities ", q, qerr),
		fmt.Sprint(id, " links ", links, lerr), fmt.Sprint(id, " history ", v.History(id)),
		fmt.Sprint(id, " facing ", v.Rooms().Facing(id)),
	}
	if e, _ := v.Model.Element(id); e.Category == state.CategoryRoom {
		facts, err := v.Rooms().Analyse(id)
		out = append(out, fmt.Sprintf("%s room %+v %v", id, facts, err))
	}
	return out
}

// reportPlaces queries the spatial index for everything, and for a few places and directions.
func reportPlaces(v *View) []string {
	s := v.Spatial()
	out := []string{fmt.Sprint("bands ", s.bands)}
	for i := int64(0); i < 6; i++ {
		x, y, z := 2500*i, 1500*i, 1700*i
		room := box(x-2000, y-2000, z-2000, x+3000, y+3000, z+800)
		rays, err := s.Ray(at3(x-20000, y, z+100), r3.Vector{X: 3, Y: float64(i) - 2, Z: 0.25}, 0)
		out = append(out,
			fmt.Sprint("in ", i, s.Intersecting(room)), fmt.Sprint("within ", i, s.Within(room.Grow(geometry.Metre))),
			fmt.Sprint("near ", i, s.Nearest(at3(x, y, z), 5, 0)), fmt.Sprint("ray ", i, rays, err))
	}
	return out
}

// fromScratch returns a view that is folded anew from the whole log.
func (s *site) fromScratch() *View {
	s.t.Helper()
	v, err := NewLive(s.store).View(context.Background(), testModel, MainBranch)
	if err != nil {
		s.t.Fatalf("fold anew: %v", err)
	}
	return v
}

// sameReports fails if two views answer differently.
func sameReports(t testing.TB, what string, got, want *View) {
	t.Helper()
	a, b := report(got), report(want)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("%s differ:\n got  %s\n want %s", what, a[i], b[i])
		}
	}
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("%s: %d answers and %d", what, len(a), len(b))
	}
}
