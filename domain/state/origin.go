package state

import (
	"slices"
)

// Origin holds data about an element that the source IFC file contains besides geometry, parameters and properties:
// author, presentation layers and styles. An export writes it back. Records shared by several elements are stored once,
// in the library of the site, and elements refer to them by key.
type Origin struct {
	History string   `json:"history,omitempty"` // author and times (IfcOwnerHistory), a key of the library
	Layers  []string `json:"layers,omitempty"`  // presentation layers, keys of the library
	// Styles are the styles of the body's solids, in order. A single style applies to all solids; "" is the style of
	// the material.
	Styles []string `json:"styles,omitempty"`
	// DrawnStyles are the styles of the open surfaces and curves of the body, likewise.
	DrawnStyles []string `json:"drawn_styles,omitempty"`
	// Material is the key of a record of all materials of the element, if the model has only one of them.
	Material  string         `json:"material,omitempty"`
	Container *Container     `json:"container,omitempty"` // nil for the storey that it stands on
	Library   []OriginRecord `json:"library,omitempty"`   // of the site only: the shared records, sorted by key
}

// Container is the spatial element that contains an element in its file, if it differs from the storey that follows
// from the element's level or its height in a wall. It is valid as long as that storey is the same as when the file was
// read.
type Container struct {
	In  ID `json:"in"`          // a level, a room, the site, the building, or Nowhere
	For ID `json:"in_place_of"` // the storey
}

// Nowhere is the container of an element that no spatial element of its file contains.
const Nowhere ID = "nowhere"

// ContainerFor returns the element that contains the element in its file instead of the given storey, or "" if the
// storey contains it.
func (e *Element) ContainerFor(storey ID) ID {
	if e.Origin == nil || e.Origin.Container == nil || e.Origin.Container.For != storey {
		return ""
	}
	return e.Origin.Container.In
}

// OriginRecord is an instance of an IFC file with everything that it refers to, as a record (package ifc/record).
type OriginRecord struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// OriginRecord returns the record with a key from the library of the site.
func (m *Model) OriginRecord(key string) (OriginRecord, bool) {
	site, ok := m.Element(m.Info().SiteID)
	if !ok || site.Origin == nil {
		return OriginRecord{}, false
	}
	return site.Origin.Record(key)
}

// Record returns the record with a key from the library.
func (o *Origin) Record(key string) (OriginRecord, bool) {
	at, found := slices.BinarySearchFunc(o.Library, key, func(r OriginRecord, key string) int {
		switch {
		case r.Key < key:
			return -1
		case r.Key > key:
			return 1
		}
		return 0
	})
	if !found {
		return OriginRecord{}, false
	}
	return o.Library[at], true
}

// Empty reports whether the origin holds no data.
func (o *Origin) Empty() bool {
	return o == nil || o.History == "" && len(o.Layers) == 0 && len(o.Styles) == 0 && len(o.DrawnStyles) == 0 &&
		o.Material == "" && o.Container == nil && len(o.Library) == 0
}

// With returns a copy of the origin changed by f, or nil if the copy is empty.
func (o *Origin) With(f func(*Origin)) *Origin {
	if o == nil {
		return nil
	}
	out := *o
	if f(&out); out.Empty() {
		return nil
	}
	return &out
}
