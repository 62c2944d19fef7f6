package importer

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// mapPlace reads the place on the map, and reports what of it cannot be meant so.
func (r *reader) mapPlace(s *shape.Site) {
	m := r.b.Map
	if m == nil {
		return
	}
	if !strings.HasPrefix(m.CRS, "EPSG:") {
		r.Report.leftCounted("IfcMapConversion", "the coordinate reference system is no code of the EPSG registry", 1)
		return
	}
	if offMap(m) {
		r.doubtMap("the coordinates lie off every map",
			fmt.Sprintf("eastings %.0f m, northings %.0f m, height %.0f m: check the unit of the map conversion",
				m.Eastings, m.Northings, m.Height))
	}
	metre := float64(geometry.Metre)
	s.CRS = m.CRS
	s.MapRotation = geometry.Atan2Degrees(m.Ordinate, m.Abscissa)
	switch scale := tidy(m.Scale); {
	case scale == 1:
	case scale < minMapScale || scale > maxMapScale:
		r.doubtMap("the scale of the map conversion is taken as 1",
			fmt.Sprintf("it would make %g m on the map of 1 m of the model", scale))
	default:
		s.MapScale = scale
	}
	east, north := r.movedOnMap(m, cmp.Or(s.MapScale, 1))
	if r.shift.O != (r3.Vector{}) && !r.Own && math.Hypot(-r.shift.O.X/metre-m.Eastings,
		-r.shift.O.Y/metre-m.Northings) < farAway/metre {
		r.doubtMap("the building lies at map coordinates and is placed on the map once more",
			fmt.Sprintf("its place on the map is taken as eastings %.0f m, northings %.0f m", m.Eastings, m.Northings))
		east, north = m.Eastings, m.Northings
	}
	s.Eastings, s.Northings, s.OrthogonalHeight = length(east*metre), length(north*metre), length(m.Height*metre)
	r.compareWithMap(s, east, north)
}

// movedOnMap returns where on the map, in metres, the origin of the model is: that of the file, but for a building that
// was moved, which stays where it was.
func (r *reader) movedOnMap(m *building.MapConversion, scale float64) (east, north float64) {
	metre := float64(geometry.Metre)
	x, y := float64(-r.shift.O.X/metre*scale), float64(-r.shift.O.Y/metre*scale)
	size := math.Hypot(m.Abscissa, m.Ordinate)
	if !(size > 0) {
		return m.Eastings + x, m.Northings + y
	}
	cosine, sine := m.Abscissa/size, m.Ordinate/size
	return m.Eastings + float64(x*cosine) - float64(y*sine), m.Northings + float64(x*sine) + float64(y*cosine)
}

// The scales that the model takes: a projection is within 1 % of 1 where it is meant to be used, so that a scale beyond
// these bounds is a unit given by mistake.
const (
	minMapScale = 0.5
	maxMapScale = 2.0
)

// tidy drops the noise of a conversion.
func tidy(v float64) float64 { return math.Round(v*1e12) / 1e12 }

func (r *reader) doubtMap(reason, detail string) {
	r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: "IfcMapConversion",
		Reason: reason, Detail: detail, Count: 1})
}

// The bounds of map coordinates in metres. Eastings of Gauss-Krueger and UTM may begin with the number of their zone,
// up to 60; northings of the pseudo-Mercator projection reach half the circumference of the earth (20,037,508 m); no
// ground is higher than 9 km or deeper than 11 km.
const (
	mostEastings  = 61e6
	mostNorthings = 21e6
	mostHeight    = 11e3
)

func offMap(m *building.MapConversion) bool {
	return !(math.Abs(m.Eastings) <= mostEastings && math.Abs(m.Northings) <= mostNorthings &&
		math.Abs(m.Height) <= mostHeight)
}

// compareWithMap holds the place on the map against latitude and longitude, where the reference system is one of UTM.
func (r *reader) compareWithMap(s *shape.Site, atEast, atNorth float64) {
	zone, south, is := utmZone(s.CRS)
	if !is || s.Latitude == nil || s.Longitude == nil {
		return
	}
	east, north := utm(s.Latitude.Degrees(), s.Longitude.Degrees(), zone, south)
	if apart := math.Hypot(east-atEast, north-atNorth); !(apart <= utmSlack) {
		r.doubtMap("the place on the map is not at the site's latitude and longitude",
			fmt.Sprintf("they are some %.0f km apart in %s", apart/1000, s.CRS))
	}
}

// utmZone returns the zone of a reference system of UTM: WGS 84 (EPSG:326zz and 327zz), ETRS89 (EPSG:258zz) and NAD83
// (EPSG:269zz).
func utmZone(crs string) (zone int, south, is bool) {
	code, err := strconv.Atoi(strings.TrimPrefix(crs, "EPSG:"))
	if err != nil {
		return 0, false, false
	}
	zone = code % 100
	switch series := code / 100; {
	case (series == 326 || series == 327) && zone >= 1 && zone <= 60:
		return zone, series == 327, true
	case series == 258 && zone >= 28 && zone <= 38, series == 269 && zone >= 1 && zone <= 23:
		return zone, false, true
	}
	return 0, false, false
}

// utmSlack is how far, in metres, a place may lie from where utm has it: the approximation is off by up to 20 km within
// a zone, and a site's latitude and longitude are often those of its city.
const utmSlack = 100e3

// utm returns about where a latitude and longitude in degrees lie in a zone of UTM, in metres: the transverse Mercator
// projection to first order (Snyder, Map Projections: A Working Manual, USGS 1987, section 8), on a sphere as long from
// pole to pole as the ellipsoid GRS 80.
func utm(latitude, longitude float64, zone int, south bool) (east, north float64) {
	const (
		scale        = 0.9996
		meridian     = 6367449.1 // metres for a radian of latitude
		radius       = 6378137.0 // metres, equator
		falseEasting = 500e3
		falseSouth   = 10000e3
	)
	lat, off := latitude*(math.Pi/180), math.Remainder(longitude-float64(6*zone-183), 360)*(math.Pi/180)
	east = float64(scale*radius*math.Cos(lat)*off) + falseEasting
	north = float64(scale * meridian * lat)
	if south {
		north += falseSouth
	}
	return east, north
}
