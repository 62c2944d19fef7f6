package app

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/projections"
)

// listeners remember, of the lists that somebody listens for, what each told last of a model: of a change hears whose
// list tells another thing since. So nobody hears of what they may not see, and who may not see a model any more hears
// so once.
type listeners struct {
	mu  sync.Mutex
	all map[string]*Listener // by the key of the list
}

// Listed is what the items of a list are.
type Listed int

// The lists that can be listened for. ListedRequests are requests for approval, one or all of a model.
const (
	ListedModels Listed = iota
	ListedFiles
	ListedRequests
)

// Listener is a list that somebody listens for.
type Listener struct {
	Of   Listed
	Now  func(context.Context, projections.ModelEntry, time.Time) (string, error)
	last map[string]string // by model
}

// Add begins to remember what a list tells of some models, if it did not before.
func (l *listeners) Add(ctx context.Context, key string, one *Listener, models []projections.ModelEntry,
	now time.Time) error {
	l.mu.Lock()
	known := l.all[key] != nil
	l.mu.Unlock()
	if known {
		return nil
	}
	one.last = map[string]string{}
	for _, m := range models {
		text, err := one.Now(ctx, m, now)
		if err != nil {
			return err
		}
		one.last[m.ID] = text
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]*Listener{}
	}
	if l.all[key] == nil {
		l.all[key] = one
	}
	return nil
}

// Any reports whether somebody listens for a list of some kind.
func (l *listeners) Any(of Listed) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range l.all {
		if one.Of == of {
			return true
		}
	}
	return false
}

// Changed returns the keys of the lists that tell another thing of a model than they did last.
func (l *listeners) Changed(ctx context.Context, m projections.ModelEntry, of Listed, now time.Time) []string {
	l.mu.Lock()
	all := maps.Clone(l.all)
	l.mu.Unlock()
	var out []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		one := all[key]
		if one.Of != of {
			continue
		}
		text, err := one.Now(ctx, m, now)
		l.mu.Lock()
		if err != nil || one.last[m.ID] != text { // who listens asks again, and meets what is wrong
			out = append(out, key)
			one.last[m.ID] = text
		}
		l.mu.Unlock()
	}
	return out
}
