package clashes

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/projections"
)

// subject is a tested element.
type subject struct {
	element        *state.Element
	box            geometry.Box
	source, target bool

	making sync.Mutex
	body   *clash.Body
	err    error
	uses   atomic.Int32 // pairs that still need the body
}

// field holds everything that takes part in a test.
type field struct {
	view      *projections.View
	test      *Test
	subjects  []*subject
	exclusive counts      // numbers of excluded elements
	undecided []Undecided // elements whose body cannot be made
}

// gather returns the elements of a test, ordered by place. Near elements follow each other, so each body is needed for
// a short time only. The list is incomplete once the context is cancelled.
func gather(ctx context.Context, v *projections.View, t *Test) *field {
	f := &field{view: v, test: t, exclusive: counts{}}
	source, target := idsOf(t.Source.Elements), idsOf(t.Target.Elements)
	v.Model.Each(func(e *state.Element) bool {
		s := &subject{element: e, source: t.Source.holds(v, e, source), target: t.Target.holds(v, e, target)}
		if s.source || s.target {
			f.take(s)
		}
		return ctx.Err() == nil
	})
	slices.SortFunc(f.subjects, comparePlaces)
	return f
}

func idsOf(list []state.ID) map[state.ID]bool {
	out := map[state.ID]bool{}
	for _, id := range list {
		out[id] = true
	}
	return out
}

// take adds an element if it can be in conflict.
func (f *field) take(s *subject) {
	if rule := immaterial(s.element.Category); rule != "" {
		f.exclusive[rule]++
		return
	}
	if slices.Contains(f.test.Exclude.Categories, s.element.Category) {
		f.exclusive[excludedCategory]++
		return
	}
	measure, err := f.view.Measures().Of(s.element.ID)
	switch {
	case err != nil:
		f.undecided = append(f.undecided, Undecided{Elements: []state.ID{s.element.ID}, Reason: err.Error()})
	case measure.Bounds.Empty(), measure.Solids == 0: // an element with only open surfaces and curves has no volume
		f.exclusive[bodiless]++
	default:
		s.box = measure.Bounds
		f.subjects = append(f.subjects, s)
	}
}

func comparePlaces(a, b *subject) int {
	p, q := a.box.Min, b.box.Min
	return cmp.Or(cmp.Compare(p.Z, q.Z), cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y),
		cmp.Compare(a.element.ID, b.element.ID))
}

// solid returns the body of a subject, made on first use.
func (f *field) solid(s *subject) (*clash.Body, error) {
	s.making.Lock()
	defer s.making.Unlock()
	if s.body == nil && s.err == nil {
		s.body, s.err = f.view.Measures().Matter(s.element.ID)
	}
	return s.body, s.err
}

// release frees the body of a subject once no pair needs it.
func (s *subject) release() {
	if s.uses.Add(-1) == 0 {
		s.making.Lock()
		s.body = nil
		s.making.Unlock()
	}
}
