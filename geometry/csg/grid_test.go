package csg

import (
	"math"
	"testing"
)

// placement is a way to place the operands of a case.
type placement struct {
	name      string
	of        func(Operand) Operand
	tolerance float64 // for flush faces
	within    float64 // greatest error of volumes and areas, in m3 and m2
}

// placements returns all placements for one motion: with the motion as a frame, with corners moved by the motion, and
// with the moved corners rounded to the grid. Rounding moves flush faces apart by some micrometres.
func placements(m Motion) []placement {
	return []placement{
		{"as is", asIs, PlaneTolerance, 1e-9},
		{"moved", func(o Operand) Operand { return o.Moved(m) }, PlaneTolerance, 1e-9},
		{"baked", func(o Operand) Operand { return baked(o, m) }, PlaneTolerance, 1e-7},
		{"rounded", func(o Operand) Operand { return roundedTo(baked(o, m)) }, RoundedTolerance, 1e-3},
	}
}

func randomGridBoxes(seed uint64) []gridBox {
	r := seeded(seed)
	boxes := make([]gridBox, 2+r.IntN(6))
	for i := range boxes {
		boxes[i] = randomGridBox(r)
	}
	return boxes
}

// TestBoxesAreTheSumOfTheirCells evaluates random boxes with many flush faces, common edges and common vertices in all
// placements. It compares volume and topology with a count of cells.
func TestBoxesAreTheSumOfTheirCells(t *testing.T) {
	for seed := range soak(150, 5_000) {
		checkGridBoxes(t, randomGridBoxes(seed), pose(seeded(^seed)))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func checkGridBoxes(t *testing.T, boxes []gridBox, m Motion) {
	t.Helper()
	in := make([]bool, len(boxes))
	for _, op := range operations {
		set := cellsWhere(func(c [3]int) bool {
			for i, b := range boxes {
				in[i] = b.has(c)
			}
			return op.in(in)
		})
		volume, area := set.measure()
		euler, solids, shells := set.euler(), set.parts(), 0
		for i, p := range placements(m) {
			s, err := EvaluateWithin(op.build(expressions(boxes, p.of)...), p.tolerance)
			if err != nil {
				t.Errorf("%s of %v, %s: %v", op.name, boxes, p.name, err)
				continue
			}
			if math.Abs(volumeOf(s)-volume) > p.within || math.Abs(s.Area()-area) > p.within {
				t.Errorf("%s of %v, %s: volume %v area %v, cells say %v and %v", op.name, boxes, p.name,
					volumeOf(s), s.Area(), volume, area)
			}
			gotSolids, gotShells := s.Solids()
			if i == 0 {
				shells = gotShells
			}
			if s.Euler() != euler || gotSolids != solids || gotShells != shells {
				t.Errorf("%s of %v, %s: %d solids, %d shells, euler %d; cells say %d, as is %d, cells %d",
					op.name, boxes, p.name, gotSolids, gotShells, s.Euler(), solids, shells, euler)
			}
			checkTriangles(t, s)
		}
	}
}

// checkTriangles checks that the triangles of a shape are closed and cover its faces.
func checkTriangles(t *testing.T, s Shape) {
	t.Helper()
	edges := newEdgeTable(len(s.Vertices))
	volume, area := 0.0, 0.0
	for _, f := range s.Triangles() {
		for i, v := range f {
			edges.add(v, f[(i+1)%3], 1)
		}
		volume += sixfold(s.Vertices, s.Vertices[0], f[:]) / 6 / cubicMetre
		area += newell(s.Vertices, polygon{f[:]}).Norm() / 2 / squareMetre
	}
	if v, w, open := edges.firstOpen(); open {
		t.Errorf("triangles are open between %d and %d", v, w)
	}
	// A corner lies off its plane by at most the tolerance.
	if off := 1e-9 + s.Tolerance*1e-6*s.Area(); math.Abs(volume-volumeOf(s)) > off || math.Abs(area-s.Area()) > off {
		t.Errorf("triangles have volume %v and area %v, the shape %v and %v", volume, area, volumeOf(s), s.Area())
	}
}

// FuzzGridBoxes decodes boxes on a small grid from bytes, two bytes for each box.
func FuzzGridBoxes(f *testing.F) {
	f.Add([]byte{0x00, 0xff, 0x12, 0x35})
	f.Add([]byte{0x07, 0x90, 0x41, 0x82, 0x63, 0x1c})
	f.Fuzz(func(t *testing.T, b []byte) {
		var boxes []gridBox
		for ; len(b) > 1 && len(boxes) < 6; b = b[2:] {
			boxes = append(boxes, boxFromBits(uint16(b[0])<<8|uint16(b[1])))
		}
		if len(boxes) > 1 {
			checkGridBoxes(t, boxes, pose(seeded(uint64(len(b)))))
		}
	})
}

// boxFromBits decodes a start and a length along each axis, five bits in all.
func boxFromBits(bits uint16) gridBox {
	var b gridBox
	for i := range b.lo {
		b.lo[i] = int(bits & 3)
		b.hi[i] = min(gridSize, b.lo[i]+1+int(bits>>2&3))
		bits >>= 5
	}
	return b
}
