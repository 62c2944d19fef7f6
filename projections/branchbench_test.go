package projections

import (
	"context"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
)

// town is a model of free-standing walls, appended in large steps, and the ids of the walls.
func town(tb testing.TB, walls int) (*site, []state.ID) {
	tb.Helper()
	s := newSite(tb)
	level := s.level("Ground", 0)
	var ids []state.ID
	for len(ids) < walls {
		base := s.view()
		model, events := base.Own(), []state.Event(nil)
		for i := 0; i < 1000 && len(ids) < walls; i++ {
			y := int64(len(ids)) * 500
			d, err := domain.Decide(model, changing.Command{ID: fmt.Sprintf("%s-%d", s.commandID(), i),
				Do: changing.CreateWall{
					LevelID: level, Wall: fabric.Wall{Start: at(0, y), End: at(5000, y), Height: geometry.MM(2800),
						Thickness: geometry.MM(200)}}})
			if err != nil {
				tb.Fatal(err)
			}
			model, events, ids = d.After, append(events, d.Events...), append(ids, created(d.Events)...)
		}
		s.append(base, events)
	}
	s.view()
	return s, ids
}

// edit sets a parameter of some walls on a branch, in one append.
func (s *site) edit(tb testing.TB, branch string, ids []state.ID, parameter string, value int) {
	tb.Helper()
	v := s.viewOf(branch)
	model, events := v.Own(), []state.Event(nil)
	for i, id := range ids {
		d, err := domain.Decide(model, changing.Command{ID: fmt.Sprint(s.commandID(), i),
			Do: changing.ModifyParameter{ElementID: id, ParameterName: parameter,
				Value: fmt.Appendf(nil, "%d", value)}})
		if err != nil {
			tb.Fatal(err)
		}
		model, events = d.After, append(events, d.Events...)
	}
	s.appendTo(branch, eventstore.At(v.Revision), events)
}

// The cost of making a branch and looking at it does not depend on the size of the model.
func BenchmarkBranchCreation(b *testing.B) {
	for _, size := range []int{1000, 20000} {
		b.Run(fmt.Sprintf("elements=%d", size), func(b *testing.B) {
			s, _ := town(b, size)
			bytes := 0
			for i := 0; b.Loop(); i++ {
				name := fmt.Sprint("branch-", i)
				events := EncodeEvents(s.viewOf(MainBranch).ForkEvents(name, ""),
					Meta{CommandID: s.commandID(), OccurredAt: begin})
				bytes = len(events[0].Data) + len(events[0].Meta)
				s.commands++
				if _, err := s.store.Append(context.Background(),
					eventstore.Append{Stream: StreamName(testModel, name), Expected: eventstore.NoStream,
						Events: events}); err != nil {
					b.Fatal(err)
				}
				if v := s.viewOf(name); v.Model.Len() < size {
					b.Fatal("the branch lacks elements")
				}
			}
			b.ReportMetric(float64(bytes), "B/branch")
		})
	}
}

// The cost of merging depends on the edits, not on the size of the model. The benchmark also reports the time to visit
// the edited elements once.
func BenchmarkMerge(b *testing.B) {
	for _, size := range []int{3000, 20000} {
		b.Run(fmt.Sprintf("elements=%d", size), func(b *testing.B) {
			s, ids := town(b, size)
			s.branch(MainBranch, "option")
			s.edit(b, MainBranch, ids[:1000], "height", 3000)
			s.edit(b, "option", ids[500:1500], "thickness", 300)
			ours, theirs := s.viewOf(MainBranch), s.viewOf("option")
			for b.Loop() {
				c, err := s.live.Compare(context.Background(), ours, theirs)
				if err != nil {
					b.Fatal(err)
				}
				out, err := c.Merge("merge", "", nil)
				if err != nil || len(out.Decision.Events) != 1000 {
					b.Fatal(len(out.Decision.Events), err)
				}
			}
		})
	}
}

// BenchmarkVisitEdited measures the reference for merging: encoding the stored forms of 2,000 elements.
func BenchmarkVisitEdited(b *testing.B) {
	s, ids := town(b, 3000)
	m := s.view().Model
	for b.Loop() {
		for _, id := range ids[:2000] {
			e, _ := m.Element(id)
			if _, err := e.MarshalJSON(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
