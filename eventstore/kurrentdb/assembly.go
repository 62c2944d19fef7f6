package kurrentdb

import (
	"bytes"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// assembly puts together appends that were written in several calls. All readers of the log in this process share it.
// One rule holds for every reader: a piece of a commit counts only if it is the next one, according to its number of
// pieces to come. Any other piece, such as one that was sent twice, is ignored. The append is in the log when its last
// piece is.
//
// The kept pieces are bounded. A reader that meets a piece whose earlier pieces are not kept reads them again.
type assembly struct {
	mu    sync.Mutex
	open  map[string]*openAppend // by commit
	bytes int
}

// maxAssembled is the size in bytes of kept appends, several of the largest that the contract allows, above which the
// next one that begins is kept alone.
const maxAssembled = 4 * eventstore.MaxAppendBytes

// openAppend is an append whose pieces have not all come, or a complete one that is not in the mirror yet.
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

// take adds a piece. entry is the append if this piece completes it. lost means that the earlier pieces are not kept,
// and must be read again from the place where the append begins.
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

// glue fills a record with the content of the fragments before it.
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

// progress returns the number of pieces of a commit that have not been read yet; ok is false if none was read.
func (a *assembly) progress(commit string) (left int, begun uint64, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	x := a.open[commit]
	if x == nil {
		return 0, 0, false
	}
	return x.next + 1, x.begun, true
}
