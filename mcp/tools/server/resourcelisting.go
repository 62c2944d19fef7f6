package server

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/governance"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
)

// patternsIn returns the branch patterns of a scope as a part of a key, or "" for a scope of all branches.
func patternsIn(s mcp.Scope) string {
	if len(s.BranchPatterns) == 0 {
		return ""
	}
	return fmt.Sprintf(" %q", s.BranchPatterns)
}

// listenToModels registers a listener for the list of a principal's models, and returns its key.
func (b *Backend) listenToModels(ctx context.Context, p mcp.Principal, at time.Time) (string, error) {
	scope, _ := p.Scope(mcp.OpRead)
	models, err := b.Models(ctx, p)
	if err != nil {
		return "", err
	}
	key := fmt.Sprintf("models %q%s", app.User(p), patternsIn(scope))
	now := func(_ context.Context, m projections.ModelEntry, _ time.Time) (string, error) {
		if !app.AccessOf(m, app.User(p)).Includes(state.AccessRead) {
			return "", nil
		}
		return string(app.MustEncode(model.ModelEntryOf(m, p))), nil
	}
	return key, b.Listened.Add(ctx, key, &app.Listener{Now: now}, models, at)
}

// listenToFiles registers a listener for the files of a model that a principal may see, and returns its key.
func (b *Backend) listenToFiles(ctx context.Context, p mcp.Principal, m projections.ModelEntry,
	at time.Time) (string, error) {
	scope, _ := p.Scope(mcp.OpRead)
	if len(scope.BranchPatterns) == 0 {
		return app.ArtifactStream(m.ID), nil
	}
	key := app.ArtifactStream(m.ID) + patternsIn(scope)
	return key, b.Listened.Add(ctx, key, &app.Listener{Of: app.ListedFiles,
		Now: func(ctx context.Context, of projections.ModelEntry, _ time.Time) (string, error) {
			if of.ID != m.ID {
				return "", nil
			}
			made, err := b.Known.Made.Of(ctx, b.Store, m.ID)
			var text strings.Builder
			for _, place := range slices.Sorted(maps.Keys(made)) {
				if f := made[place]; scope.AllowsBranch(f.Branch) {
					fmt.Fprintln(&text, place, f.At)
				}
			}
			return text.String(), err
		}}, []projections.ModelEntry{m}, at)
}

// listenToRequests registers a listener and returns its key. It listens for the requests for approval of a model that a
// principal may see, or for one of them. Listeners are notified when a request comes, is decided, goes back, is used or
// expires. The error is wire.ErrNoResource for a request that the principal may not see.
func (b *Backend) listenToRequests(ctx context.Context, p mcp.Principal, m projections.ModelEntry,
	id string, at time.Time) (string, error) {
	governed := governance.New(b.Backend)
	now := func(ctx context.Context, of projections.ModelEntry, at time.Time) (string, error) {
		if of.ID != m.ID {
			return "", nil
		}
		return governed.RequestsSeen(ctx, p, m.ID, id, at)
	}
	seen, err := now(ctx, m, at)
	if err != nil {
		return "", err
	}
	if id != "" && seen == "" {
		return "", wire.ErrNoResource
	}
	key := fmt.Sprintf("approvals %s %s %s", m.ID, id, app.MustEncode(p))
	return key, b.Listened.Add(ctx, key, &app.Listener{Of: app.ListedRequests, Now: now}, []projections.ModelEntry{m},
		at)
}
