package shape

import (
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/s2"
)

func Trimmed(field, value *string) {
	if value != nil {
		*field = strings.TrimSpace(*value)
	}
}

func Given[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// Site is the land that the building stands on. Latitude and longitude are WGS 84; both or neither are given. A
// coordinate reference system places the model on the map. The origin of the model is at the eastings and northings,
// and its X axis is turned by MapRotation from the easting axis. 1 m of the model is MapScale metres of the map.
// Latitude and longitude belong to the origin of exchanged files, which is the model's origin unless the model has an
// offset.
type Site struct {
	Latitude  *geometry.Angle `json:"latitude,omitempty"`
	Longitude *geometry.Angle `json:"longitude,omitempty"`
	Elevation geometry.Length `json:"elevation,omitempty"`  // of the model's origin above the vertical datum
	TrueNorth geometry.Angle  `json:"true_north,omitempty"` // from the model's Y axis, counter-clockwise
	Address   string          `json:"address,omitempty"`

	Boundary []geometry.Point2 `json:"boundary,omitempty"` // of the parcel

	CRS              string          `json:"crs,omitempty"`                          // e.g. EPSG:28992
	Eastings         geometry.Length `json:"eastings,omitempty" rule:"map"`          // of the model's origin
	Northings        geometry.Length `json:"northings,omitempty" rule:"map"`         //
	OrthogonalHeight geometry.Length `json:"orthogonal_height,omitempty" rule:"map"` // of the model's origin in the CRS
	// MapRotation is the angle from the easting axis to the model's X axis, counter-clockwise.
	MapRotation geometry.Angle `json:"map_rotation,omitempty"`
	MapScale    float64        `json:"map_scale,omitempty"` // 0 means 1

	// OffsetX and OffsetY are the position of the model's origin in the coordinates of exchanged files. If an import
	// moved a building to the origin, it is exported to its original place.
	OffsetX geometry.Length `json:"offset_x,omitempty" rule:"map"`
	OffsetY geometry.Length `json:"offset_y,omitempty" rule:"map"`
}

// Offset returns the position of the model's origin in the coordinates of exchanged files.
func Offset(m *state.Model) geometry.Point3 {
	e, ok := m.Element(m.Info().SiteID)
	if !ok {
		return geometry.Point3{}
	}
	s, ok := e.Params.(*Site)
	if !ok {
		return geometry.Point3{}
	}
	return geometry.Point3{X: s.OffsetX, Y: s.OffsetY}
}

func (s *Site) Check(*state.Model, *state.Element) error {
	if err := s.checkMap(); err != nil {
		return err
	}
	if len(s.Boundary) > 0 {
		if err := CheckOutline("boundary", s.Boundary); err != nil {
			return err
		}
	}
	if (s.Latitude == nil) != (s.Longitude == nil) {
		return state.Errorf(state.OutOfRange,
			"a site's latitude and longitude are given together or not at all").With("parameter",
			"latitude")
	}
	if s.Latitude != nil && !s2.LatLngFromDegrees(s.Latitude.Degrees(), s.Longitude.Degrees()).IsValid() {
		return state.Errorf(state.OutOfRange,
			"latitude %s, longitude %s is no place on earth: latitude is -90 to 90, longitude "+
				"-180 to 180", s.Latitude, s.Longitude).
			With("parameter", "latitude")
	}
	return nil
}

// checkMap refuses a place on a map without a coordinate reference system, an unknown form of its name, and an
// improbable scale.
func (s *Site) checkMap() error {
	placed := s.Eastings != 0 || s.Northings != 0 || s.OrthogonalHeight != 0 || s.MapRotation != 0 || s.MapScale != 0
	switch {
	case s.CRS == "" && placed:
		return state.Errorf(state.OutOfRange,
			"a place on the map needs crs, the coordinate reference system it is in: set crs "+
				"first, and clear it last").With("parameter", "crs")
	case s.CRS != "" && !epsgName(s.CRS):
		return state.Errorf(state.OutOfRange, "crs %q is no code of the EPSG registry: give one such as EPSG:28992",
			s.CRS).With("parameter", "crs").With("value", s.CRS)
	case s.MapScale != 0 && !(s.MapScale >= minMapScale && s.MapScale <= maxMapScale): // also refuses NaN
		return state.Errorf(state.OutOfRange,
			"map_scale is %g: give metres of the map for a metre of the model, %g to %g",
			s.MapScale, minMapScale, maxMapScale).
			With("parameter", "map_scale").With("value", s.MapScale)
	}
	return nil
}

// The bounds of MapScale. Within the area for which a map projection is intended, its scale, with its height
// correction, is within 1 % of 1. A scale beyond these bounds is given in a wrong unit.
const (
	minMapScale = 0.5
	maxMapScale = 2.0
)

// epsgName reports whether a text is EPSG: followed by a number, the form that IFC readers know.
func epsgName(s string) bool {
	digits, ok := strings.CutPrefix(s, "EPSG:")
	return ok && digits != "" && len(digits) <= maxEPSGDigits && strings.Trim(digits, "0123456789") == ""
}

// maxEPSGDigits is the length of the longest codes: the EPSG registry has codes up to 32767, and derived registries
// have up to six digits.
const maxEPSGDigits = 6

func (s *Site) Moved(state.Transform) state.Params { return s }

func (*Site) Anchor(*state.Model, *state.Element) geometry.Point3 { return geometry.Point3{} }

func (*Site) Centre() geometry.Point2 { return geometry.Point2{} }

func (*Site) FixedField() **state.FixedShape { return nil }

// Cell returns the token of the S2 cell of about 600 m that the site lies in, or "" for a site without latitude and
// longitude. It groups models by neighbourhood without their exact place.
func (s *Site) Cell() string {
	if s.Latitude == nil || s.Longitude == nil {
		return ""
	}
	return s2.CellIDFromLatLng(s2.LatLngFromDegrees(s.Latitude.Degrees(),
		s.Longitude.Degrees())).Parent(siteCellLevel).ToToken()
}

// siteCellLevel is the S2 level whose cells are about 600 m across (S2 cell statistics: level 14, 0.32 km2 on average).
const siteCellLevel = 14

// Building is the building that the levels belong to.
type Building struct {
	Use     string `json:"use,omitempty"`
	Address string `json:"address,omitempty"`
}

func (*Building) Check(*state.Model, *state.Element) error { return nil }

func (b *Building) Moved(state.Transform) state.Params { return b }

func (*Building) Anchor(*state.Model, *state.Element) geometry.Point3 { return geometry.Point3{} }

func (*Building) Centre() geometry.Point2 { return geometry.Point2{} }

func (*Building) FixedField() **state.FixedShape { return nil }

func OrElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
