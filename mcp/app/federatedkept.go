package app

import (
	"fmt"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/federation"
)

// maxComposed is how many composed views are cached: enough for two callers who each use two sets of models.
const maxComposed = 4

// composedViews caches composed views, with the most recently used last. It is safe for concurrent use.
type composedViews struct {
	mu     sync.Mutex
	kept   []*composedView
	checks map[string][]federation.Finding // of links between states
}

// maxChecks is how many results of link checks are cached, enough for all links of some projects.
const maxChecks = 200

// check returns the findings about mismatches between the states of two models. The findings for stored states are
// computed once.
func (k *composedViews) check(own, linked *projections.View, l state.ModelLink,
	place state.Transform) []federation.Finding {
	if own.Hash == (eventstore.Hash{}) || linked.Hash == (eventstore.Hash{}) {
		return federation.Check(own.Model, linked.Model, l, place) // at least one of the states is not stored
	}
	key := StateKeyOf(own, "") + StateKeyOf(linked, fmt.Sprint(l, place))
	k.mu.Lock()
	found, known := k.checks[key]
	k.mu.Unlock()
	if known {
		return found
	}
	found = federation.Check(own.Model, linked.Model, l, place)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.checks == nil || len(k.checks) >= maxChecks {
		k.checks = map[string][]federation.Finding{}
	}
	k.checks[key] = found
	return found
}

// composedView is a view that the first caller composes and others share.
type composedView struct {
	key  string
	once sync.Once
	view *projections.View
}

// get returns the composed view of states. It includes the elements of the model itself if own is set.
func (k *composedViews) get(v *projections.View, sources []federation.Source, own bool) *projections.View {
	key := fmt.Sprintf("%p %t", v.Alone(), own)
	for _, s := range sources {
		key += fmt.Sprintf("\n%p %v %v", s.View.Alone(), s.Link, s.Place)
	}
	k.mu.Lock()
	i := slices.IndexFunc(k.kept, func(c *composedView) bool { return c.key == key })
	c := &composedView{key: key}
	if i >= 0 {
		c = k.kept[i]
		k.kept = slices.Delete(k.kept, i, i+1)
	} else if len(k.kept) == maxComposed {
		k.kept = slices.Delete(k.kept, 0, 1)
	}
	k.kept = append(k.kept, c)
	k.mu.Unlock()
	c.once.Do(func() { c.view = federation.Compose(v, sources, own) })
	return c.view
}
