package drawings

import (
	"fmt"
	"math"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// stampedRoom is a room with the text of its stamp.
type stampedRoom struct {
	projections.RoomFacts
	element *state.Element
	area    string
	ink     paper.Ink
}

// plannedRooms returns the rooms of a level before or after a planned change, with the change of their areas. The stamp
// of a room that merges with another one stays at the room's old place. A reader then sees to which room it belongs.
func (p *plan) plannedRooms() []stampedRoom {
	var out []stampedRoom
	was := map[state.ID]projections.RoomFacts{}
	for _, facts := range p.roomsBefore() {
		was[facts.ID] = facts
	}
	for _, is := range p.shownRooms() {
		e, ok := p.model.Element(is.ID)
		if !ok {
			continue
		}
		r := stampedRoom{is, e, p.areaOf(p.source, is), paper.Ink{}}
		switch before, there := was[is.ID]; {
		case !there:
			r.ink = inkAdded
		case p.areaOf(p.spec.Since, before) != r.area:
			number, _, _ := strings.Cut(p.areaOf(p.spec.Since, before), " ")
			r.area, r.ink = number+" -> "+r.area, inkChanged
			if stays := geometry.Intersect(before.Region, is.Region); len(stays) > 0 {
				r.Region = stays
			}
		}
		delete(was, is.ID)
		out = append(out, r)
	}
	for _, before := range p.roomsBefore() {
		if _, left := was[before.ID]; !left {
			continue
		}
		r := stampedRoom{before, nil, p.areaOf(p.spec.Since, before) + " -> none", inkGone}
		if e, stays := p.model.Element(before.ID); stays {
			r.element, r.Name, r.Number = e, e.Name, before.Number
		} else if r.element, stays = p.spec.Since.Model.Element(before.ID); !stays {
			continue
		}
		out = append(out, r)
	}
	return out
}

// roomsBefore returns the bounded rooms of the level before the planned change.
func (p *plan) roomsBefore() []projections.RoomFacts {
	rooms := p.spec.Since.Rooms()
	var out []projections.RoomFacts
	for _, id := range rooms.OnLevel(p.level.ID) {
		p.goOn()
		if facts, err := rooms.Analyse(id); err == nil && facts.Bounded {
			out = append(out, facts)
		}
	}
	return out
}

func areaNumber(area float64) string { return fmt.Sprintf("%.2f", math.Round(area*100)/100) }

func areaText(area float64) string { return areaNumber(area) + " m²" }

// areaOf returns the text of the area of a room, with the name of the rule if the plan has one: 18.50 m² NIA.
func (p *plan) areaOf(source *projections.View, r projections.RoomFacts) string {
	if p.spec.AreaRule == "" {
		return areaText(r.Area)
	}
	by, err := source.Measures().FloorArea(r.ID, p.spec.AreaRule)
	if err != nil {
		return areaText(r.Area)
	}
	return areaText(by.Area) + " " + by.Rule.Short
}
