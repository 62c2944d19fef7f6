package kurrentdb

import (
	"errors"
	"slices"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// commit is the unit that the writer sends: the accepted appends of a group, in order, in one call of the server, or
// one append that takes several calls.
type commit struct {
	out      outgoing
	at       time.Time
	appends  []planned
	outcomes []outcome // for the requests at the front of the group that fit
	refused  bool      // a request was refused, based on what the mirror knew
	size     int
}

// planned is one append of a commit.
type planned struct {
	request int    // index of its request in the group
	first   uint64 // the planned position of its first record
	records []eventstore.Recorded
	items   []item
	results []eventstore.Result
}

// plan judges the requests of a group in order, each on the state after the requests before it. It stops at the first
// request that no longer fits into the same call of the server. A request that is too large for any call is planned
// alone.
func (v *view) plan(group []*request, c *commit) error {
	position, err := v.known.Position(v.ctx)
	if err != nil {
		return err
	}
	v.position = position
	for i, r := range group {
		o, fits, err := c.add(v, i, r.parts)
		if err != nil {
			return err
		}
		if !fits {
			break
		}
		c.outcomes = append(c.outcomes, o)
	}
	return nil
}

// add judges one append and adds its events. An error means that the mirror failed.
func (c *commit) add(v *view, request int, parts []eventstore.Append) (o outcome, fits bool, err error) {
	results, replay, err := eventstore.Judge(v, parts)
	switch {
	case err != nil && !isJudgement(err):
		return o, false, err
	case err != nil:
		c.refused = true
		return outcome{err: err}, true, nil
	case replay:
		return outcome{results: results}, true, nil
	}
	return c.take(v, request, parts)
}

// isJudgement reports whether an error concerns one append only, and not the mirror.
func isJudgement(err error) bool {
	return errors.Is(err, eventstore.ErrWrongExpected) || errors.Is(err, eventstore.ErrIdempotencyCorrupt)
}

// take gives the events of an accepted append their places in the streams, their hashes and their encoded form.
func (c *commit) take(v *view, request int, parts []eventstore.Append) (o outcome, fits bool, err error) {
	begin, position := len(v.tail), v.position
	p := planned{request: request, results: make([]eventstore.Result, len(parts))}
	for i := range parts {
		if p.results[i], err = v.extend(parts[i], c.at); err != nil {
			return o, false, err
		}
	}
	p.records, p.first = v.tail[begin:len(v.tail):len(v.tail)], position+1
	items, size, err := c.out.append(p.records)
	if err != nil {
		v.tail, v.position = v.tail[:begin], position
		return outcome{err: err}, true, nil
	}
	if len(c.appends) > 0 && (c.size+size > c.out.limit || size > c.out.limit) {
		v.tail, v.position = v.tail[:begin], position
		return o, false, nil
	}
	p.items, c.size = items, c.size+size
	c.appends = append(c.appends, p)
	return outcome{results: p.results}, true, nil
}

// extend adds the events of a part after the end of the view.
func (v *view) extend(p eventstore.Append, at time.Time) (eventstore.Result, error) {
	head, exists, err := v.LastOf(p.Stream)
	if err != nil {
		return eventstore.Result{}, err
	}
	revision := uint64(0)
	if exists {
		revision = head.Revision + 1
	}
	first, prev := revision, head.Hash
	for i, e := range p.Events {
		v.position++
		if len(e.Meta) == 0 {
			e.Meta = nil
		}
		hash := eventstore.ChainHash(prev, p.Stream, revision, e)
		recorded := at
		if p.RecordedAt != nil {
			recorded = p.RecordedAt[i]
		}
		v.tail = append(v.tail, eventstore.Recorded{
			Event: e, Stream: p.Stream, Revision: revision, Position: v.position, PrevHash: prev,
			Hash: hash, RecordedAt: recorded,
		})
		prev, revision = hash, revision+1
	}
	return eventstore.Result{FirstRevision: first, LastRevision: revision - 1, Position: v.position}, nil
}

// known returns the chunk of a commit that was written in one call, without reading the log. It returns nil if the log
// has unknown events before the commit. Otherwise the appends were judged on the state at their place, so they are
// valid.
func (c *commit) known(at placed, events []esdb.EventData) *chunk {
	first := at.last + 1 - uint64(len(events))
	if !at.certain || c.out.known != first {
		return nil
	}
	own := &chunk{}
	own.From, own.Next = first, at.last+1
	own.Last = lastOf(events[len(events)-1].EventID, c.out.commit)
	place := first
	for i := range c.appends {
		place += uint64(len(c.appends[i].items))
		own.Entries = append(own.Entries, sqlite.Entry{
			Place: place - 1, Records: slices.Clone(c.appends[i].records), Joined: i > 0, Proven: true})
		own.commits = append(own.commits, c.out.commit)
	}
	return own
}
