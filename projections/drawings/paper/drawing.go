package paper

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Point is a place on paper, in micrometres from the lower left corner.
type Point = geometry.Point2

// MM returns a length on paper given in millimetres.
func MM(mm float64) geometry.Length { return geometry.FromMM(mm) }

// At returns a place on paper given in millimetres.
func At(x, y float64) Point { return Point{X: MM(x), Y: MM(y)} }

// Drawing is a sheet with marks. Items are drawn in order: later ones lie on earlier ones.
type Drawing struct {
	Name   string
	Number string // of a sheet
	Width  geometry.Length
	Height geometry.Length
	// Scale is the denominator of the scale, or 0 if the views have several scales. Origin is the lower left corner of
	// the sheet in the frame of the view, in lengths on paper. The DXF writer needs it to write the building in its own
	// size.
	Scale  int64
	Origin Point
	Items  []Item
	Views  []Place // of a sheet, for bookmarks
}

// Place is a named place on a sheet.
type Place struct {
	Name string
	At   Point
}

// Item is a mark with the element that it shows. For a mark of several elements, such as the common outline of cut
// walls, Elements lists them, sorted. Element and Category are then "", as they are for a mark of no element.
type Item struct {
	Layer    string // in the form of the US National CAD Standard
	Class    Class
	Element  string
	Category string
	Elements []string
	Mark     Mark
}

// Class is the role of a mark in the drawing.
type Class string

// The classes, in the order in which they are drawn: fills first, text last.
const (
	ClassPoche     Class = "poche"     // the tone of a cut area
	ClassHatch     Class = "hatch"     // the hatch of a cut area
	ClassFar       Class = "far"       // an edge within a surface
	ClassSeen      Class = "seen"      // a visible edge
	ClassOverhead  Class = "overhead"  // an edge above the cut, dashed
	ClassLayer     Class = "layer"     // between the layers of a cut element
	ClassCut       Class = "cut"       // the outline of a cut area
	ClassOutline   Class = "outline"   // of an elevation against the sky
	ClassGround    Class = "ground"    // the line of the ground
	ClassSymbol    Class = "symbol"    // doors, windows, stairs
	ClassSwing     Class = "swing"     // of a door's leaf
	ClassAxis      Class = "axis"      // a grid axis
	ClassMark      Class = "mark"      // bubbles, section marks, level marks, north, scale bar
	ClassDimension Class = "dimension" // dimension chains
	ClassText      Class = "text"
	ClassFrame     Class = "frame" // of the sheet and the title block
)

// Classes lists the classes in the order in which they are drawn.
var Classes = []Class{
	ClassPoche, ClassHatch, ClassFar, ClassSeen, ClassOverhead, ClassLayer, ClassCut, ClassOutline, ClassGround,
	ClassSymbol, ClassSwing, ClassAxis, ClassMark, ClassDimension, ClassText, ClassFrame,
}

// Mark is a mark on the paper: a Stroke, Arc, Fill, Hatch, Text or Dimension.
type Mark interface {
	// moved returns the mark moved over the paper.
	moved(by Point) Mark
	// Bounds returns the smallest rectangle around the mark, without the width of its pen.
	Bounds() (lo, hi Point)
}

// Ink is a colour. The zero Ink is black.
type Ink struct{ R, G, B uint8 }

// The inks of black drawings.
var (
	Black = Ink{}
	Grey  = Ink{0x70, 0x70, 0x70}
)

// Add appends an item.
func (d *Drawing) Add(item Item) { d.Items = append(d.Items, item) }

// Sort brings the items into the order of their classes. Items of one class keep their order.
func (d *Drawing) Sort() {
	rank := map[Class]int{}
	for i, c := range Classes {
		rank[c] = i
	}
	slices.SortStableFunc(d.Items, func(a, b Item) int { return cmp.Compare(rank[a.Class], rank[b.Class]) })
}

// Moved returns an item moved over the paper.
func (i Item) Moved(by Point) Item {
	i.Mark = i.Mark.moved(by)
	return i
}

// Bounds returns the smallest rectangle around all marks. For an empty drawing lo lies beyond hi.
func (d *Drawing) Bounds() (lo, hi Point) {
	lo, hi = geometry.Region(nil).Bounds()
	for _, i := range d.Items {
		a, b := i.Mark.Bounds()
		lo, hi = Point{X: min(lo.X, a.X), Y: min(lo.Y, a.Y)}, Point{X: max(hi.X, b.X), Y: max(hi.Y, b.Y)}
	}
	return lo, hi
}

// Layers returns the names of the used layers, sorted.
func (d *Drawing) Layers() []string {
	var out []string
	for _, i := range d.Items {
		out = append(out, i.Layer)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// boundsOf returns the smallest rectangle around points.
func boundsOf(points ...Point) (lo, hi Point) {
	return geometry.Region{{Outer: points}}.Bounds()
}
