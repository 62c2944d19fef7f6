package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func TestAStairIsRefused(t *testing.T) {
	p := newPlot(t)
	top := p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	good := stair.Stair{Start: mm(0, 0), Toward: mm(1000, 0), TopLevel: top, Width: geometry.MM(1000),
		Risers: 16, Tread: geometry.MM(250)}
	for _, c := range []struct {
		when string
		edit func(*change.CreateStair)
		want state.Code
	}{
		{"it has one riser", func(s *change.CreateStair) { s.Risers = 1 }, state.OutOfRange},
		{"it has a negative number of risers", func(s *change.CreateStair) { s.Risers = -16 }, state.OutOfRange},
		{"it has more risers than any stair", func(s *change.CreateStair) { s.Risers = stair.MaxRisers + 1 },
			state.OutOfRange},
		{"it ascends nowhere", func(s *change.CreateStair) { s.Toward = s.Start }, state.DegenerateGeometry},
		{"its top is its own level", func(s *change.CreateStair) { s.TopLevel = p.level }, state.DegenerateGeometry},
		{"it descends", func(s *change.CreateStair) { s.LevelID, s.TopLevel = top, p.level }, state.DegenerateGeometry},
		{"its top does not exist", func(s *change.CreateStair) { s.TopLevel = "nothing" }, state.NotFound},
		{"its top is no level", func(s *change.CreateStair) { s.TopLevel = p.model.Info().SiteID }, state.IllegalState},
		{"its width is zero", func(s *change.CreateStair) { s.Stair.Width = 0 }, state.DegenerateGeometry},
		{"its width is negative", func(s *change.CreateStair) { s.Width = -1 }, state.OutOfRange},
		{"its tread is negative", func(s *change.CreateStair) { s.Tread = -1 }, state.OutOfRange},
		{"its length is negative", func(s *change.CreateStair) { s.Stair.Tread, s.Along = 0, -1 }, state.OutOfRange},
		{"its length is said twice", func(s *change.CreateStair) { s.Along = geometry.MM(4000) }, state.InvalidInput},
		{"its tread is beyond any length", func(s *change.CreateStair) { s.Tread = huge }, state.OutOfRange},
		{"it has more winders than memory holds", func(s *change.CreateStair) {
			s.Shape, s.Winders = "quarter_winding", 1<<53+1
		}, state.OutOfRange},
		{"its waist is beyond any length", func(s *change.CreateStair) { s.Waist = huge }, state.OutOfRange},
		{"its start is out of bounds", func(s *change.CreateStair) { s.Start.Y = -huge }, state.OutOfModelBounds},
		{"its side does not exist", func(s *change.CreateStair) { s.Justification = "front" }, state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := change.CreateStair{LevelID: p.level, Stair: good}
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
}

func TestAStairHasUsualSteps(t *testing.T) {
	for _, c := range []struct {
		op     change.CreateStair
		risers int
		tread  geometry.Length
		warned string
	}{
		{change.CreateStair{}, 18, geometry.MM(280), ""}, // 3000 / 175 is 17.1
		{change.CreateStair{Risers: 17}, 17, geometry.MM(280), ""},
		{change.CreateStair{Tread: geometry.MM(300)}, 18, geometry.MM(300), ""},
		{change.CreateStair{Along: geometry.MM(4250)}, 18, geometry.MM(250), ""},
		{change.CreateStair{Risers: 10}, 10, geometry.MM(280),
			"the flight is steeper than any standard takes: 10 risers of 300.0 mm, treads of 280 mm; 18 risers of " +
				"166.7 mm " +
				"with treads of 280 mm would do, 4760 mm long in plan"},
		{change.CreateStair{Along: geometry.MM(1700)}, 18, geometry.MM(100),
			"the flight is steeper than any standard takes: 18 risers of 166.7 mm, treads of 100 mm; 18 risers " +
				"of 166.7 " +
				"mm with treads of 280 mm would do, 4760 mm long in plan"},
	} {
		p := newPlot(t)
		c.op.LevelID = p.level
		c.op.Stair = stair.Stair{Start: mm(0, 0), Toward: mm(1000, 0), Width: geometry.MM(1000),
			TopLevel: p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})}
		d, err := p.try(c.op)
		if err != nil {
			t.Errorf("%+v: %v", c.op, err)
			continue
		}
		s := d.Events[0].(*state.ElementCreated).Element.Params.(*stair.Stair)
		said := ""
		for _, w := range d.Warnings {
			said += w.Message
		}
		if s.Risers != c.risers || s.Tread != c.tread || said != c.warned {
			t.Errorf("%+v: %d risers, treads of %s, %q", c.op, s.Risers, s.Tread, said)
		}
	}
}

func TestAStairHasABodyAtItsLimits(t *testing.T) {
	for _, s := range []stair.Stair{
		{Risers: 2, Tread: 1, Width: 1}, {Risers: stair.MaxRisers, Tread: 1, Width: 1, Waist: 1},
		{Risers: 16, Tread: 2 * state.DefaultHalfExtent, Width: 1, Waist: 2 * state.DefaultHalfExtent},
		{Risers: 2, Tread: geometry.MM(250), Width: geometry.MM(900), Waist: geometry.MM(5000)},
	} {
		p := newPlot(t)
		s.TopLevel = p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
		s.Toward = mm(1000, 1)
		d, err := p.try(change.CreateStair{LevelID: p.level, Stair: s})
		if err != nil {
			if state.CodeOf(err) != state.DegenerateGeometry {
				t.Errorf("%d risers of %s: %v", s.Risers, s.Tread, err)
			}
			continue
		}
		checkBody(t, d.After, d.Events[0].(*state.ElementCreated).Element.ID)
	}
}
