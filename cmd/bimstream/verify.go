package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

func verifyCommand() *cobra.Command {
	var model, branch, against, key string
	c := &cobra.Command{
		Use: "verify",
		Short: "Recompute the hash chains of the history and say which event was changed, removed, inserted or put " +
			"elsewhere",
		Args: cobra.NoArgs,
	}
	at := stores.Flags(c)
	c.Flags().StringVar(&model, "model", "",
		"only this model, by id or name; default the whole store, with what its streams say of each other")
	c.Flags().StringVar(&branch, "branch", "", "only this branch of the model; default all of its streams")
	c.Flags().StringVar(&against, "against", "",
		"a checkpoint (bimstream checkpoint): hold every stream of the store against it")
	c.Flags().StringVar(&key, "trusted", "", "the public key that must have signed the checkpoint")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if against != "" {
			return verifyAgainst(c, at, against, key)
		}
		store, err := at.OpenExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		if model == "" && branch == "" {
			return verifyStore(c, store, at.Data)
		}
		live := projections.NewLive(store)
		found, err := selectModel(c.Context(), live, model)
		if err != nil {
			return fmt.Errorf("%w; bimstream doctor looks at the whole store", err)
		}
		return verifyModel(c, store, at.Data, found, branch)
	}
	return c
}

// verifyModel verifies a model, or one of its branches, with the streams common to all models that concern it.
func verifyModel(c *cobra.Command, store stores.Engine, data string, model projections.ModelEntry,
	branch string) error {
	reports, err := mcp.VerifyModel(c.Context(), store, model.ID, store.Heads)
	if err != nil {
		return err
	}
	if only := projections.StreamName(model.ID, branch); branch != "" {
		if _, err := store.Head(c.Context(), only); err != nil {
			return fmt.Errorf("branch %s: %w", branch, err)
		}
		reports = slices.DeleteFunc(reports, func(r projections.StreamReport) bool {
			return r.Stream != only && len(r.Faults) == 0
		})
	}
	live := stores.Live(store, data)
	for i, r := range reports {
		reports[i].Faults = append(reports[i].Faults, live.ForgedSnapshots(r.Stream)...)
	}
	return printReports(c.OutOrStdout(), reports)
}

// verifyStore verifies everything: the file, every stream, the references between streams, and the stored states.
func verifyStore(c *cobra.Command, store stores.Engine, data string) error {
	fileFault := readWhole(c.Context(), store)
	reports, err := mcp.VerifyStore(c.Context(), store, store.Heads)
	if err != nil {
		return err
	}
	if signatures, err := store.Heads(c.Context()); err == nil {
		printSigned(c.OutOrStdout(), store.Installation, signatures)
	}
	err = printReports(c.OutOrStdout(), reports)
	if fileFault != nil && err == nil {
		err = fmt.Errorf("the file of the store is damaged: %w; restore the store from a backup", fileFault)
	}
	if err != nil {
		return err
	}
	models, err := projections.NewLive(store).Models(c.Context())
	if err != nil {
		return err
	}
	return checkSnapshots(c.Context(), c.OutOrStdout(), store, data, models)
}

// printReports prints the reports, and returns an error if there are faults, so that scripts notice.
func printReports(w io.Writer, reports []projections.StreamReport) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	faults := 0
	for _, r := range reports {
		state := "whole"
		if len(r.Faults) > 0 {
			state = fmt.Sprintf("%d FAULTS", len(r.Faults))
		}
		_, _ = console.Say(t, "%s\t%d events\t%s\thead %x\n", r.Stream, r.Events, state, r.Head)
		for _, f := range r.Faults {
			_, _ = console.Say(t, "  revision %d\t%s\t%s\t%s\n", f.Revision, f.Kind, f.EventID, f.Reason)
		}
		faults += len(r.Faults)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("the history is not what was written: %d faults; restore the store from a backup", faults)
	}
	return nil
}
