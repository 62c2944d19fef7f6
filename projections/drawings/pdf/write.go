package pdf

import (
	"context"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	foreign "github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Document holds the metadata of a set: its title, its author and its time.
type Document struct {
	Title  string
	Author string
	At     time.Time // of the last drawn event, never the clock's, so that the bytes are reproducible
}

// Write writes drawings, each as a page in its own size. It returns the error of the font, the writer or the context.
// It checks the context every few hundred marks and before the file is put together.
func Write(ctx context.Context, w io.Writer, about Document, sheets ...*paper.Drawing) (err error) {
	defer processors.Stopped(&err)
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: 210, Ht: 297}})
	at := about.At.UTC()
	if at.IsZero() {
		at = time.Unix(0, 0).UTC() // the library would take the clock's
	}
	f.SetCreationDate(at)
	f.SetModificationDate(at)
	f.SetCatalogSort(true)
	f.SetProducer("bimstream", true)
	f.SetTitle(foreign.Line(about.Title), true)
	f.SetAuthor(foreign.Line(about.Author), true)
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	for _, face := range paper.Faces {
		f.AddUTF8FontFromBytes(face.Name(), "", face.TrueType())
	}
	p := &writer{Fpdf: f, ctx: ctx, layers: map[string]int{}}
	for _, d := range sheets {
		p.layer(d)
	}
	for _, d := range sheets {
		if err := p.page(d); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f.Output(w)
}

// askedEvery is the number of marks between two checks of the context: well under a millisecond of work.
const askedEvery = 256

type writer struct {
	*fpdf.Fpdf
	ctx    context.Context
	layers map[string]int
	height float64
}

// layer adds the missing layers of a drawing.
func (w *writer) layer(d *paper.Drawing) {
	for _, name := range d.Layers() {
		if _, ok := w.layers[name]; !ok {
			w.layers[name] = w.AddLayer(name, true)
		}
	}
}

// page writes a drawing as a page, with bookmarks for it and its views.
func (w *writer) page(d *paper.Drawing) error {
	width, height := d.Width.MM(), d.Height.MM()
	w.height = height
	w.AddPageFormat("P", fpdf.SizeType{Wd: width, Ht: height})
	w.Bookmark(d.Name, 0, 0)
	for _, v := range d.Views {
		w.Bookmark(v.Name, 1, height-v.At.Y.MM())
	}
	w.SetLineCapStyle("butt")
	w.SetLineJoinStyle("miter")
	for len(d.Items) > 0 {
		n := slices.IndexFunc(d.Items, func(i paper.Item) bool { return i.Layer != d.Items[0].Layer })
		if n < 0 {
			n = len(d.Items)
		}
		w.BeginLayer(w.layers[d.Items[0].Layer])
		for i, item := range d.Items[:n] {
			if i%askedEvery == 0 {
				processors.Hear(w.ctx)
			}
			w.item(item)
		}
		w.EndLayer()
		d = &paper.Drawing{Items: d.Items[n:]}
	}
	return nil
}

func (w *writer) item(item paper.Item) {
	for _, s := range paper.Drawn(w.ctx, item.Mark) {
		switch {
		case s.Fill != nil:
			w.SetFillColor(int(s.Ink.R), int(s.Ink.G), int(s.Ink.B))
			for _, p := range s.Fill.Region {
				w.ring(p.Outer)
				for _, h := range p.Holes {
					w.ring(h)
				}
			}
			w.DrawPath("F*")
		case s.Text != nil:
			w.text(*s.Text)
		case len(s.Paths)+len(s.Lines) > 0:
			w.strokes(s)
		}
	}
}

func (w *writer) strokes(s paper.Simple) {
	w.SetDrawColor(int(s.Ink.R), int(s.Ink.G), int(s.Ink.B))
	w.SetLineWidth(s.Pen.Width().MM())
	for _, p := range s.Paths {
		w.path(p.Points, p.Closed)
	}
	for i, l := range s.Lines {
		if i%askedEvery == 0 {
			processors.Hear(w.ctx)
		}
		w.path([]paper.Point{l.A, l.B}, false)
	}
	w.DrawPath("D")
}

func (w *writer) ring(r geometry.Ring) { w.path(r, true) }

func (w *writer) path(points []paper.Point, closed bool) {
	for i, p := range points {
		if x, y := p.X.MM(), w.height-p.Y.MM(); i == 0 {
			w.MoveTo(x, y)
		} else {
			w.LineTo(x, y)
		}
	}
	if closed {
		w.ClosePath()
	}
}

// pointsPerMM is the number of typographic points in a millimetre.
const pointsPerMM = 72 / 25.4

func (w *writer) text(t paper.Text) {
	w.SetTextColor(int(t.Ink.R), int(t.Ink.G), int(t.Ink.B))
	size := t.Face.Size(t.Height) / 1000 * pointsPerMM
	w.SetFont(t.Face.Name(), "", math.Round(size*1000)/1000)
	start, shown := t.Start(), inBasicPlane(foreign.Line(t.String))
	x, y := start.X.MM(), w.height-start.Y.MM()
	if t.Angle == 0 {
		w.Text(x, y, shown)
		return
	}
	w.TransformBegin()
	w.TransformRotate(t.Angle.Degrees(), x, y)
	w.Text(x, y, shown)
	w.TransformEnd()
}

// inBasicPlane returns a text with U+FFFD, the replacement character, for each character beyond U+FFFF. The PDF library
// has widths for the Basic Multilingual Plane only, and neither font has glyphs beyond it.
func inBasicPlane(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, s)
}
