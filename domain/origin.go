package domain

import "slices"

// Origin is what the IFC file that an element comes from says of it beside its geometry, its parameters and its
// properties: who made it there, on which presentation layers it is, and how it is drawn. An export writes it back.
// What several elements share stands once in the library of the site, which they refer to by key.
type Origin struct {
	History string   `json:"history,omitempty"` // who made and changed it (IfcOwnerHistory), in the library
	Layers  []string `json:"layers,omitempty"`  // presentation layers, in the library
	// Styles are those of the solids of its body, in their order; a single one is that of all. "" for that of the
	// material.
	Styles []string `json:"styles,omitempty"`
	// Material is what it is made of, where the model keeps one material of that alone: a record.
	Material string         `json:"material,omitempty"`
	Library  []OriginRecord `json:"library,omitempty"` // of the site: what the file says once, sorted by key
}

// OriginRecord is an instance of an IFC file with all that it refers to, as a record of ifc/record.
type OriginRecord struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// The keys of what a library holds once.
const (
	OriginProject = "project" // attributes of the project
	OriginCRS     = "crs"     // the coordinate reference system
)

// The beginnings of keys of what a library holds several of.
const (
	OriginHistoryPrefix = "history "
	OriginLayerPrefix   = "layer "
	OriginStylePrefix   = "style "
	OriginSystemPrefix  = "classification " // a classification system, by its name
)

// OriginRecord returns what the library of the model's site holds under a key.
func (m *Model) OriginRecord(key string) (OriginRecord, bool) {
	site, ok := m.Element(m.info.SiteID)
	if !ok || site.Origin == nil {
		return OriginRecord{}, false
	}
	return site.Origin.Record(key)
}

// Record returns what a library holds under a key.
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

// Empty reports whether nothing is said.
func (o *Origin) Empty() bool {
	return o == nil || o.History == "" && len(o.Layers) == 0 && len(o.Styles) == 0 && o.Material == "" &&
		len(o.Library) == 0
}

// sameOrigin reports whether two elements come from the same, as far as files say.
func sameOrigin(a, b *Origin) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.History == b.History && a.Material == b.Material && slices.Equal(a.Layers, b.Layers) &&
		slices.Equal(a.Styles, b.Styles) && slices.Equal(a.Library, b.Library)
}

// with returns what is left of an origin when f has changed a copy of it, nil for nothing.
func (o *Origin) with(f func(*Origin)) *Origin {
	if o == nil {
		return nil
	}
	out := *o
	if f(&out); out.Empty() {
		return nil
	}
	return &out
}
