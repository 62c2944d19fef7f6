package projections

import (
	"encoding/json"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/geometry"
)

// BenchmarkEdit measures one change of a wall's thickness in a model of 2,000 walls and 500 rooms, derived and adopted.
func BenchmarkEdit(b *testing.B) {
	s := newSite(b)
	_, walls, _ := s.rows(500)
	s.view().derived.get()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		value, _ := json.Marshal(geometry.MM(250 - int64(i%2)*50))
		base := s.view()
		d, err := base.Decide(changing.Command{ID: s.commandID(),
			Do: changing.ModifyParameter{ElementID: walls[0], ParameterName: "thickness", Value: value}})
		if err != nil {
			b.Fatal(err)
		}
		preview := base.Preview(d.Events)
		preview.derived.get()
		advance(s.live, preview, s.append(base, d.Events))
	}
}

// BenchmarkDeriveAll derives everything of 2,000 walls and 500 rooms.
func BenchmarkDeriveAll(b *testing.B) {
	s := newSite(b)
	s.rows(500)
	m := s.view().Model
	for b.Loop() {
		deriveAll(b.Context(), m, nil)
	}
}

// BenchmarkCurrent measures how long it takes to find that nothing has changed.
func BenchmarkCurrent(b *testing.B) {
	s := newSite(b)
	s.rows(5)
	for b.Loop() {
		s.view()
	}
}

// BenchmarkRoomBox measures a query for the elements that meet a room's box, in a model of 2,000 walls.
func BenchmarkRoomBox(b *testing.B) {
	s := newSite(b)
	s.rows(500)
	index := s.view().Spatial()
	for b.Loop() {
		index.Intersecting(box(0, 0, 100, 4000, 4000, 2700))
	}
}
