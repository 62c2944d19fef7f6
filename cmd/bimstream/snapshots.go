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
	return projections.NewLive(store, projections.WithSnapshots(snapshotFolder(data), projections.DefaultSnapshotEvery),
		projections.WithSeals(installationOf(data), func(file, why string) {
			signLog.Warn("a kept state is not used and will be made anew from the log", "file", filepath.Base(file),
				"why", why)
		}))
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
			if forged := live.ForgedSnapshots(projections.StreamName(m.ID, b.Name)); len(forged) > 0 {
				return fmt.Errorf("model %s, branch %s, revision %d: %s", m.Name, b.Name, forged[0].Revision,
					forged[0].Reason)
			}
			checked += n
		}
	}
	_, _ = say(w, "snapshots    %d, each the state that the log gives\n", checked)
	return nil
}
