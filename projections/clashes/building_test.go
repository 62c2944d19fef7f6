package clashes

import (
	"context"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// building is a model under construction.
type building struct {
	t      testing.TB
	view   *projections.View
	number int
	ground state.ID
}

const testModel = "11111111-1111-4111-8111-111111111111"

func newBuilding(t testing.TB) *building {
	t.Helper()
	b := &building{t: t, view: projections.EmptyView(testModel, projections.MainBranch)}
	b.do(change.CreateModel{ID: testModel, Name: "House", Owner: "ada"})
	b.ground = b.do(change.CreateLevel{Name: "Ground"})
	b.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	return b
}

// do executes a command and returns the last created element.
func (b *building) do(op change.Operation) state.ID {
	b.t.Helper()
	b.number++
	d, err := b.view.Decide(change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", b.number), Do: op})
	if err != nil {
		b.t.Fatalf("%T: %v", op, err)
	}
	b.view = b.view.Preview(d.Events)
	var made state.ID
	for _, e := range d.Events {
		if c, ok := state.CreatedBy(e); ok {
			made = c.ID
		}
	}
	return made
}

func mm(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

// slab adds a floor whose top is at a height.
func (b *building) slab(x0, y0, x1, y1, thickness, top int64) state.ID {
	b.t.Helper()
	return b.do(change.CreateFloor{LevelID: b.ground, Floor: fabric.Floor{
		Boundary:  []geometry.Point2{mm(x0, y0), mm(x1, y0), mm(x1, y1), mm(x0, y1)},
		Thickness: geometry.MM(thickness), Offset: geometry.MM(top)}})
}

// column adds a square column from a height upwards.
func (b *building) column(x, y, width, base, height int64) state.ID {
	b.t.Helper()
	return b.do(change.CreateColumn{BaseLevel: b.ground, Column: member.Column{
		Location: mm(x, y), BaseOffset: geometry.MM(base), Height: geometry.MM(height),
		Profile: rectangle(width, width)}})
}

func rectangle(width, depth int64) *geometry.Profile {
	return &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(width), Depth: geometry.MM(depth)}
}

func (b *building) wall(x0, y0, x1, y1 int64) state.ID {
	b.t.Helper()
	return b.do(change.CreateWall{LevelID: b.ground, Wall: fabric.Wall{
		Start: mm(x0, y0), End: mm(x1, y1), Height: geometry.MM(2800), Thickness: geometry.MM(200)}})
}

// find runs a test, which must succeed.
func (b *building) find(test Test) *Report {
	b.t.Helper()
	report, err := Find(context.Background(), b.view, test, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return report
}
