package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func storetestCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "storetest",
		Short: "Run the conformance suite of event stores against a store",
		Long: "Run the conformance suite of event stores against a store.\n\n" +
			"Every scenario gets an empty store of its own: a folder below the one named, or a namespace of its own " +
			"on a server\n" +
			"(storetest.<random>.<number>, whatever namespace its connection string has). The folders are " +
			"removed; the streams of a server stay, so use a server " +
			"for trials.",
		Args: cobra.NoArgs,
	}
	store := c.Flags().String("store", "",
		"memory:, sqlite:FOLDER, the connection string of a server (esdb://..., kurrentdb://...), or @FILE with one in")
	_ = c.MarkFlagRequired("store") // cannot fail: the flag exists
	c.RunE = func(c *cobra.Command, _ []string) error {
		work, err := os.MkdirTemp("", "bimstream-storetest-")
		if err != nil {
			return fmt.Errorf("folder for the trial: %w", err)
		}
		defer func() { _ = os.RemoveAll(work) }()
		name := *store
		if strings.HasPrefix(name, "@") {
			at := stores.Place{Store: name}
			if name, err = at.Connection(); err != nil {
				return err
			}
		}
		met := &serverMet{}
		open, err := trialStores(name, work, met)
		if err != nil {
			return err
		}
		err = runSuite(c.Context(), c.OutOrStdout(), open)
		met.tell(c.OutOrStdout())
		return err
	}
	return c
}

// serverMet records the server that the stores of a trial were connected to.
type serverMet struct {
	last   kurrentdb.Health // of the last connected store
	stores int              // number of connected stores
}

// tell prints the server and the number of stores.
func (m *serverMet) tell(w io.Writer) {
	if m.stores > 0 {
		_, _ = console.Say(w, "server %s, version %s; %d stores\n", m.last.Node, cmp.Or(m.last.Version, "unknown"),
			m.stores)
	}
}

// trialServer is a store on a server that records the state of the server when it is closed.
type trialServer struct {
	*kurrentdb.Store
	met *serverMet
}

// Close closes the store.
func (s trialServer) Close() error {
	h, err := s.Health(context.Background())
	if err == nil && h.State == kurrentdb.StateConnected {
		s.met.last, s.met.stores = h, s.met.stores+1
	}
	return s.Store.Close()
}

// trialStores returns a function that opens one empty store after the other.
func trialStores(store, work string, met *serverMet) (func() (eventstore.Store, error), error) {
	run, n := strings.ToLower(rand.Text()[:8]), 0
	next := func() string { n++; return fmt.Sprintf("storetest.%s.%d", run, n) }
	folder, isFolder := strings.CutPrefix(store, "sqlite:")
	switch {
	case store == "memory:":
		return func() (eventstore.Store, error) { return memory.New(), nil }, nil
	case isFolder && folder != "":
		return func() (eventstore.Store, error) { return openTrialFolder(filepath.Join(folder, next())) }, nil
	case kurrentdb.IsConnectionString(store):
		return func() (eventstore.Store, error) {
			s, err := kurrentdb.Open(kurrentdb.InNamespace(store, next()), kurrentdb.Options{MirrorDir: work})
			if err != nil {
				return nil, err
			}
			return trialServer{s, met}, nil
		}, nil
	}
	return nil, fmt.Errorf("--store %q is neither memory:, sqlite:FOLDER nor a connection string such as "+
		"esdb://localhost:2113?tls=false", store)
}

// trialFolder is a store that removes its folder when it is closed.
type trialFolder struct {
	*sqlite.Store
	dir string
}

func openTrialFolder(dir string) (eventstore.Store, error) {
	s, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	return trialFolder{s, dir}, nil
}

// Close closes the store and removes its folder.
func (f trialFolder) Close() error { return errors.Join(f.Store.Close(), os.RemoveAll(f.dir)) }

// runSuite prints one line for each scenario and fails when one has failed.
func runSuite(ctx context.Context, w io.Writer, open func() (eventstore.Store, error)) error {
	passed, failed := 0, 0
	err := storetest.Check(ctx, open, func(v storetest.Verdict) {
		if len(v.Failures) == 0 {
			passed++
			_, _ = console.Say(w, "ok    %s (%s)\n", v.Name, v.Took.Round(time.Millisecond))
			return
		}
		failed++
		_, _ = console.Say(w, "FAIL  %s (%s)\n      %s\n", v.Name, v.Took.Round(time.Millisecond),
			strings.Join(v.Failures, "\n      "))
	})
	_, _ = console.Say(w, "%d passed, %d failed\n", passed, failed)
	switch {
	case err != nil:
		return err
	case failed > 0:
		return fmt.Errorf("%d of %d scenarios failed", failed, passed+failed)
	}
	return nil
}
