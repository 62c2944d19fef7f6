package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/projections"
)

func modelsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "models",
		Short: "List the models of a store",
		Args:  cobra.NoArgs,
	}
	at := stores.Flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		store, err := at.OpenExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		models, err := projections.NewLive(store).Models(c.Context())
		if err != nil {
			return err
		}
		t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(t, "MODEL\tNAME\tOWNER\tREVISION")
		for _, m := range models {
			_, _ = console.Say(t, "%s\t%s\t%s\t%d\n", m.ID, m.Name, m.Owner, m.Revision)
		}
		return t.Flush()
	}
	return c
}
