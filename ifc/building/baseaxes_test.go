package building

import (
	"fmt"
	"testing"

	"github.com/golang/geo/r3"
)

// TestOperatorsWithoutSomeAxes checks that missing axes of an operator follow the schema's IfcBaseAxis, which may
// mirror.
func TestOperatorsWithoutSomeAxes(t *testing.T) {
	for _, c := range []struct {
		operator string
		axes     [3]string
		x, y, z  r3.Vector
	}{
		{"3D", [3]string{"(-1.,0.,0.)", "(0.,1.,0.)", ""}, r3.Vector{X: -1}, r3.Vector{Y: 1}, r3.Vector{Z: 1}},
		{"3D", [3]string{"(-1.,0.,0.)", "", "(0.,0.,1.)"}, r3.Vector{X: -1}, r3.Vector{Y: 1}, r3.Vector{Z: 1}},
		{"3D", [3]string{"(-1.,0.,0.)", "", ""}, r3.Vector{X: -1}, r3.Vector{Y: 1}, r3.Vector{Z: 1}},
		{"3D", [3]string{"(0.,1.,0.)", "", ""}, r3.Vector{Y: 1}, r3.Vector{X: -1}, r3.Vector{Z: 1}},
		{"3D", [3]string{"(-1.E-12,1.,0.)", "", ""}, r3.Vector{Y: 1}, r3.Vector{X: -1}, r3.Vector{Z: 1}},
		{"3D", [3]string{"", "(0.,-1.,0.)", ""}, r3.Vector{X: 1}, r3.Vector{Y: -1}, r3.Vector{Z: 1}},
		{"3D", [3]string{"", "", "(0.,0.,-1.)"}, r3.Vector{X: 1}, r3.Vector{Y: 1}, r3.Vector{Z: -1}},
		{"3D", [3]string{"", "", "(1.,0.,0.)"}, r3.Vector{Y: 1}, r3.Vector{Z: 1}, r3.Vector{X: 1}},
		{"3D", [3]string{"(1.,0.,0.)", "(0.,0.,1.)", ""}, r3.Vector{X: 1}, r3.Vector{Z: 1}, r3.Vector{Y: -1}},
		{"3D", [3]string{"(1.,0.,0.)", "(0.,1.,0.)", "(0.,0.,1.)"}, r3.Vector{X: 1}, r3.Vector{Y: 1}, r3.Vector{Z: 1}},
		{"2D", [3]string{"(-1.,0.)", "", ""}, r3.Vector{X: -1}, r3.Vector{Y: -1}, r3.Vector{Z: 1}},
		{"2D", [3]string{"(-1.,0.)", "(0.,1.)", ""}, r3.Vector{X: -1}, r3.Vector{Y: 1}, r3.Vector{Z: 1}},
		{"2D", [3]string{"", "(0.,-1.)", ""}, r3.Vector{X: -1}, r3.Vector{Y: -1}, r3.Vector{Z: 1}},
	} {
		refs, directions := [3]string{"$", "$", "$"}, ""
		for i, ratios := range c.axes {
			if ratios != "" {
				refs[i] = fmt.Sprintf("#%d", 21+i)
				directions += fmt.Sprintf("#%d=IFCDIRECTION(%s);\n", 21+i, ratios)
			}
		}
		arguments := refs[0] + "," + refs[1] + ",#4,$"
		if c.operator == "3D" {
			arguments += "," + refs[2]
		}
		src, _, _ := bodyOf(t, "#20=IFCCARTESIANTRANSFORMATIONOPERATOR"+c.operator+"("+arguments+");", directions,
			"#100=IFCBLOCK(#5,1.,1.,1.);")
		f := src.operator(src.index.Instance(20))
		if f.X.Sub(c.x).Norm() > 1e-6 || f.Y.Sub(c.y).Norm() > 1e-6 || f.Z.Sub(c.z).Norm() > 1e-6 {
			t.Errorf("%s %q: %v %v %v", c.operator, c.axes, f.X, f.Y, f.Z)
		}
	}
}
