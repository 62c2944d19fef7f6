package domain

import (
	"encoding/json"
	"fmt"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// operations holds, for every operation, a function that makes an empty value for decoding.
var operations = []func() change.Operation{
	func() change.Operation { return new(change.CreateModel) },
	func() change.Operation { return new(change.CreateLevel) },
	func() change.Operation { return new(change.CreateGrid) },
	func() change.Operation { return new(change.CreateWall) },
	func() change.Operation { return new(change.CreateFloor) },
	func() change.Operation { return new(change.CreateRoof) },
	func() change.Operation { return new(change.CreateColumn) },
	func() change.Operation { return new(change.CreateBeam) },
	func() change.Operation { return new(change.CreateStair) },
	func() change.Operation { return new(change.CreateOpening) },
	func() change.Operation { return new(change.PlaceDoor) },
	func() change.Operation { return new(change.PlaceWindow) },
	func() change.Operation { return new(change.CreateRoom) },
	func() change.Operation { return new(change.JoinElements) },
	func() change.Operation { return new(change.MoveElement) },
	func() change.Operation { return new(change.ModifyParameter) },
	func() change.Operation { return new(change.SetProperties) },
	func() change.Operation { return new(change.DeleteElement) },
	func() change.Operation { return new(change.DefineType) },
	func() change.Operation { return new(change.DefineMaterial) },
	func() change.Operation { return new(change.PlaceComponent) },
	func() change.Operation { return new(change.DefineComponentType) },
	func() change.Operation { return new(change.CreateCeiling) },
	func() change.Operation { return new(change.CreateFooting) },
	func() change.Operation { return new(change.CreateRailing) },
	func() change.Operation { return new(change.CreateCurtainWall) },
	func() change.Operation { return new(change.CreateProxy) },
	func() change.Operation { return new(change.CreateZone) },
	func() change.Operation { return new(change.SetZone) },
	func() change.Operation { return new(change.CreateSegment) },
	func() change.Operation { return new(change.CreateSystem) },
	func() change.Operation { return new(change.SetSystem) }, func() change.Operation { return new(change.JoinPorts) },
	func() change.Operation { return new(change.BooleanOperation) },
	func() change.Operation { return new(change.DefineView) },
	func() change.Operation { return new(change.DefineSheet) },
}

// decoded returns the operation that JSON describes, with names such as @W1 replaced by the ids of the house.
func decoded(h *house, kind int, data string) (change.Operation, bool) {
	names := slices.Sorted(maps.Keys(h.id))
	slices.Reverse(names) // @W11 before @W1
	for _, name := range names {
		data = strings.ReplaceAll(data, "@"+name, string(h.id[name]))
	}
	op := operations[kind%len(operations)]()
	if json.Unmarshal([]byte(data), op) != nil {
		return nil, false
	}
	return reflect.ValueOf(op).Elem().Interface().(change.Operation), true
}

// FuzzDecide decodes arbitrary arguments into every operation. Nothing may panic or change the given model, and
// accepted events replay to the same state.
func FuzzDecide(f *testing.F) {
	for kind, data := range fuzzSeeds() {
		f.Add(kind%len(operations), data)
	}
	h := buildHouse(f)
	before := h.model.Hash()
	f.Fuzz(func(t *testing.T, kind int, data string) {
		op, ok := decoded(h, max(kind, -kind, 0), data)
		if !ok {
			return
		}
		d, err := Decide(h.model, change.Command{ID: "fuzz", Do: op})
		if h.model.Hash() != before {
			t.Fatalf("%T changed the model that it was decided on", op)
		}
		if err != nil {
			if state.CodeOf(err) == state.Internal {
				t.Fatalf("%T is refused without a code: %v", op, err)
			}
			return
		}
		checkDecision(t, h.model, d)
		for _, touched := range touchedIDs(d.Events) {
			if _, ok := d.After.Element(touched); !ok {
				continue
			}
			checkBody(t, d.After, touched)
		}
	})
}

func touchedIDs(events []state.Event) []state.ID {
	var out []state.ID
	for _, e := range events {
		for _, t := range e.Touched() {
			out = append(out, t.ElementID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// checkBody asserts that an element accepted by the decider has a body and quantities.
func checkBody(t tester, m *state.Model, id state.ID) {
	t.Helper()
	e, _ := m.Element(id)
	body, err := shape.Body(m, id)
	if err != nil {
		t.Fatalf("%s %q has no body: %v", e.Category, e.Name, err)
	}
	for _, s := range body {
		if err := s.Check(); err != nil {
			t.Fatalf("%s %q: %v", e.Category, e.Name, err)
		}
	}
	if _, err := elements.Quantities(m, id); err != nil {
		t.Fatalf("%s %q has no quantities: %v", e.Category, e.Name, err)
	}
}

// replayed returns the model after events in their stored form.
func replayed(t tester, m *state.Model, events []state.Event) *state.Model {
	t.Helper()
	after := m.Clone()
	for _, e := range events {
		name, schema := state.EventType(e)
		back, err := state.DecodeEvent(name, schema, state.EncodeEvent(e))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		after.Evolve(back)
	}
	return after
}

// checkDecision asserts that events lead to the state of the decision, and that they report what they touch.
func checkDecision(t tester, before *state.Model, d change.Decision) {
	t.Helper()
	if after := replayed(t, before, d.Events); after.Hash() != d.After.Hash() {
		t.Fatalf("replaying the events gives another state than the decision")
	}
	checkTouched(t, before, d)
}

// fuzzSeeds returns arguments for every operation, keyed by its index in operations plus multiples of the number of
// operations.
func fuzzSeeds() map[int]string {
	out := map[int]string{}
	for i, group := range [][]string{
		{`{"name":"Again"}`, `{}`},
		{`{"name":"Attic","elevation":9000}`, `{"elevation":1e300}`, `{"elevation":-1e300,"is_storey":false}`},
		{`{"axes":[{"tag":"A","start":[0,0],"end":[0,9000]}]}`,
			`{"axes":[{"tag":"A","start":[1e300,0],"end":[0,-1e300]}]}`},
		{`{"level_id":"@Ground","start":[0,0],"end":[5000,0],"height":2800,"thickness":200}`,
			`{"level_id":"@Ground","start":[0,0],"end":[5000,0],"height":1e300,"base_offset":-1e300,"type_id":"@EXT"}`,
			`{"level_id":"@Ground","start":[-9e6,1],"end":[9e6,0.001],"height":0.001,"thickness":19e6,"location_line":"interior"}`},
		{`{"level_id":"@First","boundary_points":[[0,0],[9,0],[9,9]],"holes":[[[1,1],[2,1],[2,2]]],"thickness":200}`,
			`{"level_id":"@First","boundary_points":[[0,0],[1e300,0],[9,9]],"thickness":1e300,"offset":1e300}`},
		{`{"level_id":"@Roof","boundary_points":[[0,0],[9000,0],[9000,9000],[0,9000]],"roof_type":"hip","slope":30,"thickness":200,"overhang":300}`,
			`{"level_id":"@Roof","boundary_points":[[0,0],[9000,0],[4000,4000],[0,9000]],"roof_type":"gable","slope":80,"thickness":19e6,"overhang":19e6,"ridge_direction":"y"}`},
		{`{"base_level":"@Ground","location":[1,1],"top_level":"@First","profile":{"shape":"i","width":200,"depth":200,"web_thickness":9,"flange_thickness":15},"rotation":45}`,
			`{"base_level":"@Ground","location":[1e300,1],"height":1e300,"top_offset":1e300,"profile":{"shape":"circle","diameter":1e300},"rotation":1e300}`},
		{`{"level_id":"@Ground","start":[0,0,0],"end":[1000,2000,3000],"justification":"bottom","profile":{"shape":"rectangle","width":200,"depth":300},"rotation":12.5}`,
			`{"level_id":"@Ground","start":[0,0,-1e300],"end":[0,0,1e300],"profile":{"shape":"rectangle","width":1e300,"depth":300}}`},
		{`{"base_level":"@Ground","start":[0,0],"toward":[1,0],"top_level":"@First","width":900,"risers":16,"tread":250}`, `{"base_level":"@Ground","start":[0,0],"toward":[1,0],"top_level":"@First","width":0.001,"risers":200,"tread":0.001,"waist":19e6}`},
		{`{"host_id":"@W2","offset":100,"width":500,"height":500,"sill_height":100,"depth":50}`,
			`{"host_id":"@W2","location":[1e300,0],"width":1e300,"height":1e300}`,
			`{"host_id":"@S1","location":[2000,2000],"width":500,"height":500}`,
			`{"host_id":"@R1","polygon":[[1000,1000],[2000,1000],[2000,2000]]}`},
		{`{"wall_id":"@W4","offset":100,"width":900,"height":2100}`,
			`{"wall_id":"@W4","offset":1e300,"width":1e300,"height":1e300}`,
			`{"wall_id":"@W4","offset":9e15,"width":9e15,"height":1,"sill_height":9e15}`},
		{`{"wall_id":"@W4","offset":100,"width":900,"height":2100,"sill_height":1,"properties":{"Pset_A":{"b":"c","d":1e300,"e":false}}}`, `{"wall_id":"@W4","offset":-1e300,"width":1e300,"height":1,"sill_height":1e300,"properties":{"a":{"b":1e999}}}`},
		{`{"level_id":"@Ground","seed":[2000,3000],"number":"009"}`,
			`{"level_id":"@Roof","boundary_points":[[0,0],[9000,0],[9000,9000]],"height":2500}`,
			`{"level_id":"@Ground","seed":[1e300,-1e300],"height":1e300}`},
		{`{"element_ids":["@W1","@W2"],"join_type":"butt","priority":"@W2"}`,
			`{"element_ids":["@P2","@P3","@W6","@S0"],"join_type":"auto"}`},
		{`{"element_ids":["@W1","@D1"],"delta":[500,0,0],"rotation":30,"about":[0,0]}`,
			`{"element_ids":["@W1","@S1","@C1","@B1","@T1"],"delta":[1e300,-1e300,0],"rotation":1e300}`,
			`{"element_ids":["@R1","@S1","@001"],"delta":[1,2,0],"rotation":90,"with_hosted":true}`,
			`{"element_ids":["@W1"],"delta":[100,0,0],"with_hosted":false}`},
		{`{"element_id":"@W1","parameter_name":"height","value":1e300}`,
			`{"element_id":"@D1","parameter_name":"offset","value":9e300}`,
			`{"element_id":"@First","parameter_name":"elevation","value":-1e300}`,
			`{"element_id":"@C1","parameter_name":"top_level","value":"@First"}`,
			`{"element_id":"@R1","parameter_name":"roof_type","value":"hip"}`,
			`{"element_id":"@W1","parameter_name":"Pset_X.A.B","value":"x"}`,
			`{"element_id":"@001","parameter_name":"boundary_points","value":[[0,0],[1,0],[1,1]]}`},
		{`{"element_ids":["@W1","@C1"],"psets":{"Pset_A":{"x":1}},"material":"Core"}`,
			`{"element_ids":["@P1"],"type_id":"@EXT","classification":[{"system":"s","code":"c"}]}`},
		{`{"element_ids":["@W1"]}`, `{"element_ids":["@D1","@Ground","@F1"],"expected_ids":[]}`},
		{`{"category":"wall","name":"T","layers":[{"material":"Core","thickness":1e300},{"material":"Core","thickness":1e300}]}`, `{"category":"beam","name":"T","profile":{"shape":"t","width":1e300,"depth":1}}`},
		{`{"name":"M","colour":"#aaBB00","density_kg_m3":1e300}`, `{"name":"M","properties":{"A":{"b":"<\u2028>"}}}`},
		{`{"category":"furniture","level_id":"@Ground","location":[2000,2000,0],"width":800,"depth":600,"height":700,"rotation":30,"use":"table"}`,
			`{"category":"sanitary","host_id":"@W1","location":[1e300,0,0],"width":1e300,"depth":1,"height":1e300}`,
			`{"category":"terminal","host_id":"@S1","location":[2000,2000,-1e300]}`},
		{`{"category":"furniture","name":"Table","parts":[{"at":[0,0,700],"profile":{"shape":"rectangle","width":800,"depth":600},"height":30},{"at":[0,0,0],"profile":{"shape":"circle","diameter":60},"height":700}]}`,
			`{"category":"equipment","name":"T","parts":[{"at":[1e300,0,0],"profile":{"shape":"circle","diameter":1e300},"height":1e300}]}`, `{"category":"terminal","name":"T","width":1e300,"depth":1e300,"height":1e300}`},
		{`{"level_id":"@Ground","boundary_points":[[0,0],[9,0],[9,9]],"height":2500,"thickness":12}`,
			`{"level_id":"@Ground","boundary_points":[[0,0],[9000,0],[9000,9000]],"height":1e300,"thickness":1e300}`},
		{`{"level_id":"@Ground","location":[0,0],"length":900,"width":900,"height":400,"rotation":45,"offset":-300}`,
			`{"level_id":"@Ground","start":[0,0],"end":[0,0.001],"width":1e300,"height":1e300,"offset":-1e300}`,
			`{"level_id":"@Ground","start":[0,0],"end":[3000,1000],"width":0.001,"height":19e6}`},
		{`{"host_id":"@T1","path":[[0,0,0],[3000,0,2000],[3000,2000,2000],[0,2000,0]],"height":1000,"infill":"balusters"}`, `{"level_id":"@Ground","path":[[0,0,0],[3000,0,0],[3000,3000,0],[0,0,0]],"height":1000,"infill":"panel"}`,
			`{"level_id":"@Ground","path":[[-9e6,-9e6,0],[9e6,9e6,9e6]],"height":19e6,"post_spacing":0.001}`,
			`{"level_id":"@Ground","path":[[0,0,0],[0,0.002,0]],"height":0.001,"rail":{"shape":"rectangle","width":1e300,"depth":0.001}}`},
		{`{"level_id":"@Ground","start":[0,0],"end":[5000,300],"height":3000,"u_spacing":1500,"v_spacing":1000}`,
			`{"level_id":"@Ground","start":[-9e6,0],"end":[9e6,0],"height":19e6,"u_spacing":0.001,"v_spacing":0.001}`,
			`{"level_id":"@Ground","start":[0,0],"end":[5000,0],"height":3000,"u_spacing":1e300,"v_spacing":1e300,"mullion":{"shape":"rectangle","width":1e300,"depth":1e300},"panel_thickness":1e300}`},
		{`{"level_id":"@Ground","location":[1,2,3],"solids":[{"vertices":[[0,0,0],[100,0,0],[0,100,0],[0,0,100]],"faces":[[0,2,1],[0,1,3],[1,2,3],[2,0,3]]}],"ifc_class":"IfcFurniture"}`,
			`{"level_id":"@Ground","location":[1,2,3],"solids":[{"vertices":[[0,0,0],[1e300,0,0],[0,100,0],[0,0,100]],"faces":[[0,2,1],[0,1,3],[1,2,3],[2,0,3]]}]}`,
			`{"level_id":"@Ground","location":[1,2,3],"solids":[{"vertices":[],"faces":[[0,99999999999,-1]]}]}`},
		{`{"name":"Z","rooms":["@102","@001","@102"]}`, `{"name":"Z","rooms":["@W1"]}`},
		{`{"zone_id":"@W1","add":["@001"]}`, `{"zone_id":"","remove":["@001"]}`},
		{`{"system":"duct","level_id":"@Ground","path":[[0,0,0],[5000,0,0],[5000,3000,1000]],"profile":{"shape":"rectangle_hollow","width":400,"depth":200,"wall_thickness":1},"rotation":30,"system_name":"A","system_use":"supply_air"}`,
			`{"system":"pipe","level_id":"@Ground","path":[[0,0,0],[5,0,0],[5,5,0]],"profile":{"shape":"circle_hollow","diameter":0.003,"wall_thickness":0.001},"bend_radius":0.002}`,
			`{"system":"cable_tray","level_id":"@Ground","path":[[-9e6,0,0],[9e6,0,0],[9e6,9e6,9e6]],"profile":{"shape":"u","width":1e300,"depth":300,"web_thickness":2,"flange_thickness":2},"offset":1e300,"rotation":1e300,"bend_radius":1e300}`},
		{`{"name":"S","use":"data"}`, `{"name":" ","use":"nothing"}`},
		{`{"element_ids":["@W1","@S1"],"connected":true}`, `{"element_ids":[]}`},
		{`{"element_ids":["@W1","@S1","@B1"]}`},
		{`{"element_a":"@W1","element_b":"@S0","operation":"union"}`,
			`{"element_a":"@R1","element_b":"@W8","operation":"subtract","keep_operands":true}`,
			`{"element_a":"@S1","element_b":"@T1","operation":"intersect"}`},
		{`{"kind":"section","start":[3000,9000],"end":[3000,-1000],"scale":50}`,
			`{"kind":"plan","level_id":"@Ground","crop":[[0,0],[1e300,1]]}`, `{"kind":"section","start":[0,0]}`,
			`{"kind":"schedule","table":{"template":"door"}}`, `{"kind":"","level_id":"@W1"}`},
		{`{"number":"A-1","view_ids":["@W1"]}`, `{"number":"A-1","title_block":{"creator":"Ann"}}`},
	} {
		for k, data := range group {
			out[i+k*len(operations)] = data
		}
	}
	return out
}

// FuzzEvolve decodes arbitrary stored events. An event must be refused or applied without a panic, and reading the
// resulting model must not panic.
func FuzzEvolve(f *testing.F) {
	h := buildHouse(f)
	for i, e := range h.log {
		if i%9 == 0 {
			name, _ := state.EventType(e)
			f.Add(name, string(state.EncodeEvent(e)))
		}
	}
	for _, name := range state.EventTypes() {
		f.Add(name, `{}`)
		f.Add(name, `null`)
	}
	f.Add("elements.joined",
		fmt.Sprintf(`{"id":"j","kind":"L","type":"mitre","a":"%s","b":"%s","a_part":"start","b_part":"end"}`,
			h.id["W1"], h.id["S0"]))
	f.Add("elements.connected", fmt.Sprintf(`{"id":"c","a":"%s","b":"%s","a_port":"start","b_port":"9"}`, h.id["W1"],
		h.id["S0"]))
	f.Add("element.created",
		fmt.Sprintf(
			`{"element":{"id":"f","category":"duct_fitting","name":"F","level_id":"%s","params":{"fitting_type":"bend","location":[0,0,0],"ports":[]}}}`,
			h.id["Ground"],
		))
	f.Add("element.deleted", `{"element":null,"cascade":[null],"joins":[null]}`)
	f.Fuzz(func(t *testing.T, name, data string) {
		e, err := state.DecodeEvent(name, 1, []byte(data))
		if err != nil {
			return
		}
		after := h.model.Clone().Evolve(e)
		after.Hash()
		for _, id := range append(touchedIDs([]state.Event{e}), h.id["W1"], h.id["W2"]) {
			_, _ = shape.Body(after, id)
			_, _ = elements.Quantities(after, id)
			change.Regenerated(after, id)
		}
	})
}
