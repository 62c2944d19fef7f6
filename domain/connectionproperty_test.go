package domain

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// network builds a base with runs that bend, branch and rise.
func network(t tester) (*builder, []state.ID) {
	b, ground, upper := plant(t)
	b.do(change.CreateSystem{Name: "Cold", System: services.System{Use: "domestic_cold_water"}})
	b.do(pipeOf(ground, point(0, 0, 0), point(6000, 0, 0), point(6000, 3000, 0), point(6000, 3000, 3000)))
	b.do(pipeOf(ground, point(2000, 0, 0), point(2000, 2000, 0)))
	b.do(pipeOf(ground, point(4000, -2000, 0), point(4000, 0, 0)))
	b.do(pipeOf(upper, point(6000, 3000, 0), point(6000, 3000, 3000)))
	b.do(ductOf(ground, point(0, 9000, 2500), point(6000, 9000, 2500), point(6000, 12000, 2500)))
	b.do(ductOf(ground, point(2000, 9000, 2500), point(2000, 11000, 2500)))
	return b, append(servicesOf(b.model), ground, upper)
}

func servicesOf(m *state.Model) []state.ID {
	var out []state.ID
	for _, c := range []state.Category{state.CategoryPipe, state.CategoryPipeFitting, state.CategoryDuct,
		state.CategoryDuctFitting} {
		out = append(out, m.OfCategory(c)...)
	}
	return out
}

// pipework draws a command on a network and skips it if the decider refuses it.
func pipework(t *rapid.T, s *side, ids []state.ID) {
	id := rapid.SampledFrom(append(servicesOf(s.model), ids...)).Draw(t, "element")
	e, ok := s.model.Element(id)
	if !ok {
		return
	}
	if e.Category == state.CategoryLevel {
		s.attempt(setting(id, "elevation", rapid.SampledFrom([]int{0, 2900, 3000, 3100}).Draw(t, "elevation")))
		return
	}
	by := func(name string) geometry.Length { return geometry.MM(rapid.Int64Range(-2, 2).Draw(t, name) * 250) }
	other := rapid.SampledFrom(servicesOf(s.model)).Draw(t, "other")
	ops := []change.Operation{
		change.MoveElement{ElementIDs: []state.ID{id}, Delta: geometry.Point3{X: by("x"), Y: by("y")}},
		change.MoveElement{ElementIDs: []state.ID{id, other}, Delta: geometry.Point3{X: by("x"), Z: by("z")}},
		change.DeleteElement{ElementIDs: []state.ID{id}}, change.JoinPorts{ElementIDs: []state.ID{id, other}},
		change.CopyElement{ElementIDs: []state.ID{id, other}, Delta: &geometry.Point3{Y: geometry.MM(20000)}},
		change.SetSystem{ElementIDs: []state.ID{id}, SystemID: s.model.OfCategory(state.CategorySystem)[0],
			Connected: true},
	}
	if segment, ok := e.Params.(*services.Segment); ok {
		middle := geometry.Point3{X: (segment.Start.X + segment.End.X) / 2, Y: (segment.Start.Y + segment.End.Y) / 2,
			Z: (segment.Start.Z + segment.End.Z) / 2}
		away := middle.Add(geometry.Point3{X: by("dx") * 4, Y: by("dy") * 4, Z: by("dz") * 4})
		for _, path := range [][]geometry.Point3{{middle, away}, {away, middle}, {segment.End, away}} {
			op := pipeOf(e.LevelID, path...)
			op.System, op.Profile = services.ServiceKind(e.Category), segment.Profile
			ops = append(ops, op)
		}
		ops = append(ops, setting(id, "end", segment.End.Add(geometry.Point3{X: by("ex")})),
			setting(id, "flow", "reverse"))
	}
	s.attempt(rapid.SampledFrom(ops).Draw(t, "operation"))
}

// attempt applies an operation unless it is refused.
func (s *side) attempt(op change.Operation) {
	if _, err := s.try(op); err == nil {
		s.do(op)
	} else if state.CodeOf(err) == state.Internal {
		s.t.Errorf("%T: %v", op, err)
	}
}

// After any edits of a network, connections hold, are found from both elements, and never name a missing element. An
// undo restores the earlier state, two sides merge to a sound network, and a packed state equals the original.
func TestConnectionsOfAnyNetworkAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ids := network(t)
		sound(t, b.model)
		f := &fork{t: t, base: b.model, name: "option"}
		f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			pipework(t, f.ours, ids)
			sound(t, f.ours.model)
			pipework(t, f.theirs, ids)
		}
		unpacked, err := state.Unpack(f.ours.model.Pack(), backwards, nil)
		if err != nil || unpacked.Hash() != f.ours.model.Hash() {
			t.Errorf("a packed network is another one: %v", err)
		}
		checkUndone(t, f)
		for _, policy := range []state.MergePolicy{merge.PolicyOurs, merge.PolicyTheirs} {
			out := f.must(policy)
			sound(t, out.Decision.After)
		}
	})
}

// checkUndone undoes all changes of ours.
func checkUndone(t *rapid.T, f *fork) {
	now := f.ours.model
	out, err := merge.Undo{ID: "undo", Before: f.base, After: now, Now: now, Undone: f.ours.touched,
		Later: merge.NewTouches()}.Decide()
	if err != nil {
		t.Fatalf("undo: %v", err)
	}
	if d := merge.Diff(f.base, out.Decision.After, f.ours.touched.IDs()); d.Len() > 0 {
		t.Errorf("after the undo: %s", state.MustJSON(d))
	}
	sound(t, out.Decision.After)
	if len(out.Decision.After.Connections()) != len(f.base.Connections()) {
		t.Errorf("%d connections after the undo, %d before",
			len(out.Decision.After.Connections()), len(f.base.Connections()))
	}
}
