package validation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Log reads the streams of checks of a store, and keeps their records so that it only has to read new events. It is
// safe for concurrent use.
type Log struct {
	store eventstore.Store

	mu      sync.Mutex
	records map[string]*Record // by stream
}

// NewLog returns a log that has read nothing yet.
func NewLog(store eventstore.Store) *Log { return &Log{store: store, records: map[string]*Record{}} }

// Record returns the current record of the checks of a model. The error is STORE_CORRUPT if an event differs from what
// was written.
func (l *Log) Record(ctx context.Context, modelID string) (*Record, error) {
	stream := Stream(modelID)
	head, err := l.store.Head(ctx, stream)
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return newRecord(), nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the head of %s: %w", stream, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	known := l.records[stream]
	if known == nil {
		known = newRecord()
	}
	if known.chain.Count() == head.Revision+1 && known.chain.Hash() == head.Hash {
		return known, nil
	}
	next, err := l.read(ctx, stream, known.clone())
	if err != nil {
		return nil, err
	}
	l.records[stream] = next
	return next, nil
}

// read folds the events after a record.
func (l *Log) read(ctx context.Context, stream string, r *Record) (*Record, error) {
	for e, err := range l.store.Read(ctx, stream, r.chain.Count()) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
		if err := r.chain.Verify(e); err != nil {
			return nil, state.Errorf(state.StoreCorrupt,
				"the record of checks is damaged: run audit_verify_chain: %w", err)
		}
		meta, err := projections.DecodeMeta(e.Meta)
		if err != nil {
			return nil, err
		}
		if err := r.note(e, meta); err != nil {
			return nil, err
		}
		r.Expected = eventstore.At(e.Revision)
	}
	return r, nil
}

// Found holds the findings of a run, with the elements that they mention.
type Found struct {
	Findings  []Finding
	Undecided []Doubt
	Gaps      []Gap
	Elements  func(state.ID) (Element, bool) // returns an element as it was when the check mentioned it

	shapes map[state.ID]string // digests of the elements' shapes, if the check has them
}

// Found returns everything that a run found.
func (l *Log) Found(ctx context.Context, modelID string, run *Run) (*Found, error) {
	elements := map[state.ID]Element{}
	out := &Found{shapes: map[state.ID]string{},
		Elements: func(id state.ID) (Element, bool) { e, ok := elements[id]; return e, ok }}
	for _, revision := range run.parts {
		data, err := l.part(ctx, Stream(modelID), revision)
		if err != nil {
			return nil, err
		}
		out.Findings, out.Undecided = append(out.Findings, data.Findings...), append(out.Undecided, data.Undecided...)
		out.Gaps = append(out.Gaps, data.Gaps...)
		for i, e := range data.Elements {
			elements[e.ID] = e
			if i < len(data.Shapes) {
				out.shapes[e.ID] = data.Shapes[i]
			}
		}
	}
	return out, nil
}

func (l *Log) part(ctx context.Context, stream string, revision uint64) (*findingsFound, error) {
	for e, err := range l.store.Read(ctx, stream, revision) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
		var data findingsFound
		if e.Type != EventFindings {
			return nil, unreadable(e, "no findings are there")
		}
		if err := json.Unmarshal(e.Data, &data); err != nil {
			return nil, unreadable(e, "%w", err)
		}
		return &data, nil
	}
	return nil, state.Errorf(state.StoreCorrupt,
		"stream %s ends before revision %d, which it had: run audit_verify_chain", stream, revision)
}

// Finding returns one finding of a run. The error is STORE_CORRUPT if the run differs from its record.
func (l *Log) Finding(ctx context.Context, modelID string, run *Run, key string) (Finding, error) {
	for _, revision := range run.parts {
		data, err := l.part(ctx, Stream(modelID), revision)
		if err != nil {
			return Finding{}, err
		}
		for _, f := range data.Findings {
			if f.Key == key {
				return f, nil
			}
		}
	}
	return Finding{}, state.Errorf(state.StoreCorrupt,
		"finding %q is not in the run that found it: run audit_verify_chain", key)
}
