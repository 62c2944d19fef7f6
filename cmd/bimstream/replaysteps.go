package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// steps describes a walk through the history of a branch. Each end is a revision, an RFC 3339 time or a tag.
type steps struct {
	from, to string
	step     uint64
}

// walk prints the states from one revision to another, one line each. A line has the time and author of the revision,
// the changes since the line before, and the state hash. The last state is always printed.
func (s steps) walk(ctx context.Context, w io.Writer, live *projections.Live, now *projections.View) error {
	if s.step == 0 {
		return fmt.Errorf("--step is 0: give 1 or more")
	}
	first, err := app.ViewAt(ctx, live, now, s.from)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	last, err := app.ViewAt(ctx, live, now, s.to)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	if first.Revision > last.Revision {
		return fmt.Errorf("--from is revision %d, after --to, which is %d", first.Revision, last.Revision)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "REVISION\tTIME\tBY\tTOOL\tADDED\tDELETED\tMODIFIED\tELEMENTS\tSTATE")
	before := first
	for at := first.Revision; ; at = min(at+s.step, last.Revision) {
		view, err := live.At(ctx, now.ModelID, now.Branch, at)
		if err != nil {
			return err
		}
		if err := printStep(ctx, t, live, before, view); err != nil {
			return err
		}
		if before = view; at == last.Revision {
			return t.Flush()
		}
	}
}

func printStep(ctx context.Context, w io.Writer, live *projections.Live, before, view *projections.View) error {
	d, err := live.Between(ctx, before, view)
	if err != nil {
		return err
	}
	by := view.LastMeta.UserID
	if view.LastMeta.AgentID != "" {
		by = view.LastMeta.AgentID + " for " + by
	}
	_, err = console.Say(w, "%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s\n", view.Revision,
		view.At.UTC().Format(time.RFC3339), by, view.LastMeta.Tool,
		len(d.Added), len(d.Deleted), len(d.Modified), view.Model.Len(), view.Model.Hash())
	return err
}
