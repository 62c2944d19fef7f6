package fabric

import (
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r2"
)

// RidgeDirection is the axis in plan along which a gable roof's ridge, or a shed roof's eaves, run before the ridge
// angle turns them.
type RidgeDirection string

// Enum lists the ridge directions.
func (RidgeDirection) Enum() []string { return []string{"x", "y"} }

// HasRidge reports whether the ridge's direction has an effect.
func (r *Roof) HasRidge() bool {
	return r.RoofType == RoofShed || r.RoofType == RoofGable && len(r.Gables) == 0
}

// ridge returns the direction of the ridge. It is the given direction, otherwise the direction of the boundary's longer
// side. If only an angle is given, the direction is X.
func (r *Roof) ridge() RidgeDirection {
	if r.RidgeDirection != "" || len(r.Boundary) == 0 {
		return r.RidgeDirection
	}
	if r.RidgeAngle != 0 {
		return "x"
	}
	return r.longerSide()
}

func (r *Roof) longerSide() RidgeDirection {
	lo, hi := r.Boundary[0], r.Boundary[0]
	for _, p := range r.Boundary {
		lo = geometry.Point2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = geometry.Point2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	if hi.Y-lo.Y > hi.X-lo.X {
		return "y"
	}
	return "x"
}

// ridgeAlongY is the azimuth of a ridge along y, which points towards -Y. A shed rises to the left of its ridge. So
// with the ridge along y it rises towards +X, and with the ridge along x towards +Y.
const ridgeAlongY = 3 * geometry.QuarterTurn

// Azimuth returns the direction of the ridge, counterclockwise from +X, at least 0 and below 360 degrees.
func (r *Roof) Azimuth() geometry.Angle {
	a := r.RidgeAngle
	if r.ridge() == "y" {
		a += ridgeAlongY
	}
	return WithinTurn(a)
}

// WithinTurn returns an angle reduced to at least 0 and below 360 degrees.
func WithinTurn(a geometry.Angle) geometry.Angle {
	return (a%geometry.FullTurn + geometry.FullTurn) % geometry.FullTurn
}

// pointing returns the parameters of a ridge with an azimuth. It returns only an axis if that suffices. Opposite
// directions differ only for a shed.
func (r *Roof) pointing(azimuth geometry.Angle) (RidgeDirection, geometry.Angle) {
	azimuth = WithinTurn(azimuth)
	along := geometry.Angle(ridgeAlongY)
	if r.RoofType != RoofShed {
		azimuth, along = azimuth%geometry.HalfTurn, along%geometry.HalfTurn
	}
	if azimuth == along {
		return "y", 0
	}
	return "x", azimuth
}

// TurnedRidge returns the parameters of the ridge after a turn. A roof without a ridge keeps its parameters.
func (r *Roof) TurnedRidge(by geometry.Angle) (RidgeDirection, geometry.Angle) {
	if WithinTurn(by) == 0 || r.RidgeDirection == "" && !r.HasRidge() {
		return r.RidgeDirection, r.RidgeAngle
	}
	return r.pointing(r.Azimuth() + by)
}

// squareTo is the greatest angle between two edges that count as parallel: a millimetre over ten metres. Rounding
// corners to whole millimetres turns any edge of a building by less.
const squareTo = geometry.Degree / 175

// DefaultRidge returns the ridge along the longer side of the boundary. The sides are taken to run along or across the
// direction of most of the length of its edges. A given angle is measured from X.
func (r *Roof) DefaultRidge() (RidgeDirection, geometry.Angle) {
	if r.RidgeAngle != 0 {
		return "x", r.RidgeAngle
	}
	side := r.mainSide()
	if side < squareTo || side > geometry.QuarterTurn-squareTo {
		return r.longerSide(), 0
	}
	turned := Roof{Boundary: r.Boundary, RidgeDirection: "x", RidgeAngle: side}
	low, high, along, across := turned.turnedExtent()
	first, last := low, low
	for _, p := range r.Boundary {
		if distanceAlong(along, low, p) < distanceAlong(along, low, first) {
			first = p
		}
		if distanceAlong(along, low, p) > distanceAlong(along, low, last) {
			last = p
		}
	}
	if distanceAlong(across, low, high) > distanceAlong(along, first, last) {
		side += ridgeAlongY
	}
	return r.pointing(side)
}

// mainSide returns the direction along or across which most of the length of the boundary's edges runs, at least 0 and
// below 90 degrees. Of several equal directions it returns the first.
func (r *Roof) mainSide() (side geometry.Angle) {
	most := 0.0
	for i := range r.Boundary {
		angle, _ := r.edge(i)
		total := 0.0
		for k := range r.Boundary {
			other, length := r.edge(k)
			apart := (angle - other + geometry.QuarterTurn) % geometry.QuarterTurn
			if apart <= squareTo || apart >= geometry.QuarterTurn-squareTo {
				total += length
			}
		}
		if total > most {
			side, most = angle, total
		}
	}
	return side
}

// edge returns the direction of an edge of the boundary, at least 0 and below 90 degrees, and its length.
func (r *Roof) edge(i int) (geometry.Angle, float64) {
	a, b := r.Boundary[i], r.Boundary[(i+1)%len(r.Boundary)]
	d := b.Sub(a)
	return WithinTurn(geometry.Atan2Degrees(float64(d.Y), float64(d.X))) % geometry.QuarterTurn,
		float64(geometry.Distance(a, b))
}

// turnedExtent returns the corners of the boundary that lie farthest to the right and to the left of the ridge's
// direction. along and across are the directions along the ridge and to its left.
func (r *Roof) turnedExtent() (low, high geometry.Point2, along, across r2.Point) {
	azimuth := r.Azimuth()
	along = r2.Point{X: azimuth.Cos(), Y: azimuth.Sin()}
	across = r2.Point{X: -along.Y, Y: along.X}
	low, high = r.Boundary[0], r.Boundary[0]
	for _, p := range r.Boundary {
		if distanceAlong(across, low, p) < 0 {
			low = p
		}
		if distanceAlong(across, high, p) > 0 {
			high = p
		}
	}
	return low, high, along, across
}

// distanceAlong returns how far one point lies beyond another in the direction of a unit vector, in micrometres.
func distanceAlong(direction r2.Point, from, to geometry.Point2) float64 {
	d := to.Sub(from)
	return float64(direction.X*float64(d.X)) + float64(direction.Y*float64(d.Y))
}

// ridgeReach is the distance, in micrometres, from the middle of the boundary to each of the two grid points that
// define a ridge. It is 1 km, so that their rounding (half a micrometre) turns the ridge by less than a billionth of a
// radian.
const ridgeReach = 1e9

// turnedGable splits the plan along a ridge through the middle of the boundary that is not parallel to an axis.
func (r *Roof) turnedGable(plan geometry.Region, z geometry.Length) []geometry.Facet {
	low, high, along, across := r.turnedExtent()
	half := distanceAlong(across, low, high) / 2
	x, y := float64(across.X*half), float64(across.Y*half)
	dx, dy := float64(along.X*ridgeReach), float64(along.Y*ridgeReach)
	a, b := low.Add(RoundPoint(x-dx, y-dy)), low.Add(RoundPoint(x+dx, y+dy))
	rising, falling := r.slopedPlane(low.At(z), across.X, across.Y), r.slopedPlane(high.At(z), -across.X, -across.Y)
	return append(facetsOver(geometry.ClipHalfPlane(plan, b, a), rising),
		facetsOver(geometry.ClipHalfPlane(plan, a, b), falling)...)
}
