package projections

import "github.com/bimstream/bimstream/domain"

// derived is what follows from the geometry of one model. It never changes.
type derived struct {
	model   *domain.Model
	spatial *Spatial
}

// Spatial is the index of places of one view.
type Spatial struct{}

// Rooms answers questions about the rooms of one view.
type Rooms struct {
	model   *domain.Model
	derived *derived
}

// Graph answers the relations of the elements of one view.
type Graph struct {
	model   *domain.Model
	derived *lazy
}

// Measures answers bodies, boxes and quantities of one view.
type Measures struct{ derived *derived }

func deriveAll(m *domain.Model) *derived { return &derived{model: m, spatial: &Spatial{}} }

func (d *derived) rederive(m *domain.Model, affected *idSet) *derived { return deriveAll(m) }
