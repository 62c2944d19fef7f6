package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Without a given centre, a duct, pipe, tray or fitting turns about its own middle. The middle of its ports in plan
// stays in place, even far from the model's origin.
func TestServicesTurnAboutTheirOwnMiddle(t *testing.T) {
	b, ground, _ := plant(t)
	corner := []geometry.Point3{point(20000, 30000, 2500), point(25000, 30000, 2500), point(25000, 34000, 2500)}
	made := b.run(ductOf(ground, corner...), state.CategoryDuct)
	made = append(made, b.run(pipeOf(ground, point(1000, 9000, 500), point(7000, 9000, 500)), state.CategoryPipe)...)
	made = append(made, b.run(trayOf(ground, point(1000, 12000, 500), point(1000, 15000, 500)),
		state.CategoryCableTray)...)
	for _, id := range b.model.OfCategory(state.CategoryDuctFitting) {
		made = append(made, change.Element(b.model, id))
	}
	if len(made) != 5 {
		t.Fatalf("%d pieces of services", len(made))
	}
	for _, e := range made {
		before := planMiddle(t, b.model, e)
		b.do(change.MoveElement{ElementIDs: []state.ID{e.ID}, Rotation: geometry.HalfTurn})
		if after := planMiddle(t, b.model, change.Element(b.model, e.ID)); after != before {
			t.Errorf("%s: its middle was at %v and is at %v", e.Category, before, after)
		}
	}
}

// planMiddle returns the middle, in plan, of the box around an element's ports.
func planMiddle(t *testing.T, m *state.Model, e *state.Element) geometry.Point2 {
	t.Helper()
	ports, err := services.Ports(m, e)
	if err != nil {
		t.Fatal(err)
	}
	box := geometry.EmptyBox()
	for _, p := range ports {
		box = box.Extend(p.At)
	}
	return geometry.Point2{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
}
