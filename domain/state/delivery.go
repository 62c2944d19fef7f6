package state

import (
	"slices"
)

// ModelDelivered closes a delivery: after the events before it, the branch has the content of a newer file of its
// source. It removes from the library the definitions that the file no longer contains. It sets the counters of
// automatic names to the values after an import of the file alone.
type ModelDelivered struct {
	Name      string           `json:"name"`
	FileName  string           `json:"file_name"`
	SHA256    string           `json:"sha256"`
	Types     []ID             `json:"types_gone,omitempty"`
	Materials []ID             `json:"materials_gone,omitempty"`
	Bodies    []ID             `json:"bodies_gone,omitempty"`
	Made      map[Category]int `json:"made,omitempty"` // added to the number of elements ever made
}

func (e *ModelDelivered) Evolve(m *Model) {
	for _, id := range e.Types {
		if t, ok := m.types.Delete(id); ok {
			m.renamedDefinition(id, t.Name, "")
		}
	}
	for _, id := range e.Materials {
		if material, ok := m.materials.Delete(id); ok {
			m.renamedDefinition(id, material.Name, "")
		}
	}
	for _, id := range e.Bodies {
		m.Bodies.Delete(id)
	}
	for _, row := range CategoryRows {
		made, _ := m.Made.Get(row.Category)
		if n := e.Made[row.Category]; made+n > 0 {
			m.Made.Set(row.Category, made+n)
		} else {
			m.Made.Delete(row.Category)
		}
	}
}

// Touched returns the existence facets of the definitions and bodies removed from the library.
func (e *ModelDelivered) Touched() []Touch {
	var out []Touch
	for _, id := range slices.Concat(e.Types, e.Materials, e.Bodies) {
		out = append(out, Touch{id, ExistenceFacets})
	}
	return out
}

func (e *ModelDelivered) complete() bool { return e.SHA256 != "" }
