package domain

import (
	"encoding/json"
	"fmt"
)

// Element is a building element. An Element in a Model is never changed in place.
type Element struct {
	ID         ID
	Category   Category
	Name       string
	LevelID    ID // the level it stands on, "" for those that stand on none
	TypeID     ID
	HostID     ID // what an opening voids, or what a door or window is set in
	FillsID    ID // the opening that a door or window fills
	MaterialID ID
	AssemblyID ID // the whole that it is a part of, which need not be an element (assembly.go)
	Params     Params
	Psets      []PropertySet
	Codes      []Classification
	Origin     *Origin // what the file that it comes from says of it; nil for nothing
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
		e.AssemblyID, mustJSON(e.Params), e.Psets, e.Codes, e.Origin})
}

// UnmarshalJSON reads the stored form.
func (e *Element) UnmarshalJSON(b []byte) error {
	var j elementJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	row := rows[j.Category]
	if row == nil {
		return fmt.Errorf("unknown category %q", j.Category)
	}
	params := row.params()
	if err := json.Unmarshal(j.Params, params); err != nil {
		return fmt.Errorf("parameters of %s: %w", j.Category, err)
	}
	*e = Element{j.ID, j.Category, j.Name, j.LevelID, j.TypeID, j.HostID, j.FillsID, j.MaterialID,
		j.AssemblyID, params, j.Psets, j.Codes, j.Origin}
	return nil
}

// with returns a copy of the element after f has changed it.
func (e *Element) with(f func(*Element)) *Element {
	c := *e
	f(&c)
	return &c
}
