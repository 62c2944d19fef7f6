package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// auditOptions are the flags of bimstream audit.
type auditOptions struct {
	*stores.Place
	query                                mcp.AuditQuery
	since, until, model, branch, element string
	json, lines, follow                  bool
}

func auditCommand() *cobra.Command {
	c := &cobra.Command{Use: "audit",
		Short: "List the calls on record, the last first: who, for whom, what, why, with what outcome",
		Args:  cobra.NoArgs}
	o := auditOptions{Place: stores.Flags(c)}
	f := c.Flags()
	f.StringVar(&o.query.Caller, "who", "", "only calls of this principal")
	f.StringVar(&o.query.User, "for", "", "only calls for this user")
	f.StringVar(&o.query.Tool, "tool", "", "only calls of this tool")
	f.StringVar(&o.query.Outcome, "outcome", "",
		"success, failure, cancelled, replayed, asked or open (no end is on record)")
	f.StringVar(&o.query.Error, "error", "", "only calls that ended with this error, such as PERMISSION_DENIED")
	f.StringVar(&o.element, "element", "", "only calls that changed this element, by id or name")
	f.StringVar(&o.model, "model", "", "of --element; model id or name")
	f.StringVar(&o.branch, "branch", projections.MainBranch, "of --element")
	f.StringVar(&o.since, "since", "", "day or time, from")
	f.StringVar(&o.until, "until", "", "day or time, before")
	f.IntVar(&o.query.Most, "limit", 50, "how many")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.BoolVar(&o.lines, "lines", false,
		"print every call as a line of JSON, the first one first, for a SIEM (docs/security.md); of the other flags "+
			"--since and --follow go with it")
	f.BoolVar(&o.follow, "follow", false, "with --lines: go on with the calls to come")
	_ = c.RegisterFlagCompletionFunc("outcome", func(*cobra.Command, []string,
		string) ([]string, cobra.ShellCompDirective) {
		return mcp.AuditOutcomes(), cobra.ShellCompDirectiveNoFileComp
	})
	c.RunE = func(c *cobra.Command, _ []string) error { return o.list(c) }
	return c
}

// dayOrTime parses the value of a flag that takes a time or a day.
func dayOrTime(text, flag string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := mcp.ParseDayOrInstant(text); err == nil {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("--%s takes a day or a time, such as 2026-05-04 or 2026-05-04T12:00:00Z, not %q",
		flag, text)
}

func (o *auditOptions) list(c *cobra.Command) (err error) {
	if out := mcp.AuditOutcomes(); o.query.Outcome != "" && !slices.Contains(out, o.query.Outcome) {
		return fmt.Errorf("there is no outcome %q: give one of %s", o.query.Outcome, strings.Join(out, ", "))
	}
	if o.query.Most < 1 {
		return fmt.Errorf("--limit is %d: give 1 or more", o.query.Most)
	}
	if o.query.Since, err = dayOrTime(o.since, "since"); err != nil {
		return err
	}
	if o.query.Until, err = dayOrTime(o.until, "until"); err != nil {
		return err
	}
	if o.follow && !o.lines {
		return errors.New("--follow goes with --lines")
	}
	store, err := o.OpenExisting(c.Context())
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	if o.lines {
		return o.printLines(c, store)
	}
	if o.element != "" {
		if o.query.Commands, err = o.commands(c, store); err != nil {
			return err
		}
	}
	calls, more, err := mcp.ReadAudit(c.Context(), store, o.query)
	if err != nil {
		return err
	}
	return o.print(c, calls, more)
}

// printLines prints the calls as lines of JSON, and with --follow goes on without end.
func (o *auditOptions) printLines(c *cobra.Command, store stores.Engine) error {
	encoder := json.NewEncoder(c.OutOrStdout()) // the encoder escapes all control characters
	lines := mcp.NewAuditLines(store)
	for {
		err := lines.Next(c.Context(), func(l mcp.AuditLine) error {
			if l.Time.Before(o.query.Since) {
				return nil
			}
			return encoder.Encode(l)
		})
		if err != nil || !o.follow {
			return err
		}
		if err := lines.Wait(c.Context()); err != nil {
			if errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		}
	}
}

// commands returns the commands that changed the element.
func (o *auditOptions) commands(c *cobra.Command, store stores.Engine) (map[string]bool, error) {
	live := projections.NewLive(store)
	model, err := selectModel(c.Context(), live, o.model)
	if err != nil {
		return nil, err
	}
	v, err := live.View(c.Context(), model.ID, o.branch)
	if err != nil {
		return nil, err
	}
	id, err := app.NamedElement(v, o.element)
	if err != nil {
		return nil, err
	}
	mentions := v.Timeline(id)
	if len(mentions) == 0 {
		return nil, fmt.Errorf("no element %q was ever on branch %s of model %s", o.element, o.branch, model.Name)
	}
	return mcp.CommandsOf(c.Context(), store, v, mentions)
}

func (o *auditOptions) print(c *cobra.Command, calls []mcp.AuditedCall, more bool) error {
	w := c.OutOrStdout()
	if o.json {
		return printJSON(w, append([]mcp.AuditedCall{}, calls...))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "WHEN\tWHO\tFOR\tTOOL\tOUTCOME\tREACHED\tMS\tWHY")
	for _, a := range calls {
		outcome := a.Outcome
		if a.Error != "" {
			outcome = a.Error
		} else if a.DryRun {
			outcome += " (dry run)"
		}
		why := []rune(plain(a.Reasoning))
		_, _ = console.Say(t, "%s\t%s\t%s\t%s\t%s\t%d\t%.1f\t%s\n", a.At.Format(time.RFC3339), plain(a.Caller),
			plain(a.User), plain(a.Tool), outcome, a.Affected,
			float64(a.DurationUS)/1000, string(why[:min(len(why), reasonShown)]))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	switch {
	case len(calls) == 0:
		return printLine(w, "no call on record is such a one; bimstream audit without flags shows the last ones")
	case more:
		return printLine(w, fmt.Sprintf("\nolder ones: --until %s", calls[len(calls)-1].At.Format(time.RFC3339Nano)))
	}
	return nil
}

// reasonShown bounds the length of the reason in the table; --json prints the whole reason.
const reasonShown = 60
