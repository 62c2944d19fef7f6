package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/projections"
)

func copyCommand() *cobra.Command {
	var from, to, data string
	var models []string
	c := &cobra.Command{
		Use:   "copy --from STORE --to STORE",
		Short: "Copy a store into another one, of any engine: a file to a server, a server to a file",
		Long: "Copy a store into another one, of any engine: a file to a server, a server to a file.\n\n" +
			"STORE is the folder of an embedded store, a connection string (esdb://...), or @FILE with one in. Ids, " +
			"revisions, times\n" +
			"and hashes stay what they are; at the end the hashes of both are compared. A copy that was stopped goes " +
			"on when the same\n" +
			"command is given again. A target with later events of its own in one of the streams is refused.",
		Args: cobra.NoArgs,
	}
	c.Flags().StringVar(&from, "from", "", "the store to read")
	c.Flags().StringVar(&to, "to", "", "the store to write")
	c.Flags().StringSliceVar(&models, "model", nil,
		"only these models, by id or name, with their branches; default everything, audit and idempotency "+
			"keys included")
	c.Flags().StringVar(&data, "data", defaultData(), "folder of the mirrors of stores on servers (or "+
		dataVariable+")")
	_ = c.MarkFlagRequired("from") // the flags are there
	_ = c.MarkFlagRequired("to")
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		source, err := openNamed(c.Context(), from, data, true)
		if err != nil {
			return fmt.Errorf("--from: %w", err)
		}
		defer func() { err = errors.Join(err, source.Close()) }()
		target, err := openNamed(c.Context(), to, data, false)
		if err != nil {
			return fmt.Errorf("--to: %w", err)
		}
		defer func() { err = errors.Join(err, target.Close()) }()
		return copyStore(c.Context(), c.OutOrStdout(), source, target, models)
	}
	return c
}

// openNamed opens the store that a text names: a folder, a connection string, or @FILE with one in.
func openNamed(ctx context.Context, name, data string, mustExist bool) (engine, error) {
	at := storePlace{data: strings.TrimPrefix(name, "sqlite:")}
	open := func() (engine, error) { return openFolder(at.data) }
	if strings.HasPrefix(name, "@") || kurrentdb.IsConnectionString(name) {
		at = storePlace{data: data, store: name}
		open = at.open
	}
	e, err := open()
	if err != nil {
		return engine{}, err
	}
	if mustExist || e.remote != nil {
		err = e.mustBeThere(ctx, at.data)
	}
	if err != nil {
		return engine{}, errors.Join(err, e.Close())
	}
	return e, nil
}

func copyStore(ctx context.Context, w io.Writer, from, to engine, models []string) error {
	wants, err := wantedStreams(ctx, from, models)
	if err != nil {
		return err
	}
	began, shown := time.Now(), newCounter(w)
	done, err := eventstore.Copy(ctx, from, to.bare(), eventstore.CopyOptions{Wants: wants,
		Progress: func(position, last uint64) {
			shown.say(fmt.Sprintf("event %d of %d", position, last))
		}})
	shown.done()
	if err == nil {
		err = to.accept(ctx)
	}
	if err != nil {
		return err
	}
	_, err = say(w, "%d streams with %d events, %d of them written now, in %s; the hashes of all heads are "+
		"those of the source\n",
		done.Streams, done.Events, done.Written, time.Since(began).Round(time.Millisecond))
	return err
}

// wantedStreams reports which streams belong to the models that are named; nil for all.
func wantedStreams(ctx context.Context, store eventstore.Store, models []string) (func(string) bool, error) {
	if len(models) == 0 {
		return nil, nil
	}
	live := projections.NewLive(store)
	var ids []string
	for _, m := range models {
		found, err := selectModel(ctx, live, m)
		if err != nil {
			return nil, err
		}
		ids = append(ids, found.ID)
	}
	return func(stream string) bool {
		for _, id := range ids {
			if projections.IsOfModel(stream, id) {
				return true
			}
		}
		return false
	}, nil
}
