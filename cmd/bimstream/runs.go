package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/runlog"
)

func runsCommand() *cobra.Command {
	c := &cobra.Command{Use: "runs", Short: "Look at runs"}
	c.AddCommand(runsWatchCommand())
	return c
}

func runsWatchCommand() *cobra.Command {
	c := &cobra.Command{Use: "watch ID", Short: "Follow a run until it is over: a line for each event",
		Args: cobra.ExactArgs(1)}
	place := stores.Flags(c)
	model := c.Flags().String("model", "", "model id or name; default the only one")
	follow := c.Flags().Bool("follow", true, "wait for what comes, until the run is merged, cancelled or failed")
	c.RunE = func(c *cobra.Command, args []string) error {
		store, err := place.OpenExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		m, err := selectModel(c.Context(), projections.NewLive(store), *model)
		if err != nil {
			return err
		}
		return watchRun(c.Context(), c.OutOrStdout(), store, runlog.Stream(m.ID, args[0]), *follow)
	}
	return c
}

// watchRun prints the events of a run as they come.
func watchRun(ctx context.Context, w io.Writer, store eventstore.Store, stream string, follow bool) error {
	run, from := runs.New(), uint64(0)
	for {
		position, err := store.Position(ctx)
		if err != nil {
			return err
		}
		for e, err := range store.Read(ctx, stream, from) {
			if err != nil {
				return fmt.Errorf("no such run: %w", err)
			}
			if err := printRunEvent(w, run, e); err != nil {
				return err
			}
			from = e.Revision + 1
		}
		if !follow || run.State.Over() {
			return nil
		}
		if err := store.Wait(ctx, position); err != nil {
			return quiet(err)
		}
	}
}

// runLine is an event in the form in which it is printed.
type runLine struct {
	At      string          `json:"at"`
	Type    string          `json:"type"`
	State   runs.State      `json:"state"`
	Data    json.RawMessage `json:"data"`
	TraceID string          `json:"trace_id,omitempty"`
	SpanID  string          `json:"span_id,omitempty"`
}

func printRunEvent(w io.Writer, run *runs.Run, r eventstore.Recorded) error {
	meta, err := projections.DecodeMeta(r.Meta)
	if err != nil {
		return err
	}
	e, err := runs.Decode(r.Type, r.Schema, r.Data)
	if err != nil {
		return err
	}
	run.Evolve(e, runlog.Time(meta))
	line, err := json.Marshal(runLine{runlog.Time(meta), r.Type, run.State, r.Data, meta.TraceID, meta.SpanID})
	if err != nil {
		return err
	}
	_, err = console.Say(w, "%s\n", line)
	return err
}
