package cases

import (
	"errors"
	"fmt"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry/csg"
)

// ErrUnknown is the error of a case with a shape, transform or operation that does not exist.
var ErrUnknown = errors.New("not known")

// Solid is an operand, in metres. Its type determines the fields that count:
//
//   - "box": Min, Max
//   - "prism": Outer, Holes (in XY, any direction), Z0, Z1
//   - "cylinder": Center (in XY), Radius, Segments, Z0, Z1: corners at the angles 360 k / Segments
//   - "polyhedron": Vertices, Faces (counter-clockwise seen from outside)
//   - "csg": Op, Operands
type Solid struct {
	Type      string         `json:"type"`
	Min       [3]float64     `json:"min"`
	Max       [3]float64     `json:"max"`
	Outer     [][2]float64   `json:"outer"`
	Holes     [][][2]float64 `json:"holes"`
	Z0        float64        `json:"z0"`
	Z1        float64        `json:"z1"`
	Center    [2]float64     `json:"center"`
	Radius    float64        `json:"radius"`
	Segments  int            `json:"segments"`
	Vertices  [][3]float64   `json:"vertices"`
	Faces     [][]int32      `json:"faces"`
	Op        string         `json:"op"`
	Operands  []Solid        `json:"operands"`
	Transform []Step         `json:"transform"`
}

// Step is one transform. The steps of a list are applied to the points one after the other. Exactly one field is given:
// Scale (one factor or three), Mirror (the normal of a plane through the origin), Rotate (about an axis through the
// origin) or Translate.
type Step struct {
	Scale     *Factors    `json:"scale"`
	Mirror    *[3]float64 `json:"mirror"`
	Rotate    *Turn       `json:"rotate_deg"`
	Translate *[3]float64 `json:"translate"`
}

// Turn is a right-handed rotation in degrees.
type Turn struct {
	Axis  [3]float64 `json:"axis"`
	Angle float64    `json:"angle"`
}

// micrometres in a metre.
const micrometres = 1e6

func vector(v [3]float64) r3.Vector { return r3.Vector{X: v[0], Y: v[1], Z: v[2]} }

func point(v [3]float64) r3.Vector {
	return r3.Vector{X: v[0] * micrometres, Y: v[1] * micrometres, Z: v[2] * micrometres}
}

// expr returns the expression of a solid, moved further by outer.
func (s Solid) expr(outer csg.Motion) (csg.Expr, error) {
	for i := len(s.Transform) - 1; i >= 0; i-- {
		m, err := s.Transform[i].motion()
		if err != nil {
			return csg.Expr{}, err
		}
		outer = outer.After(m)
	}
	if s.Type == "csg" {
		return combine(s.Op, s.Operands, outer)
	}
	o, err := s.operand()
	if err != nil {
		return csg.Expr{}, err
	}
	return csg.Of(o.Moved(outer)), nil
}

// combine returns the expression of an operation.
func combine(op string, operands []Solid, outer csg.Motion) (csg.Expr, error) {
	parts := make([]csg.Expr, len(operands))
	for i, s := range operands {
		var err error
		if parts[i], err = s.expr(outer); err != nil {
			return csg.Expr{}, fmt.Errorf("operand %d: %w", i, err)
		}
	}
	switch op {
	case "union":
		return csg.Union(parts...), nil
	case "subtract":
		return csg.Subtract(parts...), nil
	case "intersect":
		return csg.Intersect(parts...), nil
	}
	return csg.Expr{}, fmt.Errorf("operation %q: %w; there are union, subtract, intersect and clash", op, ErrUnknown)
}

func (s Solid) operand() (csg.Operand, error) {
	switch s.Type {
	case "box":
		return csg.Box(point(s.Min), point(s.Max))
	case "prism":
		holes := make([][]r3.Vector, len(s.Holes))
		for i, h := range s.Holes {
			holes[i] = plan(h)
		}
		return csg.Prism(plan(s.Outer), holes, s.Z0*micrometres, s.Z1*micrometres)
	case "cylinder":
		centre := point([3]float64{s.Center[0], s.Center[1], 0})
		return csg.Cylinder(centre, s.Radius*micrometres, s.Segments, s.Z0*micrometres, s.Z1*micrometres)
	case "polyhedron":
		vertices := make([]r3.Vector, len(s.Vertices))
		for i, v := range s.Vertices {
			vertices[i] = point(v)
		}
		return csg.Polyhedron(vertices, s.Faces)
	}
	return csg.Operand{}, fmt.Errorf("shape %q: %w; there are box, prism, cylinder, polyhedron and csg", s.Type,
		ErrUnknown)
}

func plan(ring [][2]float64) []r3.Vector {
	out := make([]r3.Vector, len(ring))
	for i, p := range ring {
		out[i] = point([3]float64{p[0], p[1], 0})
	}
	return out
}

func (s Step) motion() (csg.Motion, error) {
	switch {
	case s.Scale != nil:
		return csg.Scaling(vector([3]float64(*s.Scale))), nil
	case s.Mirror != nil:
		return csg.Mirroring(vector(*s.Mirror)), nil
	case s.Rotate != nil:
		return csg.Rotation(vector(s.Rotate.Axis), s.Rotate.Angle), nil
	case s.Translate != nil:
		return csg.Translation(point(*s.Translate)), nil
	}
	return csg.Motion{}, fmt.Errorf("transform: %w; there are scale, mirror, rotate_deg and translate", ErrUnknown)
}
