package clashes

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// knot is a place in a building at an angle: u runs along a wall, n across it to the left, in millimetres.
type knot struct {
	*building
	origin geometry.Point2
	angle  float64 // degrees
}

// at returns a point, rounded to the grid like points of users and files.
func (k *knot) at(u, n float64) geometry.Point2 {
	sin, cos := math.Sincos(k.angle * math.Pi / 180)
	round := func(mm float64) geometry.Length { return geometry.Length(math.Round(1000 * mm)) }
	return k.origin.Add(geometry.Point2{X: round(float64(u*cos) - float64(n*sin)),
		Y: round(float64(u*sin) + float64(n*cos))})
}

func (k *knot) rectangle(u0, n0, u1, n1 float64) []geometry.Point2 {
	return []geometry.Point2{k.at(u0, n0), k.at(u1, n0), k.at(u1, n1), k.at(u0, n1)}
}

func (k *knot) wallAt(u0, n0, u1, n1 float64) state.ID {
	k.t.Helper()
	return k.do(change.CreateWall{LevelID: k.ground, Wall: fabric.Wall{Start: k.at(u0, n0), End: k.at(u1, n1),
		Height: geometry.MM(2800), Thickness: geometry.MM(200)}})
}

func (k *knot) slabAt(boundary []geometry.Point2, top int64) state.ID {
	k.t.Helper()
	return k.do(change.CreateFloor{LevelID: k.ground, Floor: fabric.Floor{Boundary: boundary,
		Thickness: geometry.MM(200), Offset: geometry.MM(top)}})
}

// build makes walls, slabs and a column that meet, each moved from a flush position by the given millimetres into the
// other, and returns the pairs that then overlap.
func (k *knot) build(into int64) [][2]state.ID {
	k.t.Helper()
	i := float64(into)
	wall := k.wallAt(0, 0, 5000, 0)
	tee := k.wallAt(2000, 100-i, 2000, 3100-i)
	corner := k.wallAt(5100-i, -100, 5100-i, 3000)
	beside := k.slabAt(k.rectangle(0, -2000, 4900, -100+i), 1200)
	base := k.slabAt(k.rectangle(-1000, -3000, 6000, 4000), 0)
	above := k.slabAt(k.rectangle(-1000, -3000, 6000, 4000), 3000-into)
	column := k.do(change.CreateColumn{BaseLevel: k.ground, Column: member.Column{
		Location: k.at(1000, -250+i), BaseOffset: geometry.MM(-into), Height: geometry.MM(900),
		Profile: rectangle(300, 300), Rotation: geometry.Angle(math.Round(k.angle * 1e6))}})
	if into == 0 {
		return nil
	}
	out := [][2]state.ID{{wall, tee}, {wall, corner}, {wall, beside}, {wall, column}, {wall, above}, {tee, above},
		{corner, above}, {base, column}}
	for n := range out {
		out[n] = inOrder(out[n][0], out[n][1])
	}
	slices.SortFunc(out, func(a, b [2]state.ID) int { return slices.Compare(a[:], b[:]) })
	return out
}

// TestJointsAtAnyAngle checks that flush joints are free of clashes and gaps without any tolerance, at any angle and
// place: a tee, a corner, a slab under, beside and above walls, and a column on a slab and at a wall. A millimetre of
// overlap is always found with its depth.
func TestJointsAtAnyAngle(t *testing.T) {
	angles := uint64(60)
	if os.Getenv("BIMSTREAM_SOAK") == "1" {
		angles = 10_000
	}
	for seed := range angles {
		r := rand.New(rand.NewPCG(seed, 7))
		place := geometry.Point2{X: geometry.Length(r.Int64N(2_000_000_000) - 1_000_000_000),
			Y: geometry.Length(r.Int64N(2_000_000_000) - 1_000_000_000)}
		angle := math.Round(360e6*r.Float64()) / 1e6
		for _, into := range []int64{0, 1} {
			k := &knot{newBuilding(t), place, angle}
			want := k.build(into)
			report := k.find(map[int64]Test{0: {Mode: ModeAll, Clearance: geometry.Millimetre / 10}, 1: hard}[into])
			var got [][2]state.ID
			for _, f := range report.Findings {
				got = append(got, [2]state.ID(f.Elements))
				if into == 0 || f.Kind != Hard || (f.Depth-geometry.MM(1)).Abs() > 10 {
					t.Errorf("seed %d, %d mm further in: %s of %v, %s mm deep", seed, into, f.Kind, f.Elements, f.Depth)
				}
			}
			slices.SortFunc(got, func(a, b [2]state.ID) int { return slices.Compare(a[:], b[:]) })
			if !slices.Equal(got, want) || len(report.Undecided) != 0 {
				t.Errorf("seed %d, %d mm further in: %d overlaps, want %d; undecided %v", seed, into, len(got),
					len(want), report.Undecided)
			}
		}
	}
}
