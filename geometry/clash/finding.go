package clash

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Kind tells how two solids lie to each other.
type Kind string

// The kinds. An overlap no deeper than the tolerance is None, so is a distance that is large enough.
const (
	None      Kind = "none"
	Touch     Kind = "touch"     // contact without common volume
	Clearance Kind = "clearance" // too near
	Hard      Kind = "hard"      // common volume
	Duplicate Kind = "duplicate" // the same solid twice, within the tolerance
)

// Containment tells which of two solids lies wholly in the other.
type Containment string

// The containments. Of duplicates neither is told.
const (
	Apart Containment = ""
	AInB  Containment = "a_in_b"
	BInA  Containment = "b_in_a"
)

// Rules say what counts: an overlap deeper than Tolerance, a distance below Clearance. What is at the limit complies.
type Rules struct {
	Tolerance geometry.Length
	Clearance geometry.Length
}

// Finding is how two solids lie to each other. Points are in the parent of the operands' frames, in micrometres.
type Finding struct {
	Kind      Kind
	Contained Containment

	// Volume is that of the overlap in m3, as deep as it may be; Min and Max are its box, Centre its centre of volume.
	Volume           float64
	Min, Max, Centre r3.Vector

	// Depth is the smallest distance in micrometres of two parallel planes with the overlap between them: by so much
	// one solid has to give way. Of several overlaps it is that of the deepest.
	Depth float64

	// Distance is the smallest distance of the surfaces in micrometres where there is no overlap and it was asked for,
	// Witness the points of the first and the second solid between which it is.
	Distance float64
	Witness  [2]r3.Vector
}
