package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/ways"
)

const (
	// judgedElements is the size of the tower that the rules check, and judgedStorey the size of each of its storeys.
	judgedElements = 100_000
	judgedStorey   = 4000
)

// judging measures checks of rules on a tower with exits, and a query about one storey after one of its walls moved. It
// compares the query with the same query in a model of one storey.
func (b *bench) judging() error {
	elements := judgedElements
	if b.large != largeElements {
		elements = b.large // the size that the flag asks for
	}
	v, err := b.judged(elements)
	if err != nil {
		return err
	}
	rooms := len(v.Model.OfCategory(modelstate.CategoryRoom))
	index := ways.NewIndex()
	building := []string{"code_compliance", "egress_analysis", "fire_rating_check", "structural_check"}
	var both float64
	for i, c := range []struct {
		name      string
		checks    []string
		standards []string // as the tools select them
	}{
		{"code_compliance by IBC", building, []string{"IBC"}},
		{"egress of all rooms after it", []string{"egress_analysis"}, []string{"IBC", "bimstream"}},
		{"the same by IBC and our own rules again, nothing changed", building, []string{"IBC", "bimstream"}},
	} {
		took, err := b.judge(v, index, c.name, residential(c.checks, c.standards), rooms)
		if err != nil {
			return err
		}
		if both += took; i == 1 {
			name := fmt.Sprintf("code_compliance and egress of all rooms, together, %d elements", v.Model.Len())
			b.add(Figure{Name: name, Value: both, Unit: "s", Aim: "<= 30 on two cores"})
		}
	}
	return b.oneStorey(v, index, min(elements, judgedStorey))
}

// judged returns a tower in which every wing has a door at either end of its ground floor's corridor.
func (b *bench) judged(elements int) (*projections.View, error) {
	h, err := b.generated(elements, judgedStorey, 0)
	if err != nil {
		return nil, err
	}
	store, err := sqlite.Open(h.data, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = store.Close() }()
	v, err := projections.NewLive(store).View(b.ctx, h.model, projections.MainBranch)
	if err != nil {
		return nil, err
	}
	return withExits(v)
}

// withExits places a door at either end of each corridor on the ground floor, in the outer walls of 14 m that close the
// wings.
func withExits(v *projections.View) (*projections.View, error) {
	ground := shape.Levels(v.Model)[0].ID
	n := 0
	for _, id := range v.Model.OfCategory(modelstate.CategoryWall) {
		e, _ := v.Model.Element(id)
		wall := e.Params.(*fabric.Wall)
		if e.LevelID != ground || geometry.Distance(wall.Start, wall.End) != 14*geometry.Metre {
			continue
		}
		n++
		next, err := decided(v, n, changing.PlaceDoor{WallID: id, Name: fmt.Sprintf("Exit %d", n), Door: fabric.Door{
			Offset: 6400 * geometry.Millimetre, Width: 1200 * geometry.Millimetre, Height: 2200 * geometry.Millimetre}})
		if err != nil {
			return nil, err
		}
		v = next
	}
	if n == 0 {
		return nil, fmt.Errorf("the tower has no walls at the ends of its wings")
	}
	return v, nil
}

// decided returns the view after a command.
func decided(v *projections.View, number int, op changing.Operation) (*projections.View, error) {
	d, err := v.Decide(changing.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", number), Do: op})
	if err != nil {
		return nil, err
	}
	return v.Preview(d.Events), nil
}

// residential returns the options with which the checks run on the tower.
func residential(checks, standards []string) rules.Options {
	sprinklered := false
	return rules.Options{Checks: checks, Standards: standards, Occupancy: "R-2",
		Sprinklered: &sprinklered, Construction: "IIA"}
}

func (b *bench) judge(v *projections.View, index *ways.Index, name string, o rules.Options,
	rooms int) (float64, error) {
	runtime.GC()
	began, cost := time.Now(), processorTime()
	report, err := rules.Check(b.ctx, v, index, rules.Table(), o)
	if err != nil {
		return 0, err
	}
	took, spent := time.Since(began), processorTime()-cost
	b.add(Figure{Name: fmt.Sprintf("%s, %d elements", name, v.Model.Len()), Value: took.Seconds(),
		Unit: "s",
		Note: fmt.Sprintf("%d rooms, %s ms of a core each, %d rules, %d findings, %d exits", rooms,
			brief(milliseconds(spent)/float64(max(1, rooms))),
			report.Rules, len(report.Findings), len(report.Exits))})
	return took.Seconds(), nil
}

// oneStorey measures the ways from the corridor to every room around a partition, after the partition has moved. It
// compares the tower with a model of one storey.
func (b *bench) oneStorey(tower *projections.View, index *ways.Index, elements int) error {
	alone, err := b.judged(elements)
	if err != nil {
		return err
	}
	own := ways.NewIndex()
	least := [2]time.Duration{}
	const turns = 8
	for i := range turns { // in turns, so that other work of the machine affects both
		for k, of := range []struct {
			view  **projections.View
			index *ways.Index
		}{{&tower, index}, {&alone, own}} {
			if *of.view, err = partitionMoved(*of.view, i); err != nil {
				return err
			}
			began := time.Now()
			if err := askStorey(b.ctx, *of.view, of.index); err != nil {
				return err
			}
			if took := time.Since(began); i > 0 && (least[k] == 0 || took < least[k]) {
				least[k] = took
			}
		}
	}
	b.add(Figure{Name: fmt.Sprintf("the ways of a storey after a wall of it moved, %d elements", tower.Model.Len()),
		Value: milliseconds(least[0]), Unit: "ms",
		Floor:   fmt.Sprintf("the same in one storey of %d elements, ms", alone.Model.Len()),
		FloorIs: milliseconds(least[1]), Aim: "<= 1.2"})
	return nil
}

// partitionOf returns a free-standing partition of a flat on the lowest storey.
func partitionOf(v *projections.View) (modelstate.ID, error) {
	ground := shape.Levels(v.Model)[0].ID
	for _, id := range v.Model.OfCategory(modelstate.CategoryWall) {
		e, _ := v.Model.Element(id)
		wall := e.Params.(*fabric.Wall)
		if e.LevelID == ground && wall.Start.X == wall.End.X &&
			geometry.Distance(wall.Start, wall.End) < 5*geometry.Metre {
			return id, nil
		}
	}
	return "", fmt.Errorf("the tower has no partition")
}

// partitionMoved returns a view with a partition moved back and forth.
func partitionMoved(v *projections.View, turn int) (*projections.View, error) {
	id, err := partitionOf(v)
	if err != nil {
		return nil, err
	}
	by := 50 * geometry.Millimetre
	if turn%2 == 1 {
		by = -by
	}
	return decided(v, 1000+turn, changing.MoveElement{ElementIDs: []modelstate.ID{id}, Delta: geometry.Point3{X: by}})
}

// askStorey asks for a way within the first room of the lowest storey, so that the index computes the ways of that
// storey.
func askStorey(ctx context.Context, v *projections.View, index *ways.Index) error {
	building, err := index.Building(ctx, v, ways.Walker())
	if err != nil {
		return err
	}
	storey, err := building.Storey(0)
	if err != nil {
		return err
	}
	rooms := storey.Rooms()
	slices.Sort(rooms)
	from, err := building.Middle(rooms[0])
	if err != nil {
		return err
	}
	_, err = building.Route(from, from)
	return err
}
