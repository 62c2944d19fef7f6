package domain

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
)

// upTo asserts that a wall, drawn along a line, is what its strip has outside another wall's body, and leaves that one
// as it is alone; nothing where the strip passes that body with a part of its thickness.
func (p *plot) upTo(wall, other ID, line [2]geometry.Point2, thick int64, alone []geometry.Region) {
	p.t.Helper()
	want, blocked := stripUpTo(alone, line, thick)
	now, _, perimeter := p.footprints([]ID{wall, other})
	slack := float64(perimeter.M()*footprintRounding.M()) + 1e-8
	if off := geometry.Subtract(now[1], alone[0]).Area() + geometry.Subtract(alone[0], now[1]).Area(); off > slack {
		p.t.Errorf("the wall that goes on is off by %v m2 from what it is alone", off)
	}
	if common := geometry.Intersect(now[0], now[1]).Area(); common > slack {
		p.t.Errorf("the walls have %v m2 in common", common)
	}
	if !blocked {
		return
	}
	if off := geometry.Subtract(now[0], want).Area() + geometry.Subtract(want, now[0]).Area(); off > slack {
		p.t.Errorf("the wall is off by %v m2 from its strip outside the other's body: %v, want %v", off, now[0], want)
	}
}

// A wall at a flat angle whose line ends in a thick one leaves it by its end's face, not by its long one: it ends
// there.
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
			alone, _, _ := p.footprints([]ID{thick})
			thin := p.wall(line[0], line[1], 100)
			p.join(JoinAuto, thick, thin)
			p.filled(thick, thin)
			p.upTo(thin, thick, line, 100, alone)
		}
	}
}

// Wherever a wall ends in another one near that one's free end, at any angle, it is what its strip has outside of it.
func TestAWallNearAFreeEndIsItsStripOutsideTheOther(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(rt)
		centre := drawCentre(rt)
		along := rapid.Float64Range(0, 360).Draw(rt, "along")
		through, thick := 2*rapid.Int64Range(40, 300).Draw(rt, "through"), 2*rapid.Int64Range(30, 200).Draw(rt, "thick")
		from := polar(centre, along, rapid.Int64Range(-1500, 0).Draw(rt, "from the end"))
		line := [2]geometry.Point2{from, polar(from, along+rapid.Float64Range(10, 170).Draw(rt, "turn"), 6000)}
		on := p.wall(polar(centre, along+180, 9000), centre, through)
		alone, _, _ := p.footprints([]ID{on})
		ends := p.wall(line[0], line[1], thick)
		if p.tryJoin([]ID{on, ends}) != nil || p.model.JoinsOf(ends)[0].Kind != JoinT {
			return
		}
		p.filled(on, ends)
		p.upTo(ends, on, line, thick, alone)
	})
}
