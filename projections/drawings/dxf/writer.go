package dxf

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Write writes a drawing. It returns the error of the writer or of the context.
func Write(ctx context.Context, w io.Writer, d *paper.Drawing) (err error) {
	defer processors.Stopped(&err)
	body := &writer{ctx: ctx, next: firstHandle, scale: float64(max(d.Scale, 1)), drawing: d}
	if d.Scale > 0 {
		body.origin = d.Origin
	}
	body.layers = d.Layers()
	tables := body.section("TABLES", body.tables)
	blocks := body.section("BLOCKS", body.blocks)
	entities := body.section("ENTITIES", body.entities)
	objects := body.section("OBJECTS", body.objects)
	header := body.section("HEADER", body.header)
	classes := body.section("CLASSES", func() {})
	out := bufio.NewWriterSize(w, 1<<16)
	for _, part := range []string{header, classes, tables, blocks, entities, objects, "  0\nEOF\n"} {
		_, _ = out.WriteString(part)
	}
	return out.Flush()
}

// The handles of objects to which others refer; the rest are numbered from firstHandle.
const (
	handleModel       = 0x1F // block record of the model space
	handlePaper       = 0x1B
	handleRoot        = 0xC
	handlePlotStyles  = 0xE
	handlePlaceholder = 0xF
	firstHandle       = 0x100
)

type writer struct {
	ctx     context.Context
	out     strings.Builder
	next    int
	scale   float64
	origin  paper.Point
	drawing *paper.Drawing
	layers  []string
	records []int // block records of the dimensions, in their order
}

// section returns the section that a function writes.
func (w *writer) section(name string, write func()) string {
	w.out.Reset()
	w.tag(0, "SECTION")
	w.tag(2, name)
	write()
	w.tag(0, "ENDSEC")
	return w.out.String()
}

func (w *writer) tag(code int, value string) { fmt.Fprintf(&w.out, "%3d\n%s\n", code, value) }

func (w *writer) integer(code, value int) { w.tag(code, strconv.Itoa(value)) }

func (w *writer) handle(code, value int) { w.tag(code, strconv.FormatInt(int64(value), 16)) }

// number writes a number with at most six decimals.
func (w *writer) number(code int, value float64) {
	s := strconv.FormatFloat(value, 'f', 6, 64)
	s = strings.TrimRight(s, "0")
	if strings.HasSuffix(s, ".") {
		s += "0"
	}
	if s == "-0.0" {
		s = "0.0"
	}
	w.tag(code, s)
}

// length writes a length on paper as a length in the file.
func (w *writer) length(code int, l geometry.Length) { w.number(code, float64(l)/1000*w.scale) }

// place returns a place on paper in the file's millimetres.
func (w *writer) place(p paper.Point) (x, y float64) {
	return float64(float64(p.X+w.origin.X) / 1000 * w.scale), float64(float64(p.Y+w.origin.Y) / 1000 * w.scale)
}

// point writes a place with the codes code and code+10, and a height of 0 with code+20.
func (w *writer) point(code int, p paper.Point) {
	w.flat(code, p)
	w.number(code+20, 0)
}

func (w *writer) flat(code int, p paper.Point) {
	x, y := w.place(p)
	w.number(code, x)
	w.number(code+10, y)
}

// entity begins an entity with a new handle.
func (w *writer) entity(kind, layer string, owner int) {
	w.tag(0, kind)
	w.handle(5, w.next)
	w.next++
	w.handle(330, owner)
	w.tag(100, "AcDbEntity")
	w.tag(8, layer)
}

// clean makes a text a single line that readers take literally, because percent signs introduce codes. Hidden
// characters other than line ends and tabs are replaced by marks.
func clean(s string) string {
	s = text.Line(lineEnds.Replace(s))
	return strings.ReplaceAll(s, "%%", "%%%%%%")
}

// lineEnds replaces line ends and tabs by blanks, because a text of a drawing has one line.
var lineEnds = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ")

func degrees(a geometry.Angle) float64 {
	d := math.Mod(a.Degrees(), 360)
	if d < 0 {
		d += 360
	}
	return d
}
