package drawings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TitleBlock is the text of the title block, after ISO 7200. Empty fields are shown as a dash.
type TitleBlock = views.TitleBlock

// RevisionRow is a row of the table of revisions.
type RevisionRow struct {
	Index  string
	Date   string
	Change string
	By     string
}

// SheetSpec defines a sheet: its views in the order in which they are placed, from the upper left. If Size is "", the
// sheet gets the smallest size that holds the views.
type SheetSpec struct {
	Size      string
	Views     []*View
	Block     TitleBlock
	Revisions []RevisionRow // the last one first
}

// Size is a size of paper in millimetres, in the orientation of the sheet.
type Size struct {
	Name          string
	Width, Height int64
}

// Sizes are the sizes of ISO 216, in the orientation of ISO 5457 for drawings, followed by the sizes of ANSI Y14.1.
// Each series is in ascending order.
var Sizes = []Size{
	{"A4", 210, 297}, {"A3", 420, 297}, {"A2", 594, 420}, {"A1", 841, 594}, {"A0", 1189, 841},
	{"ANSI A", 216, 279}, {"ANSI B", 432, 279}, {"ANSI C", 559, 432}, {"ANSI D", 864, 559}, {"ANSI E", 1118, 864},
}

// usualSizes is the number of sizes at the beginning of Sizes, those of ISO 216, from which a size is chosen if the
// call names none. An office does not mix them with other sizes.
const usualSizes = 5

// SizeNames lists the names of the sizes.
func SizeNames() []string {
	out := make([]string, len(Sizes))
	for i, s := range Sizes {
		out[i] = s.Name
	}
	return out
}

// The borders of a sheet (ISO 5457), and the distance that views keep from each other, in micrometres.
const (
	bindingEdge = 20 * geometry.Millimetre
	otherEdge   = 10 * geometry.Millimetre
	viewGap     = 14 * geometry.Millimetre
	viewInset   = 6 * geometry.Millimetre // from the frame
	blockWidth  = 180 * geometry.Millimetre
)

// sheetMaker lays out one sheet.
type sheetMaker struct {
	spec    SheetSpec
	size    Size
	drawing *paper.Drawing
	frame   geometry.Box // the drawing space, in plan
	taken   []geometry.Box
	refused *paper.Drawing // the view that does not fit
}

// MakeSheet lays out views on a sheet at their scales. OUT_OF_RANGE reports that they do not fit, and names the sizes
// on which they would. A view is never shrunk.
func MakeSheet(spec SheetSpec) (*paper.Drawing, error) {
	var fitting []string
	var last *sheetMaker // of the requested size, or of the largest usual size
	for i, size := range Sizes {
		if spec.Size == "" && i >= usualSizes {
			break
		}
		m := &sheetMaker{spec: spec, size: size}
		if m.layOut() {
			if spec.Size == size.Name || spec.Size == "" {
				return m.finish(), nil
			}
			fitting = append(fitting, size.Name)
		} else if size.Name == spec.Size || spec.Size == "" {
			last = m
		}
	}
	if !slices.Contains(SizeNames(), spec.Size) && spec.Size != "" {
		return nil, state.Errorf(state.OutOfRange, "there is no size %q: give one of %s", spec.Size,
			strings.Join(SizeNames(), ", ")).With("parameter", "size").With("allowed", SizeNames())
	}
	if len(fitting) == 0 {
		return nil, state.Errorf(state.OutOfRange,
			"the views fit on no size of paper up to A0 at their scales: %s; give a smaller scale, or fewer views "+
				"for a sheet", last.lacking()).With("parameter", "size").With("allowed", []string{}).With("view",
			last.refused.Name)
	}
	return nil, state.Errorf(state.OutOfRange,
		"the views do not fit on %s at their scales: %s; give one of %s, a smaller scale, or fewer views", spec.Size,
		last.lacking(), strings.Join(fitting, ", ")).
		With("parameter", "size").With("allowed", fitting).With("view", last.refused.Name)
}

