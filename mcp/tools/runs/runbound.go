package runs

import (
	"context"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// bound returns a function that narrows a principal's permissions, during the steps and fixes of a run, to the run's
// configuration and branch. It never widens them. Categories and levels do not bound reading, because placing a door
// means reading its wall.
func (w *worker) bound(ctx context.Context, bounded bool) (func(mcp.Principal) mcp.Principal, error) {
	if !bounded {
		return nil, nil
	}
	config := w.state.Is.Config
	levels, err := w.levels(ctx, config.Allowed.Levels)
	if err != nil {
		return nil, err
	}
	return func(p mcp.Principal) mcp.Principal {
		p.Permissions = maps.Clone(p.Permissions)
		for op, scope := range p.Permissions {
			if op != mcp.OpRead {
				scope.Categories = inBoth(scope.Categories, config.Allowed.Categories)
				scope.Levels = inBoth(scope.Levels, levels)
			}
			if scope.AllowsBranch(config.Branch) {
				scope.BranchPatterns = []string{config.Branch}
			}
			p.Permissions[op] = scope
		}
		return p
	}, nil
}

// levels returns the ids of the levels that the configuration names by id or name. A level that no longer exists
// permits nothing.
func (w *worker) levels(ctx context.Context, named []string) ([]string, error) {
	if len(named) == 0 {
		return nil, nil
	}
	if err := w.look(ctx); err != nil {
		return nil, err
	}
	out := slices.Clone(app.Nothing)
	for _, name := range named {
		out = append(out, levelIDsOf(w.view, name)...)
	}
	return out, nil
}

// inBoth returns the intersection of two lists; an empty list means no bound.
func inBoth(have, want []string) []string {
	switch {
	case len(want) == 0:
		return have
	case len(have) == 0:
		return want
	}
	both := slices.DeleteFunc(slices.Clone(have), func(s string) bool { return !slices.Contains(want, s) })
	if len(both) == 0 {
		return app.Nothing
	}
	return both
}
