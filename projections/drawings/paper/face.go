package paper

import (
	_ "embed" // the fonts
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/bimstream/bimstream/geometry"
)

// Face is a font that is embedded in the program.
type Face uint8

// The faces: IBM Plex Sans Condensed, under the SIL Open Font Licence 1.1 (font/LICENSE).
const (
	Regular Face = iota
	SemiBold
)

//go:embed font/IBMPlexSansCondensed-Regular.ttf
var regular []byte

//go:embed font/IBMPlexSansCondensed-SemiBold.ttf
var semiBold []byte

// Faces lists the faces.
var Faces = []Face{Regular, SemiBold}

// FontFamily is the name of the font's family.
const FontFamily = "IBM Plex Sans Condensed"

// TrueType returns the font's file. It must not be modified.
func (f Face) TrueType() []byte {
	if f == SemiBold {
		return semiBold
	}
	return regular
}

// Name returns the style within the family.
func (f Face) Name() string {
	if f == SemiBold {
		return "SemiBold"
	}
	return "Regular"
}

// metrics are the advance widths of a face, in font units.
type metrics struct {
	mu      sync.Mutex
	font    *sfnt.Font
	buffer  sfnt.Buffer
	units   fixed.Int26_6
	capital float64 // height of the capitals as a fraction of the em
	advance map[rune]float64
}

var measured = [...]func() *metrics{
	Regular:  sync.OnceValue(func() *metrics { return newMetrics(Regular) }),
	SemiBold: sync.OnceValue(func() *metrics { return newMetrics(SemiBold) }),
}

func newMetrics(f Face) *metrics {
	parsed, err := sfnt.Parse(f.TrueType())
	if err != nil {
		panic("paper: the embedded font does not parse: " + err.Error())
	}
	m := &metrics{font: parsed, units: fixed.Int26_6(parsed.UnitsPerEm()) << 6, advance: map[rune]float64{}}
	all, err := parsed.Metrics(&m.buffer, m.units, font.HintingNone)
	if err != nil {
		panic("paper: the embedded font has no metrics: " + err.Error())
	}
	m.capital = float64(all.CapHeight) / float64(m.units)
	return m
}

// Size returns the size of the font, its em, for a given height of the capitals.
func (f Face) Size(height geometry.Length) float64 { return float64(height) / measured[f]().capital }

// Width returns the width of a text with a given height of the capitals: the sum of the advance widths.
func (f Face) Width(s string, height geometry.Length) geometry.Length {
	m := measured[f]()
	m.mu.Lock()
	defer m.mu.Unlock()
	sum := 0.0
	for _, r := range s {
		sum += m.of(r)
	}
	return geometry.Length(math.Ceil(float64(sum*float64(height)) / m.capital))
}

// of returns the advance width of a rune as a fraction of the em.
func (m *metrics) of(r rune) float64 {
	if w, ok := m.advance[r]; ok {
		return w
	}
	w := 0.0
	if glyph, err := m.font.GlyphIndex(&m.buffer, r); err == nil {
		if a, err := m.font.GlyphAdvance(&m.buffer, glyph, m.units, font.HintingNone); err == nil {
			w = float64(a) / float64(m.units)
		}
	}
	m.advance[r] = w
	return w
}

// Has reports whether the font has a glyph for every rune of a text.
func (f Face) Has(s string) bool { return len(f.Lacking(s)) == 0 }

// Lacking returns the runes of a text for which the font has no glyph.
func (f Face) Lacking(s string) (out []rune) {
	m := measured[f]()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range s {
		if glyph, err := m.font.GlyphIndex(&m.buffer, r); err != nil || glyph == 0 {
			out = append(out, r)
		}
	}
	return out
}

// Segment is a part of a glyph's outline: a line to the first point, or a curve of degree two or three to the last. A
// move starts a closed contour.
type Segment struct {
	Op     sfnt.SegmentOp
	Points [3][2]float64 // micrometres on paper, from the start of the text, Y up
}

// Outline returns the outlines of the glyphs of a text, laid out along the baseline from the origin.
func (f Face) Outline(s string, height geometry.Length) []Segment {
	m := measured[f]()
	m.mu.Lock()
	defer m.mu.Unlock()
	em := float64(height) / m.capital
	unit, at := em/float64(m.units), 0.0
	var out []Segment
	for _, r := range s {
		glyph, err := m.font.GlyphIndex(&m.buffer, r)
		if err != nil {
			continue
		}
		segments, err := m.font.LoadGlyph(&m.buffer, glyph, m.units, nil)
		if err == nil {
			for _, g := range segments {
				o := Segment{Op: g.Op}
				for i, p := range g.Args {
					o.Points[i] = [2]float64{at + float64(float64(p.X)*unit), -float64(float64(p.Y) * unit)}
				}
				out = append(out, o)
			}
		}
		at += float64(m.of(r) * em)
	}
	return out
}
