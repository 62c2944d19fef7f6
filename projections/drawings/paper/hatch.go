package paper

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
)

// Hatch is an area with families of parallel lines.
type Hatch struct {
	Region   geometry.Region
	Families []Family
	Pen      Pen
	Ink      Ink
}

// Family is a family of parallel lines through the area: their angle, the distance between them, a point on one of
// them, and the lengths of their dashes. Dashes begin at the same place in every area.
type Family struct {
	Angle   geometry.Angle
	Spacing geometry.Length
	Base    Point
	Dash    []geometry.Length // drawn and skipped lengths in turn; nil for solid lines
}

func (h Hatch) moved(by Point) Mark {
	h.Region = movedRegion(h.Region, by)
	h.Families = slices.Clone(h.Families)
	for i := range h.Families {
		h.Families[i].Base = h.Families[i].Base.Add(by)
	}
	return h
}

// Bounds returns the smallest rectangle around the region.
func (h Hatch) Bounds() (lo, hi Point) { return h.Region.Bounds() }

// Lines returns the lines of the hatch within its region.
func (h Hatch) Lines() [][2]Point { return h.lines(context.Background()) }

func (h Hatch) lines(ctx context.Context) [][2]Point {
	var out [][2]Point
	for _, f := range h.Families {
		out = f.across(ctx, h.Region, out)
	}
	return out
}

// across appends the lines of a family in a region. Each line consists of the spans between the edges of all rings that
// it crosses, by the even-odd rule. The line crosses an edge if the ends of the edge lie on different sides of it. A
// point on the line counts as above it.
func (f Family) across(ctx context.Context, r geometry.Region, out [][2]Point) [][2]Point {
	sine, cosine := f.Angle.Sin(), f.Angle.Cos()
	along := func(p Point) (u, v float64) {
		x, y := float64(p.X-f.Base.X), float64(p.Y-f.Base.Y)
		return float64(x*cosine) + float64(y*sine), float64(y*cosine) - float64(x*sine)
	}
	crossings, n := map[int][]float64{}, 0
	edge := func(a, b Point) {
		au, av := along(a)
		bu, bv := along(b)
		if av > bv {
			au, av, bu, bv = bu, bv, au, av
		}
		for k := int(math.Ceil(av / float64(f.Spacing))); float64(k)*float64(f.Spacing) < bv; k++ {
			if n++; n%heardEvery == 0 {
				processors.Hear(ctx)
			}
			t := (float64(float64(k)*float64(f.Spacing)) - av) / (bv - av)
			crossings[k] = append(crossings[k], au+float64((bu-au)*t))
		}
	}
	for _, p := range r {
		eachEdge(p.Outer, edge)
		for _, h := range p.Holes {
			eachEdge(h, edge)
		}
	}
	place := func(u float64, k int) Point {
		v := float64(k) * float64(f.Spacing)
		x, y := float64(u*cosine)-float64(v*sine), float64(u*sine)+float64(v*cosine)
		return f.Base.Add(Point{X: geometry.Length(math.Round(x)), Y: geometry.Length(math.Round(y))})
	}
	for _, k := range sortedKeys(crossings) {
		processors.Hear(ctx)
		at := crossings[k]
		slices.Sort(at)
		for i := 0; i+1 < len(at); i += 2 {
			for _, s := range f.dashes(at[i], at[i+1]) {
				if a, b := place(s[0], k), place(s[1], k); a != b {
					out = append(out, [2]Point{a, b})
				}
			}
		}
	}
	return out
}

// dashes returns the drawn parts of a line between two places along it.
func (f Family) dashes(from, to float64) [][2]float64 {
	if len(f.Dash) == 0 {
		return [][2]float64{{from, to}}
	}
	period := 0.0
	for _, d := range f.Dash {
		period += float64(d)
	}
	var out [][2]float64
	for at := float64(math.Floor(from/period) * period); at < to; {
		for i, d := range f.Dash {
			next := at + float64(d)
			if a, b := max(at, from), min(next, to); i%2 == 0 && a < b {
				out = append(out, [2]float64{a, b})
			}
			at = next
		}
	}
	return out
}

func eachEdge(r geometry.Ring, f func(a, b Point)) {
	for i, p := range r {
		f(p, r[(i+1)%len(r)])
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
