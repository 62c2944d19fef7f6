package mcp

import (
	"cmp"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// claim describes the events in one stream that a call stored according to its record.
type claim struct {
	at
	storedEvents
}

// claimKey identifies a call and a stream.
type claimKey struct {
	command uint64
	stream  string
}

// stored collects the claims in the record of a call.
func (x *crossCheck) stored(a at, e callLeft) {
	for _, s := range e.Stored {
		x.claims[x.key(s.First)] = claim{a, s}
		if command, known := x.called[e.Seq]; known {
			x.claimed[claimKey{command, s.Stream}] = true
		}
	}
}

// changed collects which call changed a model, and compares the events with the claims of their call. The records of
// calls are read earlier, because the names of their streams sort first.
func (x *crossCheck) changed(stream string) func(at, eventstore.Recorded) {
	var within struct {
		claim
		left   int
		digest eventstore.Hash
	}
	last := map[uint64]uint64{} // last revision by command, for commands that do not state what they stored
	return func(a at, r eventstore.Recorded) {
		if c, begins := x.claims[x.key(r.ID)]; begins && c.Stream == stream && within.left == 0 {
			within.claim, within.left, within.digest = c, c.Events, eventstore.Hash{}
			x.unfinished[stream] = c
		}
		meta, err := projections.DecodeMeta(r.Meta)
		if err != nil {
			return
		}
		command := x.key(meta.CommandID)
		x.changes = append(x.changes, changed{a, command})
		before, seen := last[command]
		last[command] = r.Revision
		switch {
		case within.left > 0:
			within.digest = foldEvent(within.digest, stream, r.Event)
			if within.left--; within.left > 0 {
				return
			}
			delete(x.unfinished, stream)
			if hex.EncodeToString(within.digest[:]) != within.SHA256 {
				x.fault(a, projections.FaultChanged, "it, or one of the %d events before it of the same call, is not "+
					"what the record of the call says that was stored", within.Events-1)
			}
		case x.claimed[claimKey{command, stream}]:
			x.fault(a, projections.FaultInserted,
				"it is not among the events that its call has stored by the record of the call: it was put in")
		case seen && before+1 != r.Revision && x.commands[command]:
			x.fault(a, projections.FaultInserted,
				"its call has stored other events before, and one change is stored at once: it was put in")
		}
	}
}

// judgeClaims finds events that calls have stored in streams of models but that are missing.
func (x *crossCheck) judgeClaims() {
	var missing []claim
	for _, c := range x.claims {
		if !x.ids[x.key(c.First)] && x.about(c.Stream) && strings.HasPrefix(c.Stream, "model.") {
			missing = append(missing, c)
		}
	}
	missing = slices.AppendSeq(missing, maps.Values(x.unfinished))
	slices.SortFunc(missing, func(a, b claim) int { return cmp.Compare(a.position, b.position) })
	for _, c := range missing {
		x.fault(c.at, projections.FaultMissing, "the record of a call says that it stored %d events in %s, and "+
			"they are not all there: the end of the stream was cut off, or the stream deleted", c.Events, c.Stream)
	}
}
