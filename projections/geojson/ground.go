package geojson

import (
	"math"

	"github.com/golang/geo/r3"
	"github.com/golang/geo/s2"
	"github.com/paulmach/orb"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// Coordinates are a kind of coordinates.
type Coordinates string

// The kinds of coordinates.
const (
	WGS84 Coordinates = "wgs84" // longitude and latitude in degrees
	Map   Coordinates = "map"   // eastings and northings in the site's coordinate reference system
)

// Enum lists the kinds.
func (Coordinates) Enum() []string { return []string{string(WGS84), string(Map)} }

// digits is how many decimals the numbers of a file have. In degrees the ninth is 0.1 mm on the equator, in metres the
// third is a millimetre.
func (c Coordinates) digits() int {
	if c == WGS84 {
		return 9
	}
	return 3
}

// Ground is where a model lies: it takes points of the plan to coordinates and back.
type Ground struct {
	Coordinates Coordinates
	CRS         string // of a map, such as EPSG:28992

	// The model's X axis as metres to the east and north (WGS 84), or on the map for a metre of the model.
	axis   r3.Vector
	origin geometry.Point2 // in the model: where the place is known

	tangent tangentPlane // of WGS 84
	corner  r3.Vector    // of a map: of the origin, in metres
}

// GroundOf returns where a model lies: in WGS 84 where its site has latitude and longitude, else on its map; asked for
// one of them, there. ILLEGAL_STATE where the site has not what that needs.
func GroundOf(m *domain.Model, asked Coordinates) (Ground, error) {
	var s domain.Site
	if e, ok := m.Element(m.Info().SiteID); ok {
		if site, ok := e.Params.(*domain.Site); ok {
			s = *site
		}
	}
	onEarth, onMap := s.Latitude != nil && s.Longitude != nil, s.CRS != ""
	switch {
	case asked == WGS84 && !onEarth:
		return Ground{}, unplaced(m, "latitude and longitude")
	case asked == Map && !onMap:
		return Ground{}, unplaced(m, "crs, eastings and northings")
	case !onEarth && !onMap:
		return Ground{}, unplaced(m, "latitude and longitude, or crs, eastings and northings")
	case asked == Map || !onEarth:
		return onTheMap(&s), nil
	}
	return onTheEarth(&s), nil
}

func unplaced(m *domain.Model, missing string) error {
	return domain.Errorf(domain.IllegalState, "nobody has said where on earth the model is: give %s "+
		"in set_model_info", missing).With("element_id", m.Info().SiteID).With("missing", missing)
}

// onTheMap is a ground by map conversion (IFC4, 8.18.3.21 IfcMapConversion): the axis turned by the rotation, a metre
// of the model as long as the scale says.
func onTheMap(s *domain.Site) Ground {
	scale := s.MapScale
	if scale == 0 {
		scale = 1
	}
	return Ground{Coordinates: Map, CRS: s.CRS,
		axis:   r3.Vector{X: s.MapRotation.Cos(), Y: s.MapRotation.Sin()}.Mul(scale),
		corner: r3.Vector{X: s.Eastings.M(), Y: s.Northings.M()}}
}

// onTheEarth is a ground by latitude, longitude and true north: true north is turned counter-clockwise from the model's
// Y axis, so that the X axis is turned the other way from the east.
func onTheEarth(s *domain.Site) Ground {
	at := s2.LatLngFromDegrees(s.Latitude.Degrees(), s.Longitude.Degrees())
	return Ground{Coordinates: WGS84, axis: r3.Vector{X: s.TrueNorth.Cos(), Y: -s.TrueNorth.Sin()},
		origin:  geometry.Point2{X: -s.OffsetX, Y: -s.OffsetY},
		tangent: newTangentPlane(at, s.Elevation.M())}
}

// Of returns the coordinates of a point of the plan.
func (g Ground) Of(p geometry.Point2) orb.Point {
	x, y := (p.X - g.origin.X).M(), (p.Y - g.origin.Y).M()
	east := float64(x*g.axis.X) - float64(y*g.axis.Y)
	north := float64(x*g.axis.Y) + float64(y*g.axis.X)
	if g.Coordinates == Map {
		return orb.Point{g.corner.X + east, g.corner.Y + north}
	}
	at := g.tangent.latLng(east, north)
	return orb.Point{at.Lng.Degrees(), at.Lat.Degrees()}
}

// Point returns the point of the plan at coordinates, to the model's grid; false for coordinates that are no place, or
// one beyond what a model can hold.
func (g Ground) Point(c orb.Point) (geometry.Point2, bool) {
	east, north := c[0]-g.corner.X, c[1]-g.corner.Y
	if g.Coordinates == WGS84 {
		at := s2.LatLngFromDegrees(c[1], c[0])
		if !at.IsValid() || at.Distance(g.tangent.at).Radians()*semiMajor > farthest {
			return geometry.Point2{}, false
		}
		east, north = g.tangent.offset(at)
	}
	long := g.axis.Norm2()
	x := (float64(east*g.axis.X) + float64(north*g.axis.Y)) / long
	y := (float64(north*g.axis.X) - float64(east*g.axis.Y)) / long
	if !(math.Abs(x) <= farthest && math.Abs(y) <= farthest) { // nor what is no number
		return geometry.Point2{}, false
	}
	return geometry.Point2{X: geometry.FromMM(x*1000) + g.origin.X, Y: geometry.FromMM(y*1000) + g.origin.Y}, true
}

// farthest is how far from the origin a point may be read, in metres: twice what any model's extent can be.
const farthest = 100_000.0
