package clash

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Kind is the relation of two solids.
type Kind string

// These are the kinds. An overlap that is no deeper than the tolerance is None. A distance that is large enough is None
// too.
const (
	None      Kind = "none"
	Touch     Kind = "touch"     // contact without common volume
	Clearance Kind = "clearance" // too near
	Hard      Kind = "hard"      // common volume
	Duplicate Kind = "duplicate" // the same solid twice, within the tolerance
)

// Containment states which of two solids lies wholly in the other.
type Containment string

// These are the containments. Duplicates have none.
const (
	Apart Containment = ""
	AInB  Containment = "a_in_b"
	BInA  Containment = "b_in_a"
)

// Rules holds the limits. An overlap deeper than Tolerance and a distance below Clearance are findings; a value at the
// limit is not.
type Rules struct {
	Tolerance geometry.Length
	Clearance geometry.Length
}

// Finding is the relation of two solids. Points are in the parent of the operands' frames, in micrometres.
type Finding struct {
	Kind      Kind
	Contained Containment

	// Volume is the volume of the overlap in m3, whatever its depth. Min and Max are the corners of the box of the
	// overlap, and Centre is its centre of volume.
	Volume           float64
	Min, Max, Centre r3.Vector

	// Depth is the smallest distance in micrometres between two parallel planes that enclose the overlap. Moving one
	// solid by that distance ends the overlap. If there are several overlaps, it is the depth of the deepest.
	Depth float64

	// Distance is the smallest distance between the surfaces in micrometres, set if there is no overlap and it was
	// requested. Witness holds its end points on the first and the second solid.
	Distance float64
	Witness  [2]r3.Vector
}
