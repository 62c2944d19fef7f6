package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/signing"
)

// signLog is told what cannot be signed or believed.
var signLog = slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))

// installations are those in use, by their folders: one key is read once.
var installations sync.Map

// installationOf returns the installation whose key signs a store.
func installationOf(data string) *signing.Installation {
	in, _ := installations.LoadOrStore(signing.Folder(data), signing.In(signing.Folder(data)))
	found, _ := in.(*signing.Installation) // nothing else is put in
	return found
}

// signed lets an installation sign what is appended to a store.
func signed(store eventstore.Store, in *signing.Installation, place string) *signing.Store {
	return signing.Wrap(store, in, signing.Options{Place: place, Log: signLog})
}

// bare returns the store without signing, for a copy that brings the signed heads of its source along.
func (e engine) bare() eventstore.Store {
	if s, ok := e.Store.(*signing.Store); ok {
		return s.Store
	}
	return e.Store
}

// heads holds the store against its signed heads.
func (e engine) heads(ctx context.Context) (*signing.Report, error) {
	return signing.Verify(ctx, e.Store, e.installation, e.location)
}

func installationCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "installation",
		Short: "The key that signs what is written here, and whose signatures count",
		Args:  cobra.NoArgs,
	}
	c.AddCommand(installationShow(), installationAccept(), installationTrust())
	return c
}

func installationShow() *cobra.Command {
	c := &cobra.Command{Use: "show", Short: "Print the public key of this installation, and where it is kept",
		Args: cobra.NoArgs}
	at := placeFlags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		in := installationOf(at.data)
		public := in.Public()
		if public == nil {
			return fmt.Errorf("there is no key in %s yet: the first change makes it", in.Dir())
		}
		return printLine(c.OutOrStdout(), fmt.Sprintf("key %s, id %s, in %s", hex.EncodeToString(public),
			signing.KeyID(public), in.Dir()))
	}
	return c
}

func installationAccept() *cobra.Command {
	c := &cobra.Command{Use: "accept",
		Short: "Take the store as it is: after an older copy was put in its place on purpose",
		Long: "Take the store as it is: after an older copy was put in its place on purpose.\n\n" +
			"What this installation signed later than the store has is no longer missed by verify, doctor and " +
			"audit_verify_chain. Signatures that are in the store must hold all the same.",
		Args: cobra.NoArgs}
	at := placeFlags(c)
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		store, err := at.openExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		if err := store.accept(c.Context()); err != nil {
			return err
		}
		return printLine(c.OutOrStdout(), "the store is taken as it is: "+store.location)
	}
	return c
}

// accept makes the store count as it is.
func (e engine) accept(ctx context.Context) error {
	return e.installation.Accept(ctx, e.Store, e.location, time.Now().UTC().Format(time.RFC3339))
}

func installationTrust() *cobra.Command {
	c := &cobra.Command{Use: "trust KEY",
		Short: "Count what another installation has signed, by its public key (bimstream installation show)",
		Args:  cobra.ExactArgs(1)}
	at := placeFlags(c)
	c.RunE = func(c *cobra.Command, keys []string) error {
		if err := installationOf(at.data).Trust(keys[0]); err != nil {
			return err
		}
		return printLine(c.OutOrStdout(), "trusted: "+keys[0])
	}
	return c
}

// printSigned says what of the store is signed.
func printSigned(w io.Writer, in *signing.Installation, r *signing.Report) {
	own := ""
	if public := in.Public(); public != nil {
		own = signing.KeyID(public)
	}
	switch {
	case len(r.Heads) == 0:
		_, _ = fmt.Fprintln(w, "signed       no head yet: the next change signs what is there")
	case r.Heads[own] == 0:
		_, _ = fmt.Fprintln(w, "signed       by no key of this installation")
	default:
		_, _ = fmt.Fprintf(w, "signed       %d heads by this installation (%s), %d events after the last\n",
			r.Heads[own], own, r.Unsigned)
	}
	for _, id := range r.Strangers {
		_, _ = fmt.Fprintf(w, "             %d heads by %s, another installation: whose it is, only its key can show "+
			"(bimstream installation trust)\n", r.Heads[id], id)
	}
}
