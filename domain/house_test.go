package domain

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// builder builds models through Decide, as commands do.
type builder struct {
	t     tester
	model *state.Model
	log   []state.Event
	n     int
}

// tester is the common interface of *testing.T and *rapid.T.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Error(args ...any)
	Fatal(args ...any)
}

func newBuilder(t tester) *builder {
	b := &builder{t: t, model: state.NewModel()}
	b.do(change.CreateModel{Name: "House", ID: "model", Owner: "local"})
	return b
}

// try decides a command without applying it.
func (b *builder) try(op change.Operation) (change.Decision, error) {
	b.n++
	return Decide(b.model, change.Command{ID: fmt.Sprintf("command-%d", b.n), Do: op})
}

// do decides and applies a command and returns the id of the first element that it made.
func (b *builder) do(op change.Operation) state.ID {
	b.t.Helper()
	d, err := b.try(op)
	if err != nil {
		b.t.Fatalf("%T: %v", op, err)
	}
	b.model = d.After
	b.log = append(b.log, d.Events...)
	for _, e := range d.Events {
		if made, ok := state.CreatedBy(e); ok {
			return made.ID
		}
		switch e := e.(type) {
		case *state.TypeDefined:
			return e.ID
		case *state.MaterialDefined:
			return e.ID
		}
	}
	return ""
}

// refused asserts that a command is refused with a code and changes nothing.
func (b *builder) refused(op change.Operation, code state.Code) *state.Error {
	b.t.Helper()
	before := b.model.Hash()
	_, err := b.try(op)
	if err == nil {
		b.t.Fatalf("%T was accepted, want %s", op, code.Name())
	}
	if state.CodeOf(err) != code {
		b.t.Fatalf("%T: %s (%v), want %s", op, state.CodeOf(err).Name(), err, code.Name())
	}
	if b.model.Hash() != before {
		b.t.Fatalf("%T was refused and changed the model", op)
	}
	return err.(*state.Error)
}

func (b *builder) measure(id state.ID, name string, want float64) {
	b.t.Helper()
	q, err := elements.Quantities(b.model, id)
	if err != nil {
		b.t.Fatalf("quantities of %s: %v", id, err)
	}
	got, ok := shape.QuantityNamed(q, name)
	if !ok || math.Abs(got-want) > 1e-6 {
		e, _ := b.model.Element(id)
		b.t.Errorf("%s of %s is %.9f, want %.9f", name, e.Name, got, want)
	}
}

