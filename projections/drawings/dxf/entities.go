package dxf

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// entities writes the marks in the order in which they are drawn.
func (w *writer) entities() {
	dimension := 0
	for _, item := range w.drawing.Items {
		processors.Hear(w.ctx)
		if d, ok := item.Mark.(paper.Dimension); ok {
			w.dimension(item.Layer, d, dimension)
			dimension++
			continue
		}
		w.mark(item.Layer, item.Mark, handleModel)
	}
}

// mark writes a mark other than a dimension.
func (w *writer) mark(layer string, m paper.Mark, owner int) {
	switch m := m.(type) {
	case paper.Stroke:
		w.stroke(layer, m, owner)
	case paper.Arc:
		w.arc(layer, m, owner)
	case paper.Fill:
		w.hatch(layer, m.Region, m.Ink, nil, owner)
	case paper.Hatch:
		if len(m.Region) > 0 {
			w.hatch(layer, m.Region, m.Ink, &m, owner)
		}
	case paper.Text:
		w.text(layer, m, owner)
	}
}

// look writes the line type, colour and weight of an entity.
func (w *writer) look(pattern paper.Pattern, ink paper.Ink, pen paper.Pen) {
	if pattern != paper.Solid {
		w.tag(6, lineType(pattern))
	}
	w.colour(ink)
	if pen > 0 {
		w.integer(370, int(pen))
	}
}

// colour writes a true colour. Black is left to the layer, because readers show the layer's colour as white on black.
func (w *writer) colour(ink paper.Ink) {
	if ink != paper.Black {
		w.integer(420, int(ink.R)<<16|int(ink.G)<<8|int(ink.B))
	}
}

func (w *writer) stroke(layer string, s paper.Stroke, owner int) {
	if len(s.Points) == 2 {
		w.entity("LINE", layer, owner)
		w.look(s.Pattern, s.Ink, s.Pen)
		w.tag(100, "AcDbLine")
		w.point(10, s.Points[0])
		w.point(11, s.Points[1])
		return
	}
	w.entity("LWPOLYLINE", layer, owner)
	w.look(s.Pattern, s.Ink, s.Pen)
	w.tag(100, "AcDbPolyline")
	w.integer(90, len(s.Points))
	closed := 0
	if s.Closed {
		closed = 1
	}
	w.integer(70, closed)
	for _, p := range s.Points {
		w.flat(10, p)
	}
}

func (w *writer) arc(layer string, a paper.Arc, owner int) {
	kind := "ARC"
	if a.Sweep >= geometry.FullTurn {
		kind = "CIRCLE"
	}
	w.entity(kind, layer, owner)
	w.look(a.Pattern, a.Ink, a.Pen)
	w.tag(100, "AcDbCircle")
	w.point(10, a.Centre)
	w.length(40, a.Radius)
	if kind == "ARC" {
		w.tag(100, "AcDbArc")
		w.number(50, degrees(a.From))
		w.number(51, degrees(a.From+a.Sweep))
	}
}

func (w *writer) text(layer string, t paper.Text, owner int) {
	if t.String == "" {
		return
	}
	w.entity("TEXT", layer, owner)
	w.colour(t.Ink)
	w.tag(100, "AcDbText")
	w.point(10, t.Start())
	w.length(40, t.Height)
	w.tag(1, clean(t.String))
	w.number(50, degrees(t.Angle))
	w.tag(7, "STANDARD")
	across, up := int(t.Anchor.Across), 0
	switch t.Anchor.Up {
	case paper.Middle:
		up = 2
	case paper.Top:
		up = 3
	}
	if across == 0 && up == 0 {
		w.tag(100, "AcDbText")
		return
	}
	w.integer(72, across)
	w.point(11, t.At)
	w.tag(100, "AcDbText")
	w.integer(73, up)
}

