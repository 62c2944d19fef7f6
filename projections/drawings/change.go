package drawings

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// ChangeSpec defines the drawing of a planned change: the part of a level's plan that the change reaches.
type ChangeSpec struct {
	Before, After *projections.View
	Events        []state.Event // between the two states
	LevelID       state.ID      // "" for the level with most of the change
}

// ChangedLevel is a level with the number of its elements that a change reaches.
type ChangedLevel struct {
	LevelID  state.ID `json:"level_id"`
	Name     string   `json:"name"`
	Elements int      `json:"elements"`
}

// ChangeView is the drawing of a change.
type ChangeView struct {
	*View
	LevelID state.ID
	Levels  []ChangedLevel // the levels of the change, those with most elements first
	Outside int            // the number of elements without a place on a level
}

// Change draws the effect of a planned change on a level. Added, removed and changed elements have the colours of a
// difference. If the plan does not show a change otherwise, such as a new material, the element gets an outline in its
// colour. ILLEGAL_STATE reports that no changed element has a place on a level.
func Change(ctx context.Context, spec ChangeSpec) (out *ChangeView, err error) {
	defer processors.Stopped(&err)
	if err := ready(ctx, spec.Before, spec.After); err != nil {
		return nil, err
	}
	spec.Before, spec.After = spec.Before.Until(ctx), spec.After.Until(ctx)
	reached := spec.reached()
	out = &ChangeView{LevelID: spec.LevelID}
	out.Levels, out.Outside = spec.levels(reached)
	if out.LevelID == "" && len(out.Levels) == 0 {
		return nil, state.Errorf(state.IllegalState, "nothing of what would be changed has a place on a level").
			With("state", "nothing to draw").With("allowed", []string{"show without a drawing"})
	}
	if out.LevelID == "" {
		out.LevelID = out.Levels[0].LevelID
	}
	reached = slices.DeleteFunc(reached, func(id state.ID) bool { return spec.levelOf(id) != out.LevelID })
	if out.View, err = spec.draw(ctx, out.LevelID, reached); err != nil {
		return nil, err
	}
	return out, nil
}