func mm(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

func rectangle(x0, y0, x1, y1 int64) []geometry.Point2 {
	return []geometry.Point2{mm(x0, y0), mm(x1, y0), mm(x1, y1), mm(x0, y1)}
}

// house is the standard small building with its elements by name.
type house struct {
	*builder
	id map[string]state.ID
}

func (h *house) wall(name, level, wallType string, x0, y0, x1, y1 int64) {
	h.id[name] = h.do(change.CreateWall{Name: name, LevelID: h.id[level], TypeID: h.id[wallType],
		Wall: fabric.Wall{Start: mm(x0, y0), End: mm(x1, y1), Height: geometry.MM(2800)}})
}

func (h *house) door(name, wall string, offset, width, height int64) {
	h.id[name] = h.do(change.PlaceDoor{Name: name, WallID: h.id[wall],
		Door: fabric.Door{Offset: geometry.MM(offset), Width: geometry.MM(width), Height: geometry.MM(height)}})
}

func (h *house) window(name, wall string, offset, width, height, sill int64) {
	h.id[name] = h.do(change.PlaceWindow{Name: name, WallID: h.id[wall],
		Window: fabric.Window{Offset: geometry.MM(offset), Width: geometry.MM(width), Height: geometry.MM(height),
			SillHeight: geometry.MM(sill)}})
}

func (h *house) join(names ...string) {
	ids := make([]state.ID, len(names))
	for i, n := range names {
		ids[i] = h.id[n]
	}
	h.do(change.JoinElements{ElementIDs: ids, JoinType: fabric.JoinAuto})
}

func buildHouse(t tester) *house {
	h := &house{newBuilder(t), map[string]state.ID{}}
	for _, l := range []struct {
		name string
		z    int64
	}{{"Ground", 0}, {"First", 3000}, {"Roof", 6000}} {
		h.id[l.name] = h.do(change.CreateLevel{Name: l.name, Elevation: geometry.MM(l.z)})
	}
	h.do(change.DefineMaterial{Name: "Core"})
	h.id["EXT"] = h.do(change.DefineType{Category: state.CategoryWall, Name: "EXT-300",
		Layers: []shape.LayerInput{{Material: "Core", Thickness: geometry.MM(300), Function: "", Record: ""}}})
	h.id["INT"] = h.do(change.DefineType{Category: state.CategoryWall, Name: "INT-120",
		Layers: []shape.LayerInput{{Material: "Core", Thickness: geometry.MM(120), Function: "", Record: ""}}})
	h.wall("W1", "Ground", "EXT", 150, 150, 11850, 150)
	h.wall("W2", "Ground", "EXT", 11850, 150, 11850, 7850)
	h.wall("W3", "Ground", "EXT", 11850, 7850, 150, 7850)
	h.wall("W4", "Ground", "EXT", 150, 7850, 150, 150)
	h.wall("P1", "Ground", "INT", 7000, 150, 7000, 7850)
	h.wall("W5", "First", "EXT", 150, 150, 11850, 150)
	h.wall("W6", "First", "EXT", 11850, 150, 11850, 7850)
	h.wall("W7", "First", "EXT", 11850, 7850, 150, 7850)
	h.wall("W8", "First", "EXT", 150, 7850, 150, 150)
	h.wall("P2", "First", "INT", 5000, 150, 5000, 7850)
	h.wall("P3", "First", "INT", 5000, 4000, 11850, 4000)
	h.join("W1", "W2", "W3", "W4", "P1")
	h.join("W5", "W6", "W7", "W8", "P2", "P3")
	h.door("D1", "W1", 2000, 1100, 2200)
	h.window("F1", "W1", 4500, 1500, 1200, 900)
	h.window("F2", "W1", 8200, 1800, 1400, 800)
	h.window("F3", "W2", 2000, 1200, 1200, 900)
	h.window("F4", "W2", 4600, 1200, 1200, 900)
	h.door("D2", "W3", 3000, 2400, 2200)
	h.window("F5", "W3", 7500, 1500, 1200, 900)
	h.window("F6", "W4", 3100, 1500, 1200, 900)
	h.door("D3", "P1", 3000, 900, 2100)
	for _, offset := range []int64{1500, 4900, 8400} {
		h.window(fmt.Sprintf("F%d", offset), "W5", offset, 1500, 1200, 900)
	}
	h.window("F10", "W6", 3100, 1500, 1200, 900)
	h.window("F11", "W7", 2000, 1500, 1200, 900)
	h.window("F12", "W7", 7500, 1500, 1200, 900)
	h.window("F13", "W8", 3100, 1500, 1200, 900)
	h.door("D4", "P2", 1000, 900, 2100)
	h.door("D5", "P2", 5200, 900, 2100)
	h.frame()
	h.rooms()
	return h
}

func (h *house) frame() {
	h.id["S0"] = h.do(change.CreateFloor{Name: "S0", LevelID: h.id["Ground"],
		Floor: fabric.Floor{Boundary: rectangle(0, 0, 12000, 8000), Thickness: geometry.MM(300)}})
	h.id["S1"] = h.do(change.CreateFloor{Name: "S1", LevelID: h.id["First"],
		Floor: fabric.Floor{Boundary: rectangle(0, 0, 12000, 8000),
			Holes:     []geometry.Ring{rectangle(7300, 6500, 11050, 7500)},
			Thickness: geometry.MM(200)}})
	h.id["R1"] = h.do(change.CreateRoof{Name: "R1", LevelID: h.id["Roof"],
		Roof: fabric.Roof{Boundary: rectangle(0, 0, 12000, 8000), RoofType: fabric.RoofGable,
			Slope:     35 * geometry.Degree,
			Thickness: geometry.MM(250), Overhang: geometry.MM(500), RidgeDirection: "x", Offset: geometry.MM(-200)}})
	h.id["T1"] = h.do(change.CreateStair{Name: "T1", LevelID: h.id["Ground"],
		Stair: stair.Stair{Start: mm(7300, 6500), Toward: mm(11050, 6500), TopLevel: h.id["First"],
			Width:  geometry.MM(1000),
			Risers: 16, Tread: geometry.MM(250), Justification: "right"}})
	square := &geometry.Profile{Shape: "rectangle", Width: geometry.MM(300), Depth: geometry.MM(300)}
	for name, x := range map[string]int64{"C1": 2000, "C2": 5000} {
		h.id[name] = h.do(change.CreateColumn{Name: name, BaseLevel: h.id["Ground"],
			Column: member.Column{Location: mm(x, 4000), Height: geometry.MM(2800), Profile: square}})
	}
	h.id["B1"] = h.do(change.CreateBeam{Name: "B1", LevelID: h.id["Ground"],
		Beam: member.Beam{Start: mm(2150, 4000).At(geometry.MM(2800)), End: mm(4850, 4000).At(geometry.MM(2800)),
			Justification: "top", Profile: &geometry.Profile{Shape: "rectangle",
				Width: geometry.MM(200), Depth: geometry.MM(400)}}})
}

func (h *house) rooms() {
	for _, r := range []struct {
		number, level string
		x, y          int64
	}{{"001", "Ground", 2000, 2000}, {"002", "Ground", 9000, 2000}, {"101", "First", 2000, 2000},
		{"102", "First", 8000, 2000}, {"103", "First", 8000, 6000}} {
		seed := mm(r.x, r.y)
		h.id[r.number] = h.do(change.CreateRoom{LevelID: h.id[r.level], Room: room.Room{Seed: &seed, Number: r.number}})
	}
}

// The expected values of this test are worked out by hand from plane geometry.
func TestHouseFigures(t *testing.T) {
	h := buildHouse(t)
	for name, net := range map[string]float64{
		"W1": 7.806, "W2": 5.604, "W3": 7.704, "W4": 5.928, "P1": 2.2596, "W5": 8.208, "W6": 5.928, "W7": 8.748,
		"W8": 5.928, "P2": 2.0328, "P3": 2.23104,
		"S0": 28.8, "S1": 18.45, "C1": 0.252, "C2": 0.252, "B1": 0.216,
	} {
		h.measure(h.id[name], "NetVolume", net)
	}
	for name, gross := range map[string]float64{"W1": 9.828, "W2": 6.468, "P1": 2.4864, "P2": 2.4864, "P3": 2.23104} {
		h.measure(h.id[name], "GrossVolume", gross)
	}
	// The vertical thickness is rounded to the micrometre, an error of up to half a micrometre over 117 m2 of plan.
	q, err := elements.Quantities(h.model, h.id["R1"])
	if got, _ := shape.QuantityNamed(q, "NetVolume"); err != nil ||
		math.Abs(got-13*9*0.25/math.Cos(35*math.Pi/180)) > 117*0.5e-6 {
		t.Errorf("the roof has %.6f m3: %v", got, err)
	}
	for room, net := range map[string]float64{"001": 49.136, "002": 34.336, "101": 34.336,
		"102": 24.1696, "103": 24.1696} {
		h.measure(h.id[room], "NetFloorArea", net)
		h.measure(h.id[room], "NetVolume", net*2.8)
	}
}

func TestHouseEdits(t *testing.T) {
	h := buildHouse(t)
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["P1"]}, Delta: geometry.Point3{X: geometry.MM(-1000)}})
	h.measure(h.id["P1"], "NetVolume", 2.2596)
	h.measure(h.id["001"], "NetFloorArea", 41.736)
	h.measure(h.id["002"], "NetFloorArea", 41.736)

	h.do(modify(h.id["D1"], "width", 1300))
	h.measure(h.id["W1"], "NetVolume", 7.674)

	overlap := h.refused(modify(h.id["F1"], "offset", 2200), state.OpeningsOverlap)
	if overlap.Data["other_id"] != string(h.id["D1"]) {
		t.Errorf("the overlap names %v, want D1 %s", overlap.Data["other_id"], h.id["D1"])
	}
	h.refused(modify(h.id["D2"], "width", 9000), state.OpeningOutsideHost)

	h.do(modify(h.id["W2"], "height", 3000))
	h.measure(h.id["W2"], "GrossVolume", 6.93)
	h.measure(h.id["W2"], "NetVolume", 6.066)
	h.do(modify(h.id["W2"], "height", 2800))
	h.measure(h.id["W2"], "NetVolume", 5.604)
}

