package kurrentdb

import (
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// writtenFront is the front of the tail, which is in the segment and not in memory. Of its streams the newest records
// are known, without their content: what comes next is judged by them.
type writtenFront struct {
	next   uint64 // the place behind it; 0 when there is none
	events int
	heads  map[string]*eventstore.Recorded
}

// wrote takes what is in memory of a stretch for what is in the segment.
func (t *tail) wrote(s *sqlite.Stretch, verdicts []sqlite.Verdict) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := &t.written
	if w.next = s.Next; w.heads == nil {
		w.heads = map[string]*eventstore.Recorded{}
	}
	position := t.begin()
	for i := range s.Entries {
		if verdicts[i] != sqlite.Valid {
			continue
		}
		for j := range s.Entries[i].Records {
			r := &s.Entries[i].Records[j]
			w.events, position = w.events+1, r.Position
			w.keep(r)
		}
	}
	t.dropTo(s.Next, position)
	t.armLocked(gathering)
}

func (w *writtenFront) keep(r *eventstore.Recorded) {
	head := w.heads[r.Stream]
	if head == nil {
		head = &eventstore.Recorded{Stream: r.Stream}
		w.heads[r.Stream] = head
	}
	head.Revision, head.Position, head.Hash = r.Revision, r.Position, r.Hash
}
