package geometry

import (
	"fmt"
	"slices"
)

// Layer is a prism over a plan region, from Z0 up to Z1.
type Layer struct {
	Base Region `json:"base"`
	Z0   Length `json:"z0"`
	Z1   Length `json:"z1"`
}

// Extrude returns the prism over a region in the XY plane of the frame, from z0 up to z1.
func Extrude(frame Placement, base Region, z0, z1 Length) (Solid, error) {
	return Interrupt(nil).Extrude(frame, base, z0, z1)
}

// Extrude is the function Extrude with an interrupt.
func (stop Interrupt) Extrude(frame Placement, base Region, z0, z1 Length) (Solid, error) {
	return stop.stack(frame, []Layer{{base, z0, z1}}, nil)
}

// Stack returns the union of prisms with a common axis as one solid without inner faces. The error is ErrNoHeight for a
// layer whose Z1 is not above Z0, and ErrEmpty for layers without any area.
func Stack(frame Placement, layers []Layer) (Solid, error) {
	return Interrupt(nil).stack(frame, layers, nil)
}

// SubtractPrisms returns the prism over base without the prisms of cuts, in one evaluation for all of them. A cut that
// is flush with a side removes it exactly. The error is ErrEmpty if nothing is left.
func SubtractPrisms(frame Placement, base Region, z0, z1 Length, cuts []Layer) (Solid, error) {
	return Interrupt(nil).SubtractPrisms(frame, base, z0, z1, cuts)
}

// SubtractPrisms is the function SubtractPrisms with an interrupt.
func (stop Interrupt) SubtractPrisms(frame Placement, base Region, z0, z1 Length, cuts []Layer) (Solid, error) {
	var inReach []Layer
	for i, c := range cuts {
		if c.Z1 <= c.Z0 {
			return Solid{}, fmt.Errorf("cut %d from %v to %v mm: %w", i, c.Z0, c.Z1, ErrNoHeight)
		}
		c.Z0, c.Z1 = max(c.Z0, z0), min(c.Z1, z1)
		if c.Z0 < c.Z1 {
			inReach = append(inReach, c)
		}
	}
	return stop.stack(frame, []Layer{{base, z0, z1}}, inReach)
}

// stack returns the union of layers minus the union of cuts. It takes the solid from the cache if an equal one is
// there.
func (stop Interrupt) stack(frame Placement, layers, cuts []Layer) (Solid, error) {
	if err := frame.Valid(); err != nil {
		return Solid{}, err
	}
	key := prismKey(layers, cuts)
	if key == "" {
		return stop.makeStack(frame, layers, cuts)
	}
	if s, ok := prisms.recalled(key); ok {
		return s.copied(frame), nil
	}
	s, err := stop.makeStack(frame, layers, cuts)
	if err == nil {
		prisms.keep(key, s.copied(s.Frame))
	}
	return s, err
}

// makeStack computes the union of layers minus the union of cuts. It uses one arrangement in plan for all bands between
// heights at which a layer or cut starts or ends, so that the edges of all bands share their vertices.
func (stop Interrupt) makeStack(frame Placement, layers, cuts []Layer) (Solid, error) {
	var levels []Length
	for i, l := range slices.Concat(layers, cuts) {
		if l.Z1 <= l.Z0 {
			return Solid{}, fmt.Errorf("layer %d from %v to %v mm: %w", i, l.Z0, l.Z1, ErrNoHeight)
		}
		levels = append(levels, l.Z0, l.Z1)
	}
	slices.Sort(levels)
	b := bands{stop: stop, levels: slices.Compact(levels)}
	b.add(layers, 0)
	b.add(cuts, b.count())
	b.plan = stop.arrange(b.segments, b.ranges)
	if stop.Now() {
		return Solid{}, ErrInterrupted
	}
	faces := append(b.horizontalFaces(), facesOfPanels(b.panels())...)
	if stop.Now() {
		return Solid{}, ErrInterrupted
	}
	if len(faces) == 0 {
		return Solid{}, fmt.Errorf("%d layers less %d cuts: %w", len(layers), len(cuts), ErrEmpty)
	}
	return assembleSolid(frame, faces)
}

// bands divides the height of a stack into bands between neighbouring levels. Counter j of the arrangement counts the
// layers that cover band j, and counter count()+j counts the cuts.
type bands struct {
	stop     Interrupt
	levels   []Length
	segments []segment
	ranges   []counters
	plan     *arrangement
}

func (b *bands) count() int32 { return int32(len(b.levels)) - 1 }

// add makes every layer a source of the bands it covers, counted from the given counter.
func (b *bands) add(layers []Layer, offset int32) {
	for _, l := range layers {
		from, _ := slices.BinarySearch(b.levels, l.Z0)
		to, _ := slices.BinarySearch(b.levels, l.Z1)
		b.segments = appendRegion(b.segments, l.Base, int32(len(b.ranges)))
		b.ranges = append(b.ranges, counters{offset + int32(from), offset + int32(to)})
	}
}

// inside reports whether a winding lies in the solid in band j; bands below the lowest and above the highest are empty.
func (b *bands) inside(j int32, winding []int32) bool {
	if j < 0 || j >= b.count() || winding[j] <= 0 {
		return false
	}
	cut := b.count() + j
	return int(cut) >= len(winding) || winding[cut] <= 0
}

// horizontalFaces returns, for every level, the faces where only one side of the level is solid.
func (b *bands) horizontalFaces() []face3 {
	var out []face3
	for j, z := range b.levels {
		if b.stop.Now() {
			return nil
		}
		below, above := int32(j)-1, int32(j)
		top := b.plan.boundary(func(w []int32) bool { return b.inside(below, w) && !b.inside(above, w) })
		for _, p := range b.stop.traceFaces(top) {
			out = append(out, p.lifted(func(q Point2) Point3 { return q.At(z) }))
		}
		bottom := b.plan.boundary(func(w []int32) bool { return b.inside(above, w) && !b.inside(below, w) })
		for _, p := range b.stop.traceFaces(bottom) {
			out = append(out, p.lifted(func(q Point2) Point3 { return q.At(z) }).flipped())
		}
	}
	return out
}

// panels returns the vertical rectangles around every band.
func (b *bands) panels() []panel {
	var out []panel
	for j := range b.count() {
		if b.stop.Now() {
			return nil
		}
		z0, z1 := b.levels[j], b.levels[j+1]
		for _, d := range b.plan.boundary(func(w []int32) bool { return b.inside(j, w) }) {
			out = append(out, newPanel(d, z0, z0, z1, z1))
		}
	}
	return out
}
