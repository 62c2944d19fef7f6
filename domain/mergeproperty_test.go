package domain

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// estate builds a base of free-standing walls with doors and windows, columns, drawn rooms and an empty level.
func estate(t tester) (*builder, []state.ID) {
	b := newBuilder(t)
	level := b.do(change.CreateLevel{Name: "Ground"})
	b.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	var ids []state.ID
	for i := range int64(4) {
		wall := b.do(wallOf(level, 0, i*3000, 8000, i*3000))
		ids = append(ids, wall, b.do(doorOf(wall, 1000)), b.do(wallOf(level, 8000, i*3000, 8000, i*3000+2000)))
		b.do(change.JoinElements{ElementIDs: []state.ID{wall, ids[len(ids)-1]}, JoinType: fabric.JoinAuto})
		ids = append(ids, b.do(change.CreateRoom{LevelID: level, Room: drawn(20000+i*4000, string(rune('a'+i)))}))
		ids = append(ids, b.do(proxyOf(level, cubeSolid(500))))
		glass := facade()
		glass.Start.Y, glass.End.Y = geometry.MM(20000+i*2000), geometry.MM(20000+i*2000)
		facade := b.do(change.CreateCurtainWall{LevelID: level, CurtainWall: glass})
		ids = append(ids, facade, b.do(doorOf(facade, 1000)))
	}
	return b, ids
}

// act draws a command on some of the elements, and skips it if the decider refuses it.
func act(t *rapid.T, s *side, ids []state.ID) {
	var ops []change.Operation
	id := rapid.SampledFrom(ids).Draw(t, "element")
	e, ok := s.model.Element(id)
	switch {
	case !ok:
		return
	case e.Category == state.CategoryWall:
		height := rapid.SampledFrom([]int{2600, 3000, 3200}).Draw(t, "height")
		ops = []change.Operation{
			setting(id, "height", height), doorOf(id, rapid.Int64Range(0, 7).Draw(t, "offset")*1000),
			setting(id, "end", [2]int64{rapid.Int64Range(2, 9).Draw(t, "end") * 1000,
				int64(e.Params.(*fabric.Wall).End.Y / geometry.Millimetre)}),
			setting(id, "thickness", height/10),
		}
	case e.Category == state.CategoryCurtainWall:
		ops = []change.Operation{setting(id, "height", rapid.SampledFrom([]int{2000, 2600}).Draw(t, "height")),
			doorOf(id, rapid.Int64Range(0, 4).Draw(t, "offset")*1000), setting(id, "u_spacing", 1000)}
	case e.Category == state.CategoryDoor:
		ops = []change.Operation{setting(id, "width", rapid.SampledFrom([]int{800, 900, 1000}).Draw(t, "width")),
			setting(id, "offset", rapid.IntRange(0, 6).Draw(t, "offset")*1000)}
	case e.Category == state.CategoryRoom:
		ops = []change.Operation{setting(id, "number", rapid.SampledFrom([]string{"1", "2", "3", ""}).Draw(t,
			"number"))}
	}
	shift := geometry.Point3{X: geometry.MM(rapid.Int64Range(-2, 2).Draw(t, "shift") * 500)}
	ops = append(ops, setting(id, "name", rapid.StringMatching(`[AB]`).Draw(t, "name")),
		change.DeleteElement{ElementIDs: []state.ID{id}},
		change.MoveElement{ElementIDs: []state.ID{id}, Delta: shift},
		setting(id, "Pset_X.Note", rapid.StringMatching(`[ab]`).Draw(t, "note")))
	op := rapid.SampledFrom(ops).Draw(t, "operation")
	if _, err := s.try(op); err == nil {
		s.do(op)
	}
}

// general draws a command that concerns no existing element: levels, rooms and materials whose names may coincide.
func general(t *rapid.T, s *side, level state.ID) {
	name := rapid.SampledFrom([]string{"Roof", "Cellar"}).Draw(t, "name")
	op := rapid.SampledFrom([]change.Operation{
		change.CreateLevel{Name: name, Elevation: geometry.MM(6000)}, change.DefineMaterial{Name: name},
		change.CreateRoom{LevelID: level, Room: drawn(rapid.Int64Range(10, 14).Draw(t, "place")*5000, name)},
		wallOf(level, 0, -5000, 4000, -5000), proxyOf(level, cubeSolid(rapid.Int64Range(1, 2).Draw(t, "size")*100)),
	}).Draw(t, "operation")
	if _, err := s.try(op); err == nil {
		s.do(op)
	}
}

func edited(t *rapid.T, b *builder, n int, ids []state.ID) *side {
	s := newSide(t, b, n)
	upper := shape.LevelNamed(b.model, "Upper").ID
	for range rapid.IntRange(0, 8).Draw(t, "edits") {
		act(t, s, ids)
	}
	for range rapid.IntRange(0, 2).Draw(t, "additions") {
		general(t, s, upper)
	}
	return s
}

// After any edits of two sides, every conflict is reported, and no change of ours is lost without a conflict. Policies
// give a sound model, the events lead to the shown state, and repeating the merge gives the same result.
func TestMergeOfAnyTwoBranches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ids := estate(t)
		f := &fork{t: t, base: b.model, name: "option"}
		f.ours, f.theirs = edited(t, b, 1000, ids), edited(t, b, 2000, ids)
		open := f.must("")
		f.checkReported(open)
		for _, policy := range []state.MergePolicy{merge.PolicyOurs, merge.PolicyTheirs} {
			out := f.must(policy)
			if n := len(out.Undecided()); n > 0 {
				t.Errorf("policy %s leaves %d conflicts open", policy, n)
			}
			f.checkSound(out.Decision.After)
		}
		again := f.must("")
		if !sameEvents(open.Decision.Events, again.Decision.Events) ||
			!bytes.Equal(state.MustJSON(open.Conflicts), state.MustJSON(again.Conflicts)) ||
			!bytes.Equal(state.MustJSON(open.Automatic), state.MustJSON(again.Automatic)) {
			t.Error("the same merge comes out differently")
		}
	})
}