func TestDeletingAWallListsTheCascade(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(change.DeleteElement{ElementIDs: []state.ID{h.id["W1"]}})
	if err != nil {
		t.Fatal(err)
	}
	event := d.Events[0].(*state.ElementDeleted)
	if len(event.Cascade) != 6 {
		t.Errorf("the cascade has %d elements, want three fillings and their openings", len(event.Cascade))
	}
	if len(event.Joins) != 3 {
		t.Errorf("%d joins go, want those with W2, W4 and P1", len(event.Joins))
	}
	if len(event.Unbounded) != 2 {
		t.Errorf("%d rooms are left unbounded, want 001 and 002", len(event.Unbounded))
	}
}

func modify(id state.ID, parameter string, value any) change.ModifyParameter {
	raw, _ := json.Marshal(value)
	return change.ModifyParameter{ElementID: id, ParameterName: parameter, Value: raw}
}

// The walls of a storey fill their ring without overlap: the area of the union of their footprints equals the sum of
// the areas.
func TestJoinsLeaveNoGapAndNoOverlap(t *testing.T) {
	h := buildHouse(t)
	for _, storey := range [][]string{{"W1", "W2", "W3", "W4", "P1"}, {"W5", "W6", "W7", "W8", "P2", "P3"}} {
		var parts []geometry.Region
		sum := 0.0
		for _, name := range storey {
			plan, err := fabric.WallPlanOf(h.model, h.id[name])
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, plan.World())
			sum += plan.Region.Area()
		}
		if union := geometry.Union(parts...); math.Abs(union.Area()-sum) > 1e-9 || len(union) != 1 {
			t.Errorf("union has %.9f m2 in %d parts, the walls %.9f m2", union.Area(), len(union), sum)
		}
		ring := geometry.Union(parts[:4]...)
		if math.Abs(ring.Area()-11.64) > 1e-9 {
			t.Errorf("the exterior ring has %.6f m2, want 11.64", ring.Area())
		}
	}
}

func TestReplayGivesTheSameState(t *testing.T) {
	h := buildHouse(t)
	replayed := state.NewModel()
	for _, e := range h.log {
		name, schema := state.EventType(e)
		decoded, err := state.DecodeEvent(name, schema, state.EncodeEvent(e))
		if err != nil {
			t.Fatal(err)
		}
		replayed.Evolve(decoded)
	}
	if got, want := replayed.Hash(), h.model.Hash(); got != want {
		t.Errorf("replay gives %s, live is %s", got, want)
	}
}

// Every solid of the house is closed and oriented.
func TestBodiesAreClosed(t *testing.T) {
	h := buildHouse(t)
	h.model.Each(func(e *state.Element) bool {
		body, err := shape.Body(h.model, e.ID)
		if err != nil {
			t.Errorf("%s %s: %v", e.Category, e.Name, err)
		}
		for _, s := range body {
			if err := s.Check(); err != nil {
				t.Errorf("%s %s: %v", e.Category, e.Name, err)
			}
		}
		return true
	})
}
