package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/governance"
	"github.com/bimstream/bimstream/projections"
)

func approvalsShow(o *approvalOptions) *cobra.Command {
	var file, level string
	c := &cobra.Command{Use: "show ID", Short: "Show what would be done, in words and as a drawing",
		Args: cobra.ExactArgs(1),
		Long: "Show what would be done, in words and as a drawing.\n\n" +
			"The drawing is the part of a level's plan that the change reaches: what is new in green, what goes in " +
			"red and\ndashed, what looks different in blue, all else in grey.",
	}
	c.Flags().StringVar(&file, "drawing", "", "draw it to this file: .svg, .png, .pdf or .dxf")
	c.Flags().StringVar(&level, "level", "", "of the drawing, by id or name; default the one with most of the change")
	c.RunE = func(c *cobra.Command, ids []string) error {
		return withApprover(c, o, func(a *mcp.Approver) error {
			asked, err := a.Find(c.Context(), ids[0])
			if err != nil {
				return err
			}
			if o.json {
				err = printJSON(c.OutOrStdout(), asked)
			} else {
				err = printPlan(c.OutOrStdout(), asked)
			}
			if err != nil || file == "" {
				return err
			}
			words := c.OutOrStdout()
			if o.json {
				words = c.ErrOrStderr()
			}
			return drawPlan(c, a, asked, level, file, words)
		})
	}
	return c
}

// drawPlan draws the planned change to a file and prints what the drawing shows.
func drawPlan(c *cobra.Command, a *mcp.Approver, asked mcp.Asked, level, file string, words io.Writer) error {
	if err := governance.CheckDrawing(a.Who, asked.Approval); err != nil {
		return err
	}
	d, err := governance.DrawPlanned(c.Context(), a.Store, projections.NewLive(a.Store), asked.Approval, level)
	if err != nil {
		return err
	}
	if err := d.Write(c.Context(), file); err != nil {
		return err
	}
	_, err = console.Say(words, "\ndrawn to %s\n", file)
	for _, line := range d.Words() {
		if err == nil {
			_, err = console.SayLine(words, "  "+line)
		}
	}
	return err
}
