package linework

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/solids"
)

const metre = 1e6

func at(x, y, z float64) r3.Vector { return r3.Vector{X: x * metre, Y: y * metre, Z: z * metre} }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func boxOf(x0, y0, z0, x1, y1, z1 float64) csg.Shape {
	return must(csg.Evaluate(csg.Of(must(csg.Box(at(x0, y0, z0), at(x1, y1, z1))))))
}

func operand(s csg.Shape) csg.Expr { return csg.Of(must(csg.FromShape(s))) }

func plan(z float64) geometry.Placement {
	p := geometry.World()
	p.Origin.Z = geometry.Length(math.Round(z * metre))
	return p
}

func rect(x0, y0, x1, y1 float64) geometry.Region {
	return geometry.Region{geometry.Rectangle(onGrid(at(x0, y0, 0)), onGrid(at(x1, y1, 0)))}
}

// TestSectionsAreTakenJustBelow checks the convention for faces in the plane.
func TestSectionsAreTakenJustBelow(t *testing.T) {
	wall := must(csg.Evaluate(csg.Subtract(operand(boxOf(0, 0, 0, 4, 0.2, 3)), operand(boxOf(1, 0, 0.9, 2, 0.2, 2.1)))))
	whole, parts := rect(0, 0, 4, 0.2), geometry.Union(rect(0, 0, 1, 0.2), rect(2, 0, 4, 0.2))
	for _, c := range []struct {
		z    float64
		want geometry.Region
	}{
		{-1, nil}, {0, nil}, {0.5, whole}, {0.9, whole}, {0.9001, parts}, {1.5, parts}, {2.1, parts},
		{2.2, whole}, {3, whole}, {3.1, nil},
	} {
		if got := must(Section(wall, plan(c.z))); !reflect.DeepEqual(got, c.want) {
			t.Errorf("at %v m: %v, expected %v", c.z, got, c.want)
		}
	}
	room := must(csg.Evaluate(csg.Subtract(operand(boxOf(0, 0, 0, 5, 5, 5)), operand(boxOf(1, 1, 1, 4, 4, 4)))))
	if got := must(Section(room, plan(2))); math.Abs(got.Area()-16) > 1e-12 || len(got) != 1 || len(got[0].Holes) != 1 {
		t.Errorf("a section around a void: %v", got)
	}
	// An upright plane that looks along Y.
	front := geometry.Placement{Origin: geometry.Point3{Y: 100_000}, X: r3.Vector{X: 1}, Z: r3.Vector{Y: -1}}
	if got := must(Section(wall, front)); math.Abs(got.Area()-(12-1.2)) > 1e-12 {
		t.Errorf("an upright section: %v m2", got.Area())
	}
}

// TestSectionsAgreeWithThePlan compares sections of random boxes, with many faces in the plane, with their plan. It
// takes them as they are and turned in space together with the plane.
func TestSectionsAgreeWithThePlan(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		var e []csg.Expr
		var want []geometry.Region
		z := float64(r.IntN(6))
		for range 1 + r.IntN(5) {
			x, y, h := float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5))
			w, d, u := float64(1+r.IntN(3)), float64(1+r.IntN(3)), float64(1+r.IntN(3))
			e = append(e, operand(boxOf(x, y, h, x+w, y+d, h+u)))
			if h < z && z <= h+u {
				want = append(want, rect(x, y, x+w, y+d))
			}
		}
		s := must(csg.Evaluate(csg.Union(e...)))
		if got := must(Section(s, plan(z))); len(got)+len(want) > 0 &&
			!reflect.DeepEqual(got, geometry.Union(want...)) {
			t.Errorf("seed %d: %v, expected %v", seed, got, geometry.Union(want...))
		}
		turned := geometry.PlacementInPlan(geometry.Point3{X: 7_654_321, Y: -1_234_567, Z: 500_000},
			geometry.Point2{X: 9_000_000, Y: 4_321_987})
		s.Frame = csg.Placed(turned)
		if got := must(Section(s, turned.Compose(plan(z)))); math.Abs(
			got.Area()-geometry.Union(want...).Area()) > 1e-4 {
			t.Errorf("seed %d, turned: %v m2, expected %v", seed, got.Area(), geometry.Union(want...).Area())
		}
	}
}

