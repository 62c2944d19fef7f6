package stores

import (
	"path/filepath"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// SnapshotFolder returns the folder where a data folder keeps folded states. It can be removed at any time.
func SnapshotFolder(data string) string { return filepath.Join(data, "snapshots") }

// Live returns a Live that starts its folds from the states stored in a data folder.
func Live(store eventstore.Store, data string) *projections.Live {
	return projections.NewLive(store, projections.WithSnapshots(SnapshotFolder(data), projections.DefaultSnapshotEvery),
		projections.WithSeals(InstallationOf(data), func(file, why string) {
			SignLog.Warn("a kept state is not used and will be made anew from the log", "file", filepath.Base(file),
				"why", why)
		}))
}