// reached returns the elements that the events name, and the elements of the types that the events name, sorted.
func (s *ChangeSpec) reached() []state.ID {
	var out []state.ID
	for _, e := range s.Events {
		for _, t := range e.Touched() {
			out = append(out, t.ElementID)
			out = append(out, s.Before.Model.OfType(t.ElementID)...)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(id state.ID) bool { return s.of(id) == nil })
}

// of returns the state that contains an element. It is the later state if both contain the element, and nil if neither
// does.
func (s *ChangeSpec) of(id state.ID) *projections.View {
	for _, v := range []*projections.View{s.After, s.Before} {
		if _, ok := v.Model.Element(id); ok {
			return v
		}
	}
	return nil
}

// levelOf returns the level on which an element is drawn: its own level, the level of its host, or the highest level
// that is not above its foot. It returns "" for an element without a place.
func (s *ChangeSpec) levelOf(id state.ID) state.ID {
	v := s.of(id)
	if v == nil {
		return ""
	}
	e, _ := v.Model.Element(id)
	if e.Category == state.CategoryLevel {
		return id
	}
	if e.LevelID != "" {
		return e.LevelID
	}
	if e.HostID != "" && e.HostID != id {
		return s.levelOf(e.HostID)
	}
	box := v.BoundsOf(id)
	if box.Empty() {
		return ""
	}
	best := state.ID("")
	for _, l := range shape.Levels(v.Model) { // from below
		if best == "" || shape.Elevation(v.Model, l.ID) <= box.Min.Z+seenBelow {
			best = l.ID
		}
	}
	return best
}

// levels counts the elements on each level on which they are drawn, and the elements without a level.
func (s *ChangeSpec) levels(reached []state.ID) (out []ChangedLevel, outside int) {
	for _, id := range reached {
		l := s.levelOf(id)
		i := slices.IndexFunc(out, func(c ChangedLevel) bool { return c.LevelID == l })
		switch v := s.of(l); {
		case l == "" || v == nil:
			outside++
		case i >= 0:
			out[i].Elements++
		default:
			e, _ := v.Model.Element(l)
			out = append(out, ChangedLevel{l, e.Name, 1})
		}
	}
	slices.SortFunc(out, func(a, b ChangedLevel) int {
		return cmp.Or(cmp.Compare(b.Elements, a.Elements), cmp.Compare(a.LevelID, b.LevelID))
	})
	return out, outside
}

// draw draws the part of a level's plan around elements. A level that is removed is drawn as it was, with all of its
// elements gone.
func (s *ChangeSpec) draw(ctx context.Context, on state.ID, reached []state.ID) (*View, error) {
	source, since := s.After, s.Before
	if _, err := level(source.Model, on); err != nil {
		source, since = s.Before, nil
	}
	l, err := level(source.Model, on)
	if err != nil {
		return nil, err
	}
	outlines := s.outlines(reached)
	lo, hi := s.extent(on, outlines)
	scale := excerptScale(lo, hi)
	whole, err := Plan(ctx, source, PlanSpec{LevelID: on, Scale: scale, Services: true, Since: since, planned: true,
		Annotate: []Annotation{AnnotateRooms, AnnotateTags}})
	if err != nil {
		return nil, err
	}
	v := excerptOf(ctx, whole, l.Name+", as planned", lo, hi)
	v.planned, v.fates = true, map[state.ID]fate{}
	maps.Copy(v.fates, whole.whole.fates)
	for _, o := range outlines {
		if _, shown := v.fates[o.id]; !shown && len(o.was)+len(o.is) > 0 {
			v.outline(o)
			v.fates[o.id] = o.fate
		}
	}
	v.compared = counted(v.fates, s.Before.Revision)
	v.title(v.drawing.Name, true)
	v.differenceLegend()
	out := v.finish()
	out.Cut, out.Warnings = whole.Cut, whole.Warnings
	return out, nil
}

// outlined is the area that an element covers in plan, before and after.
type outlined struct {
	id      state.ID
	fate    fate
	was, is geometry.Region
}

func (s *ChangeSpec) outlines(reached []state.ID) []outlined {
	out := make([]outlined, len(reached))
	for i, id := range reached {
		_, was := s.Before.Model.Element(id)
		_, is := s.After.Model.Element(id)
		o := outlined{id: id}
		if was {
			o.was = shadowOf(s.Before, id)
		}
		if is {
			o.is = shadowOf(s.After, id)
		}
		switch {
		case !was:
			o.fate = added
		case !is:
			o.fate = gone
		case slices.EqualFunc(o.was, o.is, equalPolygons):
			o.was = nil
		}
		out[i] = o
	}
	return out
}

func equalPolygons(a, b geometry.Polygon) bool {
	return slices.Equal(a.Outer, b.Outer) && slices.EqualFunc(a.Holes, b.Holes, slices.Equal[geometry.Ring])
}

// extent returns the smallest rectangle around outlines. If there are no outlines, it returns the one around everything
// on the level.
func (s *ChangeSpec) extent(on state.ID, outlines []outlined) (lo, hi geometry.Point2) {
	lo, hi = geometry.Region(nil).Bounds()
	note := func(from, to geometry.Point2) { lo, hi = min2(lo, from), max2(hi, to) }
	for _, o := range outlines {
		for _, r := range []geometry.Region{o.was, o.is} {
			note(r.Bounds())
		}
	}
	for _, v := range []*projections.View{s.Before, s.After} {
		if lo.X <= hi.X {
			break
		}
		for _, id := range v.Model.OnLevel(on) {
			if box := v.BoundsOf(id); !box.Empty() {
				note(box.Min.XY(), box.Max.XY())
			}
		}
	}
	if lo.X > hi.X {
		return geometry.Point2{}, geometry.Point2{}
	}
	return lo, hi
}

// outline draws the outline of an element, with the area from before in dashed lines.
func (v *view) outline(o outlined) {
	ink := map[fate]paper.Ink{added: inkAdded, gone: inkGone, changed: inkChanged}[o.fate]
	draw := func(r geometry.Region, pattern paper.Pattern) {
		for _, polygon := range r {
			for _, ring := range append([]geometry.Ring{polygon.Outer}, polygon.Holes...) {
				s := paper.Stroke{Closed: true, Pen: paper.Pen50, Ink: ink, Pattern: pattern}
				for _, p := range ring {
					s.Points = append(s.Points, v.at(p))
				}
				v.drawing.Add(paper.Item{Layer: layerDifference, Class: paper.ClassMark,
					Element: string(o.id), Mark: s})
			}
		}
	}
	draw(o.was, paper.Dashed)
	draw(o.is, paper.Solid)
}
