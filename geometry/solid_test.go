package geometry

import (
	"errors"
	"testing"

	"github.com/golang/geo/r3"
)

func TestCheckFindsFaults(t *testing.T) {
	box, err := Extrude(World(), rect(0, 0, 1000, 2000), 0, MM(3000))
	if err != nil || box.Check() != nil {
		t.Fatal(err, box.Check())
	}
	fresh := func() Solid {
		s, _ := Extrude(World(), rect(0, 0, 1000, 2000), 0, MM(3000))
		return s
	}
	tests := []struct {
		name  string
		spoil func(*Solid)
		want  error
	}{
		{"a face missing", func(s *Solid) { s.Faces = s.Faces[1:] }, ErrNotClosed},
		{"a face turned", func(s *Solid) { reverse(s.Faces[2].Loops[0]) }, ErrNotClosed},
		{"all faces turned", func(s *Solid) {
			for _, f := range s.Faces {
				reverse(f.Loops[0])
			}
		}, ErrInsideOut},
		{"two corners", func(s *Solid) { s.Faces[0].Loops[0] = s.Faces[0].Loops[0][:2] }, ErrDegenerateFace},
		{"no loop", func(s *Solid) { s.Faces[0].Loops = nil }, ErrDegenerateFace},
		{"vertex out of range", func(s *Solid) { s.Faces[0].Loops[0][0] = 99 }, ErrDegenerateFace},
		{"repeated corner", func(s *Solid) { s.Faces[0].Loops[0][0] = s.Faces[0].Loops[0][1] }, ErrDegenerateFace},
		{"flat face", func(s *Solid) {
			for i := range s.Vertices {
				s.Vertices[i].Z = 0
			}
		}, ErrDegenerateFace},
		{"bad frame", func(s *Solid) { s.Frame.X = r3.Vector{} }, ErrBadPlacement},
	}
	for _, tt := range tests {
		s := fresh()
		tt.spoil(&s)
		if err := s.Check(); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	if (Solid{}).Check() != nil || !(Solid{}).Empty() || box.Empty() {
		t.Error("only the empty solid is empty")
	}
}

func reverse(loop []int32) {
	for i, j := 0, len(loop)-1; i < j; i, j = i+1, j-1 {
		loop[i], loop[j] = loop[j], loop[i]
	}
}

func TestBodyOfLayers(t *testing.T) {
	frame := PlacementInPlan(Point3{MM(1000), MM(2000), 0}, Point2{MM(1000), MM(9000)})
	var b Body
	for _, y := range [][2]int64{{0, 15}, {15, 190}, {190, 290}, {290, 300}} {
		s, err := Extrude(frame, rect(0, y[0], 4000, y[1]), 0, MM(2800))
		if err != nil {
			t.Fatal(err)
		}
		b = append(b, s)
	}
	if !near(b.Volume(), 3.36, 1e-12) || !near(b.Area(), 8*11.2+2*2.8*0.3+2*4*0.3, 1e-12) {
		t.Errorf("volume %v, area %v", b.Volume(), b.Area())
	}
	if want := (Box{Point3{MM(700), MM(2000), 0}, Point3{MM(1000), MM(6000), MM(2800)}}); b.Bounds() != want {
		t.Errorf("bounds %v, want %v", b.Bounds(), want)
	}
	m := b.Mesh()
	if len(m.Vertices) != 32 || len(m.Triangles) != 48 {
		t.Errorf("%d vertices, %d triangles", len(m.Vertices), len(m.Triangles))
	}
	mesh := Solid{Frame: World(), Vertices: m.Vertices}
	for _, tri := range m.Triangles {
		mesh.Faces = append(mesh.Faces, Face{[][]int32{tri[:]}})
	}
	if err := mesh.Check(); err != nil || !near(mesh.Volume(), 3.36, 1e-12) {
		t.Errorf("mesh: %v, volume %v", err, mesh.Volume())
	}
}
