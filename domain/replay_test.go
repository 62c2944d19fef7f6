package domain

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// stateFacets returns the state of an element by facet, without its existence.
func stateFacets(m *state.Model, id state.ID) map[state.Facet]string {
	out := map[state.Facet]string{}
	e, ok := m.Element(id)
	if !ok {
		return out
	}
	names := append([]state.Facet{state.FacetName, state.FacetLevel, state.FacetHost, state.FacetFills, state.FacetType,
		state.FacetMaterial,
		state.FacetClassification}, shape.ParamFacets(e.Category)...)
	for _, set := range e.Psets {
		for _, p := range set.Properties {
			names = append(names, state.Facet(state.PsetPrefix+set.Name+"."+p.Name))
		}
	}
	for _, name := range names {
		if f, ok := state.FacetOf(e.Category, name); ok {
			out[name] = string(f.Get(e))
		}
	}
	joins, _ := json.Marshal(m.JoinsOf(id))
	out[state.FacetJoin] = string(joins)
	return out
}

// checkTouched checks that the events of a decision touch every facet that differs between the states before and after.
func checkTouched(t tester, before *state.Model, d change.Decision) {
	t.Helper()
	touched := map[state.ID]map[state.Facet]bool{}
	for _, e := range d.Events {
		for _, touch := range e.Touched() {
			if touched[touch.ElementID] == nil {
				touched[touch.ElementID] = map[state.Facet]bool{}
			}
			for _, f := range touch.Facets {
				touched[touch.ElementID][f] = true
			}
		}
	}
	check := func(e *state.Element) bool {
		was, is := stateFacets(before, e.ID), stateFacets(d.After, e.ID)
		if touched[e.ID][state.FacetExistence] {
			return true
		}
		if len(was) == 0 || len(is) == 0 {
			t.Fatalf("%s %q comes or goes without a touch", e.Category, e.Name)
		}
		for f, value := range is {
			if was[f] != value && !touched[e.ID][f] && (was[f] != "" || value != "null") {
				t.Fatalf("%s of %s %q changes from %s to %s without a touch", f, e.Category, e.Name, was[f], value)
			}
		}
		for f, value := range was {
			if _, still := is[f]; !still && value != "null" && !touched[e.ID][f] {
				t.Fatalf("%s of %s %q goes without a touch", f, e.Category, e.Name)
			}
		}
		return true
	}
	before.Each(check)
	d.After.Each(check)
}

