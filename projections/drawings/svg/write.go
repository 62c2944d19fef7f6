package svg

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	foreign "github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Write writes a drawing. It returns the error of the writer or of the context.
func Write(ctx context.Context, w io.Writer, d *paper.Drawing) (err error) {
	defer processors.Stopped(&err)
	out := &writer{Writer: bufio.NewWriterSize(w, 1<<16), ctx: ctx, height: d.Height}
	width, height := mm(d.Width), mm(d.Height)
	out.printf(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"+
		`<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %s %s">`+"\n",
		width, height, width, height)
	out.printf("<title>%s</title>\n", escape(d.Name))
	out.printf(`<rect class="paper" width="%s" height="%s" fill="#ffffff"/>`+"\n", width, height)
	out.printf(`<g fill="none" stroke-linecap="butt" stroke-linejoin="miter" font-family="'%s','Arial Narrow',Arial,sans-serif">`+"\n", paper.FontFamily)
	layer := ""
	for i, item := range d.Items {
		if i == 0 || item.Layer != layer {
			if i > 0 {
				out.printf("</g>\n")
			}
			layer = item.Layer
			out.printf(`<g class="layer" data-layer="%s">`+"\n", escape(layer))
		}
		processors.Hear(ctx)
		out.item(item)
	}
	if len(d.Items) > 0 {
		out.printf("</g>\n")
	}
	out.printf("</g>\n</svg>\n")
	return out.Flush()
}

type writer struct {
	*bufio.Writer
	ctx    context.Context
	height geometry.Length
}

func (w *writer) printf(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }

// item writes a mark. Each of its parts names the elements of the mark.
func (w *writer) item(item paper.Item) {
	about := fmt.Sprintf(` class="%s"`, item.Class)
	if item.Element != "" {
		about += fmt.Sprintf(` data-id="%s" data-category="%s"`, escape(item.Element), escape(item.Category))
	}
	if len(item.Elements) > 0 { // words of an attribute, as [data-ids~="..."] selects them
		about += fmt.Sprintf(` data-ids="%s"`, escape(strings.Join(item.Elements, " ")))
	}
	if a, ok := item.Mark.(paper.Arc); ok && a.Pattern == paper.Solid {
		w.arc(a, about)
		return
	}
	for _, s := range paper.Drawn(w.ctx, item.Mark) {
		switch {
		case s.Fill != nil:
			w.printf(`<path%s fill="%s" fill-rule="evenodd" d="%s"/>`+"\n", about,
				colour(s.Ink), w.region(s.Fill.Region))
		case s.Text != nil:
			w.text(*s.Text, about)
		case len(s.Paths)+len(s.Lines) > 0:
			w.printf(`<path%s stroke="%s" stroke-width="%s" d="%s"/>`+"\n", about, colour(s.Ink),
				mm(s.Pen.Width()), w.lines(s))
		}
	}
}

// arc writes a true arc, or a circle.
func (w *writer) arc(a paper.Arc, about string) {
	style := fmt.Sprintf(` stroke="%s" stroke-width="%s"`, colour(a.Ink), mm(a.Pen.Width()))
	if a.Sweep >= geometry.FullTurn {
		w.printf(`<circle%s%s cx="%s" cy="%s" r="%s"/>`+"\n", about, style, mm(a.Centre.X),
			mm(w.height-a.Centre.Y), mm(a.Radius))
		return
	}
	from, to := a.Ends()
	large := 0
	if a.Sweep > geometry.HalfTurn {
		large = 1
	}
	r := mm(a.Radius)
	w.printf(`<path%s%s d="M%sA%s %s 0 %d 0 %s"/>`+"\n", about, style, w.point(from), r, r, large, w.point(to))
}

// heardEvery is the number of lines between two checks of the context, a millisecond of work.
const heardEvery = 1024

func (w *writer) lines(s paper.Simple) string {
	var b strings.Builder
	for _, p := range s.Paths {
		w.path(&b, p.Points, p.Closed)
	}
	for i, l := range s.Lines {
		if i%heardEvery == 0 {
			processors.Hear(w.ctx)
		}
		b.WriteString("M" + w.point(l.A) + "L" + w.point(l.B))
	}
	return b.String()
}

func (w *writer) region(r geometry.Region) string {
	var b strings.Builder
	for _, p := range r {
		w.path(&b, p.Outer, true)
		for _, h := range p.Holes {
			w.path(&b, h, true)
		}
	}
	return b.String()
}

func (w *writer) path(b *strings.Builder, points []paper.Point, closed bool) {
	for i, p := range points {
		if i == 0 {
			b.WriteString("M")
		} else {
			b.WriteString("L")
		}
		b.WriteString(w.point(p))
	}
	if closed {
		b.WriteString("Z")
	}
}

// text writes one line of text, turned about the left end of its baseline.
func (w *writer) text(t paper.Text, about string) {
	start := t.Start()
	weight := ""
	if t.Face == paper.SemiBold {
		weight = ` font-weight="600"`
	}
	turn := ""
	if t.Angle != 0 {
		turn = fmt.Sprintf(` transform="rotate(%s %s)"`,
			number(-float64(t.Angle)/float64(geometry.Degree)), w.point(start))
	}
	w.printf(`<text%s x="%s" y="%s"%s fill="%s" font-size="%s"%s textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n",
		about, mm(start.X), mm(w.height-start.Y), turn, colour(t.Ink), number(t.Face.Size(t.Height)/1000), weight,
		mm(t.Width()), escape(t.String))
}

func (w *writer) point(p paper.Point) string { return mm(p.X) + " " + mm(w.height-p.Y) }

// mm returns a length in millimetres: exact, with at most three decimals.
func mm(l geometry.Length) string { return number(float64(l) / 1000) }

// number returns a number with at most three decimals.
func number(f float64) string {
	s := strconv.FormatFloat(f, 'f', 3, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

func colour(i paper.Ink) string { return fmt.Sprintf("#%02x%02x%02x", i.R, i.G, i.B) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes a text safe for an XML document. It replaces by marks the characters that XML 1.0 does not allow
// (production Char), and characters that change the text direction. Texts of old logs may contain them, because they
// were not checked when they were written.
func escape(s string) string { return escaper.Replace(foreign.Block(s)) }
