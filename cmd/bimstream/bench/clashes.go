package bench

import (
	"fmt"
	"runtime"
	"time"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
)

// clashBoxes is the number of boxes in the search for pairs.
const clashBoxes = 100_000

// clashes measures the search for pairs of nearby boxes, the search for the contents of rooms, and clash tests of the
// large model.
func (b *bench) clashes() error {
	_, store, v, err := b.opened(elementsPerStorey)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	if err := b.pairs(stacked(v, clashBoxes)); err != nil {
		return err
	}
	if err := b.rooms(v); err != nil {
		return err
	}
	for _, t := range []struct {
		name string
		test clashes.Test
	}{
		{"overlaps", clashes.Test{Mode: clashes.ModeHard}},
		{"overlaps and gaps below 50 mm", clashes.Test{Mode: clashes.ModeAll, Clearance: 50 * geometry.Millimetre}},
	} {
		if err := b.clashTest(t.name, v, t.test); err != nil {
			return err
		}
	}
	return nil
}

// stacked returns n boxes: the boxes of a model, repeated upwards.
func stacked(v *projections.View, n int) []geometry.Box {
	world, all := v.Model.Bounds(), geometry.EmptyBox()
	hits := v.Spatial().Intersecting(world)
	for _, h := range hits {
		all = all.Union(h.Bounds)
	}
	out := make([]geometry.Box, n)
	for i := range out {
		up := geometry.Point3{Z: (all.Max.Z - all.Min.Z) * geometry.Length(i/len(hits))}
		box := hits[i%len(hits)].Bounds
		out[i] = geometry.Box{Min: box.Min.Add(up), Max: box.Max.Add(up)}
	}
	return out
}

// pairs measures the search for pairs of boxes, compared with a plain grid.
func (b *bench) pairs(boxes []geometry.Box) error {
	var found []clash.Pair
	took, err := timed(5, func() error { found = clash.Pairs(boxes, 0); return nil })
	if err != nil {
		return err
	}
	var plain int
	floor, err := timed(5, func() error { plain = len(plainPairs(boxes)); return nil })
	if err != nil {
		return err
	}
	if plain != len(found) {
		return fmt.Errorf("%d pairs of boxes meet, a plain grid finds %d", len(found), plain)
	}
	b.add(Figure{Name: fmt.Sprintf("pairs of %d boxes that meet", len(boxes)), Value: milliseconds(took), Unit: "ms",
		Floor: "plain grid of 2 x 2 x 3.5 m, ms", FloorIs: milliseconds(floor), Aim: "<= 2",
		Note: fmt.Sprintf("%d pairs", len(found))})
	return nil
}

// plainPairs returns the pairs of boxes that meet, unordered, by a uniform grid. It puts every box into all cells that
// the box meets, and compares all boxes of a cell with each other.
func plainPairs(boxes []geometry.Box) []clash.Pair {
	type cell [3]geometry.Length
	step := cell{2 * geometry.Metre, 2 * geometry.Metre, 3500 * geometry.Millimetre}
	floor := func(v, step geometry.Length) geometry.Length {
		if v < 0 {
			return -((step - 1 - v) / step)
		}
		return v / step
	}
	of := func(p geometry.Point3) cell {
		return cell{floor(p.X, step[0]), floor(p.Y, step[1]), floor(p.Z, step[2])}
	}
	grid := map[cell][]int32{}
	for i, box := range boxes {
		lo, hi := of(box.Min), of(box.Max)
		for x := lo[0]; x <= hi[0]; x++ {
			for y := lo[1]; y <= hi[1]; y++ {
				for z := lo[2]; z <= hi[2]; z++ {
					grid[cell{x, y, z}] = append(grid[cell{x, y, z}], int32(i))
				}
			}
		}
	}
	var out []clash.Pair
	for c, members := range grid {
		for k, i := range members {
			for _, j := range members[k+1:] {
				a, b := boxes[i], boxes[j]
				// The pair belongs to the cell of its lowest common point.
				if a.Intersects(b) && of(geometry.Point3{X: max(a.Min.X, b.Min.X), Y: max(a.Min.Y, b.Min.Y),
					Z: max(a.Min.Z, b.Min.Z)}) == c {
					out = append(out, clash.Pair{First: i, Second: j})
				}
			}
		}
	}
	return out
}

// clashTest measures a clash test of a model. The floor is the time that the kernel takes on all cores for as many
// overlaps of two boxes.
func (b *bench) clashTest(name string, v *projections.View, test clashes.Test) error {
	var report *clashes.Report
	var cost time.Duration // processor time of the last run
	took, err := timed(2, func() (err error) {
		began := processorTime()
		report, err = clashes.Find(b.ctx, v, test, nil)
		cost = processorTime() - began
		return err
	})
	if err != nil {
		return err
	}
	one, err := overlapOfBoxes()
	if err != nil {
		return err
	}
	cores := float64(runtime.GOMAXPROCS(0))
	b.add(Figure{Name: fmt.Sprintf("clash test of %d elements, %s", v.Model.Len(), name),
		Value: took.Seconds(), Unit: "s",
		Floor: "overlaps of as many skew boxes, s", FloorIs: one.Seconds() * float64(report.Compared) / cores,
		Note: fmt.Sprintf("%d bodies, %d pairs near, %d examined, %d compared at %s us of a core each, %g cores, %d "+
			"findings, %d undecided",
			report.Elements, report.Near, report.Examined, report.Compared,
			brief(cost.Seconds()*1e6/float64(max(1, report.Compared))), cores,
			len(report.Findings), len(report.Undecided))})
	return nil
}

// overlapOfBoxes returns the time that the kernel takes for the overlap of two boxes at an angle.
func overlapOfBoxes() (time.Duration, error) {
	const times = 2000
	metre := float64(geometry.Metre)
	box, err := csg.Box(r3.Vector{}, r3.Vector{X: metre, Y: metre, Z: metre})
	if err != nil {
		return 0, err
	}
	skew := box.Moved(csg.Rotation(r3.Vector{X: 1, Y: 2, Z: 3}, 37.5))
	took, err := timed(3, func() error {
		for range times {
			if _, err := csg.Evaluate(csg.Intersect(csg.Of(box), csg.Of(skew))); err != nil {
				return err
			}
		}
		return nil
	})
	return took / times, err
}
