package domain

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// drawFalls returns a floor that falls to a drain or a channel, turned by any angle, sometimes with a hole. The floor
// is a rectangle, a polygon around the drain, or two halves with a fall each.
func drawFalls(r *rand.Rand) fabric.Floor {
	w, d := int64(3000+r.IntN(9000)), int64(2000+r.IntN(6000))
	f := fabric.Floor{Boundary: rectangle(0, 0, w, d), Thickness: geometry.MM(int64(700 + r.IntN(300))),
		Offset: geometry.MM(int64(r.IntN(400) - 200))}
	slope := 0.5 + float64(r.IntN(30))/10
	within := func(x0, y0, x1, y1 int64) geometry.Point2 {
		return mm(x0+r.Int64N(x1-x0+1), y0+r.Int64N(y1-y0+1))
	}
	switch r.IntN(4) {
	case 0:
		f.Falls = []fabric.FloorFall{{To: []geometry.Point2{within(0, 0, w, d)}, Slope: slope}}
	case 1:
		line := []geometry.Point2{within(0, 0, w/3, d), within(2*w/3, 0, w, d)}
		f.Falls = []fabric.FloorFall{{To: line, Slope: slope}}
	case 2:
		var ring []geometry.Point2
		n := 4 + r.IntN(8)
		for i := range n {
			angle := 2 * math.Pi * (float64(i) + 0.5*r.Float64()) / float64(n)
			reach := float64(2000 + r.IntN(3000))
			ring = append(ring, mm(int64(reach*math.Cos(angle)), int64(reach*math.Sin(angle))))
		}
		f.Boundary = ring
		f.Falls = []fabric.FloorFall{{To: []geometry.Point2{mm(0, 0)}, Slope: slope}}
	case 3:
		f.Falls = []fabric.FloorFall{
			{To: []geometry.Point2{within(100, 100, w/2-100, d-100)}, Slope: slope, Area: rectangle(0, 0, w/2, d)},
			{To: []geometry.Point2{mm(w-500, 0), mm(w-500, d)}, Slope: slope, Area: rectangle(w-1000, 0, w, d)}}
	}
	if r.IntN(3) == 0 && f.Boundary[0] == mm(0, 0) {
		f.Holes = []geometry.Ring{rectangle(w/2+100, d/3, w/2+700, d/3+500)}
	}
	return f
}

// fallenVolume returns the volume of a floor with falls in m3. It integrates the height of the top over many points
// inside the outline and outside the holes.
func fallenVolume(f fabric.Floor, cells int) float64 {
	lo, hi := geometry.Polygon{Outer: f.Boundary}.Bounds()
	dx, dy := float64(hi.X-lo.X)/float64(cells), float64(hi.Y-lo.Y)/float64(cells)
	volume := 0.0
	for i := range cells {
		for k := range cells {
			p := lo.Add(geometry.Point2{X: geometry.Length(dx * (float64(i) + 0.5)),
				Y: geometry.Length(dy * (float64(k) + 0.5))})
			if geometry.Ring(f.Boundary).Contains(p) != geometry.Inside ||
				len(f.Holes) > 0 && f.Holes[0].Contains(p) != geometry.Outside {
				continue
			}
			volume += (f.Thickness.M() - fallenAt(f, p)) * dx * dy * 1e-12
		}
	}
	return volume
}

// fallenAt returns how far the top of a floor lies below its highest point, in m. At a drain it is the slope times the
// distance to the farthest edge. From there to an edge it decreases linearly along the ray.
func fallenAt(f fabric.Floor, p geometry.Point2) float64 {
	for _, fall := range f.Falls {
		ring := geometry.Ring(f.Boundary)
		if len(fall.Area) > 0 {
			ring = fall.Area
		}
		if ring.Contains(p) == geometry.Outside {
			continue
		}
		off := func(a, b, q geometry.Point2) float64 {
			x, y := float64(b.X-a.X), float64(b.Y-a.Y)
			return (x*float64(q.Y-a.Y) - y*float64(q.X-a.X)) / math.Hypot(x, y)
		}
		farthest, gone := 0.0, 0.0
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			if len(fall.To) == 2 {
				farthest = max(farthest, math.Abs(off(fall.To[0], fall.To[1], a)))
				continue
			}
			from := off(a, b, fall.To[0])
			farthest = max(farthest, from)
			if drain := fall.To[0]; from > 0 && off(drain, a, p) >= 0 && off(drain, b, p) <= 0 {
				gone = 1 - off(a, b, p)/from
			}
		}
		if len(fall.To) == 2 {
			return (farthest - math.Abs(off(fall.To[0], fall.To[1], p))) * fall.Slope / 100 / 1e6
		}
		return farthest * (1 - gone) * fall.Slope / 100 / 1e6
	}
	return 0
}

