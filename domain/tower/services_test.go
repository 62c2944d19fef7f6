package tower

import (
	"testing"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// full builds a tower of two full wings on three storeys.
func full(t *testing.T) (*site, Spec) {
	spec := Spec{Storeys: 3, Elements: 3 * 2 * (wing{bays: maxBays}).elements(), Seed: 5}
	return build(t, spec), spec
}

func servicesOf(m *state.Model) int {
	n := 0
	for _, c := range []state.Category{state.CategoryDuct, state.CategoryDuctFitting, state.CategoryPipe,
		state.CategoryPipeFitting} {
		n += elements.CountOf(m, c)
	}
	return n
}

func TestServicesAreASeventhOfAFullWing(t *testing.T) {
	s, _ := full(t)
	if share := float64(servicesOf(s.model)) / float64(s.model.Len()); share < 0.10 || share > 0.15 {
		t.Errorf("services are %.3f of the elements", share)
	}
}

// TestServicesAreConnectedThroughAllStoreys checks that connections hold, and that air and water of a wing are each one
// network from the ground to the roof. Each stack must be a network.
func TestServicesAreConnectedThroughAllStoreys(t *testing.T) {
	s, spec := full(t)
	wings := len(spec.wings())
	stacks := 0
	for _, w := range spec.wings() {
		stacks += 2*w.bays - 1
	}
	want := map[string]int{supplyAir: wings, coldWater: wings, soil: stacks}
	for _, id := range s.model.OfCategory(state.CategorySystem) {
		e, _ := s.model.Element(id)
		if got := networks(s.model, s.model.SystemMembers(id)); got != want[e.Name] {
			t.Errorf("%s is %d networks, want %d", e.Name, got, want[e.Name])
		}
	}
	for _, c := range s.model.Connections() {
		if !services.ConnectionHolds(s.model, c) {
			t.Errorf("connection %s does not hold", c.ID)
		}
	}
}

// networks returns the number of networks into which connections divide elements.
func networks(m *state.Model, ids []state.ID) int {
	seen, parts := map[state.ID]bool{}, 0
	for _, id := range ids {
		if seen[id] {
			continue
		}
		parts++
		for queue := []state.ID{id}; len(queue) > 0; queue = queue[1:] {
			if seen[queue[0]] {
				continue
			}
			seen[queue[0]] = true
			for _, c := range m.ConnectionsOf(queue[0]) {
				queue = append(queue, c.Other(queue[0]))
			}
		}
	}
	return parts
}

// TestBranchesClashAtTheStatedRate checks that about one sleeve in ClashRate is beside its branch, within the variation
// of over a hundred random choices.
func TestBranchesClashAtTheStatedRate(t *testing.T) {
	s, _ := full(t)
	sleeves, wrong := 0, 0
	for _, id := range s.model.OfCategory(state.CategoryOpening) {
		e, _ := s.model.Element(id)
		o, ok := e.Params.(*fabric.Opening)
		if !ok || e.Name != "Sleeve" {
			continue
		}
		sleeves++
		if (o.Offset+sleeve/2-branchOffset)%bay != 0 {
			wrong++
		}
	}
	if want := sleeves / ClashRate; sleeves < 100 || wrong < want/3 || wrong > want*2 {
		t.Errorf("%d of %d sleeves are misplaced, want about %d", wrong, sleeves, want)
	}
}