func (l Line) String() string { return fmt.Sprintf("%s %d %v", l.Class, l.Source, l.Points) }

func drawn(t *testing.T, v View, solids ...csg.Shape) []string {
	t.Helper()
	lines, err := Draw(solids, v)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = fmt.Sprint(l.Class, " ", l.Source)
		for _, p := range l.Points {
			out[i] += fmt.Sprintf(" %v,%v", float64(p.X)/metre, float64(p.Y)/metre)
		}
	}
	return out
}

// TestPlanOfATable draws a table top over a leg that projects on one side, beside a wall that is cut.
func TestPlanOfATable(t *testing.T) {
	top, leg, wall := boxOf(0, 0, 0.7, 2, 1, 0.75), boxOf(1.5, 0.4, 0, 2.5, 0.6, 0.7), boxOf(4, 0, 0, 4.2, 2, 3)
	got := drawn(t, View{Plane: plan(1), Hidden: true}, top, leg, wall)
	want := []string{
		"cut 2 4,0 4.2,0 4.2,2 4,2",
		"visible 0 0,0 0,1", "visible 0 0,0 2,0", "visible 0 0,1 2,1", "visible 0 2,0 2,1",
		"visible 1 2,0.4 2.5,0.4", "visible 1 2,0.6 2.5,0.6", "visible 1 2.5,0.4 2.5,0.6",
		"hidden 1 1.5,0.4 1.5,0.6", "hidden 1 1.5,0.4 2,0.4", "hidden 1 1.5,0.6 2,0.6",
	}
	if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("drawn:\n%q\nexpected:\n%q", got, want)
	}
	if got := drawn(t, View{Plane: plan(1), Depth: 500 * geometry.Millimetre}, top, leg, wall); len(got) != 8 {
		t.Errorf("half a metre deep the table covers the leg but for its end: %q", got)
	}
	if got := drawn(t, View{Plane: plan(1), Depth: 290 * geometry.Millimetre}, top, leg, wall); len(got) != 5 {
		t.Errorf("0.29 m deep only the top and the wall are seen: %q", got)
	}
}

// TestASolidThatCannotBeCutIsLeftOut checks that the other solids are drawn, and that the picture names the failed
// solid.
func TestASolidThatCannotBeCutIsLeftOut(t *testing.T) {
	wall, open := boxOf(4, 0, 0, 4.2, 2, 3), boxOf(0, 0, 0, 1, 1, 2)
	open.Faces = open.Faces[1:]
	p := must(Take([]csg.Shape{open, wall}, View{Plane: plan(1)}))
	if len(p.Failed) != 1 || p.Failed[0] == nil || p.Cut[0] != nil || p.Cut[1].Area() != 0.4 {
		t.Errorf("%+v", p)
	}
	if _, err := Draw([]csg.Shape{open, wall}, View{Plane: plan(1)}); err == nil {
		t.Error("a drawing that lacks a solid is no error")
	}
}

// TestRoundSurfacesHaveOutlinesOnly checks that the facets of a pipe are not drawn.
func TestRoundSurfacesHaveOutlinesOnly(t *testing.T) {
	path := must(solids.Polyline([]r3.Vector{at(0, 0, 0), at(3, 0, 0)}, 0))
	pipe := must(solids.Pipe(path, 50*geometry.Millimetre, 0, geometry.ChordTolerance))
	if got := drawn(t, View{Plane: plan(1)}, pipe); len(got) != 4 {
		t.Errorf("a pipe is drawn as %q", got)
	}
}