// lacking describes which view has no place on the sheet, and how much room it lacks.
func (m *sheetMaker) lacking() string {
	d := m.refused
	width, height := d.Width-2*pageMargin, d.Height-2*pageMargin
	has := func(lo, hi geometry.Length) geometry.Length { return hi - lo - 2*leastInset }
	over := func(l, most geometry.Length) string { return fmt.Sprintf("%d mm", wholeMM(l-most)) }
	var by []string
	if most := has(m.frame.Min.X, m.frame.Max.X); width > most {
		by = append(by, over(width, most)+" too wide")
	}
	if most := has(m.frame.Min.Y, m.frame.Max.Y); height > most {
		by = append(by, over(height, most)+" too high")
	}
	said := fmt.Sprintf("%q takes %d x %d mm", d.Name, wholeMM(width), wholeMM(height))
	if len(by) > 0 {
		return said + " and is " + strings.Join(by, " and ") + " for " + m.size.Name
	}
	area := int64(0) // left free by the other views
	for _, t := range m.taken[1:] {
		area += wholeMM(t.Max.X-t.Min.X) * wholeMM(t.Max.Y-t.Min.Y) / 100
	}
	return said + fmt.Sprintf(", for which %s has no place beside title block and the %d views before it (%d cm²)",
		m.size.Name, len(m.taken)-1, area)
}

// layOut places the title block, the legend and the views. It reports whether all views fit, with the usual inset or
// with a smaller one.
func (m *sheetMaker) layOut() bool { return m.layOutWithin(viewInset) || m.layOutWithin(leastInset) }

// layOutWithin places everything with an inset from the upper left of the frame, and reports whether all views fit.
func (m *sheetMaker) layOutWithin(inset geometry.Length) bool {
	w, h := geometry.MM(m.size.Width), geometry.MM(m.size.Height)
	m.drawing = &paper.Drawing{Name: m.spec.Block.Title, Number: m.spec.Block.Number, Width: w, Height: h}
	m.frame = box2(bindingEdge, otherEdge, w-otherEdge, h-otherEdge)
	corner := m.frame.Max.X - min(blockWidth, m.frame.Max.X-m.frame.Min.X)
	top := m.frame.Min.Y + blockHeight + geometry.Length(len(m.revisions())+1)*revisionRow
	if legend := m.legend(); len(legend) > 0 {
		top += geometry.Length((len(legend)+2)/3)*legendRow + legendHead
	}
	top += m.notesHeight()
	m.taken = []geometry.Box{box2(corner, m.frame.Min.Y, m.frame.Max.X, top)}
	for _, v := range m.spec.Views {
		if !m.put(v.Drawing, inset) {
			m.refused = v.Drawing
			return false
		}
	}
	return true
}

func box2(x0, y0, x1, y1 geometry.Length) geometry.Box {
	return geometry.Box{Min: geometry.Point3{X: x0, Y: y0}, Max: geometry.Point3{X: x1, Y: y1}}
}

// put places a view at the first free place, from the top down and from left to right, and reports whether there is a
// free place. The view keeps an inset from the upper left of the frame.
func (m *sheetMaker) put(d *paper.Drawing, inset geometry.Length) bool {
	width, height := d.Width-2*pageMargin, d.Height-2*pageMargin // without the view's own margins
	lefts, tops := []geometry.Length{m.frame.Min.X + inset}, []geometry.Length{m.frame.Max.Y - inset}
	for _, t := range m.taken {
		lefts, tops = append(lefts, t.Max.X+viewGap), append(tops, t.Min.Y-viewGap)
	}
	slices.Sort(lefts)
	slices.Sort(tops)
	slices.Reverse(tops)
	for _, top := range tops {
		for _, left := range lefts {
			place := box2(left, top-height, left+width, top)
			by := paper.Point{X: left - pageMargin, Y: top - height - pageMargin}
			if m.frame.Contains(grownBox(place)) && !slices.ContainsFunc(m.taken[1:],
				func(t geometry.Box) bool { return overlap(withGap(t), place) }) && m.besideBlock(d, place, by) {
				m.taken = append(m.taken, place)
				for _, i := range d.Items {
					m.drawing.Items = append(m.drawing.Items, i.Moved(by))
				}
				m.drawing.Views = append(m.drawing.Views,
					paper.Place{Name: strings.TrimSpace(d.Name + " " + scaleText(d.Scale)),
						At: paper.Point{X: left, Y: top}})
				return true
			}
		}
	}
	return false
}

