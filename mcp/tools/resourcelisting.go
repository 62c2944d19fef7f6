package tools

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// listeners remember, of the lists that somebody listens for, what each told last of a model: of a change hears whose
// list tells another thing since. So nobody hears of what they may not see, and who may not see a model any more hears
// so once.
type listeners struct {
	mu  sync.Mutex
	all map[string]*listener // by the key of the list
}

// listener is a list that somebody listens for.
type listener struct {
	files bool // of the files made of a model; else of models
	now   func(context.Context, projections.ModelEntry) (string, error)
	last  map[string]string // by model
}

// add begins to remember what a list tells of some models, if it did not before.
func (l *listeners) add(ctx context.Context, key string, one *listener, models []projections.ModelEntry) error {
	l.mu.Lock()
	known := l.all[key] != nil
	l.mu.Unlock()
	if known {
		return nil
	}
	one.last = map[string]string{}
	for _, m := range models {
		text, err := one.now(ctx, m)
		if err != nil {
			return err
		}
		one.last[m.ID] = text
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]*listener{}
	}
	if l.all[key] == nil {
		l.all[key] = one
	}
	return nil
}

// changed returns the keys of the lists that tell another thing of a model than they did last.
func (l *listeners) changed(ctx context.Context, m projections.ModelEntry, files bool) []string {
	l.mu.Lock()
	all := maps.Clone(l.all)
	l.mu.Unlock()
	var out []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		one := all[key]
		if one.files != files {
			continue
		}
		text, err := one.now(ctx, m)
		l.mu.Lock()
		if err != nil || one.last[m.ID] != text { // who listens asks again, and meets what is wrong
			out = append(out, key)
			one.last[m.ID] = text
		}
		l.mu.Unlock()
	}
	return out
}

// patternsIn returns the branch patterns of a scope as a part of a key; "" for a scope of all branches.
func patternsIn(s mcp.Scope) string {
	if len(s.BranchPatterns) == 0 {
		return ""
	}
	return fmt.Sprintf(" %q", s.BranchPatterns)
}

// listenToModels returns the key of the list of a principal's models.
func (b *Backend) listenToModels(ctx context.Context, p mcp.Principal) (string, error) {
	scope, _ := p.Scope(mcp.OpRead)
	models, err := b.models(ctx, p)
	if err != nil {
		return "", err
	}
	key := fmt.Sprintf("models %q%s", user(p), patternsIn(scope))
	now := func(_ context.Context, m projections.ModelEntry) (string, error) {
		if !accessOf(m, user(p)).Includes(domain.AccessRead) {
			return "", nil
		}
		return string(mustEncode(modelEntryOf(m, p))), nil
	}
	return key, b.listened.add(ctx, key, &listener{now: now}, models)
}

// listenToFiles returns the key of the list of the files that were made of a model, as far as a principal is told of
// them.
func (b *Backend) listenToFiles(ctx context.Context, p mcp.Principal, m projections.ModelEntry) (string, error) {
	scope, _ := p.Scope(mcp.OpRead)
	if len(scope.BranchPatterns) == 0 {
		return artifactStream(m.ID), nil
	}
	key := artifactStream(m.ID) + patternsIn(scope)
	return key, b.listened.add(ctx, key, &listener{files: true,
		now: func(ctx context.Context, of projections.ModelEntry) (string, error) {
			if of.ID != m.ID {
				return "", nil
			}
			made, err := b.known.made.of(ctx, b.Store, m.ID)
			var text strings.Builder
			for _, place := range slices.Sorted(maps.Keys(made)) {
				if f := made[place]; scope.AllowsBranch(f.branch) {
					fmt.Fprintln(&text, place, f.at)
				}
			}
			return text.String(), err
		}}, []projections.ModelEntry{m})
}
