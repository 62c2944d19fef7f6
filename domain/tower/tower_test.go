package tower

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	elementshape "github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// site executes commands through Decide, as servers do.
type site struct {
	model    *state.Model
	commands int
	events   int
}

func newSite() *site { return &site{model: state.NewModel()} }

func (s *site) do(op change.Operation) ([]state.ID, error) {
	s.commands++
	d, err := domain.Decide(s.model, change.Command{ID: fmt.Sprint("command ", s.commands), Do: op})
	if err != nil {
		return nil, err
	}
	s.model = d.After
	s.events += len(d.Events)
	var made []state.ID
	for _, e := range d.Events {
		switch e := e.(type) {
		case *state.ElementCreated:
			made = append(made, e.Element.ID)
		case *state.TypeDefined:
			made = append(made, e.ID)
		case *state.MaterialDefined:
			made = append(made, e.ID)
		}
	}
	return made, nil
}

func build(t testing.TB, spec Spec) *site {
	t.Helper()
	s := newSite()
	spec.ModelID, spec.Name, spec.Owner = "11111111-1111-4111-8111-111111111111", "Tower", "ada"
	if err := Build(spec, s.do); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestATowerHasWhatItSays(t *testing.T) {
	const storeys, elements = 3, 1200
	s := build(t, Spec{Storeys: storeys, Elements: elements, Seed: 1})
	if got := s.model.Len(); got > elements*11/10 || got < elements*7/10 {
		t.Errorf("%d elements, asked for %d", got, elements)
	}
	perStorey := 0
	for _, w := range (Spec{Storeys: storeys, Elements: elements}).wings() {
		perStorey += w.elements()
	}
	// Besides the wings there are the site, the building, levels, systems and roof slabs. On the last storey risers end
	// in a bend.
	wings := len((Spec{Storeys: storeys, Elements: elements}).wings())
	if want := perStorey*storeys + 2 + storeys + 1 + 3 + wings - topSavings*wings; s.model.Len() != want {
		t.Errorf("%d elements, the wings have %d", s.model.Len(), want)
	}
	for _, c := range []state.Category{state.CategoryWall, state.CategoryFloor, state.CategoryColumn,
		state.CategoryBeam, state.CategoryStair,
		state.CategoryOpening, state.CategoryDoor, state.CategoryWindow, state.CategoryRoom, state.CategoryLevel,
		state.CategoryDuct, state.CategoryDuctFitting, state.CategoryPipe,
		state.CategoryPipeFitting, state.CategorySystem} {
		if elementshape.CountOf(s.model, c) == 0 {
			t.Errorf("there is no %s", c)
		}
	}
	if len(s.model.Joins()) < elementshape.CountOf(s.model, state.CategoryWall) {
		t.Errorf("only %d joins", len(s.model.Joins()))
	}
}

// TestTheRoomsAreBounded checks that every room is bounded and that all joins hold. Living rooms must have about 7.2 by
// 3.3 m, less half the walls around them.
func TestTheRoomsAreBounded(t *testing.T) {
	s := build(t, Spec{Storeys: 1, Elements: 150, Seed: 2})
	for _, id := range s.model.OfCategory(state.CategoryRoom) {
		e, _ := s.model.Element(id)
		shape, err := room.RoomShapeOf(s.model, e, fabric.WallsOn(s.model, e.LevelID))
		if err != nil || !shape.Bounded {
			t.Errorf("room %s: %v", e.Name, err)
			continue
		}
		if a := shape.Region.Area(); e.Name == "Living room" && (a < 20 || a > 23) {
			t.Errorf("a living room of %.2f m2", a)
		}
	}
	for _, j := range s.model.Joins() {
		if !fabric.JoinHolds(s.model, j) {
			t.Errorf("join %s does not hold", j.ID)
		}
	}
}

func TestTheSameSeedGivesTheSameTower(t *testing.T) {
	hash := func(seed uint64) string {
		s := build(t, Spec{Storeys: 2, Elements: 300, Seed: seed})
		edits(t, s, seed, 50)
		return s.model.Hash()
	}
	first, second, other := hash(7), hash(7), hash(8)
	if first != second {
		t.Error("two towers of one seed differ")
	}
	if first == other {
		t.Error("two seeds give one tower")
	}
}

// edits makes edits until a number of them were accepted.
func edits(t *testing.T, s *site, seed uint64, accepted int) {
	t.Helper()
	editor := NewEditor(s.model, seed)
	refused := 0
	for n := 0; n < accepted; {
		if _, err := s.do(editor.Next()); err == nil {
			n++
		} else if refused++; state.CodeOf(err) == state.Internal || refused > accepted {
			t.Fatalf("%d refused: %v", refused, err)
		}
	}
}

func TestSpecsThatCannotBeBuilt(t *testing.T) {
	for _, s := range []Spec{{Storeys: 0, Elements: 1000}, {Storeys: 501, Elements: 100_000},
		{Storeys: 50, Elements: 100}, {Storeys: 1, Elements: 10_000_000}} {
		if err := Build(s, newSite().do); err == nil {
			t.Errorf("%+v was built", s)
		}
	}
}

// BenchmarkBuild measures the time for one element in a tower of 5,000 elements.
func BenchmarkBuild(b *testing.B) {
	n := 0
	for b.Loop() {
		n += build(b, Spec{Storeys: 10, Elements: 5000, Seed: 1}).model.Len()
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "us/element")
}
