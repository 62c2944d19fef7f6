package paper

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Anchor is the point of a text that lies at its position.
type Anchor struct {
	Across Across
	Up     Up
}

// Across is the horizontal part of an anchor: the left end, the middle or the right end of a text.
type Across uint8

// Up is the vertical part of an anchor: the baseline, the middle of the capitals or their top.
type Up uint8

// The anchors of text.
const (
	Left Across = iota
	Centre
	Right
)

// The heights of anchors.
const (
	Baseline Up = iota
	Middle
	Top
)

// Text is one line of text. Height is the height of the capitals. Angle turns the text counter-clockwise about its
// position.
type Text struct {
	At     Point
	String string
	Height geometry.Length
	Angle  geometry.Angle
	Anchor Anchor
	Face   Face
	Ink    Ink
}

func (t Text) moved(by Point) Mark {
	t.At = t.At.Add(by)
	return t
}

// Width returns the width of the text on paper.
func (t Text) Width() geometry.Length { return t.Face.Width(t.String, t.Height) }

// Start returns the left end of the baseline.
func (t Text) Start() Point {
	x, y := geometry.Length(0), geometry.Length(0)
	switch t.Anchor.Across {
	case Centre:
		x = -t.Width() / 2
	case Right:
		x = -t.Width()
	}
	switch t.Anchor.Up {
	case Middle:
		y = -t.Height / 2
	case Top:
		y = -t.Height
	}
	return t.At.Add(t.turned(x, y))
}

func (t Text) turned(x, y geometry.Length) Point {
	s, c := t.Angle.Sin(), t.Angle.Cos()
	return Point{
		X: geometry.Length(math.Round(float64(float64(x)*c) - float64(float64(y)*s))),
		Y: geometry.Length(math.Round(float64(float64(x)*s) + float64(float64(y)*c))),
	}
}

// Box returns the corners of the text's box, from descender to the top of the capitals, counter-clockwise from the
// start.
func (t Text) Box() geometry.Ring {
	w, start := t.Width(), t.Start()
	down := -geometry.Length(float64(float64(t.Height) * descent))
	return geometry.Ring{start.Add(t.turned(0, down)), start.Add(t.turned(w, down)), start.Add(t.turned(w, t.Height)),
		start.Add(t.turned(0, t.Height))}
}

// descent is how far letters reach below the baseline, as a fraction of the height of the capitals. It is the descent
// of the g in IBM Plex Sans Condensed.
const descent = 0.31

// Bounds returns the smallest rectangle around the text's box.
func (t Text) Bounds() (lo, hi Point) { return boundsOf(t.Box()...) }
