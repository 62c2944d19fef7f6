package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// snapshotFolder is where a data folder keeps folded states. It can be removed at any time.
func snapshotFolder(data string) string { return filepath.Join(data, "snapshots") }

// withSnapshots returns a Live that begins its folds from the states kept in a data folder.
func withSnapshots(store eventstore.Store, data string) *projections.Live {
	return projections.NewLive(store, projections.WithSnapshots(snapshotFolder(data), projections.DefaultSnapshotEvery))
}

// checkSnapshots holds every kept state against the log.
func checkSnapshots(ctx context.Context, w io.Writer, store eventstore.Store, data string,
	models []projections.ModelEntry) error {
	live, checked := withSnapshots(store, data), 0
	for _, m := range models {
		for _, b := range m.Branches {
			n, err := live.CheckSnapshots(ctx, m.ID, b.Name)
			if err != nil {
				return fmt.Errorf("model %s, branch %s: %w", m.Name, b.Name, err)
			}
			checked += n
		}
	}
	_, _ = fmt.Fprintf(w, "snapshots    %d, each the state that the log gives\n", checked)
	return nil
}
