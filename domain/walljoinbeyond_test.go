package domain

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// upTo checks the footprint of a wall drawn along a line. It must be the part of the wall's strip outside the bodies of
// other walls, and these bodies must be unchanged. If a part of the strip's thickness passes the bodies, the footprint
// is not checked.
func (p *plot) upTo(wall state.ID, line [2]geometry.Point2, thick int64, others []state.ID, alone []geometry.Region) {
	p.t.Helper()
	want, blocked := stripUpTo(alone, line, thick)
	cut, _ := stripUpTo(append(cornerSquares(alone), alone...), line, thick)
	now, _, perimeter := p.footprints(append([]state.ID{wall}, others...))
	slack := float64(perimeter.M()*footprintRounding.M()) + 1e-8
	for i, before := range alone {
		o := now[i+1]
		if off := geometry.Subtract(o, before).Area() + geometry.Subtract(before, o).Area(); off > slack {
			p.t.Errorf("wall %d is off by %v m2 from what it is without the one that ends at it", i, off)
		}
		if common := geometry.Intersect(now[0], o).Area(); common > slack {
			p.t.Errorf("the wall and wall %d have %v m2 in common", i, common)
		}
	}
	if !blocked {
		return
	}
	from := func(r geometry.Region) float64 {
		return geometry.Subtract(now[0], r).Area() + geometry.Subtract(r, now[0]).Area()
	}
	// Two parts that are connected over less than the rounding of corners may count as one part or as two.
	if off := min(from(want), from(cut)); off > slack {
		p.t.Errorf("the wall is off by %v m2 from its strip outside the others: %v, want %v", off, now[0], want)
	}
}

// A wall at a flat angle has its end inside a thick wall. It leaves the thick wall through the face at the end of that
// wall, not through the long face, so it is cut at the end face.
func TestAWallAtAFlatAngleEndsAtTheEndsFaceThatItMeets(t *testing.T) {
	for _, line := range [][2]geometry.Point2{{mm(7200, 0), mm(10867, 1100)}, {mm(7200, 0), mm(10867, -1100)},
		{mm(7300, 50), mm(10867, 1100)}, {mm(7000, 0), mm(10867, 1100)}} {
		for _, turned := range []bool{false, true} {
			p := newPlot(t)
			ends := [2]geometry.Point2{mm(0, 0), mm(8000, 0)}
			if turned {
				ends[0], ends[1] = ends[1], ends[0]
			}
			thick := p.wall(ends[0], ends[1], 600)
			alone, _, _ := p.footprints([]state.ID{thick})
			thin := p.wall(line[0], line[1], 100)
			p.join(fabric.JoinAuto, thick, thin)
			p.filled(thick, thin)
			p.upTo(thin, line, 100, []state.ID{thick}, alone)
		}
	}
}

// A wall ends in another wall near the free end of that wall, at any angle. Its footprint is the part of its strip that
// lies outside the other wall.
func TestAWallNearAFreeEndIsItsStripOutsideTheOther(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(rt)
		centre := drawCentre(rt)
		along := rapid.Float64Range(0, 360).Draw(rt, "along")
		through, thick := 2*rapid.Int64Range(40, 300).Draw(rt, "through"), 2*rapid.Int64Range(30, 200).Draw(rt, "thick")
		from := polar(centre, along, rapid.Int64Range(-1500, 0).Draw(rt, "from the end"))
		line := [2]geometry.Point2{from, polar(from, along+rapid.Float64Range(10, 170).Draw(rt, "turn"), 6000)}
		on := p.wall(polar(centre, along+180, 9000), centre, through)
		alone, _, _ := p.footprints([]state.ID{on})
		ends := p.wall(line[0], line[1], thick)
		if p.tryJoin([]state.ID{on, ends}) != nil || p.model.JoinsOf(ends)[0].Kind != fabric.JoinT {
			return
		}
		p.filled(on, ends)
		p.upTo(ends, line, thick, []state.ID{on}, alone)
	})
}

// beside describes a node and the walls joined there, for a wall that ends near it.
type beside struct {
	through, goesOn int64   // the thicknesses of the wall and of the one it is joined to
	ends            bool    // whether it ends at the course of the other wall, which continues to both sides
	turn            float64 // direction of the other wall relative to the first, in degrees
	back            int64   // distance before the node where the flat wall's line leaves its line
	flat            float64 // the angle between these lines, in degrees
	thick           int64
}

