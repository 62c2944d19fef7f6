package paper

import (
	"context"
	"math"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
)

// Pen is the width of a line, in hundredths of a millimetre, as in DXF.
type Pen int16

// The series of ISO 128-2: each width is 1.41 times the previous one.
const (
	Pen13  Pen = 13
	Pen18  Pen = 18
	Pen25  Pen = 25
	Pen35  Pen = 35
	Pen50  Pen = 50
	Pen70  Pen = 70
	Pen100 Pen = 100
)

// Width returns the width on paper.
func (p Pen) Width() geometry.Length { return geometry.Length(p) * 10 }

// Pattern is the pattern of a line.
type Pattern string

// The patterns. Their lengths are on paper, whatever the scale.
const (
	Solid   Pattern = ""
	Dashed  Pattern = "dashed"  // 3 and 1.5 mm: used by most offices, clearer in print than the standard's
	Axis    Pattern = "axis"    // 12 2 0.5 2 mm
	Cutting Pattern = "cutting" // 6 1.5 1 1.5 mm: section planes
)

// dashes are the lengths of a pattern, drawn and skipped in turn. The first length is repeated at the end of a line.
var dashes = map[Pattern][]geometry.Length{
	Dashed:  {3000, 1500},
	Axis:    {12000, 2000, 500, 2000},
	Cutting: {6000, 1500, 1000, 1500},
}

// Dashes returns the lengths of a pattern, drawn and skipped in turn, or nil for a solid line.
func (p Pattern) Dashes() []geometry.Length { return dashes[p] }

// Patterns lists the patterns with dashes.
var Patterns = []Pattern{Dashed, Axis, Cutting}

// dashed returns the pieces of a straight line in a pattern. The line begins and ends with a dash; the pattern is
// stretched or compressed to fit. A line shorter than one period and a dash is solid.
func dashed(ctx context.Context, a, b Point, p Pattern) [][2]Point {
	lengths := dashes[p]
	whole := length(a, b)
	period := 0.0
	for _, l := range lengths {
		period += float64(l)
	}
	if lengths == nil || whole < period+float64(lengths[0]) {
		return [][2]Point{{a, b}}
	}
	n := math.Round((whole - float64(lengths[0])) / period)
	factor := whole / (float64(n*period) + float64(lengths[0]))
	var out [][2]Point
	at := 0.0
	for k := range int(n) {
		if k%heardEvery == 0 {
			processors.Hear(ctx)
		}
		for i, l := range lengths {
			next := at + float64(float64(l)*factor)
			if i%2 == 0 {
				out = append(out, [2]Point{between(a, b, at/whole), between(a, b, next/whole)})
			}
			at = next
		}
	}
	return append(out, [2]Point{between(a, b, at/whole), b})
}

// heardEvery is the number of lines of a mark between two checks of the context, a tenth of a millisecond of work.
const heardEvery = 1024

func length(a, b Point) float64 {
	x, y := float64(b.X-a.X), float64(b.Y-a.Y)
	return math.Sqrt(float64(x*x) + float64(y*y))
}

func between(a, b Point, t float64) Point {
	return Point{
		X: a.X + geometry.Length(math.Round(float64(float64(b.X-a.X)*t))),
		Y: a.Y + geometry.Length(math.Round(float64(float64(b.Y-a.Y)*t))),
	}
}
