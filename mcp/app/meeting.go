package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/clashes"
)

const (
	// meetingsLooked is how many elements that a change places are compared with the elements around them.
	meetingsLooked = 400

	// meetingsNamed is how many meetings a change names; it only counts the rest.
	meetingsNamed = 8

	// sleeveClearance is the gap in mm that a warning suggests on each side of an element that passes through an
	// opening.
	sleeveClearance = 25
)

// meetings warns of elements that the change places inside another body: services in walls and slabs, beams in doors,
// ducts in ducts. It covers elements that were created, moved or edited, and elements that followed such a change.
func (d *Done) meetings(ctx context.Context) []change.Warning {
	placed := slices.Clone(d.created)
	for _, id := range d.modified {
		if d.placed(id) {
			placed = append(placed, id)
		}
	}
	for _, t := range d.follows() {
		placed = append(placed, t.ID)
	}
	found, complete := clashes.Meetings(ctx, d.Before, d.After, placed[:min(len(placed), meetingsLooked)])
	var out []change.Warning
	for _, m := range found[:min(len(found), meetingsNamed)] {
		out = append(out, d.meeting(m))
	}
	if n := len(found) - len(out); n > 0 {
		out = append(out, change.Warning{Code: "BODIES_MEET", Data: map[string]any{"more": n},
			Message: fmt.Sprintf("%d more pairs share space since this change: clash_detection lists them", n)})
	}
	if len(placed) > meetingsLooked || !complete {
		out = append(out, change.Warning{Code: "NOT_LOOKED_AT", Data: map[string]any{"elements": len(placed)},
			Message: fmt.Sprintf("the change placed %d elements, of which %d at most are looked at here: call "+
				"clash_detection and model_quality", len(placed), meetingsLooked)})
	}
	return out
}

// meeting returns the warning that two elements share space, with the depth and, where it helps, the call that cuts an
// opening.
func (d *Done) meeting(m clashes.Meeting) change.Warning {
	own, name := Named(d.After.Model, m.ID)
	theirs, other := Named(d.After.Model, m.Other)
	data := map[string]any{"element_id": m.ID, "other_id": m.Other, "overlap_volume_m3": m.Volume, "depth": m.Depth,
		"location": m.Location}
	next := "move one of them"
	host, through := m.Other, m.ID
	if opens(own) {
		host, through, own, theirs = m.ID, m.Other, theirs, own
	}
	if opens(theirs) && slices.Contains(runningThrough, own) && d.goesThrough(through, host) {
		next = "move it, or cut the opening with create_opening (host_id, through)"
		data["call"] = map[string]any{"tool": "create_opening", "arguments": map[string]any{"host_id": host,
			"through": through, "clearance": sleeveClearance}}
	}
	return change.Warning{Code: "BODIES_MEET", Data: data, Message: fmt.Sprintf(
		"%q and %q share space, %v mm deep: %s", name, other, m.Depth, next)}
}

// goesThrough reports whether an element passes through its host from side to side. For floors and roofs it compares
// heights only: an element that lies lengthwise within a slab needs no opening.
func (d *Done) goesThrough(through, host state.ID) bool {
	if e, ok := d.After.Model.Element(host); ok && e.Category == state.CategoryWall {
		return true
	}
	in, around := d.After.BoundsOf(through), d.After.BoundsOf(host)
	return in.Min.Z < around.Min.Z && in.Max.Z > around.Max.Z
}

// OpeningHosts are the categories that openings are cut into.
var OpeningHosts = []state.Category{state.CategoryWall, state.CategoryFloor, state.CategoryRoof}

// runningThrough lists the categories that pass through walls and floors in openings of their own.
var runningThrough = []string{string(state.CategoryDuct), string(state.CategoryPipe),
	string(state.CategoryCableTray), string(state.CategoryBeam)}

func opens(category string) bool { return slices.Contains(OpeningHosts, state.Category(category)) }
