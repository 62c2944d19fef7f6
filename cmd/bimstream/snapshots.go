package main

import (
	"context"
	"fmt"
	"io"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// checkSnapshots checks every stored state against the log.
func checkSnapshots(ctx context.Context, w io.Writer, store eventstore.Store, data string,
	models []projections.ModelEntry) error {
	live, checked := stores.Live(store, data), 0
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
	_, _ = console.Say(w, "snapshots    %d, each the state that the log gives\n", checked)
	return nil
}
