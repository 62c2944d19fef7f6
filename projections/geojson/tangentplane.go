package geojson

import (
	"math"

	"github.com/golang/geo/r3"
	"github.com/golang/geo/s2"
)

// The ellipsoid of WGS 84 (NIMA TR8350.2, table 3.1): its semi-major axis in metres and its flattening.
const (
	semiMajor  = 6_378_137.0
	flattening = 1 / 298.257223563
)

// eccentricity2 is the square of the ellipsoid's first eccentricity.
const eccentricity2 = flattening * (2 - flattening)

// tangentPlane is the plane that touches the earth at a place. Lengths and angles in it are true near that place.
type tangentPlane struct {
	at              s2.LatLng
	centre          r3.Vector // origin of the plane, from the earth's centre, in metres
	east, north, up r3.Vector
}

// newTangentPlane returns the plane at a place and a height above the ellipsoid in metres.
func newTangentPlane(at s2.LatLng, height float64) tangentPlane {
	up := s2.PointFromLatLng(at).Vector // the normal of the ellipsoid, whose direction is the geodetic latitude
	east := r3.Vector{X: -math.Sin(at.Lng.Radians()), Y: math.Cos(at.Lng.Radians())}
	sine := up.Z
	// north is up x east
	north := r3.Vector{X: -float64(sine * east.Y), Y: float64(sine * east.X), Z: math.Cos(at.Lat.Radians())}
	normal := semiMajor / math.Sqrt(1-float64(eccentricity2*float64(sine*sine)))
	centre := r3.Vector{X: float64((normal + height) * up.X), Y: float64((normal + height) * up.Y),
		Z: float64((float64(normal*(1-eccentricity2)) + height) * up.Z)}
	return tangentPlane{at: at, centre: centre, east: east, north: north, up: up}
}

// turns is the number of iterations for a latitude. Each multiplies the error by the square of the eccentricity,
// 0.0067, so that eight exceed the sixteen digits of a double.
const turns = 8

// latLng returns the place on earth of a point of the plane, in metres from its origin (geodetic latitude by iteration:
// Hofmann-Wellenhof, GNSS, 8.2.1).
func (p tangentPlane) latLng(east, north float64) s2.LatLng {
	at := r3.Vector{X: p.centre.X + float64(east*p.east.X) + float64(north*p.north.X),
		Y: p.centre.Y + float64(east*p.east.Y) + float64(north*p.north.Y), Z: p.centre.Z + float64(north*p.north.Z)}
	across := math.Hypot(at.X, at.Y)
	latitude := math.Atan2(at.Z, float64(across*(1-eccentricity2)))
	for range turns {
		sine := math.Sin(latitude)
		normal := semiMajor / math.Sqrt(1-float64(eccentricity2*float64(sine*sine)))
		latitude = math.Atan2(at.Z+float64(float64(eccentricity2*normal)*sine), across)
	}
	degrees := 180 / math.Pi
	return s2.LatLngFromDegrees(latitude*degrees, math.Atan2(at.Y, at.X)*degrees).Normalized()
}

// offset returns the point of the plane at a place on earth. It inverts latLng by iteration: it starts with the
// projection of the place on the plane and corrects it by the remaining error. At 1 km the projection is wrong by some
// 10 micrometres.
func (p tangentPlane) offset(at s2.LatLng) (east, north float64) {
	aim := p.ofHeightless(at)
	east, north = aim.Dot(p.east), aim.Dot(p.north)
	for range 3 {
		got := p.ofHeightless(p.latLng(east, north))
		east += aim.Dot(p.east) - got.Dot(p.east)
		north += aim.Dot(p.north) - got.Dot(p.north)
	}
	return east, north
}

// ofHeightless returns a place on the ellipsoid, at height 0, relative to the plane's origin.
func (p tangentPlane) ofHeightless(at s2.LatLng) r3.Vector {
	up := s2.PointFromLatLng(at).Vector
	normal := semiMajor / math.Sqrt(1-float64(eccentricity2*float64(up.Z*up.Z)))
	return r3.Vector{X: float64(normal * up.X), Y: float64(normal * up.Y),
		Z: float64(float64(normal*(1-eccentricity2)) * up.Z)}.Sub(p.centre)
}