// withGap returns the place of a view with the gap that other views keep from it. The gap is larger at the sides than
// above and below, where the title is.
func withGap(t geometry.Box) geometry.Box {
	return box2(t.Min.X-viewGap, t.Min.Y-viewGap/2, t.Max.X+viewGap, t.Max.Y+viewGap/2)
}

// leastInset is the least distance between a view and the frame on a sheet that is just large enough.
const leastInset = 3 * geometry.Millimetre

// grownBox returns the place of a view with the distance that it keeps from the frame.
func grownBox(place geometry.Box) geometry.Box {
	return box2(place.Min.X-leastInset, place.Min.Y-leastInset, place.Max.X+leastInset, place.Max.Y+leastInset)
}

// besideBlock reports whether no mark of a view lies on the title block or near it. The view's rectangle may overlap
// the block if that corner of the view is empty, as on a plan with marks on all sides. Otherwise the view would need
// the next size of sheet, which would be half empty.
func (m *sheetMaker) besideBlock(d *paper.Drawing, place geometry.Box, by paper.Point) bool {
	block := m.taken[0].Grow(viewInset)
	if !overlap(block, place) {
		return true
	}
	for _, i := range d.Items {
		lo, hi := i.Mark.Bounds()
		if overlap(block, box2(lo.X+by.X, lo.Y+by.Y, hi.X+by.X, hi.Y+by.Y)) {
			return false
		}
	}
	return true
}

// centreStep is the unit in which views are moved, so that a small change of a building leaves them in place.
const centreStep = 5 * geometry.Millimetre

// centre moves the views to the middle of their free space, as far as the title block allows. Tables stay in the
// corner, where readers expect them.
func (m *sheetMaker) centre() {
	if !slices.ContainsFunc(m.spec.Views, func(v *View) bool { return v.Drawing.Scale > 0 }) {
		return
	}
	right, low := m.frame.Min.X, m.frame.Max.Y
	for _, t := range m.taken[1:] {
		right, low = max(right, t.Max.X), min(low, t.Min.Y)
	}
	whole := paper.Point{X: m.frame.Max.X - viewInset - right, Y: m.frame.Min.Y + viewInset - low}
	for _, part := range [...]paper.Point{{X: 4, Y: 4}, {X: 4, Y: 2}, {X: 2, Y: 4}, {X: 2, Y: 2}, {X: 4}, {Y: 4},
		{X: 2}, {Y: 2}} {
		by := paper.Point{X: whole.X * part.X / 8, Y: whole.Y * part.Y / 8}
		by.X, by.Y = max(by.X, 0)/centreStep*centreStep, min(by.Y, 0)/centreStep*centreStep
		if !m.besideBlock(m.drawing, m.frame, by) {
			continue
		}
		for i, item := range m.drawing.Items {
			m.drawing.Items[i] = item.Moved(by)
		}
		for i := range m.drawing.Views {
			m.drawing.Views[i].At = m.drawing.Views[i].At.Add(by)
		}
		return
	}
}

func overlap(a, b geometry.Box) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// finish draws the frame, the title block, the revisions and the legend.
func (m *sheetMaker) finish() *paper.Drawing {
	m.centre()
	m.border()
	m.zones()
	top := m.block()
	top = m.revisionTable(top)
	top = m.drawNotes(top)
	m.drawLegend(top)
	m.drawing.Sort()
	return m.drawing
}

