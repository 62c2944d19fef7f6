package domain

import (
	"strings"

	"github.com/golang/geo/s2"

	"github.com/bimstream/bimstream/geometry"
)

// Site is the land the building stands on. Latitude and longitude are WGS 84; both or neither are given.
type Site struct {
	Latitude  *geometry.Angle `json:"latitude,omitempty"`
	Longitude *geometry.Angle `json:"longitude,omitempty"`
	Elevation geometry.Length `json:"elevation,omitempty"`  // of the model's origin above the vertical datum
	TrueNorth geometry.Angle  `json:"true_north,omitempty"` // from the model's Y axis, counter-clockwise
	Address   string          `json:"address,omitempty"`
}

func (s *Site) check(*Model, *Element) error {
	if (s.Latitude == nil) != (s.Longitude == nil) {
		return Errorf(OutOfRange, "a site's latitude and longitude are given together or not at all").With("parameter", "latitude")
	}
	if s.Latitude != nil && !s2.LatLngFromDegrees(s.Latitude.Degrees(), s.Longitude.Degrees()).IsValid() {
		return Errorf(OutOfRange, "latitude %s, longitude %s is no place on earth: latitude is -90 to 90, longitude -180 to 180", s.Latitude, s.Longitude).
			With("parameter", "latitude")
	}
	return nil
}

func (s *Site) moved(Transform) Params { return s }

// Cell answers the S2 cell of about 600 m that the site lies in, as a token; "" where it has no place. It groups models
// by neighbourhood without telling the exact place.
func (s *Site) Cell() string {
	if s.Latitude == nil || s.Longitude == nil {
		return ""
	}
	return s2.CellIDFromLatLng(s2.LatLngFromDegrees(s.Latitude.Degrees(), s.Longitude.Degrees())).Parent(siteCellLevel).ToToken()
}

// siteCellLevel is the S2 level whose cells are about 600 m across (S2 cell statistics: level 14, 0.32 km2 on average).
const siteCellLevel = 14

// Building is the building that the levels belong to.
type Building struct {
	Use     string `json:"use,omitempty"`
	Address string `json:"address,omitempty"`
}

func (*Building) check(*Model, *Element) error { return nil }

func (b *Building) moved(Transform) Params { return b }

// CreateModel brings a model into being with its site and building.
type CreateModel struct {
	Name         string           `json:"name"`
	Description  string           `json:"description,omitempty"`
	SiteName     string           `json:"site_name,omitempty"`
	BuildingName string           `json:"building_name,omitempty"`
	BuildingUse  string           `json:"building_use,omitempty"`
	Address      string           `json:"address,omitempty"`
	Author       string           `json:"author,omitempty" jsonschema:"person named in exported files"`
	Organization string           `json:"organization,omitempty"`
	Latitude     *geometry.Angle  `json:"latitude,omitempty" jsonschema:"WGS 84 degrees"`
	Longitude    *geometry.Angle  `json:"longitude,omitempty"`
	TrueNorth    geometry.Angle   `json:"true_north,omitempty" jsonschema:"degrees from +Y, counter-clockwise"`
	HalfExtent   *geometry.Length `json:"half_extent,omitempty" jsonschema:"bounds about the origin; default 10000000"`
	ID           string           `json:"-"`
	Owner        string           `json:"-"`
}

func (c CreateModel) decide(t *transaction) error {
	name := strings.TrimSpace(c.Name)
	if existing := t.model.info; existing.ID != "" {
		return Errorf(AlreadyExists, "this branch holds model %q already: create another model for another building", existing.Name).With("model_id", existing.ID)
	}
	if c.ID == "" {
		return Errorf(OutOfRange, "a model needs an id").With("parameter", "id")
	}
	if name == "" {
		return Errorf(OutOfRange, "a model needs a name").With("parameter", "name")
	}
	extent := DefaultHalfExtent
	if c.HalfExtent != nil {
		extent = *c.HalfExtent
	}
	if extent < geometry.Metre || extent > maxHalfExtent {
		return Errorf(OutOfRange, "half_extent is %s mm: give 1000 to %s", extent, maxHalfExtent).With("parameter", "half_extent")
	}
	site, building := t.newID(), t.newID()
	t.emit(&ModelCreated{Info{c.ID, name, c.Description, c.Owner, c.Author, c.Organization, extent, site, building}})
	err := t.create(&Element{ID: site, Category: CategorySite, Name: orElse(c.SiteName, "Site"),
		Params: &Site{Latitude: c.Latitude, Longitude: c.Longitude, TrueNorth: c.TrueNorth, Address: c.Address}})
	if err != nil {
		return err
	}
	return t.create(&Element{ID: building, Category: CategoryBuilding, Name: orElse(c.BuildingName, "Building"),
		Params: &Building{c.BuildingUse, c.Address}})
}

// maxHalfExtent keeps coordinates within 2^36 micrometres.
const maxHalfExtent = 50 * geometry.Kilometre

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
