package kurrentdb

import (
	"bytes"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// assembly puts together appends that were written in several calls. All readers of the log in this process share it.
// All of them apply one rule. Each piece of an append states how many pieces follow it, and it counts only if it is the
// next expected piece. Any other piece is ignored, such as one that was sent twice. The append counts as written when
// its last piece is in the log.
//
// The memory for pieces is bounded. A reader that meets a piece whose earlier pieces are no longer kept reads them
// again.
type assembly struct {
	mu    sync.Mutex
	open  map[string]*openAppend // by commit
	bytes int
}

// maxAssembled is the number of bytes of kept pieces above which all of them are dropped when another append begins. It
// holds several of the largest appends that the contract allows.
const maxAssembled = 4 * eventstore.MaxAppendBytes

// openAppend is an append whose pieces have not all been read, or a complete append that is not in the mirror yet.
type openAppend struct {
	next   int // number of pieces that follow the next piece; -1 when the append is complete
	begun  uint64
	last   uint64
	known  uint64
	loose  []byte // fragments of a record that has not come yet
	record []eventstore.Recorded
	bytes  int
}

func newAssembly() *assembly { return &assembly{open: map[string]*openAppend{}} }

// take adds a piece. If the piece completes an append, take returns the append as an entry. lost means that the earlier
// pieces are no longer kept, so that they must be read again from the place where the append begins.
func (a *assembly) take(p *piece) (entry *sqlite.Entry, lost bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	x := a.open[p.commit]
	switch {
	case x == nil && *p.begun > 0:
		return nil, true, nil
	case x == nil:
		if a.bytes > maxAssembled {
			clear(a.open)
			a.bytes = 0
		}
		x = &openAppend{next: p.more, begun: p.place, known: p.known}
		a.open[p.commit] = x
	}
	if x.next == -1 && x.last == p.place {
		return x.entry(), false, nil
	}
	if p.more != x.next {
		return nil, false, nil
	}
	if err := x.add(p); err != nil {
		return nil, false, err
	}
	n := len(p.bytes) + len(p.record.Data) + len(p.record.Meta)
	x.bytes += n
	a.bytes += n
	if x.next >= 0 {
		return nil, false, nil
	}
	return x.entry(), false, nil
}

func (x *openAppend) add(p *piece) error {
	x.next, x.last = x.next-1, p.place
	if p.kind == fragmentPiece {
		x.loose = append(x.loose, p.bytes...)
		return nil
	}
	r := p.record
	if p.cut != nil {
		if err := glue(&r, x.loose, *p.cut); err != nil {
			return err
		}
		x.loose = nil
	}
	x.record = append(x.record, r)
	return nil
}

// glue fills in the content of a record from the fragments before it. The first bytes, as many as data states, are the
// record's data, and the rest is its metadata.
func glue(r *eventstore.Recorded, content []byte, data int) error {
	if data < 0 || data > len(content) {
		return &eventstore.CorruptError{Stream: r.Stream, Revision: r.Revision, ID: r.ID,
			Reason: "its fragments are not whole"}
	}
	r.Data, r.Meta = bytes.Clone(content[:data]), nil
	if data < len(content) {
		r.Meta = bytes.Clone(content[data:])
	}
	return checkHash(r)
}

func (x *openAppend) entry() *sqlite.Entry {
	return &sqlite.Entry{Place: x.last, Records: x.record, Stale: x.known > x.begun, Proven: true}
}

func (a *assembly) drop(commit string) {
	a.bytes -= a.open[commit].bytes
	delete(a.open, commit)
}

// followed drops the appends that are in the mirror.
func (a *assembly) followed(next uint64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for commit, x := range a.open {
		if x.next == -1 && x.last < next {
			a.drop(commit)
		}
	}
}

// progress returns the number of pieces of a commit that have not been read yet, and the place where it begins. ok is
// false if no piece was read.
func (a *assembly) progress(commit string) (left int, begun uint64, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	x := a.open[commit]
	if x == nil {
		return 0, 0, false
	}
	return x.next + 1, x.begun, true
}
