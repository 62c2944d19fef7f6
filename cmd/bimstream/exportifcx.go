package main

import (
	"crypto/sha256"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/ifc/ifcx"
	"github.com/bimstream/bimstream/mcp/tools/files"
)

func exportIFCXCommand() *cobra.Command {
	var at string
	var history bool
	c := &cobra.Command{
		Use:   "export-ifcx FILE",
		Short: "Experimental: write a branch in the alpha draft of IFC5, with its history as layers if asked for",
		Long: "Write a branch in the alpha draft of IFC5 (commit " + ifcx.Draft +
			" of buildingSMART/IFC5-development), which will change.\n" +
			"The file is one .ifcx document, or with --history a zip of layers, one for each change, and the stack\n" +
			"file that names them in their order.",
		Args: cobra.ExactArgs(1),
	}
	s := selectionFlags(c)
	c.Flags().StringVar(&at, "at", "", "revision, RFC 3339 time or tag; default the last revision")
	c.Flags().BoolVar(&history, "history", false, "one layer for each change, in a zip")
	c.RunE = func(c *cobra.Command, args []string) error {
		store, live, view, err := s.openView(c.Context(), at)
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		defer debug.SetGCPercent(debug.SetGCPercent(exportGCPercent)) // see export
		digest := sha256.New()
		var summary files.IFCXSummary
		err = writeWhole(args[0], outputMode, func(w io.Writer) error {
			summary, err = files.WriteIFCX(c.Context(), store, live, view, io.MultiWriter(w, digest), history, nil)
			return err
		})
		if err != nil {
			return err
		}
		_, err = console.Say(c.OutOrStdout(), "%s: revision %d, %d layers, %d nodes, sha256 %x\n", args[0],
			view.Revision, summary.Layers, summary.Nodes, digest.Sum(nil))
		for _, left := range summary.LeftOut {
			_, _ = console.Say(c.ErrOrStderr(), "no body of %s: %s\n", left.ElementID, left.Reason)
		}
		return err
	}
	return c
}