func (m *sheetMaker) add(class paper.Class, mark paper.Mark) {
	m.drawing.Add(paper.Item{Layer: layerTitle, Class: class, Mark: mark})
}

// border draws the frame and the marks at the middle of each side.
func (m *sheetMaker) border() {
	lo, hi := m.frame.Min.XY(), m.frame.Max.XY()
	m.add(paper.ClassFrame, paper.Stroke{Points: geometry.Rectangle(lo, hi).Outer, Closed: true, Pen: paper.Pen70})
	w, h := m.drawing.Width, m.drawing.Height
	const edge = 5 * geometry.Millimetre
	for _, s := range [][2]paper.Point{
		{{X: w / 2, Y: edge}, {X: w / 2, Y: lo.Y}}, {{X: w / 2, Y: h - edge}, {X: w / 2, Y: hi.Y}},
		{{X: edge, Y: h / 2}, {X: lo.X, Y: h / 2}}, {{X: w - edge, Y: h / 2}, {X: hi.X, Y: h / 2}},
	} {
		m.add(paper.ClassFrame, paper.Stroke{Points: s[:], Pen: paper.Pen70})
	}
}

// zoneLength is the length of a field of the reference system (ISO 5457), and zoneBand the width of its border.
const (
	zoneLength = 50 * geometry.Millimetre
	zoneBand   = 5 * geometry.Millimetre
)

// zones draws the reference system of a sheet: letters from the top down, numbers from left to right. It is on all
// sides, but on A4 only at the top and on the right. Fields are counted from the centring marks, and the fields at the
// corners take the remaining length.
func (m *sheetMaker) zones() {
	lo, hi := m.frame.Min.XY(), m.frame.Max.XY()
	w, h := m.drawing.Width, m.drawing.Height
	small := min(w, h) < 250*geometry.Millimetre
	across, up := zoneEnds(w, lo.X, hi.X), zoneEnds(h, lo.Y, hi.Y)
	for i := range across[1:] {
		m.zone(across, i, fmt.Sprint(i+1), false, hi.Y, 1)
		if !small {
			m.zone(across, i, fmt.Sprint(i+1), false, lo.Y, -1)
		}
	}
	for i := range up[1:] {
		letter := string(zoneLetters[(len(up)-2-i)%len(zoneLetters)])
		m.zone(up, i, letter, true, hi.X, 1)
		if !small {
			m.zone(up, i, letter, true, lo.X, -1)
		}
	}
}

// zoneLetters are the letters of the fields, without I and O.
const zoneLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ"

// zoneEnds returns the borders of the fields along a side of a length, between the sides of the frame.
func zoneEnds(length, lo, hi geometry.Length) []geometry.Length {
	half := (length + zoneLength) / (2 * zoneLength)
	out := []geometry.Length{lo}
	for k := 1 - half; k < half; k++ {
		out = append(out, length/2+k*zoneLength)
	}
	return append(out, hi)
}

// zone draws the name of the nth field along a side, and the line at its beginning. The line goes out from an edge of
// the frame.
func (m *sheetMaker) zone(ends []geometry.Length, n int, name string, upright bool, edge, out geometry.Length) {
	at := func(along, across geometry.Length) paper.Point {
		if upright {
			return paper.Point{X: across, Y: along}
		}
		return paper.Point{X: along, Y: across}
	}
	m.add(paper.ClassFrame, paper.Text{At: at((ends[n]+ends[n+1])/2, edge+out*zoneBand/2), String: name,
		Height: textSmall, Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
	if n > 0 {
		m.add(paper.ClassFrame, paper.Stroke{Points: []paper.Point{at(ends[n], edge), at(ends[n], edge+out*zoneBand)},
			Pen: paper.Pen25})
	}
}

// scales returns the text for scales in the title block.
func (m *sheetMaker) scales() string {
	out := "-"
	for _, v := range m.spec.Views {
		s := scaleText(v.Drawing.Scale)
		if s == "" {
			continue
		}
		if out != "-" && s != out {
			return "as shown"
		}
		out = s
	}
	return out
}
