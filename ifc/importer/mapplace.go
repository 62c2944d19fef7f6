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

// mapPlace reads the place on the map, and reports values that are implausible.
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

// movedOnMap returns the position of the model's origin on the map, in metres. It is the position of the file's origin,
// corrected by the shift of a building that was moved, so that the building stays where it was.
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

// The bounds of scales that the model accepts. The scale of a projection is within 1 % of 1 in its area of use. A scale
// beyond these bounds therefore comes from a wrong unit.
const (
	minMapScale = 0.5
	maxMapScale = 2.0
)

// tidy removes the rounding noise of a conversion.
func tidy(v float64) float64 { return math.Round(v*1e12) / 1e12 }

func (r *reader) doubtMap(reason, detail string) {
	r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: "IfcMapConversion",
		Reason: reason, Detail: detail, Count: 1})
}

// The bounds of map coordinates in metres. Eastings of Gauss-Krueger and UTM may begin with the number of their zone,
// up to 60. No ground is higher than 9 km or deeper than 11 km.
const (
	mostEastings = 61e6
	mostHeight   = 11e3
)

// interval is a range of coordinates in metres.
type interval struct{ least, most float64 }

// northings maps the codes of reference systems to their ranges of northings. A range is the area of use in the EPSG
// dataset plus some tens of kilometres on each side.
var northings = map[string]interval{
	"EPSG:3857":  {-20.1e6, 20.1e6}, // pseudo-Mercator, half the circumference of the earth either way
	"EPSG:3395":  {-20.1e6, 20.1e6}, // World Mercator
	"EPSG:27700": {-100e3, 1.35e6},  // British National Grid
	"EPSG:28992": {0, 700e3},        // Amersfoort / RD New
	"EPSG:2056":  {1e6, 1.35e6},     // CH1903+ / LV95
	"EPSG:21781": {0, 350e3},        // CH1903 / LV03
	"EPSG:2154":  {5.9e6, 7.3e6},    // RGF93 / Lambert-93
	"EPSG:31466": {5.1e6, 6.2e6},    // DHDN / 3-degree Gauss-Krueger, zones 2 to 5: Germany
	"EPSG:31467": {5.1e6, 6.2e6},
	"EPSG:31468": {5.1e6, 6.2e6},
	"EPSG:31469": {5.1e6, 6.2e6},
}

// The range of northings of UTM goes from 80 degrees south (1,118 km, as the false northing is 10,000 km) to 84 degrees
// north (9,329 km). A zone may be continued across the equator. The range of other systems follows from the length of a
// meridian from the equator to a pole, 10,002 km, and from usual false northings.
var (
	northOfUTM   = interval{-1e6, 9.4e6}
	southOfUTM   = interval{1e6, 11e6}
	anyNorthings = interval{-11e6, 11e6}
)

// northingsOf returns the bounds of northings of a reference system.
func northingsOf(crs string) interval {
	if told, known := northings[crs]; known {
		return told
	}
	switch _, south, is := utmZone(crs); {
	case is && south:
		return southOfUTM
	case is:
		return northOfUTM
	}
	return anyNorthings
}

func offMap(m *building.MapConversion) bool {
	n := northingsOf(m.CRS)
	return !(math.Abs(m.Eastings) <= mostEastings && n.least <= m.Northings && m.Northings <= n.most &&
		math.Abs(m.Height) <= mostHeight)
}

// compareWithMap compares the place on the map with latitude and longitude, if the reference system is a zone of UTM.
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

// utmSlack is the accepted distance, in metres, between a place and the result of utm. The approximation is off by up
// to 20 km within a zone, and a site's latitude and longitude are often the position of its city.
const utmSlack = 100e3

// utm returns the approximate position of a latitude and longitude in degrees in a zone of UTM, in metres. It is the
// transverse Mercator projection to first order (Snyder, Map Projections: A Working Manual, USGS 1987, section 8). Its
// sphere has the meridian length of the ellipsoid GRS 80.
func utm(latitude, longitude float64, zone int, south bool) (east, north float64) {
	const (
		scale        = 0.9996
		meridian     = 6367449.1 // length in metres of a radian of latitude
		radius       = 6378137.0 // radius of the equator in metres
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
