package clashes

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

var hard = Test{Mode: ModeHard}

func only(t *testing.T, r *Report) Finding {
	t.Helper()
	if len(r.Findings) != 1 {
		t.Fatalf("%d findings, want one: %+v", len(r.Findings), r.Findings)
	}
	return r.Findings[0]
}

// A column of 300 mm stands 50 mm in a slab: the overlap is 0.3 x 0.3 x 0.05 m.
func TestAnOverlapIsMeasured(t *testing.T) {
	b := newBuilding(t)
	slab, column := b.slab(0, 0, 5000, 5000, 200, 0), b.column(1000, 2000, 300, -50, 2800)
	f := only(t, b.find(hard))
	want := Finding{
		Key: keyOf("hard", f.Elements), Kind: Hard, Elements: []state.ID{min(slab, column), max(slab, column)},
		Level:  b.ground,
		Volume: 0.0045, Depth: geometry.MM(50), Location: mm(1000, 2000).At(geometry.MM(-25)),
	}
	box := geometry.Box{Min: mm(850, 1850).At(geometry.MM(-50)), Max: mm(1150, 2150).At(0)}
	if f.Box == nil || *f.Box != box {
		t.Errorf("overlap box %v, want %v", f.Box, box)
	}
	if f.Box = nil; !equal(f, want) {
		t.Errorf("got %+v, want %+v", f, want)
	}
}

func equal(a, b any) bool { return string(encoded(a)) == string(encoded(b)) }