// plan draws and joins the walls beside a node, and then the flat wall with them. It returns the footprints of the
// first two walls without the third, and the third wall with its line.
func (b beside) plan(p *plot, centre geometry.Point2, along float64) (two []state.ID, alone []geometry.Region,
	flat state.ID,
	line [2]geometry.Point2) {
	p.t.Helper()
	on, from := along+b.turn, centre
	if b.ends {
		from = polar(centre, on+180, 9000)
	}
	two = []state.ID{p.wall(polar(centre, along+180, 9000), centre, b.through),
		p.wall(from, polar(centre, on, 9000), b.goesOn)}
	p.join(fabric.JoinAuto, two...)
	alone, _, _ = p.footprints(two)
	line[0] = polar(centre, along+180, b.back)
	line[1] = polar(line[0], along+b.flat, 7000)
	flat = p.wall(line[0], line[1], b.thick)
	p.join(fabric.JoinAuto, append(two, flat)...)
	return two, alone, flat, line
}

// A wall at a flat angle ends at the side of another wall, near the place at which the other wall continues as a
// thinner or thicker wall or ends at a third wall. Its end must follow the faces of both walls. Following only the
// first wall's face would leave a gap over the thinner wall, or overlap the thicker one. The end on the faces of both
// is worked out by hand: at 30 degrees its lower face meets the thin wall's face, 50 mm from the common line, at x =
// -100 + (50 + 150/cos 30)/tan 30.
func TestAFlatWallEndsAtBothWallsOfTheJoinBesideIt(t *testing.T) {
	for _, b := range []beside{
		{through: 300, goesOn: 100, back: 100, flat: 30, thick: 300},
		{through: 100, goesOn: 300, back: 400, flat: 20, thick: 200},
		{through: 376, goesOn: 202, back: 544, flat: -40, thick: 320, ends: true, turn: 150},
		{through: 326, goesOn: 274, back: 29, flat: 37.9, thick: 320},
		{through: 122, goesOn: 258, back: 90, flat: 157.7, thick: 214},
		{through: 212, goesOn: 60, back: 745, flat: 10, thick: 62}, // farther than either thin wall can be stretched
	} {
		p := newPlot(t)
		two, alone, flat, line := b.plan(p, mm(0, 0), 0)
		p.filled(append(two, flat)...)
		p.upTo(flat, line, b.thick, two, alone)
	}
	p := newPlot(t)
	_, _, flat, _ := beside{through: 300, goesOn: 100, back: 100, flat: 30, thick: 300}.plan(p, mm(0, 0), 0)
	plan, err := fabric.WallPlanOf(p.model, flat)
	if err != nil {
		t.Fatal(err)
	}
	far := math.Inf(-1)
	for _, q := range plan.World()[0].Outer {
		if math.Abs(q.Y.M()-0.05) < 1e-5 {
			far = max(far, q.X.M())
		}
	}
	rad := math.Pi / 6
	if want := -0.1 + (0.05+0.15/math.Cos(rad))/math.Tan(rad); math.Abs(far-want) > 1e-5 {
		t.Errorf("the wall reaches %.6f m along the thin one's face, want %.6f", far, want)
	}
}

// This is the previous test with any thicknesses and angles.
func TestAFlatWallBesideAJoinIsItsStripOutsideBothWalls(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(rt)
		half := func(name string) int64 { return 2 * rapid.Int64Range(30, 200).Draw(rt, name) }
		b := beside{through: half("through"), goesOn: half("goes on"), thick: half("thick"),
			back: rapid.Int64Range(0, 1500).Draw(rt, "back"), ends: rapid.Bool().Draw(rt, "ends")}
		b.flat = rapid.Float64Range(10, 60).Draw(rt, "flat")
		if b.ends { // the flat wall lies on the side to which the other wall leads away
			b.turn = rapid.Float64Range(100, 160).Draw(rt, "turn")
			b.flat = b.turn - 180 - rapid.Float64Range(5, 40).Draw(rt, "beyond it")
		}
		two, alone, flat, line := b.plan(p, drawCentre(rt), rapid.Float64Range(0, 360).Draw(rt, "along"))
		if joins := p.model.JoinsOf(flat); len(joins) == 0 || joins[0].Kind != fabric.JoinT {
			return // it makes a corner
		}
		p.filled(append(two, flat)...)
		p.upTo(flat, line, b.thick, two, alone)
	})
}
