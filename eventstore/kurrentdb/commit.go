package kurrentdb

import (
	"crypto/rand"
	"errors"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// commit is what one call of the server writes: the accepted appends of a group, one after the other, at one place of the
// log. The server takes all of it or nothing.
type commit struct {
	from     uint64 // the revision in the log that the first event gets
	nonce    nonce
	base     int // how many events of the view's tail are before it
	records  []eventstore.Recorded
	events   []esdb.EventData
	size     int
	outcomes []outcome // of the requests it was made for: those at the front of the group that fit
	refused  bool      // one of them was refused, on what the mirror knew
}

// plan judges the requests of a group in their order, each on what the ones before it will have done. It stops at the
// first one that no longer fits into a call of the server.
func (v *view) plan(group []*request, limit int) (*commit, error) {
	if err := v.trim(); err != nil {
		return nil, err
	}
	end, err := v.end()
	if err != nil {
		return nil, err
	}
	c := &commit{from: end, base: len(v.tail)}
	_, _ = rand.Read(c.nonce[:]) // never fails: the runtime ends the process instead
	own := &view{ctx: v.ctx, mirror: v.mirror, tail: v.tail[:len(v.tail):len(v.tail)]}
	for _, r := range group {
		o, fits, err := c.add(own, r.parts, limit)
		if err != nil {
			return nil, err
		}
		if !fits {
			break
		}
		c.outcomes = append(c.outcomes, o)
	}
	c.records = own.tail[c.base:]
	return c, nil
}

// add judges one append and takes its events in. An error says that the mirror failed.
func (c *commit) add(own *view, parts []eventstore.Append, limit int) (o outcome, fits bool, err error) {
	results, replay, err := own.judge(parts)
	if err == nil && replay {
		results, err = own.replayWhole(parts, results)
	}
	switch {
	case err != nil && !isJudgement(err):
		return o, false, err
	case err != nil:
		c.refused = true
		return outcome{err: err}, true, nil
	case replay:
		return outcome{results: results}, true, nil
	}
	return c.take(own, parts, limit)
}

// isJudgement reports an answer to one append that says nothing about the mirror.
func isJudgement(err error) bool {
	return errors.Is(err, eventstore.ErrWrongExpected) || errors.Is(err, eventstore.ErrIdempotencyCorrupt)
}

// take gives the events of an accepted append their places, hashes and wire form.
func (c *commit) take(own *view, parts []eventstore.Append, limit int) (o outcome, fits bool, err error) {
	begin := len(own.tail)
	results := make([]eventstore.Result, len(parts))
	for i, p := range parts {
		if results[i], err = own.extend(p, c.from+uint64(len(own.tail)-c.base)); err != nil {
			return o, false, err
		}
	}
	added := own.tail[begin:]
	events, size, err := encodeAll(added, c.nonce)
	if err != nil {
		return o, false, err
	}
	if c.size+size > limit {
		own.tail = own.tail[:begin]
		if c.size == 0 {
			return outcome{err: tooLarge(size, limit)}, true, nil
		}
		return o, false, nil
	}
	c.events, c.size = append(c.events, events...), c.size+size
	return outcome{results: results}, true, nil
}

// extend adds the events of a part behind the end of the view; position is that of the last event before them.
func (v *view) extend(p eventstore.Append, position uint64) (eventstore.Result, error) {
	head, exists, err := v.head(p.Stream)
	if err != nil {
		return eventstore.Result{}, err
	}
	revision := uint64(0)
	if exists {
		revision = head.Revision + 1
	}
	first, prev := revision, head.Hash
	for _, e := range p.Events {
		position++
		if len(e.Meta) == 0 {
			e.Meta = nil
		}
		hash := eventstore.ChainHash(prev, p.Stream, revision, e)
		v.tail = append(v.tail, eventstore.Recorded{
			Event: e, Stream: p.Stream, Revision: revision, Position: position, PrevHash: prev, Hash: hash,
		})
		prev, revision = hash, revision+1
	}
	return eventstore.Result{FirstRevision: first, LastRevision: revision - 1, Position: position}, nil
}

func encodeAll(records []eventstore.Recorded, of nonce) (events []esdb.EventData, size int, err error) {
	events = make([]esdb.EventData, len(records))
	for i := range records {
		if events[i], err = encode(&records[i], len(records)-1-i, of); err != nil {
			return nil, 0, err
		}
		size += wireSize(&events[i])
	}
	return events, size, nil
}

// fate is what has become of a commit whose answer is in doubt.
type fate int

const (
	absent fate = iota // nothing is at its place
	landed             // it is there, all of it
	taken              // something else is at its place
)

// fateOf looks for a commit in a mirror that is current. A record is the same when its hash is: that covers its stream,
// its place, its content and everything before it.
func (v *view) fateOf(c *commit) (fate, error) {
	mirror := view{ctx: v.ctx, mirror: v.mirror}
	there, err := mirror.at(c.from+1, len(c.records))
	if err != nil || len(there) == 0 {
		return absent, err
	}
	if len(there) < len(c.records) {
		return taken, nil
	}
	for i := range there {
		if there[i].Hash != c.records[i].Hash {
			return taken, nil
		}
	}
	return landed, nil
}
