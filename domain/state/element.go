package state

import (
	"encoding/json"
	"fmt"

	"github.com/bimstream/bimstream/geometry"
)

// Element is a building element. An Element in a Model is never changed in place.
type Element struct {
	ID         ID
	Category   Category
	Name       string
	LevelID    ID // the level it stands on, or ""
	TypeID     ID
	HostID     ID // the element that an opening voids, or that a door or window is set in
	FillsID    ID // the opening that a door or window fills
	MaterialID ID
	AssemblyID ID // the whole that it is a part of, which may be no element (assembly.go)
	Params     Params
	Psets      []PropertySet
	Codes      []Classification
	Origin     *Origin // data from the source file; may be nil
}

// Classification is a reference into a classification system.
type Classification struct {
	System string `json:"system" jsonschema:"e.g. Uniclass 2015"`
	Code   string `json:"code"`
	Name   string `json:"name,omitempty"`
	URI    string `json:"uri,omitempty"`
}

// elementJSON is the stored form of an element.
type elementJSON struct {
	ID         ID               `json:"id"`
	Category   Category         `json:"category"`
	Name       string           `json:"name"`
	LevelID    ID               `json:"level_id,omitempty"`
	TypeID     ID               `json:"type_id,omitempty"`
	HostID     ID               `json:"host_id,omitempty"`
	FillsID    ID               `json:"fills_id,omitempty"`
	MaterialID ID               `json:"material_id,omitempty"`
	AssemblyID ID               `json:"assembly_id,omitempty"`
	Params     json.RawMessage  `json:"params"`
	Psets      []PropertySet    `json:"psets,omitempty"`
	Codes      []Classification `json:"classification,omitempty"`
	Origin     *Origin          `json:"origin,omitempty"`
}

// MarshalJSON writes the stored form: fields in a fixed order, parameters as an object.
func (e *Element) MarshalJSON() ([]byte, error) {
	return json.Marshal(elementJSON{e.ID, e.Category, e.Name, e.LevelID, e.TypeID, e.HostID, e.FillsID, e.MaterialID,
		e.AssemblyID, MustJSON(e.Params), e.Psets, e.Codes, e.Origin})
}

// UnmarshalJSON reads the stored form.
func (e *Element) UnmarshalJSON(b []byte) error {
	var j elementJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	row := Rows[j.Category]
	if row == nil {
		return fmt.Errorf("unknown category %q", j.Category)
	}
	params := row.Params()
	if err := json.Unmarshal(j.Params, params); err != nil {
		return fmt.Errorf("parameters of %s: %w", j.Category, err)
	}
	*e = Element{j.ID, j.Category, j.Name, j.LevelID, j.TypeID, j.HostID, j.FillsID, j.MaterialID,
		j.AssemblyID, params, j.Psets, j.Codes, j.Origin}
	return nil
}

// With returns a copy of the element after f has changed it.
func (e *Element) With(f func(*Element)) *Element {
	c := *e
	f(&c)
	return &c
}

// Changed returns a copy of the element with changes applied. Changes that do not fit its category are ignored.
func (e *Element) Changed(changes []Change) *Element {
	return e.With(func(c *Element) {
		for _, change := range changes {
			if facet, ok := FacetOf(c.Category, change.Facet); ok {
				facet.Set(c, change.To)
			}
		}
	})
}

// QuantityKind is the dimension of a quantity.
type QuantityKind string

// Quantity is a measured value in SI units, named as in the IFC quantity sets (Qto_WallBaseQuantities and so on).
type Quantity struct {
	Name  string       `json:"name"`
	Kind  QuantityKind `json:"kind"`
	Value float64      `json:"value"` // in the unit of its kind
}

// SetInWalls lists the categories whose elements may be found on a storey other than their level.
var SetInWalls = []Category{CategoryDoor, CategoryWindow, CategoryOpening}

// Transform is a move: first a rotation in plan about a point, counter-clockwise, then a shift.
type Transform struct {
	Delta    geometry.Point3
	Rotation geometry.Angle
	About    geometry.Point2
}

// Plan moves a point in plan.
func (t Transform) Plan(p geometry.Point2) geometry.Point2 {
	if t.Rotation != 0 {
		p = p.Rotate(t.About, t.Rotation)
	}
	return p.Add(t.Delta.XY())
}

// Space moves a point in space.
func (t Transform) Space(p geometry.Point3) geometry.Point3 {
	return t.Plan(p.XY()).At(p.Z + t.Delta.Z)
}

// Ring moves all points of a ring.
func (t Transform) Ring(points []geometry.Point2) []geometry.Point2 {
	if points == nil {
		return nil
	}
	out := make([]geometry.Point2, len(points))
	for i, p := range points {
		out[i] = t.Plan(p)
	}
	return out
}

func (t Transform) Rings(rings []geometry.Ring) []geometry.Ring {
	if rings == nil {
		return nil
	}
	out := make([]geometry.Ring, len(rings))
	for i, r := range rings {
		out[i] = t.Ring(r)
	}
	return out
}

// SectionRotation returns the rotation of a section after a move in plan. The frame of a section that is not upright
// turns with the section, so its rotation stays.
func (t Transform) SectionRotation(from, to geometry.Point3, r geometry.Angle) geometry.Angle {
	switch {
	case t.Rotation == 0 || from.XY() != to.XY():
		return r
	case to.Z > from.Z:
		return (r + t.Rotation) % geometry.FullTurn
	}
	return (r - t.Rotation) % geometry.FullTurn
}
