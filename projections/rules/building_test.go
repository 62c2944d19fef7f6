package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// building is a model under construction, with the ids of its elements by their names.
type building struct {
	t      *testing.T
	view   *projections.View
	number int
	ids    map[string]state.ID
}

// newBuilding returns a model with the levels L0 and, 3 m above it, L1.
func newBuilding(t *testing.T) *building {
	t.Helper()
	const model = "11111111-1111-4111-8111-111111111111"
	b := &building{t: t, view: projections.EmptyView(model, projections.MainBranch), ids: map[string]state.ID{}}
	b.do("", change.CreateModel{ID: model, Name: "House", Owner: "ada"})
	b.do("L0", change.CreateLevel{Name: "L0"})
	b.do("L1", change.CreateLevel{Name: "L1", Elevation: geometry.MM(3000)})
	return b
}

// do executes a command and names the last created element.
func (b *building) do(name string, op change.Operation) state.ID {
	b.t.Helper()
	b.number++
	d, err := b.view.Decide(change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", b.number), Do: op})
	if err != nil {
		b.t.Fatalf("%s: %T: %v", name, op, err)
	}
	b.view = b.view.Preview(d.Events)
	var made state.ID
	for _, e := range d.Events {
		if c, ok := state.CreatedBy(e); ok && c.Category != state.CategoryOpening {
			made = c.ID
		}
	}
	if name != "" {
		b.ids[name] = made
	}
	return made
}

func mm(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

// wall adds a wall of 2.8 m height and 200 mm thickness on L0, its interior to the left.
func (b *building) wall(name string, from, to geometry.Point2, props shape.PropertySets) {
	b.t.Helper()
	b.do(name, change.CreateWall{LevelID: b.ids["L0"], Name: name, Properties: props, Wall: fabric.Wall{
		Start: from, End: to, Height: geometry.MM(2800), Thickness: geometry.MM(200)}})
}

// stated returns the set of properties that states a fire rating, or nothing for "".
func stated(set, rating string) shape.PropertySets {
	if rating == "" {
		return nil
	}
	return shape.PropertySets{set: {"FireRating": shape.PropertyOf(rating)}}
}

// check applies rules of the package to the building.
func (b *building) check(o Options) *Report {
	b.t.Helper()
	return b.checkBy(Table(), o)
}

// checkBy applies rules of a table to the building.
func (b *building) checkBy(table []Rule, o Options) *Report {
	b.t.Helper()
	r, err := Check(b.t.Context(), b.view, ways.NewIndex(), table, o)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// nameOf returns the name of an element.
func (b *building) nameOf(id state.ID) string {
	for name, of := range b.ids {
		if of == id {
			return name
		}
	}
	return string(id)
}

// said returns the report on some rules: one line for each finding, each entry of NotChecked, and each pass: "rule:
// fail D1 0.5", "rule: missing leaf (2)", "rule: pass 2 (0.5 to 1)".
func (b *building) said(r *Report, ids ...string) string {
	var lines []string
	add := func(rule, format string, args ...any) {
		if slices.Contains(ids, rule) {
			lines = append(lines, rule+": "+fmt.Sprintf(format, args...))
		}
	}
	for _, f := range r.Findings {
		value := 0.0
		if f.Measured != nil && math.Abs(*f.Measured) > 0.1 { // bisection has a smaller error
			value = *f.Measured
		}
		add(f.Rule, "fail %s %.4g", b.nameOf(f.Elements[0]), value)
	}
	for _, n := range r.NotChecked {
		for _, rule := range n.Rules {
			add(rule, "missing %s (%d)", n.Missing, n.Count)
		}
	}
	for _, p := range r.Passed {
		add(p.Rule, "pass %d (%.4g to %.4g)", p.Count, p.Least, p.Greatest)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
