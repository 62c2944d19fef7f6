package export

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/ifc/step"
)

// carryingSite builds a model with data that an export can only carry. They are a column up to a level, a railing, and
// a name longer than IFC allows.
func carryingSite(t *testing.T) *site {
	s := newSite(t)
	s.do("", changing.CreateModel{ID: "carrying", Name: "Carrying", Owner: "ada"})
	s.do("L0", changing.CreateLevel{Name: "0"})
	s.do("L1", changing.CreateLevel{Name: "1", Elevation: length(3000)})
	s.do("column", changing.CreateColumn{BaseLevel: s.ids["L0"], Name: "column",
		Column: member.Column{Location: at(1000, 2000), TopLevel: s.ids["L1"],
			Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: length(321)}}})
	s.do("railing", changing.CreateRailing{LevelID: s.ids["L0"], Name: "railing",
		Railing: stair.Railing{Path: path(5000, 6000, 0, 8000, 6000, 0), Height: length(1000)}})
	s.do("floor", changing.CreateFloor{LevelID: s.ids["L0"], Name: strings.Repeat("long ", 60) + "end",
		Floor: fabric.Floor{Boundary: ring(0, 0, 4000, 0, 4000, 3000, 0, 3000), Thickness: length(200)}})
	return s
}

// edited exports a site, changes the file, and returns the result of importing it.
func edited(t *testing.T, s *site, schemaName string, change func(*step.File)) (*state.Model, importer.Report) {
	t.Helper()
	var out bytes.Buffer
	if _, err := Write(t.Context(), &out, s.model, in(schemaName)); err != nil {
		t.Fatal(err)
	}
	file, err := step.ParseBytes(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	change(file)
	out.Reset()
	if err := step.Write(&out, file); err != nil {
		t.Fatal(err)
	}
	src, err := building.Parse(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	plan, err := importer.Make(context.Background(), src, importer.Target{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan.Create.ID, plan.Create.Owner = s.model.Info().ID, s.model.Info().Owner
	m := state.NewModel()
	for i, op := range operations(plan) {
		decision, err := domain.Decide(m, changing.Command{ID: fmt.Sprint(i), Do: op})
		if err != nil {
			t.Fatal(err)
		}
		m = decision.After
	}
	return m, plan.Report
}

// replaced changes a value in the only instance of a class that has the value.
func replaced(t *testing.T, f *step.File, class string, says, becomes step.Value) {
	t.Helper()
	n := 0
	for i := range f.Instances {
		in := &f.Instances[i]
		for k, v := range in.Args {
			if in.Name == class && v == says {
				in.Args[k] = becomes
				n++
			}
		}
	}
	if n != 1 {
		t.Fatalf("%d %s say %v", n, class, says)
	}
}

// TestAFileWrittenAnewIsBelieved checks that carried data are used after another program has rewritten the file with
// numbers of its own.
func TestAFileWrittenAnewIsBelieved(t *testing.T) {
	s := carryingSite(t)
	for _, name := range Schemas() {
		m, report := edited(t, s, name, renumbered)
		sameState(t, m, s.model)
		if len(report.Left) > 0 {
			t.Errorf("%s: left %+v", name, report.Left)
		}
	}
}

// renumbered gives every instance another number.
func renumbered(f *step.File) {
	const away = 100_000
	var moved func(v step.Value) step.Value
	moved = func(v step.Value) step.Value {
		switch v := v.(type) {
		case step.Ref:
			return v + away
		case step.List:
			for i := range v {
				v[i] = moved(v[i])
			}
		}
		return v
	}
	for i := range f.Instances {
		f.Instances[i].ID += away
		for k, v := range f.Instances[i].Args {
			f.Instances[i].Args[k] = moved(v)
		}
	}
}

// TestWhatAnotherProgramChangedWins checks that data that another program changed in a file of ours are read as
// changed, and that the report names outdated carried data. The other carried data are restored.
func TestWhatAnotherProgramChangedWins(t *testing.T) {
	const shape, said = "its place or shape was changed after our export: what the file carries of it is not used",
		"its name or properties were changed after our export: what the file carries of them is not used"
	s := carryingSite(t)
	for _, name := range Schemas() {
		t.Run(name, func(t *testing.T) {
			higher, report := edited(t, s, name, func(f *step.File) {
				replaced(t, f, "IFCEXTRUDEDAREASOLID",
					step.Real(3000), step.Real(2600))
			})
			column, _ := higher.Element(s.ids["column"])
			if p := column.Params.(*member.Column); p.Height != length(2600) || p.TopLevel != "" {
				t.Errorf("the column is %+v", p)
			}
			told(t, report, "column", shape)
			if e, _ := higher.Element(s.ids["railing"]); e.Category != state.CategoryRailing {
				t.Errorf("the railing, which nobody changed, is a %s", e.Category)
			}

			moved, report := edited(t, s, name, func(f *step.File) {
				moveOrigin(t, f,
					step.Real(5000), step.Real(5500))
			})
			railing, _ := moved.Element(s.ids["railing"])
			if f := state.FixedOf(railing); f == nil || railing.Category != state.CategoryRailing ||
				f.Location.X != length(5500) {
				t.Errorf("the railing is %+v", railing)
			}
			told(t, report, "railing", shape)

			renamed, report := edited(t, s, name, func(f *step.File) {
				for i, in := range f.Instances {
					if label, ok := in.Args[min(2, len(in.Args)-1)].(step.String); in.Name == "IFCSLAB" && ok &&
						strings.HasPrefix(string(label), "long") {
						f.Instances[i].Args[2] = step.String("short")
					}
				}
			})
			if floor, _ := renamed.Element(s.ids["floor"]); floor.Name != "short" {
				t.Errorf("the floor is named %q", floor.Name)
			}
			told(t, report, "short", said)
		})
	}
}

// moveOrigin changes the X of the single point in space whose X has a value.
func moveOrigin(t *testing.T, f *step.File, from, to step.Value) {
	t.Helper()
	n := 0
	for i := range f.Instances {
		in := &f.Instances[i]
		if list, ok := in.Args[0].(step.List); in.Name == "IFCCARTESIANPOINT" && ok &&
			len(list) == 3 && list[0] == from {
			list[0] = to
			n++
		}
	}
	if n != 1 {
		t.Fatalf("%d points begin with %v", n, from)
	}
}

func told(t *testing.T, report importer.Report, name, reason string) {
	t.Helper()
	for _, l := range report.Left {
		if l.Name == name && l.Reason == reason {
			return
		}
	}
	t.Errorf("that %s was changed is not told: %+v", name, report.Left)
}
