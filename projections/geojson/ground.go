package geojson

import (
	"math"

	"github.com/golang/geo/r3"
	"github.com/golang/geo/s2"
	"github.com/paulmach/orb"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Coordinates is a kind of coordinates.
type Coordinates string

// The kinds of coordinates.
const (
	WGS84 Coordinates = "wgs84" // longitude and latitude in degrees
	Map   Coordinates = "map"   // eastings and northings in the site's coordinate reference system
)

// Enum lists the kinds.
func (Coordinates) Enum() []string { return []string{string(WGS84), string(Map)} }

// digits returns the number of decimals of coordinates. In degrees the ninth is 0.1 mm on the equator, in metres the
// third is a millimetre.
func (c Coordinates) digits() int {
	if c == WGS84 {
		return 9
	}
	return 3
}

// Ground is the place of a model: it converts points of the plan to coordinates and back.
type Ground struct {
	Coordinates Coordinates
	CRS         string // reference system of a map, such as EPSG:28992

	// The direction of the model's X axis as metres to the east and north. On a map its length is MapScale.
	axis   r3.Vector
	origin geometry.Point2 // point of the model whose place is known

	tangent tangentPlane // of WGS 84
	corner  r3.Vector    // on a map: coordinates of origin, in metres
}

// GroundOf returns the place of a model. By default its coordinates are WGS 84 if its site has latitude and longitude,
// otherwise its map. The error is ILLEGAL_STATE if the site lacks what the coordinates need.
func GroundOf(m *state.Model, asked Coordinates) (Ground, error) {
	var s shape.Site
	if e, ok := m.Element(m.Info().SiteID); ok {
		if site, ok := e.Params.(*shape.Site); ok {
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

func unplaced(m *state.Model, missing string) error {
	return state.Errorf(state.IllegalState, "nobody has said where on earth the model is: give %s "+
		"in set_model_info", missing).With("element_id", m.Info().SiteID).With("missing", missing)
}

// onTheMap returns the ground of a map conversion (IFC4, 8.18.3.21 IfcMapConversion): the axis is turned by
// MapRotation, and a metre of the model is MapScale metres of the map.
func onTheMap(s *shape.Site) Ground {
	scale := s.MapScale
	if scale == 0 {
		scale = 1
	}
	return Ground{Coordinates: Map, CRS: s.CRS,
		axis:   r3.Vector{X: s.MapRotation.Cos(), Y: s.MapRotation.Sin()}.Mul(scale),
		corner: r3.Vector{X: s.Eastings.M(), Y: s.Northings.M()}}
}

// onTheEarth returns the ground of latitude, longitude and true north. True north is turned counter-clockwise from the
// model's Y axis, so the X axis is turned clockwise from the east.
func onTheEarth(s *shape.Site) Ground {
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

// Point returns the point of the plan at coordinates, rounded to the model's grid. It returns false for invalid
// coordinates, and for a place farther than farthest from the model's origin.
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
	if !(math.Abs(x) <= farthest && math.Abs(y) <= farthest) { // the negation also refuses NaN
		return geometry.Point2{}, false
	}
	return geometry.Point2{X: geometry.FromMM(x*1000) + g.origin.X, Y: geometry.FromMM(y*1000) + g.origin.Y}, true
}

// farthest bounds the distance of a point from the origin, in metres: twice the largest extent of a model.
const farthest = 100_000.0
