package dxf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestDimensionsMeasureTheBuilding checks the length factor (DIMLFAC) of dimensions. On a sheet, whose unit is a
// millimetre of paper, it is the scale, so that a program that measures anew gets the length in the building. In a
// view, in the building's millimetres, there is no factor.
func TestDimensionsMeasureTheBuilding(t *testing.T) {
	for _, c := range []struct {
		sheet bool
		scale int64
		want  string
	}{{true, 50, "50.0"}, {true, 100, "100.0"}, {false, 100, ""}} {
		d := paper.Drawing{Width: 100 * geometry.Millimetre, Height: 100 * geometry.Millimetre}
		if !c.sheet {
			d.Scale = c.scale
		}
		d.Add(paper.Item{Layer: "A-ANNO-DIMS", Class: paper.ClassDimension, Mark: paper.Dimension{
			To: paper.Point{X: 30 * geometry.Millimetre}, Line: paper.Point{Y: 10 * geometry.Millimetre},
			Value: 30 * geometry.Millimetre * geometry.Length(c.scale), Scale: c.scale}})
		var out strings.Builder
		if err := Write(t.Context(), &out, &d); err != nil {
			t.Fatal(err)
		}
		_, entity, _ := strings.Cut(out.String(), "AcDbRotatedDimension\n")
		entity, _, _ = strings.Cut(entity, "  0\n")
		want := ""
		if c.want != "" {
			want = fmt.Sprintf("1001\nACAD\n1000\nDSTYLE\n1002\n{\n1070\n144\n1040\n%s\n1002\n}\n", c.want)
		}
		if entity != want {
			t.Errorf("sheet %v, 1:%d: %q, expected %q", c.sheet, c.scale, entity, want)
		}
	}
}
