package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/domain/shape/elements"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

func replayCommand() *cobra.Command {
	var at string
	var walk steps
	c := &cobra.Command{
		Use:   "replay",
		Short: "Fold a branch from its first event and print what it holds and its state hash",
		Args:  cobra.NoArgs,
	}
	s := selectionFlags(c)
	c.Flags().StringVar(&at, "at", "", "revision, RFC 3339 time or tag to stop at; default the last revision")
	c.Flags().StringVar(&walk.from, "from", "",
		"walk through the history from this revision, time or tag, and print each state")
	c.Flags().StringVar(&walk.to, "to", "", "end of the walk; default the last revision")
	c.Flags().Uint64Var(&walk.step, "step", 1, "revisions between two states of the walk")
	c.MarkFlagsMutuallyExclusive("at", "from")
	c.MarkFlagsMutuallyExclusive("at", "to")
	c.RunE = func(c *cobra.Command, _ []string) error {
		store, live, model, err := s.open(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		began := time.Now()
		view, err := live.View(c.Context(), model.ID, *s.branch)
		if err != nil {
			return fmt.Errorf("branch %s of model %s: %w", *s.branch, model.Name, err)
		}
		if c.Flags().Changed("from") || c.Flags().Changed("to") {
			if walk.from == "" {
				walk.from = "0"
			}
			return walk.walk(c.Context(), c.OutOrStdout(), live, view)
		}
		if view, err = app.ViewAt(c.Context(), live, view, at); err != nil {
			return err
		}
		return printReplay(c.OutOrStdout(), view, time.Since(began))
	}
	return c
}

func printReplay(w io.Writer, v *projections.View, took time.Duration) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = console.Say(t, "model\t%s (%s)\n", v.Model.Info().Name, v.Model.Info().ID)
	_, _ = console.Say(t, "revision\t%d, replayed in %s\n", v.Revision, took.Round(time.Microsecond))
	_, _ = console.Say(t, "chain hash\t%x\n", v.Hash)
	_, _ = console.Say(t, "state hash\t%s\n", v.Model.Hash())
	for _, c := range modelstate.Categories {
		if n := elements.CountOf(v.Model, c); n > 0 {
			_, _ = console.Say(t, "%s\t%d\n", c, n)
		}
	}
	_, _ = console.Say(t, "joins\t%d\ntypes\t%d\nmaterials\t%d\n", len(v.Model.Joins()),
		len(v.Model.Types()), len(v.Model.Materials()))
	return t.Flush()
}
