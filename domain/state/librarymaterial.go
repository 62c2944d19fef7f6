package state

// Material is a material of elements or layers.
type Material struct {
	ID         ID            `json:"id"`
	Name       string        `json:"name"`
	Category   string        `json:"category,omitempty"`      // e.g. concrete, brick, insulation
	Colour     string        `json:"colour,omitempty"`        // #rrggbb
	Density    float64       `json:"density_kg_m3,omitempty"` // 0: not known
	Properties []PropertySet `json:"properties,omitempty"`
}
