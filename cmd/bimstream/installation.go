package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore/signing"
)

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
	at := stores.Flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		in := stores.InstallationOf(at.Data)
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
	at := stores.Flags(c)
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		store, err := at.OpenExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		if err := store.Accept(c.Context()); err != nil {
			return err
		}
		return printLine(c.OutOrStdout(), "the store is taken as it is: "+store.Location)
	}
	return c
}

func installationTrust() *cobra.Command {
	c := &cobra.Command{Use: "trust KEY",
		Short: "Count what another installation has signed, by its public key (bimstream installation show)",
		Args:  cobra.ExactArgs(1)}
	at := stores.Flags(c)
	c.RunE = func(c *cobra.Command, keys []string) error {
		if err := stores.InstallationOf(at.Data).Trust(keys[0]); err != nil {
			return err
		}
		return printLine(c.OutOrStdout(), "trusted: "+keys[0])
	}
	return c
}

// printSigned prints which part of the store is signed.
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
