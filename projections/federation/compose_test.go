package federation

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
)

// built returns a tower.
func built(t testing.TB, storeys, elements int) *state.Model {
	t.Helper()
	m, n := state.NewModel(), 0
	err := tower.Build(tower.Spec{ModelID: "whole", Name: "Tower", Owner: "ada", Storeys: storeys, Elements: elements,
		Seed: 1}, func(op change.Operation) ([]state.ID, error) {
		n++
		d, err := domain.Decide(m, change.Command{ID: fmt.Sprint("command ", n), Do: op})
		if err != nil {
			return nil, err
		}
		m = d.After
		return state.MadeBy(d.Events), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// viewOf returns a view of a single model.
func viewOf(id string, events []state.Event) *projections.View {
	m := state.NewModel().FoldLate(slices.Values(events), processors.Together, sync.OnceFunc)
	c := &composer{own: m, whole: true}
	return projections.EmptyView(id, projections.MainBranch).Federated(c.ownEvents(m, nil), c.ownContent(m), nil)
}

// disciplineOf returns the discipline of an element.
func disciplineOf(m *state.Model, e *state.Element) string {
	if host, ok := m.Element(e.HostID); ok {
		return disciplineOf(m, host)
	}
	switch e.Category {
	case state.CategoryFloor, state.CategoryColumn, state.CategoryBeam, state.CategoryRoof, state.CategoryStair:
		return "structure"
	case state.CategoryDuct, state.CategoryDuctFitting:
		return "ventilation"
	case state.CategoryPipe, state.CategoryPipeFitting, state.CategoryTerminal, state.CategorySanitary,
		state.CategoryCableTray, state.CategoryCableTrayFitting, state.CategorySystem:
		return "services"
	}
	return "architecture"
}

// split returns the elements of one discipline as a model of their own. The model has the site, building, storeys and
// library of the whole, as in the files that one office exports for another.
func split(whole *state.Model, discipline string, place state.Transform) *projections.View {
	return viewOf(discipline, eventsOf(whole, discipline, place))
}

// eventsOf returns the events that make the model of one discipline, or of all for "".
func eventsOf(whole *state.Model, discipline string, place state.Transform) []state.Event {
	info := whole.Info()
	info.ID = discipline
	moved := func(e *state.Element) *state.Element {
		if place == (state.Transform{}) {
			return e
		}
		return shape.Relocated(e, place)
	}
	events := []state.Event{&state.ModelCreated{Info: info}}
	for _, x := range whole.Types() {
		events = append(events, &state.TypeDefined{Type: *x})
	}
	for _, x := range whole.Materials() {
		events = append(events, &state.MaterialDefined{Material: *x})
	}
	there := map[state.ID]bool{}
	whole.Each(func(e *state.Element) bool {
		switch e.Category {
		case state.CategorySite, state.CategoryBuilding:
		case state.CategoryLevel:
			e = moved(e)
		default:
			if discipline != "" && disciplineOf(whole, e) != discipline {
				return true
			}
			e = moved(e)
		}
		there[e.ID] = true
		events = append(events, &state.ElementCreated{Element: e})
		return true
	})
	for _, j := range whole.Joins() {
		if there[j.A] && there[j.B] {
			events = append(events, &state.ElementsJoined{Join: *j, Beside: true})
		}
	}
	for _, c := range whole.Connections() {
		if there[c.A] && there[c.B] {
			events = append(events, &state.ElementsConnected{Connection: *c})
		}
	}
	return events
}

var disciplines = []string{"architecture", "structure", "ventilation", "services"}

// sources links models to the first of them.
func sources(views []*projections.View, place state.Transform) []Source {
	var out []Source
	for _, v := range views[1:] {
		out = append(out, Source{Link: state.ModelLink{ID: state.ID("link-" + v.ModelID), Name: v.ModelID,
			ModelID: v.ModelID, Discipline: v.ModelID}, View: v, Place: place})
	}
	return out
}

// facts returns the compared facts of a view: clashes with their volumes, rooms, and elements at places.
func facts(t *testing.T, v *projections.View) string {
	t.Helper()
	report, err := clashes.Find(t.Context(), v, clashes.Test{Mode: clashes.ModeAll, Clearance: geometry.MM(20)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := ""
	say := func(x any) {
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		out += string(text) + "\n"
	}
	say(report)
	for _, id := range v.Model.OfCategory(state.CategoryRoom) {
		room, err := v.Rooms().Analyse(id)
		if err != nil {
			t.Fatal(err)
		}
		say(room)
	}
	v.Model.Each(func(e *state.Element) bool {
		quantities, _ := v.Measures().Quantities(e.ID)
		say(e)
		say(quantities)
		return true
	})
	if len(report.Findings) == 0 {
		t.Error("the tower has no clash to be found")
	}
	return out
}

func TestComposedEqualsWhole(t *testing.T) {
	whole := built(t, 2, 900)
	events := eventsOf(whole, "", state.Transform{})
	want := facts(t, viewOf("whole", events))
	for name, place := range map[string]state.Transform{
		"at one origin": {},
		"shifted":       {Delta: geometry.Point3{X: geometry.MM(1234567), Y: -geometry.MM(89), Z: geometry.MM(4500)}},
		"turned": {Delta: geometry.Point3{X: geometry.MM(50), Z: -geometry.MM(4500)},
			Rotation: 90 * geometry.Degree},
	} {
		var views []*projections.View
		for i, d := range disciplines {
			at := inverse(place)
			if i == 0 {
				at = state.Transform{}
			}
			views = append(views, split(whole, d, at))
		}
		composed := Compose(views[0], sources(views, place), true)
		if got := facts(t, composed); got != want && place.Rotation == 0 {
			t.Errorf("%s: the composed tower is another one:\n%s", name, firstDifference(got, want))
		} else if place.Rotation != 0 && !sameClashes(t, composed, viewOf("whole", events)) {
			t.Errorf("%s: other clashes", name)
		}
		for _, p := range composed.Parts() {
			if len(p.Originals) != 0 || p.Elements == 0 {
				t.Errorf("%s: %s has %d elements, %d of them renamed", name, p.Link.Name, p.Elements, len(p.Originals))
			}
		}
	}
}

// sameClashes compares the keys of clashes.
func sameClashes(t *testing.T, a, b *projections.View) bool {
	t.Helper()
	var keys [2][]string
	for i, v := range []*projections.View{a, b} {
		report, err := clashes.Find(t.Context(), v, clashes.Test{Mode: clashes.ModeHard}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			keys[i] = append(keys[i], f.Key)
		}
		slices.Sort(keys[i])
	}
	return slices.Equal(keys[0], keys[1])
}

// inverse returns the inverse transform.
func inverse(t state.Transform) state.Transform {
	back := geometry.Point2{}.Sub(t.Delta.XY()).Rotate(geometry.Point2{}, -t.Rotation)
	return state.Transform{Delta: back.At(-t.Delta.Z), Rotation: -t.Rotation}
}

func firstDifference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%.300s\nwant\n%.300s", a[max(0, i-100):], b[max(0, i-100):])
		}
	}
	return fmt.Sprintf("%d and %d bytes", len(a), len(b))
}

// A model that is linked twice is in the view twice: each time under ids of its own, which all its references use too.
func TestAModelLinkedTwice(t *testing.T) {
	whole := built(t, 1, 300)
	views := []*projections.View{split(whole, "architecture", state.Transform{}),
		split(whole, "architecture", state.Transform{})}
	list := sources(views, state.Transform{Delta: geometry.Point3{X: geometry.Kilometre}})
	second := list[0]
	second.Link.ID, second.Place.Delta.X = "link-second", 2*geometry.Kilometre
	composed := Compose(views[0], append(list, second), true)
	for _, c := range []state.Category{state.CategoryWall, state.CategoryDoor, state.CategoryRoom} {
		n := len(views[0].Model.OfCategory(c))
		if got := len(composed.Model.OfCategory(c)); got != 3*n || n == 0 {
			t.Errorf("%d elements of category %s, want three times %d", got, c, n)
		}
	}
	if got, want := len(composed.Model.Joins()), 3*len(views[0].Model.Joins()); got != want {
		t.Errorf("%d joins, want %d", got, want)
	}
	for _, id := range composed.Model.OfCategory(state.CategoryDoor) {
		door, _ := composed.Model.Element(id)
		p, original := composed.PartOf(id)
		hostPart, _ := composed.PartOf(door.HostID)
		if p != hostPart {
			t.Fatalf("door %s and its wall are of two models", id)
		}
		if p == nil {
			continue
		}
		was, _ := views[1].Model.Element(original)
		wall, _ := composed.Model.Element(door.HostID)
		if _, host := composed.PartOf(wall.ID); host != was.HostID {
			t.Errorf("door %s is in another wall than its original", id)
		}
		there, err := composed.Measures().Of(id)
		here, err2 := views[1].Measures().Of(original)
		if err != nil || err2 != nil || there.Volume != here.Volume {
			t.Errorf("door %s: %v %v, volumes %g and %g", id, err, err2, there.Volume, here.Volume)
		}
	}
}

func TestFindingsOfALink(t *testing.T) {
	degrees := func(d float64) *geometry.Angle {
		a := geometry.Angle(d * float64(geometry.Degree))
		return &a
	}
	model := func(id string, site shape.Site, heights map[string]int64) *state.Model {
		m, err := domain.Decide(state.NewModel(), change.Command{ID: id, Do: change.CreateModel{ID: id, Name: id,
			Owner: "ada"}})
		if err != nil {
			t.Fatal(err)
		}
		out := m.After.Clone()
		e, _ := out.Element(out.Info().SiteID)
		with := *e
		with.Params = &site
		out.Evolve(&state.ElementCreated{Element: &with})
		for _, name := range []string{"L1", "L2", "L3", "Second"} {
			if mm, ok := heights[name]; ok {
				d, err := domain.Decide(out, change.Command{ID: id + name,
					Do: change.CreateLevel{Name: name, Elevation: geometry.MM(mm)}})
				if err != nil {
					t.Fatal(err)
				}
				out = d.After
			}
		}
		return out
	}
	here := shape.Site{CRS: "EPSG:28992", Eastings: geometry.MM(100_000_000), Northings: geometry.MM(400_000_000)}
	near := here
	near.Eastings += geometry.MM(5000)
	far := here
	far.Northings += 310 * geometry.Kilometre
	amsterdam := shape.Site{Latitude: degrees(52.37), Longitude: degrees(4.9)}
	paris := shape.Site{Latitude: degrees(48.86), Longitude: degrees(2.35)}
	for name, c := range map[string]struct {
		own, linked *state.Model
		link        state.ModelLink
		want        []string
	}{
		"storeys apart": {model("a", shape.Site{}, map[string]int64{"L1": 0, "L2": 3000, "L3": 6000}),
			model("b", shape.Site{}, map[string]int64{"L1": 0, "L3": 6040, "Second": 3000}), state.ModelLink{},
			[]string{"STOREYS_APART", "STOREY_NAMED_OTHERWISE"}},
		"one map": {model("a", here, nil), model("b", near, nil),
			state.ModelLink{Placement: state.PlacedByMap}, nil},
		"map not used": {model("a", here, nil), model("b", near, nil), state.ModelLink{}, []string{"MAP_DISAGREES"}},
		"far on the map": {model("a", here, nil), model("b", far, nil),
			state.ModelLink{Placement: state.PlacedByMap}, []string{"ORIGINS_FAR"}},
		"far on earth": {model("a", amsterdam, nil), model("b", paris, nil), state.ModelLink{},
			[]string{"ORIGINS_FAR"}},
		"norths": {model("a", shape.Site{TrueNorth: 30 * geometry.Degree}, nil), model("b", shape.Site{}, nil),
			state.ModelLink{}, []string{"NORTHS_DIFFER"}},
		"turned to north": {model("a", shape.Site{TrueNorth: 30 * geometry.Degree}, nil),
			model("b", shape.Site{}, nil),
			state.ModelLink{Placement: state.PlacedAsGiven, Rotation: 30 * geometry.Degree}, nil},
	} {
		place, err := Placing(c.own, c.linked, c.link)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []string
		for _, f := range Check(c.own, c.linked, c.link, place) {
			got = append(got, f.Code)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