// TestFloorsWithFallsHaveTheVolumeOfTheirSections draws floors with falls. Their bodies are closed, and the volume of
// the body, the integrated volume and the stated quantity are equal. Moves, copies and mirror images keep the volume.
// An undo and a merge give the same state.
func TestFloorsWithFallsHaveTheVolumeOfTheirSections(t *testing.T) {
	fork := newFork(t)
	for i := range manyOf(16) {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		f := drawFalls(r)
		b := newSide(t, &builder{t: t, model: fork.base, n: 100}, 1)
		id := b.do(change.CreateFloor{LevelID: fork.level, Floor: f})
		checkBody(t, b.model, id)
		body, err := shape.Body(b.model, id)
		if err != nil {
			t.Fatalf("instance %d: %v", i, err)
		}
		volume := body.Volume()
		const cells = 300
		if want := fallenVolume(f, cells); math.Abs(volume-want) > 0.01*want {
			t.Errorf("instance %d: %.4f m3, the integral is %.4f: %+v", i, volume, want, f)
		}
		// Heights are rounded to a micrometre, so that volumes differ by up to 0.00005 m3 over 100 m2.
		if q := (&plot{b.builder, fork.level}).quantity(id, "NetVolume"); math.Abs(q-volume) > 5e-5 {
			t.Errorf("instance %d: its body has %v m3, its NetVolume is %v", i, volume, q)
		}
		top := shape.Elevation(b.model, fork.level) + f.Offset
		if high := body.Bounds().Max.Z; (high - top).Abs() > 2*geometry.Micrometre {
			t.Errorf("instance %d: its highest point is at %s, not %s", i, high, top)
		}
		checkTakenBack(t, fork.base, b)
		b.do(change.MirrorElement{ElementIDs: []state.ID{id}, Start: mm(20000, 0), End: mm(21000, 300)})
		checkMovedRamp(t, b.builder, id, volume)
		for _, each := range b.model.OfCategory(state.CategoryFloor) {
			checkBody(t, b.model, each)
			if is, err := shape.Body(b.model, each); err == nil && each != id &&
				math.Abs(is.Volume()-volume) > 1e-4 {
				t.Errorf("instance %d: its image has %v m3, not %v", i, is.Volume(), volume)
			}
		}
	}
}

// TestAFallThatCannotBeIsRefused sets falls that do not fit the floor.
func TestAFallThatCannotBeIsRefused(t *testing.T) {
	p := newPlot(t)
	l := []geometry.Point2{mm(0, 0), mm(6000, 0), mm(6000, 2000), mm(2000, 2000), mm(2000, 6000), mm(0, 6000)}
	drain := func(x, y int64) []geometry.Point2 { return []geometry.Point2{mm(x, y)} }
	for what, falls := range map[string][]fabric.FloorFall{
		"no slope":             {{To: drain(1000, 1000)}},
		"too steep":            {{To: drain(1000, 1000), Slope: 26}},
		"not a number":         {{To: drain(1000, 1000), Slope: math.NaN()}},
		"no place":             {{Slope: 1}},
		"three places":         {{To: []geometry.Point2{mm(0, 0), mm(1, 1), mm(2, 2)}, Slope: 1}},
		"one place twice":      {{To: []geometry.Point2{mm(0, 0), mm(0, 0)}, Slope: 1}},
		"behind a corner":      {{To: drain(5000, 1000), Slope: 1}},
		"outside":              {{To: drain(7000, 1000), Slope: 1}},
		"too deep":             {{To: drain(1000, 1000), Slope: 5}},
		"area outside":         {{To: drain(100, 100), Slope: 1, Area: rectangle(-10, 0, 500, 500)}},
		"a drain of 600 edges": {{To: drain(500, 500), Slope: 1, Area: roundArea(600)}},
		"areas over another": {{To: drain(100, 100), Slope: 1},
			{To: drain(100, 100), Slope: 1, Area: rectangle(0, 0, 500, 500)}},
	} {
		_, err := p.try(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: l,
			Thickness: geometry.MM(200), Falls: falls}})
		if refused := new(state.Error); !errors.As(err, &refused) {
			t.Errorf("%s: %v", what, err)
		}
	}
	id := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: l, Thickness: geometry.MM(200),
		Falls: []fabric.FloorFall{{To: drain(1000, 1000), Slope: 2}}}})
	// The flattest of the five planes reaches the far edges, 5 m away, so the drain lies 100 mm below the edges.
	body, err := shape.Body(p.model, id)
	if err != nil || math.Abs(body.Volume()-(20*0.2-20*0.1/3)) > 1e-6 {
		t.Errorf("an L with a drain has %v m3 (%v)", body.Volume(), err)
	}
}

// roundArea returns a polygon with n corners about (500, 500).
func roundArea(n int) (out []geometry.Point2) {
	for i := range n {
		angle := 2 * math.Pi * float64(i) / float64(n)
		out = append(out, geometry.Point2{X: geometry.FromMM(500 + 400*math.Cos(angle)),
			Y: geometry.FromMM(500 + 400*math.Sin(angle))})
	}
	return out
}

// TestFallsAreModified gives a slab falls, changes its thickness, and removes the falls.
func TestFallsAreModified(t *testing.T) {
	p := newPlot(t)
	id := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 4000, 4000),
		Thickness: geometry.MM(200)}})
	set := func(name string, value any) {
		p.do(change.ModifyParameter{ElementID: id, ParameterName: name, Value: state.MustJSON(value)})
	}
	set("falls", []fabric.FloorFall{{To: []geometry.Point2{mm(2000, 2000)}, Slope: 2.5}})
	p.measure(id, "NetVolume", 16*0.2-16*0.05/3)
	set("thickness", 300)
	p.measure(id, "NetVolume", 16*0.3-16*0.05/3)
	p.measure(id, "GrossArea", 16)
	p.refused(change.ModifyParameter{ElementID: id, ParameterName: "thickness", Value: state.MustJSON(50)},
		state.OutOfRange)
	set("falls", []fabric.FloorFall{})
	p.measure(id, "NetVolume", 16*0.3)
}