func encoded(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// The key of a conflict contains the elements and the rule but no values, so it stays the same when an edit makes the
// conflict smaller.
func TestAKeyOutlivesAnEdit(t *testing.T) {
	b := newBuilding(t)
	b.slab(0, 0, 5000, 5000, 200, 0)
	column := b.column(1000, 2000, 300, -50, 2800)
	before := only(t, b.find(hard))
	b.do(change.ModifyParameter{ElementID: column, ParameterName: "base_offset", Value: json.RawMessage("-20")})
	after := only(t, b.find(hard))
	if before.Key != after.Key || before.Depth == after.Depth {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

func TestWhatOnlyTouchesIsNoClash(t *testing.T) {
	b := newBuilding(t)
	b.slab(0, 0, 5000, 5000, 200, 0)
	b.column(1000, 1000, 300, 0, 2800)
	b.column(1300, 1000, 300, 0, 2800)
	b.slab(0, 0, 5000, 5000, 200, 3000)
	report := b.find(Test{Mode: ModeAll, Clearance: geometry.MM(100)})
	if len(report.Findings) != 0 || report.Examined != 5 {
		t.Errorf("%d of %d pairs are in conflict: %+v", len(report.Findings), report.Examined, report.Findings)
	}
}

// A gap of 0 is no clearance conflict: it counts as touching, in every test that looks for gaps.
func TestWhatTouchesIsCountedApartFromGaps(t *testing.T) {
	b := newBuilding(t)
	b.slab(0, 0, 5000, 5000, 200, 0)
	b.column(1000, 1000, 300, 0, 2800)
	b.column(1300, 1000, 300, 0, 2800)
	b.column(1640, 1000, 300, 0, 2800)
	for _, mode := range []Mode{ModeAll, ModeClearance} {
		report := b.find(Test{Mode: mode, Clearance: geometry.MM(50)})
		if len(report.Findings) != 1 || report.Touching != 4 || report.Compared != 5 {
			t.Errorf("%s: %d findings, %d of %d pairs touch; want 1, 4 of 5", mode, len(report.Findings),
				report.Touching, report.Compared)
		}
	}
}

func TestToleranceLetsShallowOverlapsPass(t *testing.T) {
	b := newBuilding(t)
	b.slab(0, 0, 5000, 5000, 200, 0)
	b.column(1000, 1000, 300, -20, 2800)
	for tolerance, found := range map[int64]int{0: 1, 19: 1, 20: 0, 30: 0} {
		if r := b.find(Test{Mode: ModeHard, Tolerance: geometry.MM(tolerance)}); len(r.Findings) != found {
			t.Errorf("tolerance %d: %d findings, want %d", tolerance, len(r.Findings), found)
		}
	}
}

func TestABodyInAnotherOneIsContained(t *testing.T) {
	b := newBuilding(t)
	slab, post := b.slab(0, 0, 5000, 5000, 500, 0), b.column(1000, 1000, 100, -300, 100)
	f := only(t, b.find(Test{Mode: ModeAll, Clearance: geometry.MM(100), Tolerance: geometry.MM(200)}))
	if f.Kind != Contained || f.Inside != post || f.Volume != 0.001 || f.Key != keyOf("hard", f.Elements) {
		t.Errorf("%+v, slab %s, post %s", f, slab, post)
	}
}

// Three equal slabs in one place are one finding, not three. A fourth slab stands apart from them.
func TestCopiesAreOneFinding(t *testing.T) {
	b := newBuilding(t)
	var ids []state.ID
	for range 3 {
		ids = append(ids, b.slab(0, 0, 5000, 5000, 200, 0))
	}
	b.slab(0, 0, 5000, 5000, 200, 1000)
	slices.Sort(ids)
	for _, mode := range []Mode{ModeHard, ModeDuplicate, ModeAll} {
		if f := only(t, b.find(Test{Mode: mode})); f.Kind != Duplicate || !slices.Equal(f.Elements, ids) {
			t.Errorf("%s: %+v", mode, f)
		}
	}
}

func TestACopyMayBeOffByTheTolerance(t *testing.T) {
	b := newBuilding(t)
	b.slab(0, 0, 5000, 5000, 200, 0)
	b.slab(5, 0, 5005, 5000, 200, 0)
	for tolerance, kind := range map[int64]Kind{4: Hard, 5: Duplicate} {
		if f := only(t, b.find(Test{Mode: ModeHard, Tolerance: geometry.MM(tolerance)})); f.Kind != kind {
			t.Errorf("tolerance %d: %s, want %s", tolerance, f.Kind, kind)
		}
	}
}

// Two columns of 300 mm stand 80 mm apart.
func TestAGapIsMeasured(t *testing.T) {
	b := newBuilding(t)
	first, second := b.column(1000, 1000, 300, 0, 2800), b.column(1380, 1000, 300, 0, 2800)
	f := only(t, b.find(Test{Mode: ModeClearance, Clearance: geometry.MM(81)}))
	if f.Kind != Clearance || *f.Distance != geometry.MM(80) || f.Location.X != geometry.MM(1190) {
		t.Errorf("%+v", f)
	}
	near := map[state.ID]geometry.Length{first: geometry.MM(1150), second: geometry.MM(1230)}
	for i, id := range f.Elements {
		if f.Witness[i].X != near[id] {
			t.Errorf("the witness of element %d is at %v", i, f.Witness[i])
		}
	}
	if r := b.find(Test{Mode: ModeClearance, Clearance: geometry.MM(80)}); len(r.Findings) != 0 {
		t.Errorf("what is at the limit complies, but: %+v", r.Findings)
	}
}

// Joined walls are tested: their join makes them touch.
func TestJoinedWallsAreTested(t *testing.T) {
	b := newBuilding(t)
	one, two := b.wall(0, 0, 5000, 0), b.wall(5000, 0, 5000, 5000)
	if f := only(t, b.find(hard)); f.Kind != Hard {
		t.Errorf("not joined: %+v", f)
	}
	b.do(change.JoinElements{ElementIDs: []state.ID{one, two}, JoinType: fabric.JoinAuto})
	if r := b.find(Test{Mode: ModeAll, Clearance: geometry.MM(50)}); len(r.Findings) != 0 ||
		r.Compared != 1 || r.Touching != 1 {
		t.Errorf("joined: %d findings, %d pairs compared, %d touch", len(r.Findings), r.Compared, r.Touching)
	}
}

// A wall has a door and is joined to another wall. The door overlaps the wall by design.
func TestWhatBelongsTogetherIsExcludedAndCounted(t *testing.T) {
	b := newBuilding(t)
	one, two := b.wall(0, 0, 5000, 0), b.wall(5000, 0, 5000, 5000)
	b.do(change.JoinElements{ElementIDs: []state.ID{one, two}, JoinType: fabric.JoinAuto})
	b.do(change.PlaceDoor{WallID: one, Door: fabric.Door{Offset: geometry.MM(1000), Width: geometry.MM(900),
		Height: geometry.MM(2100)}})
	report := b.find(hard)
	want := []Exclusion{{"datums", 2, 0}, {"hosted", 0, 1}, {"sites", 2, 0}, {"voids", 1, 0}}
	if !slices.Equal(report.Excluded, want) || len(report.Findings) != 0 || report.Elements != 3 {
		t.Errorf("excluded %+v, want %+v; findings %+v", report.Excluded, want, report.Findings)
	}
}

// A duct of 400 x 200 mm goes through a wall of 200 mm and turns: its two stretches are connected to the bend.
func TestADuctThroughAWallClashesAndItsBendDoesNot(t *testing.T) {
	b := newBuilding(t)
	wall := b.wall(0, 0, 5000, 0)
	b.do(change.CreateSegment{System: "duct", LevelID: b.ground, Profile: rectangle(400, 200),
		SystemName: "Supply", SystemUse: "supply_air",
		Path: []geometry.Point3{mm(1000, -2000).At(geometry.MM(2000)), mm(1000, 2000).At(geometry.MM(2000)),
			mm(4000, 2000).At(geometry.MM(2000))}})
	report := b.find(hard)
	f := only(t, report)
	if f.Kind != Hard || f.Volume != 0.016 || !slices.Contains(f.Elements, wall) || f.Depth != geometry.MM(200) {
		t.Errorf("%+v", f)
	}
	if !slices.Contains(report.Excluded, Exclusion{"connected", 0, 2}) ||
		!slices.Contains(report.Excluded, Exclusion{"systems", 1, 0}) {
		t.Errorf("excluded %+v", report.Excluded)
	}
}

func TestCallersExcludeAndSelect(t *testing.T) {
	b := newBuilding(t)
	slab := b.slab(0, 0, 5000, 5000, 200, 0)
	left, right := b.column(1000, 1000, 300, -50, 2800), b.column(4000, 1000, 300, -50, 2800)
	columns, floors := []state.Category{state.CategoryColumn}, []state.Category{state.CategoryFloor}
	for name, c := range map[string]struct {
		test  Test
		found []state.ID
	}{
		"everything": {Test{}, []state.ID{left, right}},
		"columns with floors": {Test{Source: Selection{Categories: columns}, Target: Selection{Categories: floors}},
			[]state.ID{left, right}},
		"floors with columns": {Test{Source: Selection{Categories: floors}, Target: Selection{Categories: columns}},
			[]state.ID{left, right}},
		"columns with columns": {Test{Source: Selection{Categories: columns},
			Target: Selection{Categories: columns}}, nil},
		"one column":         {Test{Source: Selection{Elements: []state.ID{left}}}, []state.ID{left}},
		"as the target":      {Test{Target: Selection{Elements: []state.ID{right}}}, []state.ID{right}},
		"a level":            {Test{Source: Selection{Levels: []state.ID{b.ground}}}, []state.ID{left, right}},
		"without a pair":     {Test{Exclude: Exclusions{Pairs: [][2]state.ID{{left, slab}}}}, []state.ID{right}},
		"without a category": {Test{Exclude: Exclusions{Categories: columns}}, nil},
		"without two of them": {Test{Exclude: Exclusions{CategoryPairs: [][2]state.Category{{state.CategoryFloor,
			state.CategoryColumn}}}}, nil},
		"a category and a pair": {Test{Source: Selection{Categories: columns, Elements: []state.ID{left}}},
			[]state.ID{left}},
	} {
		c.test.Mode = ModeHard
		var found []state.ID
		for _, f := range b.find(c.test).Findings {
			found = append(found, slices.DeleteFunc(slices.Clone(f.Elements),
				func(id state.ID) bool { return id == slab })...)
		}
		slices.Sort(found)
		slices.Sort(c.found)
		if !slices.Equal(found, c.found) {
			t.Errorf("%s: found %v, want %v", name, found, c.found)
		}
	}
}

func TestEqualTestsAreWrittenTheSame(t *testing.T) {
	columns, walls := state.CategoryColumn, state.CategoryWall
	one := Test{Mode: ModeHard, Clearance: 5, Source: Selection{Categories: []state.Category{walls, columns, walls}},
		Exclude: Exclusions{Pairs: [][2]state.ID{{"b", "a"}, {"a", "b"}}}}
	two := Test{Mode: ModeHard, Source: Selection{Categories: []state.Category{columns, walls}},
		Exclude: Exclusions{Pairs: [][2]state.ID{{"a", "b"}}}}
	if !equal(one.Normal(), two.Normal()) {
		t.Errorf("%s\n%s", encoded(one.Normal()), encoded(two.Normal()))
	}
	if two.Tolerance = 1; equal(one.Normal(), two.Normal()) {
		t.Error("another tolerance is no other test")
	}
}

func TestTestsThatMakeNoSenseAreRefused(t *testing.T) {
	b := newBuilding(t)
	wall := b.wall(0, 0, 5000, 0)
	for name, c := range map[string]struct {
		test Test
		code state.Code
		says string
	}{
		"mode":           {Test{Mode: "soft"}, state.OutOfRange, "hard, clearance"},
		"tolerance":      {Test{Mode: ModeHard, Tolerance: -1}, state.OutOfRange, "tolerance"},
		"no clearance":   {Test{Mode: ModeClearance}, state.OutOfRange, "give clearance"},
		"wide clearance": {Test{Mode: ModeAll, Clearance: geometry.MM(10_001)}, state.OutOfRange, "10000"},
		"category": {Test{Mode: ModeHard, Source: Selection{Categories: []state.Category{"wal"}}},
			state.OutOfRange, "wall"},
		"rooms": {Test{Mode: ModeHard,
			Target: Selection{Categories: []state.Category{state.CategoryRoom}}}, state.OutOfRange, "spaces"},
		"element": {Test{Mode: ModeHard, Source: Selection{Elements: []state.ID{"nobody"}}}, state.NotFound,
			"nobody"},
		"level as element": {Test{Mode: ModeHard, Source: Selection{Elements: []state.ID{b.ground}}},
			state.OutOfRange, "datums"},
		"element as level": {Test{Mode: ModeHard, Source: Selection{Levels: []state.ID{wall}}},
			state.NotFound, "no level"},
		"excluded": {Test{Mode: ModeHard, Exclude: Exclusions{Pairs: [][2]state.ID{{wall, "nobody"}}}},
			state.NotFound, "nobody"},
		"excluded category": {Test{Mode: ModeHard, Exclude: Exclusions{Categories: []state.Category{"wal"}}},
			state.OutOfRange, "wall"},
	} {
		_, err := Find(context.Background(), b.view, c.test, nil)
		if state.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want code %d and %q", name, err, c.code, c.says)
		}
	}
}

// lattice builds columns and slabs in a grid, some of which overlap.
func lattice(t testing.TB) *building {
	b := newBuilding(t)
	for i := range int64(12) {
		for k := range int64(6) {
			b.column(1000*i, 1000*k, 300+50*(i%3), -30*(k%2), 2800)
		}
	}
	b.slab(-500, -500, 5500, 5500, 200, 0)
	b.slab(5450, -500, 12000, 5500, 200, 0)
	b.slab(-500, -500, 12000, 5500, 200, 2990)
	return b
}

// A report is the same on one processor and on several, to the last byte.
func TestReportsAreTheSameOnAnyNumberOfProcessors(t *testing.T) {
	b := lattice(t)
	test := Test{Mode: ModeAll, Clearance: geometry.MM(700)}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := encoded(b.find(test))
	runtime.GOMAXPROCS(4)
	if four := encoded(b.find(test)); string(one) != string(four) {
		t.Error("the report of four processors differs from that of one")
	}
	if r := b.find(test); len(r.Findings) < 100 {
		t.Errorf("only %d findings: nothing is shown", len(r.Findings))
	}
}

// A search in the live index gives the same pairs as joining the boxes of all elements.
func TestSearchAndJoinFindTheSamePairs(t *testing.T) {
	b := lattice(t)
	for _, test := range []Test{hard, {Mode: ModeClearance, Clearance: geometry.MM(650)}} {
		f := gather(t.Context(), b.view, &test)
		all := make([]int32, len(f.subjects))
		for i := range all {
			all[i] = int32(i)
		}
		if joined, searched := f.joined(), f.around(t.Context(), all); !slices.Equal(joined, searched) ||
			len(joined) == 0 {
			t.Errorf("%s: %d pairs by the join, %d by searching", test.Mode, len(joined), len(searched))
		}
	}
}

func TestProgressEndsWithAllPairs(t *testing.T) {
	b := lattice(t)
	var last, total int
	report, err := Find(context.Background(), b.view, hard, func(done, all int) {
		if done < last {
			t.Errorf("progress went back from %d to %d", last, done)
		}
		last, total = done, all
	})
	if err != nil || last != total || total != report.Examined {
		t.Errorf("%d of %d told, %d examined: %v", last, total, report.Examined, err)
	}
}

func TestACancelledTestEnds(t *testing.T) {
	b := lattice(t)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Find(ctx, b.view, hard, func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Pairs that the kernel cannot decide are reported, and all other conflicts are found.
func TestWhatCannotBeDecidedIsTold(t *testing.T) {
	b := newBuilding(t)
	b.slab(0, 0, 5000, 5000, 200, 0)
	b.column(1000, 1000, 300, -50, 2800)
	broken := b.column(3000, 1000, 300, -50, 2800)
	test := hard
	f := gather(t.Context(), b.view, &test)
	for _, s := range f.subjects {
		if s.element.ID == broken {
			s.err = errors.New("it does not close")
		}
	}
	pairs := f.near(t.Context())
	x, err := f.examine(context.Background(), pairs, func(int, int) {})
	doubts := f.doubts(pairs, x.undecided)
	if err != nil || len(x.found) != 1 || len(doubts) != 1 || !slices.Contains(doubts[0].Elements, broken) ||
		doubts[0].Reason != "it does not close" {
		t.Errorf("found %+v, doubts %+v, %v", x.found, doubts, err)
	}
}

// Round bodies are compared as facets. Each of their clashes reports the sum of the deviations of both bodies' facets.
// The overlap of the exact curved bodies may differ from the reported one by no more than that. The cases are parallel
// cylinders, crossing pipes, a pipe and a square duct, and a gap.
func TestClashesOfRoundBodiesSayHowFarTheirFacetsAreOff(t *testing.T) {
	circle := func(d int64) *geometry.Profile {
		return &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(d)}
	}
	post := func(b *building, x int64) state.ID {
		return b.do(change.CreateColumn{BaseLevel: b.ground, Column: member.Column{Location: mm(x, 0),
			Height: geometry.MM(3000), Profile: circle(400)}})
	}
	run := func(b *building, system services.ServiceKind, p *geometry.Profile, from, to geometry.Point3) state.ID {
		return b.do(change.CreateSegment{LevelID: b.ground, System: system,
			Path: []geometry.Point3{from, to}, Profile: p})
	}
	lens := 2*math.Pi/3 - math.Sqrt(3)/2 // overlap of two circles of radius 1, each through the other's centre
	for name, c := range map[string]struct {
		build  func(b *building) (x, y state.ID)
		volume float64 // of the curves
		around float64 // surface of the overlap, m2
	}{
		"columns side by side": {func(b *building) (x, y state.ID) { return post(b, 0), post(b, 200) },
			lens * 0.2 * 0.2 * 3, 4 * math.Pi / 3 * 0.2 * 3},
		"pipes that cross": {func(b *building) (x, y state.ID) { // Steinmetz: 16 r^3 / 3 with a surface of 16 r^2
			return run(b, "pipe", circle(100), mm(-1000, 0).At(0), mm(1000, 0).At(0)),
				run(b, "pipe", circle(100), mm(0, -1000).At(0), mm(0, 1000).At(0))
		}, 16. / 3 * 0.05 * 0.05 * 0.05, 16 * 0.05 * 0.05},
		"a pipe through a duct": {func(b *building) (x, y state.ID) {
			return run(b, "pipe", circle(100), mm(-1000, 0).At(0), mm(1000, 0).At(0)),
				run(b, "duct", rectangle(300, 200), mm(0, -1000).At(0), mm(0, 1000).At(0))
		}, math.Pi * 0.05 * 0.05 * 0.3, math.Pi * 0.1 * 0.3},
		"pipes 20 mm apart": {func(b *building) (x, y state.ID) {
			return run(b, "pipe", circle(100), mm(-1000, 0).At(0), mm(1000, 0).At(0)),
				run(b, "pipe", circle(100), mm(0, -1000).At(geometry.MM(120)), mm(0, 1000).At(geometry.MM(120)))
		}, 0, 0},
	} {
		b := newBuilding(t)
		x, y := c.build(b)
		report := b.find(Test{Mode: ModeAll, Clearance: geometry.MM(50)})
		if len(report.Findings) != 1 {
			t.Fatalf("%s: %+v", name, report)
		}
		f := report.Findings[0]
		want := geometry.Length(0)
		for _, id := range []state.ID{x, y} {
			m, _ := b.view.Measures().Of(id)
			want += m.FacetsOff
		}
		if f.FacetsOff == 0 || f.FacetsOff != want {
			t.Errorf("%s: facets off by %v, want %v", name, f.FacetsOff, want)
		}
		if short := c.volume - f.Volume; short < 0 || short > c.around*f.FacetsOff.M() {
			t.Errorf("%s: %v m3, %v short of the curves; facets off by %v", name, f.Volume, short, f.FacetsOff)
		}
		if f.Distance != nil && (*f.Distance < geometry.MM(20) || *f.Distance > geometry.MM(20)+f.FacetsOff) {
			t.Errorf("%s: a gap of %v; facets off by %v", name, *f.Distance, f.FacetsOff)
		}
	}
	b := newBuilding(t)
	b.column(0, 0, 300, 0, 3000)
	b.column(100, 0, 300, 0, 3000)
	if f := b.find(hard).Findings; len(f) != 1 || f[0].FacetsOff != 0 {
		t.Errorf("two square columns: %+v", f)
	}
}