// TestVisibilityAgreesWithRays draws random boxes turned in plan. For points of all edges it checks whether a box lies
// above.
func TestVisibilityAgreesWithRays(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 9))
		var scene []csg.Shape
		for i := range 8 {
			b := boxOf(0, 0, 0, 0.5+2*r.Float64(), 0.5+2*r.Float64(), 0.4)
			b.Frame = csg.Translation(at(3*r.Float64(), 3*r.Float64(),
				-1-float64(i))).After(csg.Rotation(r3.Vector{Z: 1}, 90*float64(r.IntN(2))+10*r.Float64()))
			scene = append(scene, b)
		}
		lines := must(Draw(scene, View{Plane: plan(0)}))
		for i, s := range scene {
			top := must(Section(s, plan(-1-float64(i)+0.4)))
			ring := top[0].Outer
			for k, p := range ring {
				q := ring[(k+1)%len(ring)]
				for n := range geometry.Length(10) {
					at := geometry.Point2{X: p.X + (q.X-p.X)*(2*n+1)/20, Y: p.Y + (q.Y-p.Y)*(2*n+1)/20}
					checkPoint(t, seed, lines, scene[:i], i, at)
				}
			}
		}
	}
}

// checkPoint checks the visibility of a point of an edge against the boxes above it. It skips points near an outline.
func checkPoint(t *testing.T, seed uint64, lines []Line, above []csg.Shape, source int, at geometry.Point2) {
	t.Helper()
	covered := false
	for i, s := range above {
		ring := must(Section(s, plan(-1-float64(i)+0.2)))[0].Outer
		if nearRing(ring, at) {
			return
		}
		covered = covered || ring.Contains(at) == geometry.Inside
	}
	seen := slices.ContainsFunc(lines, func(l Line) bool {
		return l.Class == Visible && l.Source == source && nearLine(l.Points[0], l.Points[1], at)
	})
	if seen == covered {
		t.Errorf("seed %d: box %d at %v is covered: %v, drawn: %v", seed, source, at, covered, seen)
	}
}

func nearRing(ring geometry.Ring, at geometry.Point2) bool {
	for i, p := range ring {
		if nearLine(p, ring[(i+1)%len(ring)], at) {
			return true
		}
	}
	return false
}

func nearLine(p, q, at geometry.Point2) bool {
	d, v := q.Sub(p).At(0).Vector(), at.Sub(p).At(0).Vector()
	along := d.Dot(v) / d.Norm2()
	return along > -1e-4 && along < 1+1e-4 && d.Cross(v).Norm()/d.Norm() < 20
}

// storey is a floor slab with n elements on it: walls with windows, columns and pipes under the ceiling.
func storey(n int) []csg.Shape {
	out := []csg.Shape{boxOf(0, 0, -0.3, 100, float64(n)/20+5, 0)}
	for i := range n {
		x, y := 5*float64(i%20), 0.05*float64(i-i%20)*1
		switch i % 4 {
		case 0:
			out = append(out, boxOf(x, y, 0, x+0.4, y+0.4, 3))
		case 1:
			out = append(out, boxOf(x, y, 2.5, x+3, y+0.1, 2.6))
		default:
			wall := csg.Subtract(operand(boxOf(x, y, 0, x+4, y+0.2, 3)), operand(boxOf(x+1, y, 0.9, x+2, y+0.2, 2.1)))
			out = append(out, must(csg.Evaluate(wall)))
		}
	}
	return out
}

func TestDrawingsDoNotDependOnWhenTheyAreDrawn(t *testing.T) {
	s := storey(100)
	first := must(Draw(s, View{Plane: plan(1.2), Hidden: true}))
	if again := must(Draw(s, View{Plane: plan(1.2), Hidden: true})); !reflect.DeepEqual(first, again) ||
		len(first) < 100 {
		t.Errorf("%d lines, then %d others", len(first), len(again))
	}
}

func BenchmarkStorey(b *testing.B) {
	s := storey(2000)
	for b.Loop() {
		if len(must(Draw(s, View{Plane: plan(1.2), Hidden: true}))) == 0 {
			b.Fatal("nothing drawn")
		}
	}
}
