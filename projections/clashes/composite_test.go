package clashes

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// assemble makes elements parts of an assembly.
func (b *building) assemble(whole state.ID, parts ...state.ID) {
	b.t.Helper()
	for _, id := range parts {
		b.do(change.ModifyParameter{ElementID: id, ParameterName: "assembly_id",
			Value: json.RawMessage(`"` + whole + `"`)})
	}
}

// composite returns the number of pairs excluded as parts of one composite, and the number of remaining conflicts.
func (b *building) composite() (passed, found int) {
	b.t.Helper()
	report := b.find(hard)
	at := slices.IndexFunc(report.Excluded, func(e Exclusion) bool { return e.Rule == "composite" })
	if at >= 0 {
		passed = report.Excluded[at].Pairs
	}
	return passed, len(report.Findings)
}

func (b *building) wants(when string, passed, found int) {
	b.t.Helper()
	if p, f := b.composite(); p != passed || f != found {
		b.t.Errorf("%s: %d pairs are passed over and %d conflicts found, want %d and %d", when, p, f, passed, found)
	}
}

// Two posts stand 50 mm deep in a slab, and a third post stands in the first one. The assembly need not have a body,
// and parts may have parts.
func TestPartsOfOneAssemblyAreNoClash(t *testing.T) {
	b := newBuilding(t)
	slab := b.slab(0, 0, 5000, 5000, 200, 0)
	left, right := b.column(1000, 1000, 300, -50, 2800), b.column(3000, 1000, 300, -50, 2800)
	bracket := b.column(1200, 1000, 300, 100, 200)
	b.wants("by themselves", 0, 3)
	b.assemble("portal", left, bracket)
	b.wants("a post with its bracket", 1, 2)
	b.assemble("portal", right, slab)
	b.wants("all of them", 3, 0)
	b.assemble("another portal", right)
	b.wants("one in another whole", 2, 1)
	b.assemble(left, bracket)
	b.wants("the bracket in the post, the post in the portal", 2, 1)
	b.do(change.ModifyParameter{ElementID: slab, ParameterName: "assembly_id", Value: json.RawMessage("null")})
	b.wants("the slab by itself", 1, 2)
}

// A copy of a part belongs to no assembly: it is in conflict with the original like any other element.
func TestACopyIsNoPartOfTheOriginalsAssembly(t *testing.T) {
	b := newBuilding(t)
	post, bracket := b.column(1000, 1000, 300, 0, 2800), b.column(1200, 1000, 300, 100, 200)
	b.assemble("portal", post, bracket)
	b.wants("the original", 1, 0)
	b.do(change.CopyElement{ElementIDs: []state.ID{post, bracket}, Delta: &geometry.Point3{Z: geometry.MM(2750)}})
	b.wants("with a copy 50 mm in it", 2, 1)
}

// Railings on both sides of a stair meet at its head. Other elements are in conflict with them.
func TestRailingsOfOneStairAreNoClash(t *testing.T) {
	b := newBuilding(t)
	first := shape.Levels(b.view.Model)[1].ID
	stair := b.do(change.CreateStair{LevelID: b.ground,
		Stair: stairshape.Stair{Start: mm(0, 0), Toward: mm(1000, 0), TopLevel: first, Width: geometry.MM(1200),
			Risers: 17, Tread: geometry.MM(280)}})
	guard := func(host, level state.ID, y int64) {
		b.do(change.CreateRailing{HostID: host, LevelID: level, Railing: stairshape.Railing{
			Path:   []geometry.Point3{mm(4400, y).At(geometry.MM(3000)), mm(4400, 0).At(geometry.MM(3000))},
			Height: geometry.MM(1000)}})
	}
	guard(stair, "", 500)
	guard(stair, "", -500)
	b.wants("of the stair", 1, 0)
	guard("", b.ground, -400)
	if passed, found := b.composite(); passed != 1 || found == 0 {
		t.Errorf("with one that is not of the stair: %d passed over, %d found", passed, found)
	}
}

// A sharp bend leaves so little space between two legs of 600 mm that they overlap beyond the fitting.
func TestElementsOfOneRunAreNoClash(t *testing.T) {
	b := newBuilding(t)
	b.do(change.CreateSegment{System: "duct", LevelID: b.ground, Profile: rectangle(600, 200),
		SystemName: "Supply", SystemUse: "supply_air",
		Path: []geometry.Point3{mm(0, 0).At(geometry.MM(2000)), mm(4000, 0).At(geometry.MM(2000)),
			mm(4000, 3000).At(geometry.MM(2000)), mm(2000, 3000).At(geometry.MM(2000)),
			mm(2000, -3000).At(geometry.MM(2000))}})
	report := b.find(hard)
	f := only(t, report) // the last leg crosses the first leg: the same run, but a real conflict
	for _, id := range f.Elements {
		if e, _ := b.view.Model.Element(id); e.Category != state.CategoryDuct {
			t.Errorf("a %s is in conflict", e.Category)
		}
	}
	rules := newFilter(b.view.Model, Exclusions{})
	for _, id := range b.view.Model.OfCategory(state.CategoryDuctFitting) {
		ends := b.view.Model.ConnectionsOf(id)
		one, _ := b.view.Model.Element(ends[0].Other(id))
		other, _ := b.view.Model.Element(ends[1].Other(id))
		if rule := rules.rule(one, other); rule != "composite" {
			t.Errorf("the legs at a bend are passed over by %q", rule)
		}
	}
}

// A kept operand lies in its result by design, also in the result of a result. Other elements there are in conflict.
func TestABooleanOperationMakesAComposite(t *testing.T) {
	b := newBuilding(t)
	slab, post, other := b.slab(0, 0, 5000, 5000, 200, 0), b.column(1000, 1000, 300, -50, 2800),
		b.column(3000, 1000, 300, -50, 2800)
	b.wants("before", 0, 2)
	both := b.do(change.BooleanOperation{ElementA: slab, ElementB: post,
		Operation: component.CombineUnion, KeepOperands: true})
	b.wants("one post and the slab united", 3, 2)
	b.do(change.BooleanOperation{ElementA: both, ElementB: other, Operation: component.CombineUnion,
		KeepOperands: true})
	b.wants("the other one too", 8, 1)
}