// drawOperation draws a command about elements of the house, whether or not it makes sense.
func drawOperation(t *rapid.T, h *house) change.Operation {
	ids := make([]state.ID, 0, h.model.Len())
	h.model.Each(func(e *state.Element) bool { ids = append(ids, e.ID); return true })
	pick := func(name string) state.ID { return rapid.SampledFrom(ids).Draw(t, name) }
	length := func(name string) geometry.Length {
		return geometry.Length(rapid.Int64Range(-3_000_000, 12_000_000).Draw(t, name))
	}
	point := func(name string) geometry.Point2 {
		return geometry.Point2{X: length(name + " x"), Y: length(name + " y")}
	}
	switch rapid.IntRange(0, 13).Draw(t, "operation") {
	case 0:
		wall := fabric.Wall{Start: point("start"), End: point("end"), Height: length("height"), Thickness: 200_000}
		if rapid.Bool().Draw(t, "glazed") {
			return change.CreateCurtainWall{LevelID: h.id["Ground"],
				CurtainWall: fabric.CurtainWall{Start: wall.Start, End: wall.End,
					Height: wall.Height, USpacing: 1_200_000, VSpacing: length("spacing")}}
		}
		if rapid.Bool().Draw(t, "curved") {
			wall.Mid = new(point("mid"))
		}
		return change.CreateWall{LevelID: h.id["Ground"], Wall: wall}
	case 1:
		return change.PlaceDoor{WallID: pick("wall"), Door: fabric.Door{Offset: length("offset"), Width: 900_000,
			Height: 2_100_000}}
	case 2:
		return change.PlaceWindow{WallID: pick("wall"), Window: fabric.Window{Offset: length("offset"), Width: 900_000,
			Height: 900_000, SillHeight: 900_000}}
	case 3:
		return change.CreateOpening{HostID: pick("host"), Polygon: []geometry.Point2{point("a"), point("b"),
			point("c")}}
	case 4, 5:
		return change.MoveElement{ElementIDs: []state.ID{pick("first"), pick("second")},
			Delta:    point("delta").At(length("dz") * geometry.Length(rapid.IntRange(0, 1).Draw(t, "up"))),
			Rotation: geometry.Angle(rapid.IntRange(-4, 4).Draw(t, "quarters")) * geometry.QuarterTurn}
	case 6, 7:
		id := pick("element")
		e, _ := h.model.Element(id)
		name := rapid.SampledFrom(change.KnownParameters(e.Category)).Draw(t, "parameter")
		value := rapid.SampledFrom([]string{"null", "1000", "2500.5", `"x"`, "[1,2]", "true",
			`"` + string(h.id["First"]) + `"`, `"` + string(h.id["INT"]) + `"`, "-1", "0"}).Draw(t, "value")
		return change.ModifyParameter{ElementID: id, ParameterName: name, Value: json.RawMessage(value)}
	case 8:
		return change.JoinElements{ElementIDs: []state.ID{pick("a"), pick("b"), pick("c")},
			JoinType: rapid.SampledFrom([]state.JoinType{fabric.JoinAuto, fabric.JoinButt, fabric.JoinMitre}).Draw(t,
				"type")}
	case 9:
		return change.DeleteElement{ElementIDs: []state.ID{pick("first"), pick("second")}}
	case 13:
		return change.BooleanOperation{ElementA: pick("a"), ElementB: pick("b"),
			KeepOperands: rapid.Bool().Draw(t, "kept"),
			Operation: rapid.SampledFrom([]state.CombineOperation{component.CombineUnion, component.CombineSubtract,
				component.CombineIntersect}).Draw(t,
				"boolean")}
	case 12:
		size := rapid.Int64Range(-1, 3).Draw(t, "size")
		return change.CreateProxy{LevelID: h.id["Ground"], Location: point("place").At(length("z")),
			Solids:   []component.SolidInput{cubeSolid(500 * size)},
			IfcClass: rapid.SampledFrom([]string{"", "IfcFurniture", "x"}).Draw(t, "class")}
	case 10:
		seed := point("seed")
		return change.CreateRoom{LevelID: h.id["Ground"], Room: room.Room{Seed: &seed}}
	}
	return change.SetProperties{ElementIDs: []state.ID{pick("a"), pick("b")},
		Psets:  shape.PropertySets{"Pset_A": {"x": shape.PropertyOf(rapid.Int().Draw(t, "x"))}},
		TypeID: rapid.SampledFrom([]state.ID{"", h.id["EXT"], h.id["INT"]}).Draw(t, "type")}
}

// For any commands in any order, the given model is never changed, and the same command produces the same bytes.
// Replaying the events leads to the state of the decision. The touches of the events cover all changes.
func TestAnyHistoryReplaysToTheLiveState(t *testing.T) {
	start := buildHouse(t)
	rapid.Check(t, func(rt *rapid.T) {
		b := *start.builder
		b.t, b.log = rt, nil
		h := &house{&b, start.id}
		for range rapid.IntRange(1, 12).Draw(rt, "commands") {
			op := drawOperation(rt, h)
			before := h.model
			hash := before.Hash()
			d, err := h.try(op)
			if before.Hash() != hash {
				rt.Fatalf("%T changed the model that it was decided on (%v)", op, err)
			}
			if err != nil {
				if state.CodeOf(err) == state.Internal {
					rt.Fatalf("%T is refused without a code: %v", op, err)
				}
				continue
			}
			h.n--
			again, err := h.try(op)
			if err != nil || !slices.EqualFunc(d.Events, again.Events,
				func(a, b state.Event) bool { return bytes.Equal(state.EncodeEvent(a), state.EncodeEvent(b)) }) {
				rt.Fatalf("%T decided twice gives other events", op)
			}
			checkDecision(rt, before, d)
			for _, id := range touchedIDs(d.Events) {
				if _, ok := d.After.Element(id); ok {
					checkBody(rt, d.After, id)
				}
			}
			h.model = d.After
		}
	})
}
