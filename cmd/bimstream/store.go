package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// selectModel returns the model that a command names by id or name, or the only model if it names none.
func selectModel(ctx context.Context, live *projections.Live, idOrName string) (projections.ModelEntry, error) {
	return selectModelOf(ctx, live, idOrName, mcp.Sight{})
}

// selectModelOf is selectModel for a person who may see only some models.
func selectModelOf(ctx context.Context, live *projections.Live, idOrName string,
	shown mcp.Sight) (projections.ModelEntry, error) {
	models, err := live.Models(ctx)
	if err != nil {
		return projections.ModelEntry{}, err
	}
	models = slices.DeleteFunc(models, func(m projections.ModelEntry) bool {
		return shown.Model != nil && !shown.Model(ctx, m.ID)
	})
	var names []string
	for _, m := range models {
		if m.ID == idOrName || m.Name == idOrName || (idOrName == "" && len(models) == 1) {
			return m, nil
		}
		names = append(names, fmt.Sprintf("%s (%s)", m.Name, m.ID))
	}
	switch {
	case len(models) == 0:
		return projections.ModelEntry{}, errors.New("the store holds no model yet")
	case idOrName == "":
		return projections.ModelEntry{}, fmt.Errorf("the store holds %d models, choose one with --model: %s",
			len(models), strings.Join(names, ", "))
	}
	return projections.ModelEntry{}, fmt.Errorf("no model %q; there are %s", idOrName, strings.Join(names, ", "))
}

// selection holds the flags common to most commands: the store, the model and the branch.
type selection struct {
	*stores.Place
	model, branch *string
}

func selectionFlags(c *cobra.Command) selection {
	return selection{
		Place:  stores.Flags(c),
		model:  c.Flags().String("model", "", "model id or name; default the only one"),
		branch: c.Flags().String("branch", projections.MainBranch, "branch"),
	}
}

// open opens the store and finds the model.
func (s selection) open(ctx context.Context) (stores.Engine, *projections.Live, projections.ModelEntry, error) {
	store, err := s.OpenExisting(ctx)
	if err != nil {
		return stores.Engine{}, nil, projections.ModelEntry{}, err
	}
	live := projections.NewLive(store)
	model, err := selectModel(ctx, live, *s.model)
	if err != nil {
		_ = store.Close()
		return stores.Engine{}, nil, projections.ModelEntry{}, err
	}
	return store, live, model, nil
}

// openView opens the store and returns the branch at a revision, time or tag; "" means its current state.
func (s selection) openView(ctx context.Context, at string) (stores.Engine, *projections.Live, *projections.View,
	error) {
	store, live, model, err := s.open(ctx)
	if err != nil {
		return stores.Engine{}, nil, nil, err
	}
	view, err := live.View(ctx, model.ID, *s.branch)
	if err == nil {
		view, err = app.ViewAt(ctx, live, view, at)
	}
	if err != nil {
		_ = store.Close()
		return stores.Engine{}, nil, nil, err
	}
	return store, live, view, nil
}
