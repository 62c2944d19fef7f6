package csg

// All lengths are micrometres, the unit of package geometry.
const (
	// PlaneTolerance is how far flush faces may be apart: the step of the grid to which a model is rounded. Two faces
	// whose corners come closer to each other's planes are in one plane, and vertices that come closer are one.
	PlaneTolerance = 1.0

	// ParallelTolerance is the angle in radians below which planes count as parallel. The product of directions in
	// double precision is right to 1e-15; 1e-9 leaves room for transforms that were composed of several steps, and
	// moves a point at 1 km by one micrometre.
	ParallelTolerance = 1e-9

	// SkewTolerance is the greatest angle of a small face to the plane of a large one into which it is put although it
	// is not parallel: a face of a millimetre whose corners were rounded to the grid turns by 2 um / 1 mm = 2e-3.
	SkewTolerance = 2e-3

	// independent is the least volume that the normals of three planes span for their common point to be computed: two
	// planes then meet at no less than 0.006 degrees, and the error of the point is below 1e4 last places.
	independent = 1e-4

	// RoundedTolerance is the tolerance for solids whose corners were rounded to whole micrometres in a skew position.
	// A corner is off by up to 0.87 um then, and a face of a metre by four times as much 4 m away: flush faces stay
	// within twice that.
	RoundedTolerance = 8.0

	// coarsestTolerance is the greatest in which faces are taken to be flush: where planes of rounded solids meet at 15
	// degrees, their line is off by four times as much as they are.
	coarsestTolerance = 4 * RoundedTolerance

	// onPlane is the half width of the band in which a point is on a plane. Within 1 km a double has a last place of
	// 1e-7 um and a sum of three products an error of some of them; a nanometre is a thousand times more, and a
	// thousand times less than what a model can mean.
	onPlane = 1e-3

	// fineWeld is the distance below which vertices are one as long as all faces are plane and flush within onPlane:
	// what two ways of computing one point may differ where planes meet at a few degrees.
	fineWeld = 20 * onPlane

	// gridNoise is how near a coordinate must be to a whole micrometre to be taken for one: decimal metres that went
	// through a few products are right to 1e-7 um within 100 m.
	gridNoise = 1e-4

	// unitNoise is how near a factor of a transform must be to 0 or 1 to be taken for it.
	unitNoise = 1e-9
)

// cubicMetre and squareMetre turn powers of micrometres into those of metres.
const (
	cubicMetre  = 1e18
	squareMetre = 1e12
)
