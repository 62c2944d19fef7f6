package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// role is the purpose of a pen.
type role int

const (
	cutHeavy role = iota // the outline of bearing elements, and the ground line of sections
	cutLight             // the outline of partitions and frames
	betweenLayers
	hatching
	seenEdge
	farEdge
	overheadEdge
	symbolEdge // door leaves, fixtures
	swingLine  // swings and sills
	dimensionLine
	tick
	axisLine
	bubble
	sectionMark
	groundLine
	skyline
	frameLine
)

// pens are the pens of the roles by scale: 1:20, 1:50, 1:100, 1:200, beyond. They belong to the line groups of ISO
// 128-2.
var pens = [...][5]paper.Pen{
	cutHeavy:      {70, 50, 50, 35, 25},
	cutLight:      {50, 35, 35, 25, 18},
	betweenLayers: {25, 18, 18, 13, 13},
	hatching:      {13, 13, 13, 13, 13},
	seenEdge:      {35, 25, 25, 18, 18},
	farEdge:       {18, 18, 18, 13, 13},
	overheadEdge:  {25, 18, 18, 13, 13},
	symbolEdge:    {35, 35, 25, 18, 13},
	swingLine:     {18, 18, 18, 13, 13},
	dimensionLine: {18, 18, 18, 13, 13},
	tick:          {35, 35, 35, 25, 25},
	axisLine:      {18, 18, 18, 13, 13},
	bubble:        {35, 35, 25, 18, 18},
	sectionMark:   {70, 70, 70, 50, 50},
	groundLine:    {70, 70, 70, 50, 50},
	skyline:       {50, 50, 50, 35, 35},
	frameLine:     {70, 70, 70, 70, 70},
}

func (v *view) pen(r role) paper.Pen { return pens[r][bandOf(v.scale)] }

// The heights of text on paper (ISO 3098).
const (
	textSmall  = 2500 * geometry.Micrometre
	textName   = 3500 * geometry.Micrometre
	textTitle  = 5000 * geometry.Micrometre
	textLeast  = 1800 * geometry.Micrometre
	linePitch  = 1.6 // of stamps, in heights of their text
	textMargin = 500 * geometry.Micrometre
)

// The sizes of marks on paper.
const (
	firstChain   = 14 * geometry.Millimetre // from the outermost line of a side to the first dimension chain
	chainPitch   = 10 * geometry.Millimetre
	bubbleRadius = 4500 * geometry.Micrometre
	bubbleGap    = 8 * geometry.Millimetre // from the last chain to the bubble
	pageMargin   = 10 * geometry.Millimetre
)

// Distances on paper at which lines run together in print, and the least length of a line.
const (
	sameLine  = 30 * geometry.Micrometre  // two lines at one place, after rounding
	nearLine  = 400 * geometry.Micrometre // a finer line beside a cut outline
	leastLine = 300 * geometry.Micrometre // shorter lines are not visible
)

// Scales lists the denominators of the scales that drawings may have.
var Scales = views.Scales

// band is the column of the tables that a scale falls in.
type band int

const (
	upTo20 band = iota
	upTo50
	upTo100
	upTo200
	beyond
)

func bandOf(scale int64) band {
	return band(slices.IndexFunc([]int64{25, 50, 100, 250, 1 << 60}, func(most int64) bool { return scale <= most }))
}

// detail defines which details a scale shows.
type detail struct {
	layers    bool // of walls and slabs, each layer with its hatch
	hatch     bool // otherwise a tone
	leaf      bool // the thickness of door leaves, and linings
	arcs      bool // swings of doors
	furniture bool
	tags      bool // of doors and windows
	treads    bool // text of stairs
	inner     bool // dimensions of rooms
	stamp     int  // lines of room stamps: 1 name, 2 and number, 3 and area, 5 and perimeter and height
}

var details = [...]detail{
	upTo20: {layers: true, hatch: true, leaf: true, arcs: true, furniture: true, tags: true,
		treads: true, inner: true, stamp: 5},
	upTo50: {layers: true, hatch: true, leaf: true, arcs: true, furniture: true, tags: true,
		treads: true, inner: true, stamp: 5},
	upTo100: {layers: true, hatch: true, arcs: true, furniture: true, tags: true, treads: true, inner: true, stamp: 3},
	upTo200: {arcs: true, stamp: 3},
	beyond:  {stamp: 2},
}

// checkScale returns OUT_OF_RANGE for a scale that is not in Scales.
func checkScale(scale int64) error {
	if slices.Contains(Scales, scale) {
		return nil
	}
	return state.Errorf(state.OutOfRange, "1:%d is no scale of drawings: give one of %v", scale,
		Scales).With("parameter", "scale").With("allowed", Scales)
}
