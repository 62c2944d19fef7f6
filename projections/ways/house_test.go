package ways

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// model is a model under construction, with the ids of its elements by their names.
type model struct {
	t      testing.TB
	view   *projections.View
	number int
	ids    map[string]state.ID
}

func newModel(t testing.TB) *model {
	t.Helper()
	m := &model{t: t, view: projections.EmptyView("11111111-1111-4111-8111-111111111111", projections.MainBranch),
		ids: map[string]state.ID{}}
	m.do("", change.CreateModel{ID: "11111111-1111-4111-8111-111111111111", Name: "House", Owner: "ada"})
	return m
}

// do executes a command and names the last created element.
func (m *model) do(name string, op change.Operation) state.ID {
	m.t.Helper()
	m.number++
	d, err := m.view.Decide(change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", m.number), Do: op})
	if err != nil {
		m.t.Fatalf("%s: %T: %v", name, op, err)
	}
	m.view = m.view.Preview(d.Events)
	var made state.ID
	for _, e := range d.Events {
		if c, ok := state.CreatedBy(e); ok && c.Category != state.CategoryOpening {
			made = c.ID
		}
	}
	m.ids[name] = made
	return made
}

func mm(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

func (m *model) wall(name, level string, x0, y0, x1, y1, thickness int64) {
	m.t.Helper()
	m.do(name, change.CreateWall{LevelID: m.ids[level], Name: name, Wall: fabric.Wall{
		Start: mm(x0, y0), End: mm(x1, y1), Height: geometry.MM(2800), Thickness: geometry.MM(thickness)}})
}

func (m *model) door(name, wall string, offset, width, height int64, kind fabric.DoorType) {
	m.t.Helper()
	m.do(name, change.PlaceDoor{WallID: m.ids[wall], Name: name, Door: fabric.Door{
		Offset: geometry.MM(offset), Width: geometry.MM(width), Height: geometry.MM(height), DoorType: kind}})
}

func (m *model) join(walls ...string) {
	m.t.Helper()
	var ids []state.ID
	for _, w := range walls {
		ids = append(ids, m.ids[w])
	}
	m.do("", change.JoinElements{ElementIDs: ids, JoinType: "auto"})
}

func (m *model) room(name, level string, x, y int64) {
	m.t.Helper()
	seed := mm(x, y)
	m.do(name, change.CreateRoom{LevelID: m.ids[level], Name: name, Room: roomshape.Room{Seed: &seed, Number: name}})
}

func rectangle(x0, y0, x1, y1 int64) geometry.Ring {
	return geometry.Ring{mm(x0, y0), mm(x1, y0), mm(x1, y1), mm(x0, y1)}
}

// house builds the parts of the standard small house that affect ways: two storeys of 12 x 8 m with a partition each,
// columns, a stair in a hole of the upper slab, and an external door on either side.
func house(t testing.TB) *model {
	m := newModel(t)
	m.do("Ground", change.CreateLevel{Name: "Ground"})
	m.do("First", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	for i, level := range []string{"Ground", "First"} {
		n := 4 * i
		name := func(k int) string { return fmt.Sprintf("W%d", n+k) }
		m.wall(name(1), level, 150, 150, 11850, 150, 300)
		m.wall(name(2), level, 11850, 150, 11850, 7850, 300)
		m.wall(name(3), level, 11850, 7850, 150, 7850, 300)
		m.wall(name(4), level, 150, 7850, 150, 150, 300)
	}
	m.wall("P1", "Ground", 7000, 150, 7000, 7850, 120)
	m.wall("P2", "First", 5000, 150, 5000, 7850, 120)
	m.wall("P3", "First", 5000, 4000, 11850, 4000, 120)
	m.join("W1", "W2", "W3", "W4", "P1")
	m.join("W5", "W6", "W7", "W8", "P2", "P3")
	m.door("D1", "W1", 2000, 1100, 2200, "")
	m.door("D2", "W3", 3000, 2400, 2200, "double_door")
	m.door("D3", "P1", 3000, 900, 2100, "")
	m.door("D4", "P2", 1000, 900, 2100, "")
	m.door("D5", "P2", 5200, 900, 2100, "")
	m.do("S0", change.CreateFloor{LevelID: m.ids["Ground"],
		Floor: fabric.Floor{Boundary: rectangle(0, 0, 12000, 8000), Thickness: geometry.MM(300)}})
	m.do("S1", change.CreateFloor{LevelID: m.ids["First"], Floor: fabric.Floor{
		Boundary: rectangle(0, 0, 12000, 8000), Holes: []geometry.Ring{rectangle(7300, 6500, 11050, 7500)},
		Thickness: geometry.MM(200)}})
	m.do("T1", change.CreateStair{LevelID: m.ids["Ground"], Name: "T1", Stair: stair.Stair{
		Start: mm(7300, 6500), Toward: mm(11050, 6500), TopLevel: m.ids["First"], Width: geometry.MM(1000), Risers: 16,
		Tread: geometry.MM(250), Justification: "right"}})
	for i, x := range []int64{2000, 5000} {
		m.do(fmt.Sprintf("C%d", i+1), change.CreateColumn{BaseLevel: m.ids["Ground"],
			Column: member.Column{Location: mm(x, 4000), Height: geometry.MM(2800),
				Profile: &geometry.Profile{Shape: geometry.ProfileRectangle,
					Width: geometry.MM(300), Depth: geometry.MM(300)}}})
	}
	m.room("Living", "Ground", 2000, 2000)
	m.room("Hall", "Ground", 9000, 2000)
	m.room("Studio", "First", 2000, 2000)
	m.room("Bedroom", "First", 8000, 2000)
	m.room("Landing", "First", 8000, 5000)
	return m
}