func sameEvents(a, b []state.Event) bool {
	return slices.EqualFunc(a, b, func(a, b state.Event) bool {
		return bytes.Equal(state.EncodeEvent(a),
			state.EncodeEvent(b))
	})
}

// checkReported compares the three states independently, facet by facet, with the report of the merge and with the
// result for ours while nothing is decided.
func (f *fork) checkReported(out merge.MergeOutcome) {
	about := map[state.ID]bool{}
	for _, c := range out.Conflicts {
		about[c.ElementID] = true
		for _, i := range c.Involved {
			about[i.ElementID] = true
		}
	}
	explained := map[state.ID]bool{}
	for _, a := range out.Automatic {
		explained[a.ElementID] = explained[a.ElementID] || a.Action == merge.ActionFollowed
	}
	for _, id := range append(f.ours.touched.IDs(), f.theirs.touched.IDs()...) {
		b, o, t, m := change.Element(f.base, id), change.Element(f.ours.model, id), change.Element(f.theirs.model, id),
			change.Element(out.Decision.After, id)
		if change.Filler(b) != "" || change.Filler(o) != "" || change.Filler(t) != "" {
			continue // an opening is merged with its door
		}
		oursChanged, theirsChanged := !merge.SameElement(b, o), !merge.SameElement(b, t)
		switch {
		case b != nil && (o == nil) != (t == nil) && oursChanged && theirsChanged && !about[id]:
			f.t.Errorf("%s: deleted on one side, changed on the other, and not reported", change.ElementDescribe(b))
		case oursChanged && o != nil && m == nil:
			f.t.Errorf("%s: a change of ours is lost", change.ElementDescribe(o))
		case b == nil || o == nil || t == nil || m == nil:
		default:
			f.checkFacets(b, o, t, m, about[id], explained[id])
		}
	}
}

// facetsOfBoth lists every facet that any of the elements has. All elements must be of one category.
func facetsOfBoth(elements ...*state.Element) []state.Facet {
	out := []state.Facet{state.FacetName, state.FacetLevel, state.FacetHost, state.FacetFills, state.FacetType,
		state.FacetMaterial, state.FacetClassification}
	out = append(out, shape.ParamFacets(elements[0].Category)...)
	for _, e := range elements {
		for _, set := range e.Psets {
			for _, p := range set.Properties {
				out = append(out, state.Facet(state.PsetPrefix+set.Name+"."+p.Name))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (f *fork) checkFacets(b, o, t, m *state.Element, reported, explained bool) {
	for _, name := range facetsOfBoth(b, o, t) {
		facet, _ := state.FacetOf(b.Category, name)
		if quick, slow := slices.Contains(change.DifferingFacets(b, o), name),
			!bytes.Equal(facet.Get(b), facet.Get(o)); quick != slow {
			f.t.Errorf("%s: %s is said to differ: %v, its stored values do: %v", change.ElementDescribe(b), name, quick,
				slow)
		}
		vb, vo, vt, vm := facet.Get(b), facet.Get(o), facet.Get(t), facet.Get(m)
		if !bytes.Equal(vb, vo) && !bytes.Equal(vb, vt) && !bytes.Equal(vo, vt) && !reported {
			f.t.Errorf("%s: %s differs three ways and is not reported", change.ElementDescribe(b), name)
		}
		if !bytes.Equal(vb, vo) && !bytes.Equal(vm, vo) && !explained {
			f.t.Errorf("%s: %s of ours is lost unasked", change.ElementDescribe(b), name)
		}
		if bytes.Equal(vb, vo) && !bytes.Equal(vb, vt) && !bytes.Equal(vm, vt) && !reported && !explained {
			f.t.Errorf("%s: %s of theirs is lost unasked", change.ElementDescribe(b), name)
		}
	}
}

// Edits of different elements by two sides give the same result in either order.
func TestDisjointEditsCommute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ids := estate(t)
		f := &fork{t: t, base: b.model, name: "option"}
		half := len(ids) / 2
		f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
		for range 6 {
			act(t, f.ours, ids[:half])
			act(t, f.theirs, ids[half:])
		}
		one := f.must("")
		f.ours, f.theirs = f.theirs, f.ours
		other := f.must("")
		for _, out := range []merge.MergeOutcome{one, other} {
			if slices.ContainsFunc(out.Conflicts, func(c merge.Conflict) bool { return c.Class != merge.ConflictKey }) {
				t.Errorf("disjoint edits conflict:\n%s", listed(out.Conflicts))
			}
			if len(out.Conflicts) > 0 {
				return // rooms with one number: both orders ask
			}
		}
		// Only the counters for automatic names may differ. If a side made an element and deleted it again, only that
		// side has counted it.
		touched := append(f.ours.touched.IDs(), f.theirs.touched.IDs()...)
		if d := merge.Diff(one.Decision.After, other.Decision.After, touched); d.Len() > 0 {
			t.Errorf("the order of merging matters: %s", state.MustJSON(d))
		}
	})
}
