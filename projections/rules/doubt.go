package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/ways"
)

// behindDoor is the missing fact if it is not known whether a door leads out.
const behindDoor = "where a door leads, behind which walls close a part that has neither a room nor a floor"

// overStair is the missing fact if it is not known whether a way continues over a stair.
const overStair = "where a stair leads, of which the steps are not known, or which ends at the height of no level"

// upSteps is the missing fact if steps lead up to the entrance.
const upSteps = "whether a wheelchair comes to the entrance (a stair leads up to it, and no ramp)"

// doubt holds the doorways, and the places beside stairs, for which it is not known whether they lead out. It also
// holds the ways to them and to the exits: no way out can be shorter than these.
type doubt struct {
	places []ways.Exit
	why    string
	ways   *ways.Egress
}

// doubtOf finds the doubtful places on the ways to exits. For a wheelchair, stepped lists the doors to which steps lead
// up.
func doubtOf(b *ways.Building, exits []ways.Exit, stepped ...ways.Exit) (doubt, error) {
	places, err := b.Doubtful()
	if err != nil {
		return doubt{}, err
	}
	why := behindDoor
	if len(places) == 0 {
		why = overStair
	}
	if len(stepped) > 0 {
		why = upSteps
	}
	stairs, err := b.UnreadStairs()
	if places = slices.Concat(places, stepped, stairs); err != nil || len(places) == 0 {
		return doubt{}, err
	}
	all, err := b.Egress(slices.Concat(places, exits))
	return doubt{places, why, all}, err
}

// shorter reports whether a room may have a shorter way out than the known one.
func (d *doubt) shorter(room state.ID, far ways.Remotest, reached bool) bool {
	if d.ways == nil {
		return false
	}
	near, ok, err := d.ways.Remotest(room)
	return err == nil && ok && (!reached || near.Distance < far.Distance)
}

// on reports whether a storey has a doubtful place.
func (d *doubt) on(storey int) bool {
	for _, x := range d.places {
		if x.Storey == storey {
			return true
		}
	}
	return false
}

// unlessComplies returns the measurements of an element. If one of them does not comply, it reports the doubtful fact
// as missing.
func (d *doubt) unlessComplies(r *Rule, e *state.Element, found []Measurement) []Measurement {
	for _, m := range found {
		if m.Missing == "" && !r.complies(m.Value) {
			return []Measurement{missing(e, d.why)}
		}
	}
	return found
}
