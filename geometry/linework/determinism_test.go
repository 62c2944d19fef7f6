package linework

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/solids"
)

// TestEveryMachineMakesTheSameBits compares a checksum of the bits of solids, booleans and drawings with the checksum
// from another machine. A compiler that fuses products with sums, or another number of processors, must change nothing.
// After an intended change of results, update the checksum in this test.
func TestEveryMachineMakesTheSameBits(t *testing.T) {
	const want = "6cdc8659377eea20"
	turn := csg.Translation(at(12.3, -4.5, 6.7)).After(csg.Rotation(r3.Vector{X: 1, Y: 2, Z: 3}, 41.7))
	path := must(solids.Polyline([]r3.Vector{at(-1, 0.1, 1.1), at(2, 0.3, 1.2), at(2.5, 2, 1.4), at(2.7, 2, 3)},
		0.3*metre))
	pipe := must(solids.Pipe(path, 110*geometry.Millimetre, 100*geometry.Millimetre, geometry.ChordTolerance))
	profile := geometry.Region{{Outer: geometry.Ring{{X: 400_000}, {X: 900_000}, {X: 650_000, Y: 2_000_000}}}}
	bowl := must(solids.Revolve(profile, solids.Axis{To: geometry.Point2{X: 100_000, Y: 1_000_000}},
		200*geometry.Degree, geometry.Millimetre))
	var shapes []csg.Shape
	for _, s := range []csg.Shape{pipe, bowl, boxOf(-2, -2, 0, 3, 0.2, 3)} {
		o := must(csg.FromShape(s)).Moved(turn)
		other := must(csg.FromShape(bowl)).Moved(turn.After(csg.Rotation(r3.Vector{X: 1, Z: 1}, 20)))
		shapes = append(shapes, must(csg.Evaluate(csg.Subtract(csg.Of(o), csg.Of(other)))),
			must(csg.Evaluate(csg.Union(csg.Of(o), csg.Of(other)))))
	}
	sum := sha256.New()
	add := func(values ...uint64) {
		for _, v := range values {
			_ = binary.Write(sum, binary.LittleEndian, v)
		}
	}
	for _, s := range shapes {
		for _, p := range s.Vertices {
			add(math.Float64bits(p.X), math.Float64bits(p.Y), math.Float64bits(p.Z))
		}
		for _, tr := range s.Triangles() {
			add(uint64(tr[0]), uint64(tr[1]), uint64(tr[2]))
		}
		m := s.Measure()
		add(math.Float64bits(m.Volume), math.Float64bits(m.Area), math.Float64bits(m.Centroid.X),
			math.Float64bits(m.Box.Size.Z))
	}
	for _, l := range must(Draw(shapes, View{Plane: plan(7.5), Hidden: true})) {
		add(uint64(rank(l.Class)), uint64(l.Source))
		for _, p := range l.Points {
			add(uint64(p.X), uint64(p.Y))
		}
	}
	if got := hex.EncodeToString(sum.Sum(nil))[:16]; got != want {
		t.Errorf("the sum is %s, expected %s", got, want)
	}
}
