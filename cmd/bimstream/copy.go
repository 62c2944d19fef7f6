package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
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
	c.Flags().StringVar(&data, "data", stores.DefaultData(), "folder of the mirrors of stores on servers (or "+
		stores.DataVariable+")")
	_ = c.MarkFlagRequired("from") // cannot fail: the flags exist
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

// openNamed opens the store that a text names: a folder, a connection string, or @FILE with a connection string in it.
func openNamed(ctx context.Context, name, data string, mustExist bool) (stores.Engine, error) {
	at := stores.Place{Data: strings.TrimPrefix(name, "sqlite:")}
	open := func() (stores.Engine, error) { return stores.OpenFolder(at.Data) }
	if strings.HasPrefix(name, "@") || kurrentdb.IsConnectionString(name) {
		at = stores.Place{Data: data, Store: name}
		open = at.Open
	}
	e, err := open()
	if err != nil {
		return stores.Engine{}, err
	}
	if mustExist || e.Server != nil {
		err = e.MustBeThere(ctx, at.Data)
	}
	if err != nil {
		return stores.Engine{}, errors.Join(err, e.Close())
	}
	return e, nil
}

func copyStore(ctx context.Context, w io.Writer, from, to stores.Engine, models []string) error {
	wants, err := wantedStreams(ctx, from, models)
	if err != nil {
		return err
	}
	began, shown := time.Now(), console.NewCounter(w)
	done, err := eventstore.Copy(ctx, from, to.Bare(), eventstore.CopyOptions{Wants: wants,
		Progress: func(position, last uint64) {
			shown.Say(fmt.Sprintf("event %d of %d", position, last))
		}})
	shown.Done()
	if err == nil {
		err = to.Accept(ctx)
	}
	if err != nil {
		return err
	}
	_, err = console.Say(w, "%d streams with %d events, %d of them written now, in %s; the hashes of all heads are "+
		"those of the source\n",
		done.Streams, done.Events, done.Written, time.Since(began).Round(time.Millisecond))
	return err
}

// wantedStreams returns a function that reports whether a stream belongs to one of the named models. It returns nil if
// no models are named, which selects all streams.
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
