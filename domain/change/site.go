package change

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateModel creates a model with its site and building.
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
	SiteID       state.ID         `json:"-"` // of a site from another source; "" for a new one
	BuildingID   state.ID         `json:"-"` // of a building from another source; "" for a new one
}

func (c CreateModel) Decide(t *Transaction) error {
	name := strings.TrimSpace(c.Name)
	if existing := t.Model.Info(); existing.ID != "" {
		return state.Errorf(state.AlreadyExists,
			"this branch holds model %q already: create another model for another building",
			existing.Name).With("model_id", existing.ID)
	}
	if c.ID == "" {
		return state.Errorf(state.OutOfRange, "a model needs an id").With("parameter", "id")
	}
	if name == "" {
		return state.Errorf(state.OutOfRange, "a model needs a name").With("parameter", "name")
	}
	extent := state.DefaultHalfExtent
	if c.HalfExtent != nil {
		extent = *c.HalfExtent
	}
	if extent < geometry.Metre || extent > maxHalfExtent {
		return state.Errorf(state.OutOfRange, "half_extent is %s mm: give 1000 to %s", extent,
			maxHalfExtent).With("parameter", "half_extent")
	}
	site, building := t.idOr(c.SiteID), t.idOr(c.BuildingID)
	t.Emit(&state.ModelCreated{Info: state.Info{ID: c.ID, Name: name, Description: c.Description, Owner: c.Owner,
		Author: c.Author, Organization: c.Organization, HalfExtent: extent, SiteID: site, BuildingID: building}})
	err := t.create(&state.Element{ID: site, Category: state.CategorySite, Name: shape.OrElse(c.SiteName, "Site"),
		Params: &shape.Site{Latitude: c.Latitude, Longitude: c.Longitude, TrueNorth: c.TrueNorth, Address: c.Address}})
	if err != nil {
		return err
	}
	return t.create(&state.Element{ID: building, Category: state.CategoryBuilding,
		Name:   shape.OrElse(c.BuildingName, "Building"),
		Params: &shape.Building{Use: c.BuildingUse, Address: c.Address}})
}

// maxHalfExtent keeps coordinates within 2^36 micrometres.
const maxHalfExtent = 50 * geometry.Kilometre
