package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/projections"
)

func doctorCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the store: its file, the hash chain of every stream, and that every model folds",
		Args:  cobra.NoArgs,
	}
	data := dataFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		w := c.OutOrStdout()
		_, _ = fmt.Fprintf(w, "bimstream %s %s, %s %s/%s\n", version, revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		store, err := sqlite.Open(*data, sqlite.Options{})
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		_, _ = fmt.Fprintf(w, "store        %s\n", store.Path())
		if _, err := os.Stat(store.Path()); err != nil {
			_, _ = fmt.Fprintln(w, "             not there yet: the first change makes it")
			return nil
		}
		return diagnose(c.Context(), w, store)
	}
	return c
}

func diagnose(ctx context.Context, w io.Writer, store *sqlite.Store) error {
	if err := store.Check(ctx); err != nil {
		_, _ = fmt.Fprintf(w, "integrity    FAILED: %v\n", err)
		return fmt.Errorf("the store is damaged: restore it from a backup: %w", err)
	}
	heads, err := store.Streams(ctx, "")
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(w, "integrity    file sound, %d hash chains unbroken\n", len(heads))
	live := projections.NewLive(store)
	models, err := live.Models(ctx)
	if err != nil {
		return err
	}
	for _, m := range models {
		for _, b := range m.Branches {
			view, err := live.View(ctx, m.ID, b.Name)
			if err != nil {
				return fmt.Errorf("model %s, branch %s does not fold: %w", m.Name, b.Name, err)
			}
			_, _ = fmt.Fprintf(w, "model        %s, branch %s: revision %d, %d elements, state %s\n", m.Name, b.Name, view.Revision, view.Model.Len(), view.Model.Hash()[:16])
		}
	}
	return checkSnapshots(ctx, w, store, filepath.Dir(store.Path()), models)
}
