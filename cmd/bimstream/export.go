package main

import (
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/bench"
	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/files"
)

// exportGCPercent lets the heap grow to four times the live memory. An export keeps most of what it allocates until it
// ends, so that collections free little.
const exportGCPercent = 300

func exportCommand() *cobra.Command {
	var at string
	var o app.ExportOptions
	c := &cobra.Command{
		Use:   "export FILE.ifc",
		Short: "Write a branch as an IFC file, or an archive of one (.ifczip), read it back and check it",
		Args:  cobra.ExactArgs(1),
	}
	s := selectionFlags(c)
	c.Flags().StringVar(&at, "at", "", "revision, RFC 3339 time or tag; default the last revision")
	c.Flags().StringVar(&o.Schema, "schema", export.SchemaIFC4, "IFC schema: "+strings.Join(export.Schemas(), ", "))
	c.Flags().StringVar(&o.Target, "target", "generic", "reader the file is for: generic, revit or bonsai")
	c.Flags().StringVar(&o.MVD, "mvd", "", "model view definition named in the header; default that of the schema")
	c.Flags().BoolVar(&o.SpaceBoundaries, "space-boundaries", false,
		"also write the boundaries of rooms, for energy software")
	c.Flags().BoolVar(&o.SecondLevel, "second-level", false,
		"the boundaries of rooms split by what is on their other side, for energy software")
	c.RunE = func(c *cobra.Command, args []string) error {
		store, _, view, err := s.openView(c.Context(), at)
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		o.Version = version
		// The process ends with the export, so memory may grow for speed.
		defer debug.SetGCPercent(debug.SetGCPercent(exportGCPercent))
		var summary export.Summary
		spent, err := bench.Spend(func() error {
			summary, err = files.ExportIFC(c.Context(), store, view, args[0], o)
			return err
		})
		if err != nil {
			return err
		}
		_, err = console.Say(c.OutOrStdout(), "%s: revision %d, %d bytes, sha256 %s\n", args[0], view.Revision,
			summary.Size, summary.SHA256)
		_, _ = console.Say(c.ErrOrStderr(), "%d instances in %.2f s, %.2f s of processor time\n", summary.Instances,
			spent.Wall.Seconds(), spent.CPU.Seconds())
		for _, w := range summary.Warnings {
			_, _ = console.Say(c.ErrOrStderr(), "warning %s: %s\n", w.Code, w.Message)
		}
		return err
	}
	return c
}
