package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
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

// detail is what a scale shows.
type detail struct {
	layers    bool // of walls and slabs, each with its hatch
	hatch     bool // else a tone
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
	upTo100: {hatch: true, arcs: true, furniture: true, tags: true, treads: true, inner: true, stamp: 3},
	upTo200: {arcs: true, stamp: 3},
	beyond:  {stamp: 2},
}

// checkScale refuses scales that no office uses.
func checkScale(scale int64) error {
	if slices.Contains(Scales, scale) {
		return nil
	}
	return state.Errorf(state.OutOfRange, "1:%d is no scale of drawings: give one of %v", scale,
		Scales).With("parameter", "scale").With("allowed", Scales)
}
