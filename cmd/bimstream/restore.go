package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/eventstore/restoring"
	"github.com/bimstream/bimstream/projections"
)

// restore shows the events that this machine's mirror has and the server lacks, and writes them to the server if
// confirmed.
func restore(ctx context.Context, w io.Writer, at *stores.Place, confirmed bool) (err error) {
	connection, err := at.Connection()
	if err != nil {
		return err
	}
	if connection == "" {
		return errors.New("--restore is for a store on a server: name it with --store")
	}
	r, err := restoring.Open(ctx, connection, kurrentdb.Options{MirrorDir: filepath.Join(at.Data, "mirror")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if len(r.Lost) == 0 {
		_, _ = fmt.Fprintln(w, "the server has all that this machine has; with --yes the mirror is put aside, so "+
			"that it is fetched anew")
	} else if err := printLost(ctx, w, r); err != nil {
		return err
	}
	if !confirmed {
		return nil
	}
	done, err := r.Restore(ctx, time.Now())
	if err != nil {
		return err
	}
	_, _ = console.Say(w, "%d events are on the server again\n", done.Appended)
	if done.Namespace != "" {
		_, _ = console.Say(w, "%d events of streams that went on otherwise are kept, with all that this machine had, "+
			"in the namespace %s: open it with --store and namespace=%s\n", done.Kept, done.Namespace, done.Namespace)
	}
	if done.Aside == "" {
		return nil
	}
	_, err = console.Say(w, "the mirror of before is now %s; a new one is fetched\n", done.Aside)
	return err
}

// printLost prints the lost events with their authors and times.
func printLost(ctx context.Context, w io.Writer, r *restoring.Restoration) error {
	_, _ = fmt.Fprintln(w, "this machine has, and the server has not:")
	for _, l := range r.Lost {
		who, first, last, err := authors(ctx, r.Mirror, l)
		if err != nil {
			return err
		}
		_, _ = console.Say(w, "  %s\n", l)
		if len(who) > 0 {
			_, _ = console.Say(w, "    by %s, %s to %s\n", strings.Join(who, ", "), first.UTC().Format(time.RFC3339),
				last.UTC().Format(time.RFC3339))
		}
	}
	_, err := fmt.Fprintln(w, "add --yes to bring it back: what went on otherwise on the server is kept in a "+
		"namespace of its own")
	return err
}

// authors returns the authors of the lost events of a stream, and the times of the first and last event.
func authors(ctx context.Context, store eventstore.Store, l eventstore.Missing) (who []string, first,
	last time.Time, err error) {
	for e, err := range store.Read(ctx, l.Stream, l.From) {
		if err != nil {
			return nil, first, last, err
		}
		if first.IsZero() {
			first = e.RecordedAt
		}
		last = e.RecordedAt
		meta, err := projections.DecodeMeta(e.Meta)
		if err != nil {
			continue // the events of other streams have no such metadata
		}
		for _, name := range []string{meta.UserID, meta.AgentID} {
			if name != "" && !slices.Contains(who, name) {
				who = append(who, name)
			}
		}
	}
	slices.Sort(who)
	return who, first, last, nil
}
