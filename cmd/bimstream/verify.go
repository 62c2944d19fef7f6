package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

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
	at := placeFlags(c)
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
		store, err := at.openExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		if model == "" && branch == "" {
			return verifyStore(c, store, at.data)
		}
		live := projections.NewLive(store)
		found, err := selectModel(c.Context(), live, model)
		if err != nil {
			return fmt.Errorf("%w; bimstream doctor looks at the whole store", err)
		}
		reports := []projections.StreamReport{{}}
		if branch == "" {
			reports, err = live.VerifyModel(c.Context(), found.ID)
		} else {
			reports[0], err = live.VerifyStream(c.Context(), projections.StreamName(found.ID, branch))
		}
		if err != nil {
			return err
		}
		return printReports(c.OutOrStdout(), reports)
	}
	return c
}

// verifyStore verifies all that there is: the file, every stream, what streams say of each other, and the kept states.
func verifyStore(c *cobra.Command, store engine, data string) error {
	fileFault := store.check(c.Context())
	reports, err := mcp.VerifyStore(c.Context(), store)
	if err != nil {
		return err
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

// printReports prints what was found, and returns an error when something is wrong, so that scripts notice.
func printReports(w io.Writer, reports []projections.StreamReport) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	faults := 0
	for _, r := range reports {
		state := "whole"
		if len(r.Faults) > 0 {
			state = fmt.Sprintf("%d FAULTS", len(r.Faults))
		}
		_, _ = fmt.Fprintf(t, "%s\t%d events\t%s\thead %x\n", r.Stream, r.Events, state, r.Head)
		for _, f := range r.Faults {
			_, _ = fmt.Fprintf(t, "  revision %d\t%s\t%s\t%s\n", f.Revision, f.Kind, f.EventID, f.Reason)
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
