package projections

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/golang/geo/r3"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// boxes makes an index over random boxes in storeys of 3 m, many of which touch each other and the storeys, and the
// same boxes as a list.
func boxes(random *rand.Rand, n int) (*Spatial, []*item) {
	s := &Spatial{bands: bands{lowest, 0, geometry.MM(3000), geometry.MM(6000)},
		trees: newBoxTrees[geometry.Length, item]()}
	var all []*item
	mm := func(from, to int64) int64 { return from + 500*random.Int64N((to-from)/500+1) }
	for i := range n {
		x, y, z := mm(0, 20000), mm(0, 20000), mm(-3000, 9000)
		it := &item{id: state.ID(fmt.Sprintf("%05d", i)), category: state.Categories[i%3], placed: true,
			box: box(x, y, z, x+mm(0, 4000), y+mm(0, 4000), z+mm(0, 7000))}
		s.insert(it)
		all = append(all, it)
	}
	return s, all
}

// list returns the expected answer of the index by examining every box.
func list(all []*item, keep func(*item) (float64, bool)) []Hit {
	var found []candidate
	for _, it := range all {
		if d, ok := keep(it); ok {
			found = append(found, candidate{it, d})
		}
	}
	slices.SortFunc(found, compareCandidates)
	out := make([]Hit, len(found))
	for i, c := range found {
		out[i] = Hit{c.it.id, c.it.category, c.it.box, geometry.Length(math.Round(c.distance))}
	}
	return out
}

func sameHits(t *testing.T, what string, got, want []Hit) {
	t.Helper()
	if len(got) == 0 && len(want) == 0 {
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %d hits %v\nwant %d hits %v", what, len(got), got, len(want), want)
	}
}

func TestBoxQueriesAgreeWithLookingAtEveryBox(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s, all := boxes(random, 600)
	for range 200 {
		q := box(500*random.Int64N(40), 500*random.Int64N(40), 500*random.Int64N(24)-3000, 0, 0, 0)
		q.Max = q.Min.Add(at3(500*random.Int64N(10), 500*random.Int64N(10), 500*random.Int64N(10)))
		sameHits(t, "intersecting", s.Intersecting(q),
			list(all, func(it *item) (float64, bool) { return 0, it.box.Intersects(q) }))
		sameHits(t, "within", s.Within(q), list(all, func(it *item) (float64, bool) { return 0, q.Contains(it.box) }))
		wall := state.Categories[1]
		sameHits(t, "of a category", s.Intersecting(q, wall),
			list(all, func(it *item) (float64, bool) { return 0, it.category == wall && it.box.Intersects(q) }))
	}
}

func distanceTo(p geometry.Point3, b geometry.Box) float64 {
	d := r3.Vector{X: gapTo(float64(p.X), float64(b.Min.X), float64(b.Max.X)),
		Y: gapTo(float64(p.Y), float64(b.Min.Y), float64(b.Max.Y)),
		Z: gapTo(float64(p.Z), float64(b.Min.Z), float64(b.Max.Z))}
	return math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y) + float64(d.Z*d.Z))
}

func TestNearestAgreesWithLookingAtEveryBox(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	s, all := boxes(random, 600)
	for range 200 {
		p := at3(random.Int64N(30000)-5000, random.Int64N(30000)-5000, random.Int64N(20000)-8000)
		k, radius := random.IntN(20), geometry.MM(random.Int64N(5000))
		want := list(all, func(it *item) (float64, bool) {
			d := distanceTo(p, it.box)
			return d, radius == 0 || d <= float64(radius)
		})
		if k > 0 {
			want = want[:min(k, len(want))]
		}
		sameHits(t, "nearest", s.Nearest(p, k, radius), want)
	}
}

// crosses computes where a ray enters a box from the box's slabs.
func crosses(o, d r3.Vector, reach float64, b geometry.Box) (float64, bool) {
	from, to := 0.0, reach
	for _, axis := range [][4]float64{
		{o.X, d.X, float64(b.Min.X), float64(b.Max.X)}, {o.Y, d.Y, float64(b.Min.Y), float64(b.Max.Y)},
		{o.Z, d.Z, float64(b.Min.Z), float64(b.Max.Z)},
	} {
		if axis[1] == 0 {
			if axis[0] < axis[2] || axis[0] > axis[3] {
				return 0, false
			}
			continue
		}
		a, c := (axis[2]-axis[0])/axis[1], (axis[3]-axis[0])/axis[1]
		from, to = max(from, min(a, c)), min(to, max(a, c))
	}
	return from, from <= to
}

