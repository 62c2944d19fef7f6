package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

func doctorCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the store: its file, the hash chain of every stream, and that every model folds",
		Args:  cobra.NoArgs,
	}
	at := stores.Flags(c)
	var bringBack, confirmed bool
	var against, trusted string
	c.Flags().StringVar(&against, "against", "",
		"a checkpoint (bimstream checkpoint): hold every stream of the store against it too")
	c.Flags().StringVar(&trusted, "trusted", "", "the public key that must have signed the checkpoint")
	c.Flags().BoolVar(&bringBack, "restore", false,
		"show what this machine's mirror has beyond a server that was set back to an older copy; with --yes "+
			"bring it back")
	c.Flags().BoolVar(&confirmed, "yes", false, "with --restore: write it to the server")
	c.RunE = func(c *cobra.Command, _ []string) error {
		w := c.OutOrStdout()
		if bringBack {
			return restore(c.Context(), w, at, confirmed)
		}
		_, _ = console.Say(w, "bimstream %s %s, %s %s/%s\n", version, revision(), runtime.Version(),
			runtime.GOOS, runtime.GOARCH)
		store, err := at.Open()
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		_, _ = console.Say(w, "store        %s\n", store.Location)
		if against != "" {
			if err := verifyAgainst(c, at, against, trusted); err != nil {
				return err
			}
		}
		if store.Server != nil {
			if err := diagnoseServer(c.Context(), w, store.Server); err != nil {
				return err
			}
			return diagnose(c.Context(), w, store, at.Data)
		}
		if _, err := os.Stat(store.Embedded.Path()); err != nil {
			_, _ = fmt.Fprintln(w, "             not there yet: the first change makes it")
			return nil
		}
		return diagnose(c.Context(), w, store, at.Data)
	}
	return c
}

// readWhole reads the whole store to check it.
func readWhole(ctx context.Context, e stores.Engine) error {
	if e.Server != nil {
		return e.Server.Check(ctx)
	}
	return e.Embedded.Check(ctx)
}

// diagnoseServer prints the state of the connection to the store's server, and the foreign events in its log that the
// store ignores.
func diagnoseServer(ctx context.Context, w io.Writer, store *kurrentdb.Store) error {
	met := store.Connect(ctx)
	h, err := store.Health(ctx)
	if err != nil {
		return err
	}
	if met != nil {
		_, _ = console.Say(w, "server       %s: %s\n", h.State, cmp.Or(h.Problem, eventstore.ReasonOf(met)))
		return met
	}
	_, _ = console.Say(w, "server       %s %s, version %s, log %s: %d events, all in the mirror\n", h.State, h.Node,
		cmp.Or(h.Version, "unknown"), h.Log, h.LogEvents)
	_, _ = console.Say(w, "passed over  %d void appends with %d events (lost races), %d foreign events\n",
		h.VoidAppends, h.VoidEvents, h.Strangers)
	if h.FirstStranger != "" {
		_, _ = console.Say(w, "             the first foreign one is %s\n", h.FirstStranger)
	}
	if h.Problem != "" {
		return fmt.Errorf("%s", h.Problem)
	}
	return nil
}

// diagnoseLimits checks the files that count the usage of agents, and prints the damaged ones.
func diagnoseLimits(w io.Writer, folder string) error {
	faults, files, err := mcp.CheckLimits(folder)
	if err != nil {
		return err
	}
	for _, f := range faults {
		_, _ = console.Say(w, "limits       FAILED: limits/%s\n", f)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d of %d files that count what agents used are damaged; one that no call reads any more is "+
			"removed by a person, and its count begins anew", len(faults), files)
	}
	if files > 0 {
		_, _ = console.Say(w, "limits       %d counts of what agents used, all sound\n", files)
	}
	return nil
}

func diagnose(ctx context.Context, w io.Writer, store stores.Engine, data string) error {
	damage := readWhole(ctx, store)
	if damage != nil {
		_, _ = console.Say(w, "integrity    FAILED: %v\n", damage)
	}
	signatures, err := store.Heads(ctx)
	if err != nil {
		return err
	}
	printSigned(w, store.Installation, signatures)
	reports, err := mcp.VerifyStore(ctx, store, store.Heads)
	if err != nil {
		return err
	}
	if projections.Faulty(reports) {
		_, _ = fmt.Fprintln(w, "integrity    FAILED:")
		err = printReports(w, slices.DeleteFunc(reports,
			func(r projections.StreamReport) bool { return len(r.Faults) == 0 }))
	}
	if damage != nil || err != nil {
		return fmt.Errorf("the store is damaged: restore it from a backup: %w", errors.Join(damage, err))
	}
	_, _ = console.Say(w, "integrity    file sound, %d hash chains unbroken, and what streams say of each "+
		"other holds\n", len(reports))
	if err := diagnoseLimits(w, stores.LimitsDir(store, data)); err != nil {
		return err
	}
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
			_, _ = console.Say(w, "model        %s, branch %s: revision %d, %d elements, state %s\n", m.Name, b.Name,
				view.Revision, view.Model.Len(), view.Model.Hash()[:16])
		}
	}
	return checkSnapshots(ctx, w, store, data, models)
}
