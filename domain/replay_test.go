package domain

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
)

// stateFacets returns what an element is, by facet, existence not counted.
func stateFacets(m *Model, id ID) map[Facet]string {
	out := map[Facet]string{}
	e, ok := m.Element(id)
	if !ok {
		return out
	}
	names := append([]Facet{FacetName, FacetLevel, FacetHost, FacetFills, FacetType, FacetMaterial,
		FacetClassification}, paramFacets(e.Category)...)
	for _, set := range e.Psets {
		for _, p := range set.Properties {
			names = append(names, Facet(psetPrefix+set.Name+"."+p.Name))
		}
	}
	for _, name := range names {
		if f, ok := facetOf(e.Category, name); ok {
			out[name] = string(f.get(e))
		}
	}
	joins, _ := json.Marshal(m.JoinsOf(id))
	out[FacetJoin] = string(joins)
	return out
}

// checkTouched asserts that the events of a decision touch every facet in which the states before and after it differ.
func checkTouched(t tester, before *Model, d Decision) {
	t.Helper()
	touched := map[ID]map[Facet]bool{}
	for _, e := range d.Events {
		for _, touch := range e.Touched() {
			if touched[touch.ElementID] == nil {
				touched[touch.ElementID] = map[Facet]bool{}
			}
			for _, f := range touch.Facets {
				touched[touch.ElementID][f] = true
			}
		}
	}
	check := func(e *Element) bool {
		was, is := stateFacets(before, e.ID), stateFacets(d.After, e.ID)
		if touched[e.ID][FacetExistence] {
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

// drawOperation draws a command about elements of the house, sensible or not.
func drawOperation(t *rapid.T, h *house) Operation {
	ids := make([]ID, 0, h.model.Len())
	h.model.Each(func(e *Element) bool { ids = append(ids, e.ID); return true })
	pick := func(name string) ID { return rapid.SampledFrom(ids).Draw(t, name) }
	length := func(name string) geometry.Length {
		return geometry.Length(rapid.Int64Range(-3_000_000, 12_000_000).Draw(t, name))
	}
	point := func(name string) geometry.Point2 {
		return geometry.Point2{X: length(name + " x"), Y: length(name + " y")}
	}
	switch rapid.IntRange(0, 13).Draw(t, "operation") {
	case 0:
		wall := Wall{Start: point("start"), End: point("end"), Height: length("height"), Thickness: 200_000}
		if rapid.Bool().Draw(t, "glazed") {
			return CreateCurtainWall{LevelID: h.id["Ground"], CurtainWall: CurtainWall{Start: wall.Start, End: wall.End,
				Height: wall.Height, USpacing: 1_200_000, VSpacing: length("spacing")}}
		}
		if rapid.Bool().Draw(t, "curved") {
			wall.Mid = new(point("mid"))
		}
		return CreateWall{LevelID: h.id["Ground"], Wall: wall}
	case 1:
		return PlaceDoor{WallID: pick("wall"), Door: Door{Offset: length("offset"), Width: 900_000, Height: 2_100_000}}
	case 2:
		return PlaceWindow{WallID: pick("wall"), Window: Window{Offset: length("offset"), Width: 900_000,
			Height: 900_000, SillHeight: 900_000}}
	case 3:
		return CreateOpening{HostID: pick("host"), Polygon: []geometry.Point2{point("a"), point("b"), point("c")}}
	case 4, 5:
		return MoveElement{ElementIDs: []ID{pick("first"), pick("second")},
			Delta:    point("delta").At(length("dz") * geometry.Length(rapid.IntRange(0, 1).Draw(t, "up"))),
			Rotation: geometry.Angle(rapid.IntRange(-4, 4).Draw(t, "quarters")) * geometry.QuarterTurn}
	case 6, 7:
		id := pick("element")
		e, _ := h.model.Element(id)
		name := rapid.SampledFrom(knownParameters(e.Category)).Draw(t, "parameter")
		value := rapid.SampledFrom([]string{"null", "1000", "2500.5", `"x"`, "[1,2]", "true",
			`"` + string(h.id["First"]) + `"`, `"` + string(h.id["INT"]) + `"`, "-1", "0"}).Draw(t, "value")
		return ModifyParameter{ElementID: id, ParameterName: name, Value: json.RawMessage(value)}
	case 8:
		return JoinElements{ElementIDs: []ID{pick("a"), pick("b"), pick("c")},
			JoinType: rapid.SampledFrom([]JoinType{JoinAuto, JoinButt, JoinMitre}).Draw(t, "type")}
	case 9:
		return DeleteElement{ElementIDs: []ID{pick("first"), pick("second")}}
	case 13:
		return BooleanOperation{ElementA: pick("a"), ElementB: pick("b"), KeepOperands: rapid.Bool().Draw(t, "kept"),
			Operation: rapid.SampledFrom([]CombineOperation{CombineUnion, CombineSubtract, CombineIntersect}).Draw(t,
				"boolean")}
	case 12:
		size := rapid.Int64Range(-1, 3).Draw(t, "size")
		return CreateProxy{LevelID: h.id["Ground"], Location: point("place").At(length("z")),
			Solids:   []SolidInput{cubeSolid(500 * size)},
			IfcClass: rapid.SampledFrom([]string{"", "IfcFurniture", "x"}).Draw(t, "class")}
	case 10:
		seed := point("seed")
		return CreateRoom{LevelID: h.id["Ground"], Room: Room{Seed: &seed}}
	}
	return SetProperties{ElementIDs: []ID{pick("a"), pick("b")},
		Psets:  PropertySets{"Pset_A": {"x": PropertyOf(rapid.Int().Draw(t, "x"))}},
		TypeID: rapid.SampledFrom([]ID{"", h.id["EXT"], h.id["INT"]}).Draw(t, "type")}
}

// Whatever is asked for, in whatever order: the model given is never changed, the same command gives the same bytes,
// the events replay to the state that the decision shows, and their touches cover what they change.
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
				if CodeOf(err) == Internal {
					rt.Fatalf("%T is refused without a code: %v", op, err)
				}
				continue
			}
			h.n--
			again, err := h.try(op)
			if err != nil || !slices.EqualFunc(d.Events, again.Events,
				func(a, b Event) bool { return bytes.Equal(EncodeEvent(a), EncodeEvent(b)) }) {
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
