package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// dataVariable names the environment variable that says where the store is.
const dataVariable = "BIMSTREAM_DATA"

// defaultData returns where the store is unless a flag says otherwise: the variable, or the user's folder for such
// data.
func defaultData() string {
	if dir := os.Getenv(dataVariable); dir != "" {
		return dir
	}
	home, err := os.UserHomeDir()
	switch {
	case err != nil:
		return "bimstream-data"
	case os.Getenv("XDG_DATA_HOME") != "":
		return filepath.Join(os.Getenv("XDG_DATA_HOME"), "bimstream")
	case runtime.GOOS == "windows" && os.Getenv("LOCALAPPDATA") != "":
		return filepath.Join(os.Getenv("LOCALAPPDATA"), "bimstream")
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Application Support", "bimstream")
	}
	return filepath.Join(home, ".local", "share", "bimstream")
}

// selectModel returns the model that a command is about: the given id or name, or the only one there is.
func selectModel(ctx context.Context, live *projections.Live, idOrName string) (projections.ModelEntry, error) {
	return selectModelOf(ctx, live, idOrName, mcp.Sight{})
}

// selectModelOf is selectModel for a person who may be shown some models alone.
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

// selection is what most commands are told: where the store is, which model, which branch.
type selection struct {
	*storePlace
	model, branch *string
}

func selectionFlags(c *cobra.Command) selection {
	return selection{
		storePlace: placeFlags(c),
		model:      c.Flags().String("model", "", "model id or name; default the only one"),
		branch:     c.Flags().String("branch", projections.MainBranch, "branch"),
	}
}

// open opens the store and finds the model.
func (s selection) open(ctx context.Context) (engine, *projections.Live, projections.ModelEntry, error) {
	store, err := s.openExisting(ctx)
	if err != nil {
		return engine{}, nil, projections.ModelEntry{}, err
	}
	live := projections.NewLive(store)
	model, err := selectModel(ctx, live, *s.model)
	if err != nil {
		_ = store.Close()
		return engine{}, nil, projections.ModelEntry{}, err
	}
	return store, live, model, nil
}

// openView opens the store and finds the branch as it was at a revision, time or tag, "" for as it is.
func (s selection) openView(ctx context.Context, at string) (engine, *projections.Live, *projections.View, error) {
	store, live, model, err := s.open(ctx)
	if err != nil {
		return engine{}, nil, nil, err
	}
	view, err := live.View(ctx, model.ID, *s.branch)
	if err == nil {
		view, err = app.ViewAt(ctx, live, view, at)
	}
	if err != nil {
		_ = store.Close()
		return engine{}, nil, nil, err
	}
	return store, live, view, nil
}
