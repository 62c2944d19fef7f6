package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape/room"
	serviceshape "github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
)

// failing is the part of testing.T that the checks below need.
type failing interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// reimported exports a model and imports the file into a new model, which it returns with the report.
func reimported(t failing, m *state.Model, o Options) (*state.Model, importer.Report) {
	t.Helper()
	var file bytes.Buffer
	if _, err := Write(context.Background(), &file, m, o); err != nil {
		t.Fatalf("%s %s: %v", o.Schema, o.Target, err)
	}
	src, err := building.Parse(file.Bytes())
	if err != nil {
		t.Fatalf("%v", err)
	}
	plan, err := importer.Make(context.Background(), src, importer.Target{}, nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	plan.Create.ID, plan.Create.Owner = m.Info().ID, m.Info().Owner
	return carriedOut(t, plan), plan.Report
}

// carriedOut returns the model that a plan creates.
func carriedOut(t failing, plan *importer.Plan) *state.Model {
	t.Helper()
	out := state.NewModel()
	for i, op := range operations(plan) {
		decision, err := domain.Decide(out, change.Command{ID: fmt.Sprintf("import %d", i), Do: op})
		if err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		out = decision.After
	}
	return out
}

func operations(p *importer.Plan) []change.Operation {
	out := []change.Operation{p.Create}
	for _, step := range p.Steps {
		out = append(out, step)
	}
	return out
}

// sameState reports the differences between two models except for their history: elements, types, materials, joins, and
// the data about the model as a whole.
func sameState(t failing, got, want *state.Model) {
	t.Helper()
	a, b := want.Info(), got.Info()
	for _, field := range []string{a.Author, a.Organization} {
		if field == "" { // the header of a file never has empty names
			b.Author, b.Organization = a.Author, a.Organization
		}
	}
	if a != b {
		t.Errorf("the model was %+v, is %+v", a, b)
	}
	ids := map[state.ID]bool{}
	for _, m := range []*state.Model{got, want} {
		m.Each(func(e *state.Element) bool { ids[e.ID] = true; return true })
		for _, x := range m.Types() {
			ids[x.ID] = true
		}
		for _, x := range m.Materials() {
			ids[x.ID] = true
		}
	}
	list := make([]state.ID, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	d := merge.Diff(want, got, list)
	if d.Len() > 0 {
		text, _ := json.Marshal(d)
		t.Errorf("%s", text)
	}
	if x, y := string(encode(want.Joins())), string(encode(got.Joins())); x != y {
		t.Errorf("joins were\n%s\nare\n%s", x, y)
	}
	if x, y := string(encode(want.Connections())), string(encode(got.Connections())); x != y {
		t.Errorf("connections were\n%s\nare\n%s", x, y)
	}
}

func encode(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		return []byte(err.Error())
	}
	return out
}

// everyForm calls f for every schema and target.
func everyForm(f func(Options)) {
	for _, name := range Schemas() {
		for _, target := range TargetGeneric.Enum() {
			f(Options{Schema: name, Target: Target(target), Stamp: stamp})
		}
	}
}

// TestRoundTrip checks that an import of an export restores the model, in every schema and for every target.
func TestRoundTrip(t *testing.T) {
	for name, m := range map[string]*state.Model{"house": house(t).model, "variety": variety(t).model,
		"equipped": equipped(t).model, "fixed": fixedSite(t).model} {
		everyForm(func(o Options) {
			t.Run(name+" "+o.Schema+" "+string(o.Target), func(t *testing.T) {
				got, report := reimported(t, m, o)
				sameState(t, got, m)
				for _, l := range report.Left {
					t.Errorf("left: %+v", l)
				}
			})
		})
	}
}

// TestRoundTripOfAttachedWalls checks that attached walls and columns, with joins and openings in them, are written as
// clippings and restored.
func TestRoundTripOfAttachedWalls(t *testing.T) {
	s := attachedHouse(t)
	everyForm(func(o Options) {
		back, report := reimported(t, s.model, o)
		sameState(t, back, s.model)
		for _, left := range report.Left {
			t.Errorf("%s %s: %+v", o.Schema, o.Target, left)
		}
	})
}

// TestRoundTripOfATower checks that a tower with ducts and pipes through all its storeys is restored with its systems
// and connections.
func TestRoundTripOfATower(t *testing.T) {
	m := builtTower(t)
	for _, name := range Schemas() {
		t.Run(name, func(t *testing.T) {
			got, report := reimported(t, m, in(name))
			sameState(t, got, m)
			for _, l := range report.Left {
				t.Errorf("left: %+v", l)
			}
		})
	}
}

// TestRoundTripOfGroups checks that groups without members, which a file cannot contain, are restored, and so are zones
// with their rooms.
func TestRoundTripOfGroups(t *testing.T) {
	s := house(t)
	s.do("fire", change.CreateZone{Name: "Fire 1", Zone: room.Zone{Rooms: []state.ID{s.ids["001"], s.ids["101"]},
		Usage: "fire compartment"},
		Properties: sets(t, `{"Pset_ZoneCommon": {"PubliclyAccessible": true}}`)})
	s.do("empty", change.CreateZone{Name: "Empty", Zone: room.Zone{Usage: "none yet"},
		Properties: sets(t, `{"Notes": {"Why": "later"}}`)})
	s.do("system", change.CreateSystem{Name: "Heating",
		System: serviceshape.System{Use: "heating", Description: "radiators"}})
	by := geometry.Point3{Y: geometry.MM(-20_000)}
	s.do("row", change.CreateArray{ElementIDs: []state.ID{s.ids["P3"]}, Count: 3, Delta: &by, Name: "Row"})
	s.do("twin", change.CreateArray{ElementIDs: []state.ID{s.ids["P3"]}, Mirror: []geometry.Point2{
		{Y: geometry.MM(30_000)}, {X: geometry.MM(1000), Y: geometry.MM(30_100)}}})
	for _, name := range Schemas() {
		got, report := reimported(t, s.model, in(name))
		sameState(t, got, s.model)
		if len(report.Left) > 0 {
			t.Errorf("%s: left %+v", name, report.Left)
		}
	}
}

// TestRoundTripOfRandomModels checks that an import restores every model that the domain accepts.
func TestRoundTripOfRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		o := Options{Stamp: stamp, Schema: rapid.SampledFrom(Schemas()).Draw(t, "schema"),
			Target: Target(rapid.SampledFrom(TargetGeneric.Enum()).Draw(t, "target"))}
		got, _ := reimported(t, m, o)
		sameState(t, got, m)
	})
}

// TestADoorThatIsCarriedComesWithItsOpening checks that a door that an older export carries as a whole is restored with
// its opening. The older export carried it because imports then read another form.
func TestADoorThatIsCarriedComesWithItsOpening(t *testing.T) {
	data, err := os.ReadFile("../../testdata/ifc/carried-door.ifc")
	if err != nil {
		t.Fatal(err)
	}
	src, err := building.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := importer.Make(t.Context(), src, importer.Target{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	doors := 0
	for _, step := range plan.Steps {
		for _, e := range step.Elements {
			if e.Category == state.CategoryDoor && e.FillsID != "" {
				doors++
			}
		}
	}
	if doors != 2 || len(plan.Report.Left) > 0 {
		t.Errorf("%d doors with openings, left out: %+v", doors, plan.Report.Left)
	}
}
