package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

func eventsCommand() *cobra.Command {
	var from uint64
	var follow, all bool
	c := &cobra.Command{
		Use:   "events",
		Short: "Print a branch's events as JSON lines",
		Args:  cobra.NoArgs,
	}
	s := selectionFlags(c)
	c.Flags().Uint64Var(&from, "from", 0, "first revision")
	c.Flags().BoolVar(&follow, "follow", false, "go on with events as they come")
	c.Flags().BoolVar(&all, "all", false, "the events of all streams, audit included, by position")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if all {
			store, err := s.OpenExisting(c.Context())
			if err != nil {
				return err
			}
			defer func() { _ = store.Close() }()
			return printAll(c.Context(), c.OutOrStdout(), store, from, follow)
		}
		store, _, model, err := s.open(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		return printStream(c.Context(), c.OutOrStdout(), store,
			projections.StreamName(model.ID, *s.branch), from, follow)
	}
	return c
}

// printStream prints a stream from a revision on.
func printStream(ctx context.Context, w io.Writer, store eventstore.Store, stream string,
	from uint64, follow bool) error {
	for {
		position, err := store.Position(ctx)
		if err != nil {
			return err
		}
		for event, err := range store.Read(ctx, stream, from) {
			if err != nil {
				return err
			}
			if err := printEvent(w, event); err != nil {
				return err
			}
			from = event.Revision + 1
		}
		if !follow {
			return nil
		}
		if err := store.Wait(ctx, position); err != nil {
			return quiet(err)
		}
	}
}

func printAll(ctx context.Context, w io.Writer, store eventstore.Store, after uint64, follow bool) error {
	for {
		for event, err := range store.ReadAll(ctx, after) {
			if err != nil {
				return err
			}
			if err := printEvent(w, event); err != nil {
				return err
			}
			after = event.Position
		}
		if !follow {
			return nil
		}
		if err := store.Wait(ctx, after); err != nil {
			return quiet(err)
		}
	}
}

// quiet returns nil for the error of a command that the person at the terminal interrupted.
func quiet(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func printEvent(w io.Writer, e eventstore.Recorded) error {
	line := struct {
		Position   uint64          `json:"position"`
		Stream     string          `json:"stream"`
		Revision   uint64          `json:"revision"`
		ID         string          `json:"id"`
		Type       string          `json:"type"`
		Schema     int             `json:"schema"`
		RecordedAt string          `json:"recorded_at"`
		Data       json.RawMessage `json:"data"`
		Meta       json.RawMessage `json:"meta"`
		Hash       string          `json:"hash"`
	}{
		e.Position, e.Stream, e.Revision, e.ID, e.Type, e.Schema,
		e.RecordedAt.UTC().Format("2006-01-02T15:04:05.000000Z07:00"),
		e.Data, orNull(e.Meta), fmt.Sprintf("%x", e.Hash),
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(line)
}

func orNull(b []byte) json.RawMessage {
	if len(b) == 0 {
		return json.RawMessage("null")
	}
	return b
}
