package domain

import (
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// ModelInfoSet says other things of a model as a whole: its name, who made it, its bounds. The ids and the owner stay.
type ModelInfoSet struct {
	From Info `json:"from"`
	To   Info `json:"to"`
}

func (e *ModelInfoSet) evolve(m *Model) { m.info = e.To }

// Touched says that nothing of an element is written.
func (*ModelInfoSet) Touched() []Touch { return nil }

func (e *ModelInfoSet) complete() bool { return e.To.ID != "" }

// SetModelInfo says what is given of a model as a whole, and of its site: where it is on earth and on the map. What is
// not given stays as it is; an empty text takes away what was said.
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

func (c SetModelInfo) decide(t *transaction) error {
	before := t.model.Info()
	after, err := c.info(before)
	if err != nil {
		return err
	}
	if after != before {
		t.emit(&ModelInfoSet{before, after})
	}
	if after.HalfExtent < before.HalfExtent {
		if err := t.model.checkAllWithin(); err != nil {
			return err
		}
	}
	if err := t.restate(before.SiteID, func(e *Element) {
		site := *e.Params.(*Site)
		c.place(&site)
		e.Params = &site
	}); err != nil || c.Address == nil {
		return err
	}
	return t.restate(before.BuildingID, func(e *Element) {
		building := *e.Params.(*Building)
		building.Address = strings.TrimSpace(*c.Address)
		e.Params = &building
	})
}

// info returns what is said of the model from then on.
func (c SetModelInfo) info(i Info) (Info, error) {
	trimmed(&i.Name, c.Name)
	trimmed(&i.Description, c.Description)
	trimmed(&i.Author, c.Author)
	trimmed(&i.Organization, c.Organization)
	given(&i.HalfExtent, c.HalfExtent)
	switch {
	case i.ID == "":
		return i, Errorf(IllegalState, "there is no model yet: call create_model first").With("state",
			"empty").With("allowed", []string{"create_model"})
	case i.Name == "":
		return i, Errorf(OutOfRange, "a model needs a name").With("parameter", "name")
	case i.HalfExtent < geometry.Metre || i.HalfExtent > maxHalfExtent:
		return i, Errorf(OutOfRange, "half_extent is %s mm: give 1000 to %s", i.HalfExtent,
			maxHalfExtent).With("parameter", "half_extent")
	}
	return i, nil
}

// place puts the site where the command says. Without a reference system there is no place on the map.
func (c SetModelInfo) place(s *Site) {
	trimmed(&s.Address, c.Address)
	if c.Latitude != nil {
		s.Latitude = c.Latitude
	}
	if c.Longitude != nil {
		s.Longitude = c.Longitude
	}
	given(&s.Elevation, c.Elevation)
	given(&s.TrueNorth, c.TrueNorth)
	trimmed(&s.CRS, c.CRS)
	if c.CRS != nil && s.CRS == "" {
		s.Eastings, s.Northings, s.OrthogonalHeight, s.MapRotation, s.MapScale = 0, 0, 0, 0, 0
	}
	given(&s.Eastings, c.Eastings)
	given(&s.Northings, c.Northings)
	given(&s.OrthogonalHeight, c.OrthogonalHeight)
	given(&s.MapRotation, c.MapRotation)
	given(&s.MapScale, c.MapScale)
}

func trimmed(field, value *string) {
	if value != nil {
		*field = strings.TrimSpace(*value)
	}
}

func given[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// restate emits what f changes of the parameters of an element that every model has.
func (t *transaction) restate(id ID, f func(*Element)) error {
	e, err := t.model.find(id)
	if err != nil {
		return err
	}
	return t.change(e, paramFacets(e.Category), f)
}

// checkAllWithin refuses bounds that an element does not fit into.
func (m *Model) checkAllWithin() (err error) {
	m.Each(func(e *Element) bool {
		if err = m.checkElement(e); CodeOf(err) == OutOfModelBounds || CodeOf(err) == OutOfRange {
			err = Errorf(OutOfModelBounds, "%s %q does not fit within %s mm about the origin: %w", e.Category,
				e.Name, m.Info().HalfExtent, err).
				With("parameter", "half_extent").With("element_id", e.ID)
			return false
		}
		err = nil
		return true
	})
	return err
}
