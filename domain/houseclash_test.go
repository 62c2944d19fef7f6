package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	collision "github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/geometry/csg"
)

// overlaps examines every pair of physical elements of the house whose boxes meet, and returns the pairs that overlap,
// by name. It skips openings and rooms, which overlap other elements by nature.
func (h *house) overlaps() map[[2]string]collision.Finding {
	h.t.Helper()
	type body struct {
		name  string
		box   geometry.Box
		solid []csg.Operand
	}
	var bodies []body
	h.model.Each(func(e *state.Element) bool {
		if e.Category == state.CategoryOpening || e.Category == state.CategoryRoom || !e.Category.Physical() {
			return true
		}
		solids, err := shape.Body(h.model, e.ID)
		if err != nil {
			h.t.Fatalf("%s: %v", e.Name, err)
		}
		b := body{name: e.Name, box: solids.Bounds()}
		for _, s := range solids {
			operand, err := csg.FromSolid(s)
			if err != nil {
				h.t.Fatalf("%s: %v", e.Name, err)
			}
			b.solid = append(b.solid, operand)
		}
		bodies = append(bodies, b)
		return true
	})
	found := map[[2]string]collision.Finding{}
	for i, a := range bodies {
		for _, b := range bodies[i+1:] {
			if !a.box.Intersects(b.box) {
				continue
			}
			for _, p := range a.solid {
				for _, q := range b.solid {
					f, err := collision.Examine(collision.NewBody(csg.Of(p)),
						collision.NewBody(csg.Of(q)), collision.Rules{})
					if err != nil {
						h.t.Fatalf("%s with %s: %v", a.name, b.name, err)
					}
					// The roof's underside is rounded to the grid, so it touches the walls within a micrometre.
					if f.Kind != collision.Touch && f.Kind != collision.None {
						found[[2]string{min(a.name, b.name), max(a.name, b.name)}] = f
					}
				}
			}
		}
	}
	return found
}

// All elements that meet in the house only touch. A wall made higher than its storey overlaps the slab above by the
// exact amount.
func TestHouseHasNoClashUntilAWallGrows(t *testing.T) {
	h := buildHouse(t)
	if found := h.overlaps(); len(found) != 0 {
		t.Errorf("overlaps in the house as built: %v", found)
	}
	h.do(modify(h.id["W2"], "height", 3000))
	found := h.overlaps()
	f, ok := found[[2]string{"S1", "W2"}]
	if len(found) != 1 || !ok {
		t.Fatalf("the raised wall W2 overlaps %v, want S1 alone", found)
	}
	if f.Kind != collision.Hard || math.Abs(f.Volume-0.462) > 1e-6 || math.Abs(f.Depth-200_000) > 1 {
		t.Errorf("W2 with S1: %s, %.6f m3, depth %.3f um, want hard, 0.462 and 200000", f.Kind, f.Volume, f.Depth)
	}
}
