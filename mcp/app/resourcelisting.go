package app

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/projections"
)

// listeners holds the lists to which clients have subscribed, with the last known content of each list for each model.
// A client is notified only if the content of its list has changed. It therefore learns nothing about changes that it
// may not see, and a caller who loses access to a model is notified once.
type listeners struct {
	mu  sync.Mutex
	all map[string]*Listener // by the key of the list
}

// Listed is the kind of the items of a list.
type Listed int

// The kinds of lists that a client can subscribe to. ListedRequests covers one request for approval or all of a model.
const (
	ListedModels Listed = iota
	ListedFiles
	ListedRequests
)

// Listener is a list to which a client has subscribed.
type Listener struct {
	Of   Listed
	Now  func(context.Context, projections.ModelEntry, time.Time) (string, error)
	last map[string]string // by model
}

// Add subscribes to a list and stores its current content for some models, unless the list is already known.
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

// Any reports whether a client has subscribed to a list of a kind.
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

// Changed returns the keys of the lists whose content for a model has changed since the last call.
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
		if err != nil || one.last[m.ID] != text { // on an error the client reads the list again and gets the error
			out = append(out, key)
			one.last[m.ID] = text
		}
		l.mu.Unlock()
	}
	return out
}