// hatch writes an area: solid, or with the lines of a pattern.
func (w *writer) hatch(layer string, r geometry.Region, ink paper.Ink, pattern *paper.Hatch, owner int) {
	if len(r) == 0 {
		return
	}
	w.entity("HATCH", layer, owner)
	w.look(paper.Solid, ink, 0)
	w.tag(100, "AcDbHatch")
	w.number(10, 0)
	w.number(20, 0)
	w.number(30, 0)
	w.number(210, 0)
	w.number(220, 0)
	w.number(230, 1)
	name, solid := "SOLID", 1
	if pattern != nil {
		name, solid = "USER", 0
	}
	w.tag(2, name)
	w.integer(70, solid)
	w.integer(71, 0)
	paths := 0
	for _, p := range r {
		paths += 1 + len(p.Holes)
	}
	w.integer(91, paths)
	for _, p := range r {
		w.boundary(p.Outer, 3)
		for _, h := range p.Holes {
			w.boundary(h, 18)
		}
	}
	w.integer(75, 0)
	w.integer(76, solid) // user-defined, or predefined
	if pattern != nil {
		w.families(pattern.Families)
	}
	w.integer(98, 0)
}

// boundary writes a polyline around an area or a hole.
func (w *writer) boundary(r geometry.Ring, flags int) {
	w.integer(92, flags)
	w.integer(72, 0)
	w.integer(73, 1)
	w.integer(93, len(r))
	for _, p := range r {
		w.flat(10, p)
	}
	w.integer(97, 0)
}

// families writes the lines of a pattern: their angle, a point, the offset to the next line, and the dashes.
func (w *writer) families(families []paper.Family) {
	w.number(52, 0)
	w.number(41, 1)
	w.integer(77, 0)
	w.integer(78, len(families))
	for _, f := range families {
		w.number(53, degrees(f.Angle))
		x, y := w.place(f.Base)
		w.number(43, x)
		w.number(44, y)
		step := float64(f.Spacing) / 1000 * w.scale
		w.number(45, -float64(step*f.Angle.Sin()))
		w.number(46, float64(step*f.Angle.Cos()))
		w.integer(79, len(f.Dash))
		for i, d := range f.Dash {
			sign := 1.0
			if i%2 == 1 {
				sign = -1
			}
			w.number(49, float64(sign*float64(d))/1000*w.scale)
		}
	}
}

// dimension writes a dimension; its picture is in a block of its own.
func (w *writer) dimension(layer string, d paper.Dimension, n int) {
	w.entity("DIMENSION", layer, handleModel)
	w.tag(100, "AcDbDimension")
	w.tag(2, blockName(n))
	_, end := d.Ends()
	w.point(10, end)
	middle := d.Text.At
	w.point(11, middle)
	w.integer(70, 32) // horizontal or vertical, with a block of its own
	w.integer(71, 5)
	w.tag(1, clean(d.Text.String))
	w.tag(3, "STANDARD")
	w.tag(100, "AcDbAlignedDimension")
	w.point(13, d.From)
	w.point(14, d.To)
	angle := 0.0
	if d.Upright {
		angle = 90
	}
	w.number(50, angle)
	w.tag(100, "AcDbRotatedDimension")
	w.lengthFactor(d)
}

// lengthFactor overrides the style of a dimension by the factor (DIMLFAC, 144) from its length in the file to its
// length in the building. It writes nothing if the factor is 1; on a sheet it is not.
func (w *writer) lengthFactor(d paper.Dimension) {
	factor := float64(d.Scale) / w.scale
	if d.Scale == 0 || factor == 1 {
		return
	}
	w.tag(1001, "ACAD")
	w.tag(1000, "DSTYLE")
	w.tag(1002, "{")
	w.integer(1070, 144)
	w.number(1040, factor)
	w.tag(1002, "}")
}

// dimensionParts writes the picture of a dimension.
func (w *writer) dimensionParts(layer string, d paper.Dimension, owner int) {
	for _, s := range d.Strokes() {
		w.stroke(layer, s, owner)
	}
	w.text(layer, d.Text, owner)
}

// extent returns the corners of the drawing in the file's millimetres.
func (w *writer) extent() (x0, y0, x1, y1 float64) {
	x0, y0 = w.place(paper.Point{})
	x1, y1 = w.place(paper.Point{X: w.drawing.Width, Y: w.drawing.Height})
	return x0, y0, math.Max(x1, x0+1), math.Max(y1, y0+1)
}
