package domain

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/member"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// storeys builds a plot with storeys of 3, 3.5 and 2.8 m, and a level 1 m above the ground that is no storey.
func storeys(t *testing.T) (p *plot, first, second, third state.ID) {
	p = newPlot(t)
	no := false
	p.do(change.CreateLevel{Name: "Plinth", Elevation: geometry.MM(1000), IsStorey: &no})
	level := func(name string, z int64) state.ID {
		return p.do(change.CreateLevel{Name: name, Elevation: geometry.MM(z)})
	}
	return p, level("First", 3000), level("Second", 6500), level("Third", 9300)
}

// copied copies one element to a level, and returns the copy and the warnings.
func (p *plot) copied(id, level state.ID) (*state.Element, []change.Warning) {
	p.t.Helper()
	d, err := p.try(change.CopyElement{ElementIDs: []state.ID{id}, ToLevel: level})
	if err != nil {
		p.t.Fatal(err)
	}
	p.model = d.After
	for _, e := range made(d) {
		if e.Category == change.Element(p.model, id).Category {
			return e, d.Warnings
		}
	}
	p.t.Fatal("nothing was made")
	return nil, nil
}

// A copied column of one storey takes the height of the new storey, and a copied stair reaches the new upper floor. The
// reply gives the new heights. Over the last level there is no level to reach.
func TestWhatReachesUpIsCopiedToAStoreyOfAnotherHeight(t *testing.T) {
	p, first, second, third := storeys(t)
	column := p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(0, 0), TopLevel: first,
		TopOffset: geometry.MM(-200), Profile: &geometry.Profile{Shape: "rectangle", Width: geometry.MM(300),
			Depth: geometry.MM(300)}}})
	copied, warned := p.copied(column, first)
	if c := copied.Params.(*member.Column); c.TopLevel != second || c.TopOffset != geometry.MM(-200) {
		t.Errorf("the copy reaches up to %s", shape.NameOf(p.model, c.TopLevel))
	}
	p.measure(copied.ID, "NetVolume", 0.3*0.3*3.3)
	if len(warned) != 1 || warned[0].Code != "OTHER_HEIGHT" ||
		!strings.Contains(warned[0].Message, "3500 mm where the original has 3000") {
		t.Errorf("the reply warns of %v", warned)
	}
	p.refused(change.CopyElement{ElementIDs: []state.ID{column}, ToLevel: third}, state.NotFound)

	stair := p.do(change.CreateStair{LevelID: p.level, Stair: stairshape.Stair{Start: mm(2000, 0), Toward: mm(3000, 0),
		TopLevel: first,
		Width:    geometry.MM(1000), Risers: 15, Tread: geometry.MM(260)}})
	p.railing(stair, shift(2000, 450, 0), shift(5640, 450, 3000))
	flight, warned := p.copied(stair, first)
	if s := flight.Params.(*stairshape.Stair); s.TopLevel != second {
		t.Errorf("the copy goes up to %s", shape.NameOf(p.model, s.TopLevel))
	}
	if len(warned) != 2 || warned[1].Code != "STEEP_STAIR" {
		t.Errorf("the reply warns of %v: 15 risers of 233 mm are steep", warned)
	}
	for _, id := range p.model.HostedBy(flight.ID) {
		p.runs(id, shift(2000, 450, 0), shift(5640, 450, 3500))
	}
}

// A copy reaches up as many storeys as the original. A level at the same height above the new level takes precedence,
// even if it is not a storey.
func TestACopyReachesAsManyStoreysUp(t *testing.T) {
	p, first, second, third := storeys(t)
	tall := p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(0, 0), TopLevel: second,
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(300)}}})
	copied, _ := p.copied(tall, first)
	if c := copied.Params.(*member.Column); c.TopLevel != third {
		t.Errorf("the copy reaches up to %s", shape.NameOf(p.model, c.TopLevel))
	}
	no := false
	beam := p.do(change.CreateLevel{Name: "Beam", Elevation: geometry.MM(9500), IsStorey: &no})
	copied, warned := p.copied(tall, first)
	if c := copied.Params.(*member.Column); c.TopLevel != beam || len(warned) != 0 {
		t.Errorf("the copy reaches up to %s, with %v", shape.NameOf(p.model, c.TopLevel), warned)
	}
}

// If a wall is attached to the level above it, its copy is attached to the next level.
func TestAWallUpToALevelIsCopiedUpToTheNext(t *testing.T) {
	p, first, second, third := storeys(t)
	wall := p.wall(mm(0, 0), mm(4000, 0), 200)
	p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{first}})
	copied, _ := p.copied(wall, first)
	if got := state.AttachmentsOf(change.Element(p.model, copied.ID)).Top; len(got) != 1 || got[0] != second {
		t.Errorf("the copy is attached to %v", got)
	}
	p.measure2(copied.ID, "Height", 3.5)
	last, warned := p.copied(wall, third)
	if got := state.AttachmentsOf(change.Element(p.model, last.ID)); !got.None() || len(warned) != 1 ||
		warned[0].Code != "ATTACHMENT_LOST" {
		t.Errorf("the copy on the last level is attached to %v, with %v", got, warned)
	}
}
