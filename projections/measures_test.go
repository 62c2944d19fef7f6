package projections

import (
	"math"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
)

// The middle wall is butted between the outer ones: 4.8 m long, 0.2 m thick, 2.8 m high, less a door of 0.9 by 2.1 m.
func TestMeasuresOfAWall(t *testing.T) {
	h := newHouse(t)
	m, err := h.view().Measures().Of(h.middle)
	if err != nil || m.Solids != 1 || m.Bounds != box(5900, 100, 0, 6100, 4900, 2800) ||
		math.Abs(m.Volume-(4.8*0.2*2.8-0.9*0.2*2.1)) > 1e-9 {
		t.Errorf("%+v, %v", m, err)
	}
	list, err := h.view().Measures().Quantities(h.middle)
	if net, ok := shape.QuantityNamed(list, "NetVolume"); err != nil || !ok || net != m.Volume {
		t.Errorf("net volume %v of %v, %v; the body has %v", net, list, err, m.Volume)
	}
	list[0].Value = -1
	if again, _ := h.view().Measures().Quantities(h.middle); again[0].Value == -1 {
		t.Error("an answer can be changed by whoever got it before")
	}
}

func TestBodies(t *testing.T) {
	h := newHouse(t)
	measures := h.view().Measures()
	for _, id := range []state.ID{h.middle, h.inner, h.living, h.kitchenPane} {
		body, err := measures.Body(id)
		m, _ := measures.Of(id)
		if err != nil || len(body) == 0 || body.Bounds() != m.Bounds || body.Volume() != m.Volume {
			t.Errorf("%s: body %v with %v m3, measured %+v, %v", id, body.Bounds(), body.Volume(), m, err)
		}
	}
	body, err := measures.Body(h.level)
	if m, _ := measures.Of(h.level); err != nil || body != nil || m.Solids != 0 || !m.Bounds.Empty() {
		t.Errorf("a level has body %v, measure %+v, %v", body, m, err)
	}
}

func TestMeasuresOfWhatIsNotThere(t *testing.T) {
	measures := newHouse(t).view().Measures()
	_, of := measures.Of("nothing")
	_, quantities := measures.Quantities("nothing")
	_, body := measures.Body("nothing")
	for _, err := range []error{of, quantities, body} {
		if state.CodeOf(err) != state.NotFound {
			t.Errorf("%v", err)
		}
	}
}

func TestQuantitiesOfARoom(t *testing.T) {
	h := newHouse(t)
	list, err := h.view().Measures().Quantities(h.kitchen)
	if area, ok := shape.QuantityNamed(list, "NetFloorArea"); err != nil || !ok || math.Abs(area-18.24) > 1e-9 {
		t.Errorf("%v, %v", list, err)
	}
	h.must(changing.DeleteElement{ElementIDs: []state.ID{h.east}})
	if list, err := h.view().Measures().Quantities(h.kitchen); err != nil || list != nil {
		t.Errorf("of a room without a boundary: %v, %v", list, err)
	}
	if body, err := h.view().Measures().Body(h.kitchen); err != nil || body != nil {
		t.Errorf("body of a room without a boundary: %v, %v", body, err)
	}
}

func TestRoomsOfALevelAndOfAWall(t *testing.T) {
	h := newHouse(t)
	rooms := h.view().Rooms()
	sameIDs(t, "on the level", rooms.OnLevel(h.level), h.living, h.kitchen)
	sameIDs(t, "along the west wall", rooms.Along(h.west), h.living)
	sameIDs(t, "along the south wall", rooms.Along(h.south), h.living, h.kitchen)
	sameIDs(t, "facing a wall", rooms.Facing(h.south))
	shape, err := rooms.Shape(h.living)
	if err != nil || !shape.Bounded || shape.Height != geometry.MM(2800) {
		t.Errorf("shape %+v, %v", shape, err)
	}
}

// A panic in one of many computations can be recovered by their caller.
func TestAPanicReachesTheCaller(t *testing.T) {
	for _, n := range []int{1, 100} {
		func() {
			defer func() {
				if r := recover(); r != "seventh" {
					t.Errorf("of %d: recovered %v", n, r)
				}
			}()
			processors.Each(n, func(i int) {
				if i == n/14 {
					panic("seventh")
				}
			})
		}()
	}
}