func TestRaysAgreeWithLookingAtEveryBox(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	s, all := boxes(random, 600)
	for i := range 200 {
		o := at3(500*random.Int64N(60)-5000, 500*random.Int64N(60)-5000, 500*random.Int64N(30)-4000)
		d := r3.Vector{X: float64(random.IntN(5) - 2), Y: float64(random.IntN(5) - 2), Z: float64(random.IntN(5) - 2)}
		if d == (r3.Vector{}) {
			d.X = 1e-300
		}
		reach := geometry.MM(random.Int64N(2) * random.Int64N(20000))
		r, err := newRay(o, d, reach)
		if err != nil {
			t.Fatal(err)
		}
		want := list(all, func(it *item) (float64, bool) { return crosses(r.origin, r.direction, r.reach, it.box) })
		got, err := s.Ray(o, d, reach)
		if err != nil {
			t.Fatal(err)
		}
		sameHits(t, fmt.Sprintf("ray %d", i), got, want)
	}
}

func TestRayWithoutADirectionIsRefused(t *testing.T) {
	s, _ := boxes(rand.New(rand.NewPCG(1, 1)), 3)
	for _, d := range []r3.Vector{{}, {X: math.NaN()}, {X: math.Inf(1)}} {
		if _, err := s.Ray(geometry.Point3{}, d, 0); state.CodeOf(err) != state.DegenerateGeometry {
			t.Errorf("direction %v: %v", d, err)
		}
	}
}

// A query at the bottom of a storey finds elements that only touch it from the storey below.
func TestTouchingAcrossStoreys(t *testing.T) {
	s := &Spatial{bands: bands{lowest, 0, geometry.MM(3000)}, trees: newBoxTrees[geometry.Length, item]()}
	s.insert(&item{id: "below", placed: true, box: box(0, 0, 0, 100, 100, 3000)})
	s.insert(&item{id: "through", placed: true, box: box(0, 0, -500, 100, 100, 9000)})
	hits := s.Intersecting(box(0, 0, 3000, 100, 100, 4000))
	if len(hits) != 2 || hits[0].ID != "below" || hits[1].ID != "through" {
		t.Errorf("hits: %v", hits)
	}
	if n := s.trees.at(geometry.MM(3000)).Len(); n != 1 {
		t.Errorf("the upper band holds %d elements, want the one that goes through", n)
	}
}

func TestRemovedBoxesAreNotFound(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	before, all := boxes(random, 300)
	after := before.fork()
	for _, it := range all[:290] {
		after.remove(it)
	}
	everything := box(-100000, -100000, -100000, 100000, 100000, 100000)
	if n, m := len(before.Intersecting(everything)), len(after.Intersecting(everything)); n != 300 || m != 10 {
		t.Errorf("%d before and %d after, want 300 and 10", n, m)
	}
}

func TestStoreysCloserThanTheLeastHeightShareABand(t *testing.T) {
	s := newSite(t)
	for name, z := range map[string]int64{"a": 0, "b": 500, "c": 3000, "d": 4500, "e": 6000} {
		s.level(name, z)
	}
	no := false
	s.must(changing.CreateLevel{Name: "datum", Elevation: geometry.MM(10000), IsStorey: &no})
	want := bands{lowest, 0, geometry.MM(3000), geometry.MM(6000)}
	if got := s.view().derived.get().spatial.bands; !slices.Equal(got, want) {
		t.Errorf("bands %v, want %v", got, want)
	}
}

func TestHostedOpeningsAndRoomsAreInTheIndex(t *testing.T) {
	h := newHouse(t)
	opening := h.view().Model.HostedBy(h.middle)
	hits := h.view().Spatial().Within(box(5800, 1900, -100, 6200, 3000, 2200))
	var ids []state.ID
	for _, hit := range hits {
		ids = append(ids, hit.ID)
	}
	sameIDs(t, "door and opening", ids, opening...)
	rooms := h.view().Spatial().Nearest(at3(3000, 2500, 1000), 1, 0, state.CategoryRoom)
	if len(rooms) != 1 || rooms[0].ID != h.living || rooms[0].Distance != 0 {
		t.Errorf("the room around a point: %v", rooms)
	}
}
