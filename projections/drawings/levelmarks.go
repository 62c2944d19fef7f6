package drawings

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// The sizes of level marks beside a building, on paper.
const (
	markLength  = 26 * geometry.Millimetre // of its line
	markTip     = 8 * geometry.Millimetre  // from the start of the line
	markApart   = 6 * geometry.Millimetre  // between marks above each other
	markOver    = 3800                     // what a mark has above its line
	markColumns = 3
)

// levelMarks draws a mark at each level and at the top, on the right of the building. One that is too close to the one
// below stands further right, beside it.
func (u *upright) levelMarks() {
	heights, names := u.levels()
	if top := u.top(); len(heights) == 0 || top-heights[len(heights)-1] >= samePoint {
		heights, names = append(heights, top), append(names, "")
	}
	widest := geometry.Length(0)
	for _, n := range names {
		widest = max(widest, paper.Regular.Width(n, textSmall))
	}
	first := u.hi.X + 2*geometry.Millimetre
	var last [markColumns]geometry.Length
	for i := range last {
		last[i] = math.MinInt64 / 2
	}
	for i, h := range heights {
		y, column := u.length(h), 0
		for column < markColumns && y-last[column] < markApart {
			column++
		}
		if column == markColumns {
			what := "the level " + names[i]
			if names[i] == "" {
				what = "the top"
			}
			u.warn("NO_ROOM", what+" is too close to the level below to be marked", "")
			continue
		}
		from := first + geometry.Length(column)*(markLength+widest+6*geometry.Millimetre)
		start := from
		if column > 0 && y-last[column-1] >= markOver {
			start = first // clear of the mark below, over which it runs
		}
		last[column] = y
		u.levelMark(start, from, y, h, names[i])
	}
}

// levelMark draws one mark, with its line from a start that may lie before it.
func (u *upright) levelMark(start, from, y, h geometry.Length, name string) {
	u.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{{X: start, Y: y},
		{X: from + markLength, Y: y}}, Pen: u.pen(dimensionLine)})
	u.drawLevel(paper.Point{X: from + markTip, Y: y}, height(h), false)
	if name != "" {
		u.text(layerText, nil, paper.Text{At: paper.Point{X: from + markLength + 2*geometry.Millimetre, Y: y},
			String: name, Height: textSmall, Anchor: paper.Anchor{Up: paper.Middle}})
	}
}
