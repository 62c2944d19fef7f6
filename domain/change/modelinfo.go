package change

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// SetModelInfo changes the data of a model as a whole and of its site: the place on earth and on the map. Fields that
// are not given stay unchanged; an empty text removes the old one.
type SetModelInfo struct {
	Name         *string          `json:"name,omitempty" jsonschema:"of the model"`
	Description  *string          `json:"description,omitempty"`
	Author       *string          `json:"author,omitempty" jsonschema:"person named in exported files"`
	Organization *string          `json:"organization,omitempty"`
	HalfExtent   *geometry.Length `json:"half_extent,omitempty" jsonschema:"bounds about the origin; all elements must fit"`

	Address          *string          `json:"address,omitempty" jsonschema:"of site and building"`
	Latitude         *geometry.Angle  `json:"latitude,omitempty" jsonschema:"WGS 84 degrees"`
	Longitude        *geometry.Angle  `json:"longitude,omitempty"`
	Elevation        *geometry.Length `json:"elevation,omitempty" jsonschema:"of the origin above the vertical datum, mm"`
	TrueNorth        *geometry.Angle  `json:"true_north,omitempty" jsonschema:"degrees from +Y, counter-clockwise"`
	CRS              *string          `json:"crs,omitempty" jsonschema:"such as EPSG:28992; empty takes the model off the map"`
	Eastings         *geometry.Length `json:"eastings,omitempty" rule:"map" jsonschema:"of the origin, mm"`
	Northings        *geometry.Length `json:"northings,omitempty" rule:"map" jsonschema:"of the origin, mm"`
	OrthogonalHeight *geometry.Length `json:"orthogonal_height,omitempty" rule:"map" jsonschema:"of the origin in the CRS, mm"`
	MapRotation      *geometry.Angle  `json:"map_rotation,omitempty" jsonschema:"of +X from the easting axis, degrees"`
	MapScale         *float64         `json:"map_scale,omitempty" zero:"refused" jsonschema:"metres of the map for one of the model"`
}

func (c SetModelInfo) Decide(t *Transaction) error {
	before := t.Model.Info()
	after, err := c.info(before)
	if err != nil {
		return err
	}
	if after != before {
		t.Emit(&state.ModelInfoSet{From: before, To: after})
	}
	if after.HalfExtent < before.HalfExtent {
		if err := checkAllWithin(t.Model); err != nil {
			return err
		}
	}
	if err := t.restate(before.SiteID, func(e *state.Element) {
		site := *e.Params.(*shape.Site)
		c.place(&site)
		e.Params = &site
	}); err != nil || c.Address == nil {
		return err
	}
	return t.restate(before.BuildingID, func(e *state.Element) {
		building := *e.Params.(*shape.Building)
		building.Address = strings.TrimSpace(*c.Address)
		e.Params = &building
	})
}

// info returns the changed data of the model.
func (c SetModelInfo) info(i state.Info) (state.Info, error) {
	shape.Trimmed(&i.Name, c.Name)
	shape.Trimmed(&i.Description, c.Description)
	shape.Trimmed(&i.Author, c.Author)
	shape.Trimmed(&i.Organization, c.Organization)
	shape.Given(&i.HalfExtent, c.HalfExtent)
	switch {
	case i.ID == "":
		return i, state.Errorf(state.IllegalState, "there is no model yet: call create_model first").With("state",
			"empty").With("allowed", []string{"create_model"})
	case i.Name == "":
		return i, state.Errorf(state.OutOfRange, "a model needs a name").With("parameter", "name")
	case i.HalfExtent < geometry.Metre || i.HalfExtent > maxHalfExtent:
		return i, state.Errorf(state.OutOfRange, "half_extent is %s mm: give 1000 to %s", i.HalfExtent,
			maxHalfExtent).With("parameter", "half_extent")
	}
	return i, nil
}

// place changes the data of the site. Without a reference system it clears the place on the map.
func (c SetModelInfo) place(s *shape.Site) {
	shape.Trimmed(&s.Address, c.Address)
	if c.Latitude != nil {
		s.Latitude = c.Latitude
	}
	if c.Longitude != nil {
		s.Longitude = c.Longitude
	}
	shape.Given(&s.Elevation, c.Elevation)
	shape.Given(&s.TrueNorth, c.TrueNorth)
	shape.Trimmed(&s.CRS, c.CRS)
	if c.CRS != nil && s.CRS == "" {
		s.Eastings, s.Northings, s.OrthogonalHeight, s.MapRotation, s.MapScale = 0, 0, 0, 0, 0
	}
	shape.Given(&s.Eastings, c.Eastings)
	shape.Given(&s.Northings, c.Northings)
	shape.Given(&s.OrthogonalHeight, c.OrthogonalHeight)
	shape.Given(&s.MapRotation, c.MapRotation)
	shape.Given(&s.MapScale, c.MapScale)
}

// restate emits the changes that f makes to the parameters of an element that every model has.
func (t *Transaction) restate(id state.ID, f func(*state.Element)) error {
	e, err := t.Model.Find(id)
	if err != nil {
		return err
	}
	return t.change(e, shape.ParamFacets(e.Category), f)
}

// checkAllWithin refuses bounds that do not contain all elements.
func checkAllWithin(m *state.Model) (err error) {
	m.Each(func(e *state.Element) bool {
		if err = CheckElement(m, e); state.CodeOf(err) == state.OutOfModelBounds ||
			state.CodeOf(err) == state.OutOfRange {
			err = state.Errorf(state.OutOfModelBounds, "%s %q does not fit within %s mm about the origin: %w",
				e.Category,
				e.Name, m.Info().HalfExtent, err).
				With("parameter", "half_extent").With("element_id", e.ID)
			return false
		}
		err = nil
		return true
	})
	return err
}
