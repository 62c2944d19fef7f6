package csg

// All lengths are micrometres, the unit of package geometry.
const (
	// PlaneTolerance is the greatest distance between flush faces: the step of the grid to which a model is rounded.
	// Two faces are in one plane if the corners of each are closer than that to the plane of the other. Closer vertices
	// are merged.
	PlaneTolerance = 1.0

	// ParallelTolerance is the angle in radians below which planes count as parallel. The product of directions in
	// double precision is exact to 1e-15; 1e-9 leaves room for transforms of several steps, and moves a point at 1 km
	// by one micrometre.
	ParallelTolerance = 1e-9

	// SkewTolerance is the greatest angle between a small face and a large face that count as lying in one plane. A
	// face of a millimetre whose corners were rounded to the grid turns by 2 um / 1 mm = 2e-3.
	SkewTolerance = 2e-3

	// independent is the least volume spanned by the normals of three planes for which their common point is computed.
	// Two planes then meet at no less than 0.006 degrees, and the error of the point is below 1e4 last places.
	independent = 1e-4

	// RoundedTolerance is the tolerance for solids whose corners were rounded to whole micrometres in a skew position.
	// A corner is then off by up to 0.87 um. The plane of a face one metre wide is off by four times as much at a
	// distance of 4 m, and two flush faces differ by up to twice that.
	RoundedTolerance = 8.0

	// coarsestTolerance is the greatest tolerance for flush faces. If planes of rounded solids meet at 15 degrees,
	// their line of intersection is off by four times as much as the planes.
	coarsestTolerance = 4 * RoundedTolerance

	// onPlane is the half width of the band in which a point is on a plane. Within 1 km the last place of a double is
	// 1e-7 um, and a sum of three products has an error of some last places. A nanometre is a thousand times more, and
	// a thousand times less than the precision of a model.
	onPlane = 1e-3

	// fineWeld is the distance below which vertices are merged, if all faces are plane and flush within onPlane. It
	// exceeds the difference between two computations of one point at which planes meet at a few degrees.
	fineWeld = 20 * onPlane

	// gridNoise is the distance from a whole micrometre below which a coordinate is rounded to that micrometre. Decimal
	// metres are exact to 1e-7 um within 100 m after a few products.
	gridNoise = 1e-4

	// unitNoise is the distance from 0 or 1 below which a factor of a transform is rounded to it.
	unitNoise = 1e-9
)

// cubicMetre and squareMetre convert powers of micrometres to powers of metres.
const (
	cubicMetre  = 1e18
	squareMetre = 1e12
)
