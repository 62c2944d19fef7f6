package domain

import (
	"math"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// reentrant draws the corner of two wings seen from the rooms, 270 degrees wide, and a partition that runs into it.
func reentrant(t tester, partition [2]geometry.Point2) (p *plot, west, north, part state.ID) {
	p = newPlot(t)
	west = p.wall(mm(-6000, 0), mm(0, 0), 300)
	north = p.wall(mm(0, 0), mm(0, 6000), 300)
	part = p.wall(partition[0], partition[1], 120)
	return p, west, north, part
}

// intact checks that the corner of two walls of 300 mm is complete: both are 6 m long and mitred.
func (p *plot) intact(walls ...state.ID) {
	p.t.Helper()
	for _, id := range walls {
		p.measure(id, "GrossVolume", 6*0.3*3)
	}
}

// orders lists the ways in which three walls can be joined: all at once, or in pairs.
func orders(a, b, c state.ID) map[string][][]state.ID {
	return map[string][][]state.ID{
		"at once": {{a, b, c}}, "the corner first": {{a, b}, {c, b}, {c, a}},
		"the partition first": {{b, c}, {a, b}, {a, c}}, "then all": {{c, b}, {a, b, c}},
	}
}

func (p *plot) tryJoin(walls []state.ID) error { return p.tryJoinAs(fabric.JoinAuto, walls) }

func (p *plot) tryJoinAs(as state.JoinType, walls []state.ID) error {
	d, err := p.try(change.JoinElements{ElementIDs: walls, JoinType: as})
	if err == nil {
		p.model = d.After
	}
	return err
}

// The axis of the partition passes the start of the north wall at a distance of 100 mm. The body of the corner extends
// 150 mm beyond that start, so the partition meets a face of the corner.
func TestAPartitionThatMeetsATrimmedFaceAtAReentrantCornerIsATee(t *testing.T) {
	for _, y := range []int64{-100, -140, -30, 0} {
		for _, start := range []int64{150, 0, 60} {
			if start == 0 && y == 0 {
				continue // the partition ends at the corner point, so it is part of the node
			}
			_, west, north, part := reentrant(t, [2]geometry.Point2{mm(start, y), mm(6000, y)})
			for name, steps := range orders(west, north, part) {
				p, west, north, part := reentrant(t, [2]geometry.Point2{mm(start, y), mm(6000, y)})
				for _, walls := range steps {
					if err := p.tryJoin(walls); err != nil && state.CodeOf(err) != state.DegenerateGeometry {
						t.Fatal(err)
					}
				}
				p.filled(west, north, part)
				p.intact(west, north)
				p.measure(part, "GrossVolume", 5.85*0.12*3)
				joins := p.model.JoinsOf(part)
				if len(joins) != 1 || joins[0].Kind != fabric.JoinT || joins[0].Through != north ||
					!fabric.JoinHolds(p.model, joins[0]) {
					t.Errorf("y %d, start %d, %s: the partition has %d joins: %+v", y, start, name, len(joins), joins)
				}
			}
		}
	}
}

// A partition that passes the body of the corner meets nothing. The two other walls stay unchanged, and the refusal
// names the end to move and the distance: 300 mm minus 150 mm to the corner minus half of the partition's own 120 mm.
func TestAPartitionThatPassesACornerIsRefusedWithTheDistance(t *testing.T) {
	p, west, north, part := reentrant(t, [2]geometry.Point2{mm(150, -300), mm(6000, -300)})
	p.join(fabric.JoinAuto, west, north)
	err := p.refused(change.JoinElements{ElementIDs: []state.ID{north, part}, JoinType: fabric.JoinAuto},
		state.DegenerateGeometry)
	if err.Data["distance"] != geometry.MM(90) || err.Data["end"] != fabric.PartStart ||
		!slices.Equal(err.Data["element_ids"].([]state.ID), []state.ID{part, north, west}) {
		t.Errorf("the refusal has %v: %v", err.Data, err)
	}
	p.intact(west, north)
	p.do(change.MoveElement{ElementIDs: []state.ID{part}, Delta: geometry.Point3{Y: geometry.MM(150)}})
	p.join(fabric.JoinAuto, north, part)
	p.filled(west, north, part)
	p.intact(west, north)
}

// A part of the thickness of a partition that leads away from the corner passes the corner. The partition ends squarely
// at the corner and does not continue along the face beyond it. The expected values are worked out by hand, from the
// corner at (200, 75) in the partition's direction (1, -2) / sqrt(5).
func TestAPartitionThatLeadsAwayFromACornerEndsAtIt(t *testing.T) {
	for _, reversed := range []bool{false, true} {
		draw := func() (p *plot, a, b, part state.ID) {
			p = newPlot(t)
			ends := [2]geometry.Point2{mm(1605-3000, 3000), mm(105, 0)}
			if reversed {
				ends[0], ends[1] = ends[1], ends[0]
			}
			return p, p.wall(mm(-6000, 0), mm(0, 0), 150), p.wall(mm(0, 0), mm(0, -5000), 400),
				p.wall(ends[0], ends[1], 300)
		}
		for name := range orders("", "", "") {
			p, a, b, part := draw()
			for _, walls := range orders(a, b, part)[name] {
				if err := p.tryJoin(walls); err != nil && state.CodeOf(err) != state.DegenerateGeometry {
					t.Fatal(err)
				}
			}
			p.filled(a, b, part)
			p.measure(b, "GrossVolume", 5*0.4*3)
			plan, err := fabric.WallPlanOf(p.model, part)
			if err != nil {
				t.Fatal(err)
			}
			far := math.Inf(-1)
			for _, region := range plan.World() {
				for _, q := range region.Outer {
					far = max(far, (q.X.M()+1.395-2*(q.Y.M()-3))/math.Sqrt(5))
				}
			}
			if want := (0.2 + 1.395 - 2*(0.075-3)) / math.Sqrt(5); math.Abs(far-want) > 1e-5 {
				t.Errorf("reversed %v, %s: the partition reaches %.6f m along itself, the corner is at %.6f",
					reversed, name,
					far, want)
			}
		}
	}
}

// A skew partition ends on the top face of a corner's body, near the ends of both walls. Whichever wall it is joined to
// first, and whatever the order of ids, it ends at that face and the corner is complete.
func TestAPartitionBesideTwoEndsMeetsTheCornersBodyInAnyOrder(t *testing.T) {
	for _, reversed := range []bool{false, true} {
		for name := range orders("", "", "") {
			for first := range 3 { // the ids follow the order of drawing
				p := newPlot(t)
				ends := [2]geometry.Point2{mm(-1305, 3000), mm(195, -75)}
				if reversed {
					ends[0], ends[1] = ends[1], ends[0]
				}
				var a, b, part state.ID
				draw := []func(){func() { a = p.wall(mm(-6000, 0), mm(0, 0), 300) },
					func() { b = p.wall(mm(0, 0), mm(0, -5000), 400) }, func() { part = p.wall(ends[0], ends[1], 150) }}
				for i := range draw {
					draw[(first+i)%3]()
				}
				steps := orders(a, b, part)[name]
				if name == "the partition first" {
					steps = [][]state.ID{{b, part}, {a, part}, {a, b}}
				}
				for _, walls := range append(steps, steps...) { // refused joins are tried again after the others
					p.joinIfTheyMeet(fabric.JoinAuto, walls)
				}
				p.filled(a, b, part)
				p.measure(b, "GrossVolume", 5*0.4*3)
				if joins := p.model.JoinsOf(part); len(joins) != 1 || joins[0].Kind != fabric.JoinT ||
					joins[0].Through != a {
					t.Errorf("reversed %v, %s, %d: the partition has %d joins: %+v", reversed,
						name, first, len(joins), joins)
				}
			}
		}
	}
}

// The partition is skew and covers the corner point, so its end follows both faces.
func TestAPartitionOverACornerFollowsBothFaces(t *testing.T) {
	for _, degrees := range []float64{-45, -20, -70, -33.3} {
		for _, off := range []int64{0, 40, -40} {
			from := polar(mm(150, -150), degrees+90, off)
			for name := range orders("", "", "") {
				p, west, north, part := reentrant(t, [2]geometry.Point2{from, polar(from, degrees, 6000)})
				failed := 0
				steps := orders(west, north, part)[name]
				for _, walls := range steps {
					if err := p.tryJoin(walls); err != nil {
						failed++
					}
				}
				p.filled(west, north, part)
				p.intact(west, north)
				world, _, _ := p.footprints([]state.ID{west, north, part})
				if gap := notch(world); gap > 1e-6 {
					t.Errorf("%v degrees, %d off, %s: %v m2 are open at the corner, %d refused: %+v", degrees, off,
						name, gap, failed, p.model.JoinsOf(part))
				}
			}
		}
	}
}

// notch returns the area that walls leave open near the corner at (150, -150). It is the part of a small disc that is
// in the strip of a wall but in no body, after gaps of up to half the disc's size are closed.
func notch(walls []geometry.Region) float64 {
	open := geometry.Union(walls...)
	closed := geometry.UnionWithin(geometry.MM(30), walls...)
	return math.Max(0, geometry.Subtract(closed, open).Area())
}

// The end of a thick partition lies in the band of one wall of a corner, slightly past the line of that wall. The
// partition ends at the face of that wall. It does not pass between the two walls of the corner, although the ends of
// both are in its band.
func TestAThickPartitionOverACornerLeavesTheCornerAsItIs(t *testing.T) {
	for order := range permutations([][2]int{{0, 1}, {0, 2}, {1, 2}}) {
		p := newPlot(t)
		walls := []state.ID{p.wall(mm(-6000, 0), mm(0, 0), 150), p.wall(mm(0, 0), mm(0, -5000), 150)}
		p.join(fabric.JoinAuto, walls...)
		alone, _, _ := p.footprints(walls)
		walls = append(walls, p.wall(mm(-90, 3000), mm(-90, -38), 300))
		for _, pair := range order {
			_ = p.tryJoin([]state.ID{walls[pair[0]], walls[pair[1]]})
		}
		now, _, _ := p.footprints(walls)
		for i := range alone {
			if off := geometry.Subtract(alone[i], now[i]).Area() +
				geometry.Subtract(now[i], alone[i]).Area(); off > 1e-8 {
				t.Errorf("in the order %v: wall %d is off by %v m2 from the corner alone%s", order, i, off,
					p.joinsSaid(walls))
			}
		}
		p.filled(walls...)
	}
}
