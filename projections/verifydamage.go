package projections

import (
	"github.com/bimstream/bimstream/eventstore"
)

// damagedStream holds the events left of a damaged stream, ordered by revision. Each event's hash was computed with its
// revision, which reveals its original place, even if it stands elsewhere now.
type damagedStream struct {
	events []eventstore.Recorded
	homes  []uint64 // original place of each event
	whole  []bool   // whether the content of each event matches its hash, for some revision nearby
	last   map[uint64]int
}

// neighbourhood is the distance from its place within which the original place of an event is searched.
const neighbourhood = 64

func newDamagedStream(events []eventstore.Recorded) *damagedStream {
	m := &damagedStream{events: events, homes: make([]uint64, len(events)),
		whole: make([]bool, len(events)), last: map[uint64]int{}}
	for i, r := range events {
		m.homes[i], m.whole[i] = chainedRevision(r)
		if m.whole[i] {
			m.last[m.homes[i]] = i
		}
	}
	return m
}

// chainedRevision returns the revision for which an event's hash was computed; ok is false if no revision nearby
// matches.
func chainedRevision(r eventstore.Recorded) (revision uint64, ok bool) {
	for distance := range uint64(neighbourhood) {
		for _, at := range []uint64{r.Revision - distance, r.Revision + distance} {
			if at <= r.Revision+distance && eventstore.ChainHash(r.PrevHash, r.Stream, at, r.Event) == r.Hash {
				return at, true
			}
		}
	}
	return 0, false
}

// examine adds the faults of each event, and of the gap before it.
func (m *damagedStream) examine(v *verification) {
	next, shift, previous := uint64(0), int64(0), eventstore.Hash{}
	seen, hashes := map[uint64]int{}, map[eventstore.Hash]bool{previous: true}
	for i, r := range m.events {
		if r.Revision != next {
			v.fault(FaultRemoved, r, "revisions %d to %d are missing before it", next, r.Revision-1)
			previous = r.PrevHash
		}
		home, here := m.homes[i], uint64(int64(r.Revision)+shift)
		earlier, twice := seen[home]
		switch {
		case !m.whole[i]:
			v.fault(FaultChanged, r, "its content does not have the hash it was recorded with")
		case home > here && m.later(here, i), home < here && !twice:
			v.fault(FaultReordered, r, "it belongs at revision %d", home)
		case home > here:
			v.fault(FaultRemoved, r, "%d events before it are missing, and those after them were renumbered", home-here)
			shift += int64(home - here)
		case home < here:
			v.fault(FaultInserted, m.events[earlier],
				"it was put in at a place that another event has, and those after it were renumbered")
			shift -= int64(here - home)
		case r.PrevHash != previous && i > 0 && m.whole[i-1] && !hashes[r.PrevHash]:
			v.fault(FaultChanged, m.events[i-1],
				"the event after it was chained to another one: it was changed together with its hash, or put in the "+
					"place of another")
		}
		seen[home], hashes[r.Hash] = i, true
		next, previous = r.Revision+1, r.Hash
	}
}

// later reports whether the event that belongs at a place stands after another event.
func (m *damagedStream) later(home uint64, i int) bool {
	at, ok := m.last[home]
	return ok && at > i
}
