package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/governance"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/governing"
)

// approvalOptions are the flags of bimstream approvals.
type approvalOptions struct {
	stores.Place
	principal       *string
	json            bool
	all             bool
	note, signature string
}

func approvalsCommand() *cobra.Command {
	c := &cobra.Command{Use: "approvals", Short: "List what agents ask for, and decide on it", Args: cobra.NoArgs}
	o := decidingFlags(c)
	follow := following{approvalOptions: o}
	follow.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error { return follow.run(c) }
	c.AddCommand(approvalsList(o), o.completed(approvalsShow(o)), o.completed(approvalsApprove(o)),
		o.completed(approvalsReject(o)), approvalsWatch(o), o.completed(approvalsSign(o)), approvalsKeygen(),
		approvalsStanding(o))
	return c
}

// completed adds shell completion of the ids of open requests to a command.
func (o *approvalOptions) completed(c *cobra.Command) *cobra.Command {
	c.ValidArgsFunction = func(c *cobra.Command, given []string, _ string) (ids []string, _ cobra.ShellCompDirective) {
		if len(given) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if c.Context() == nil {
			c.SetContext(context.Background())
		}
		err := withApprover(c, o, func(a *mcp.Approver) error {
			asked, err := listed(c, a, false)
			for _, r := range asked {
				ids = append(ids, r.ID+"\t"+r.Plan.Tool+" by "+plain(r.Requester.ID))
			}
			return err
		})
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

// decidingFlags adds the flags common to commands by which a person decides.
func decidingFlags(c *cobra.Command) *approvalOptions {
	var o approvalOptions
	o.AddFlags(c.PersistentFlags())
	o.principal = c.PersistentFlags().String("principal", "",
		"JSON file that says who decides (or "+mcp.TokenEnvironment+", "+mcp.PrincipalEnvironment+")")
	c.PersistentFlags().BoolVar(&o.json, "json", false, "print JSON")
	return &o
}

// withApprover opens an existing store and runs a function as the configured person.
func withApprover(c *cobra.Command, o *approvalOptions, do func(*mcp.Approver) error) error {
	store, err := o.OpenExisting(c.Context())
	if err != nil {
		return err
	}
	return o.deciding(c, store, do)
}

// withGovernor is withApprover, except that it creates a missing store.
func withGovernor(c *cobra.Command, o *approvalOptions, do func(*mcp.Approver) error) error {
	store, err := o.Open()
	if err != nil {
		return err
	}
	return o.deciding(c, store, do)
}

func (o *approvalOptions) deciding(c *cobra.Command, store stores.Engine, do func(*mcp.Approver) error) error {
	defer func() { _ = store.Close() }()
	caller, err := mcp.CallerOf(namedFile(c, "principal", o.principal), o.Data, os.LookupEnv, io.Discard)
	if err != nil {
		return err
	}
	who := caller.Principal()
	governed, err := governing.New(store).Read(c.Context(), governing.Stream)
	if err != nil {
		return err
	}
	backend := &app.Backend{Store: store, Live: projections.NewLive(store)}
	return do(&mcp.Approver{
		Store: store, Who: who, Policy: governed.Is.Policy, Sight: governance.New(backend).Sight(who), Now: time.Now,
		Again: func(ctx context.Context, policy approvals.Policy, asked mcp.Asked) (*mcp.Again, error) {
			return o.again(ctx, store, who, policy, asked)
		},
		NewID: func() string { return uuid.Must(uuid.NewV7()).String() },
	})
}

// again repeats the decision on the call of a request, on a server without clients, and returns the new plan.
func (o *approvalOptions) again(ctx context.Context, store stores.Engine, who mcp.Principal, policy approvals.Policy,
	asked mcp.Asked) (*mcp.Again, error) {
	logger := slog.New(slog.DiscardHandler)
	server, _, err := newServer(store, who, nil, serveOptions{Place: o.Place, set: string(mcp.SetFull)},
		logger)
	if err != nil {
		return nil, err
	}
	again, err := server.Redecide(ctx, policy, asked)
	return again, errors.Join(err, server.Close(context.WithoutCancel(ctx)))
}

func approvalsList(o *approvalOptions) *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "List open requests", Args: cobra.NoArgs}
	c.Flags().BoolVar(&o.all, "all", false, "those that are decided too")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return withApprover(c, o, func(a *mcp.Approver) error {
			asked, err := listed(c, a, o.all)
			if err != nil {
				return err
			}
			return printApprovals(c.OutOrStdout(), asked, approving.At(time.Now()), o.json)
		})
	}
	return c
}

// listed returns the requests that the person may see, the oldest first: the open ones, or all.
func listed(c *cobra.Command, a *mcp.Approver, all bool) ([]mcp.Asked, error) {
	out, err := a.Requests(c.Context())
	if err != nil {
		return nil, err
	}
	now := approving.At(time.Now())
	out = slices.DeleteFunc(out, func(r mcp.Asked) bool { return !all && !r.StatusAt(now).Open() })
	slices.SortFunc(out, func(x, y mcp.Asked) int { return strings.Compare(string(x.At)+x.ID, string(y.At)+y.ID) })
	return out, nil
}

func printApprovals(w io.Writer, asked []mcp.Asked, now approvals.Instant, asJSON bool) error {
	if asJSON {
		return printJSON(w, append([]mcp.Asked{}, asked...))
	}
	if len(asked) == 0 {
		_, err := fmt.Fprintln(w, "nothing is asked for; bimstream approvals list --all shows what was decided")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "ID\tSTATUS\tWHO\tTOOL\tBRANCH\tREACHES\tDELETES\tNEEDS\tEXPIRES")
	for _, a := range asked {
		_, _ = console.Say(t, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\n", a.ID, a.StatusAt(now), plain(a.Requester.ID),
			a.Plan.Tool, plain(a.Plan.Branch), a.Plan.Counts.Total(),
			a.Plan.Counts.Deleted, needs(a.Approval), a.Expires)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\nbimstream approvals show ID says what would be done; approve ID and reject ID decide")
	return err
}

func needs(a *approvals.Approval) string {
	return fmt.Sprintf("%d of %d, %s", len(a.Grants), a.Requires.Approvers, a.Requires.Level)
}

// plain returns foreign text in a form that is safe to print at a terminal: one line without control characters and
// without characters that change the direction of the text.
func plain(s string) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case r == '\\':
			out.WriteString(`\\`)
		case strconv.IsPrint(r):
			out.WriteRune(r)
		default:
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return out.String()
}

// printPlan prints a request for a person to read before deciding.
func printPlan(w io.Writer, a mcp.Asked) error {
	p := a.Plan
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(name, format string, values ...any) { _, _ = console.Say(t, name+"\t"+format+"\n", values...) }
	line("approval", "%s (%s)", a.ID, a.StatusAt(approving.At(time.Now())))
	line("asked by", "%s %s, for %s, at %s; expires %s", a.Requester.Kind, plain(a.Requester.ID),
		plain(a.Requester.OnBehalfOf), a.At, a.Expires)
	line("says", "%s", plain(a.Reasoning))
	line("does", "%s on branch %s of model %s at revision %d", p.Tool, plain(p.Branch), p.ModelID, p.Revision)
	line("with", "%s", plain(p.Text))
	line("reaches", "%d created, %d modified, %d derived, %d DELETED", p.Counts.Created, p.Counts.Modified,
		p.Counts.Derived, p.Counts.Deleted)
	if p.Box != nil {
		line("within", "%s to %s mm", point(p.Box.Min), point(p.Box.Max))
	}
	for _, sentence := range p.Besides() {
		line("also", "%s", plain(sentence))
	}
	for _, sentence := range p.Judgement() {
		line("note", "%s", plain(sentence))
	}
	for _, sentence := range a.Changed() {
		line("CHANGED", "since it was asked for: %s", plain(sentence))
	}
	line("needs", "%s", needs(a.Approval))
	line("plan", "%s", p.SHA256)
	if p.Kept != nil && p.Kept.Events > 0 {
		line("drawing", "bimstream approvals show %s --drawing FILE.svg, .png, .pdf or .dxf", a.ID)
	}
	if reason := a.Reason(approving.At(time.Now())); reason != "" {
		line("ended", "%s", plain(reason))
	}
	for _, g := range a.Grants {
		line("approved", "by %s at %s, level %s", plain(g.By.ID), g.At, g.Level)
	}
	_, _ = fmt.Fprintln(t)
	for _, e := range p.Affected {
		line(e.Effect, "%s\t%s\t%s\t%s", e.What(), plain(e.Name), e.ElementID, plain(e.Change))
	}
	if more := p.Counts.Total() - len(p.Affected); more > 0 {
		line("", "and %d more", more)
	}
	return t.Flush()
}

func approvalsApprove(o *approvalOptions) *cobra.Command {
	c := &cobra.Command{Use: "approve ID",
		Short: "Say yes: at a terminal by typing what is asked for, or by a signature", Args: cobra.ExactArgs(1)}
	c.Flags().StringVar(&o.note, "note", "", "a word to the requester")
	c.Flags().StringVar(&o.signature, "signature", "", "what bimstream approvals sign printed")
	c.RunE = func(c *cobra.Command, ids []string) error {
		return withApprover(c, o, func(a *mcp.Approver) error {
			asked, err := a.Find(c.Context(), ids[0])
			if err != nil {
				return err
			}
			if asked, err = a.Look(c.Context(), asked); err != nil {
				return err
			}
			if o.signature != "" {
				err = a.GrantSigned(c.Context(), asked, o.signature, o.note)
			} else if err = confirm(asked); err == nil {
				err = a.Grant(c.Context(), asked, approvals.LevelTTY, o.note)
			}
			if err == nil {
				_, err = console.Say(c.OutOrStdout(), "approved: %s repeats its call with approval_id %s\n",
					plain(asked.Requester.ID), asked.ID)
			}
			return err
		})
	}
	return c
}

func approvalsReject(o *approvalOptions) *cobra.Command {
	var reason string
	c := &cobra.Command{Use: "reject ID", Short: "Say no, and why", Args: cobra.ExactArgs(1)}
	c.Flags().StringVar(&reason, "reason", "", "why; the requester reads it")
	c.RunE = func(c *cobra.Command, ids []string) error {
		return withApprover(c, o, func(a *mcp.Approver) error {
			asked, err := a.Find(c.Context(), ids[0])
			if err == nil {
				err = a.Reject(c.Context(), asked, approvals.LevelTTY, reason)
			}
			if err == nil {
				_, err = fmt.Fprintln(c.OutOrStdout(), "rejected")
			}
			return err
		})
	}
	return c
}

func approvalsWatch(o *approvalOptions) *cobra.Command {
	return &cobra.Command{Use: "watch", Short: "Print requests as they come, until interrupted", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return withApprover(c, o, func(a *mcp.Approver) error {
				told := map[string]bool{}
				for {
					position, err := a.Store.Position(c.Context())
					if err != nil {
						return err
					}
					asked, err := listed(c, a, false)
					if err != nil {
						return err
					}
					for _, r := range asked {
						if !told[r.ID] {
							told[r.ID] = true
							if err := printPlan(c.OutOrStdout(), r); err != nil {
								return err
							}
						}
					}
					if err := a.Store.Wait(c.Context(), position); err != nil {
						if c.Context().Err() != nil {
							return nil
						}
						return err
					}
				}
			})
		}}
}

// confirm shows a plan at the controlling terminal of the process, whatever standard input and output are. It asks for
// a phrase that names what will be lost.
func confirm(a mcp.Asked) error {
	return confirmed(mcp.Phrase(a.Approval), func(w io.Writer) error { return printPlan(w, a) })
}

// confirmed shows something at the terminal and asks for a phrase; the error reports a missing terminal or another
// phrase.
func confirmed(phrase string, show func(io.Writer) error) error {
	tty, err := console.OpenTerminal()
	if err != nil {
		return errors.New("no terminal: a person approves at one, or by a signature (bimstream approvals sign)")
	}
	defer func() { _ = tty.Close() }()
	if err := show(tty); err != nil {
		return err
	}
	if _, err := console.Say(tty, "\ntype %q to approve: ", phrase); err != nil {
		return err
	}
	typed, err := readLine(tty)
	if err != nil {
		return fmt.Errorf("nothing was approved: %w", err)
	}
	if typed != phrase {
		return errors.New("that is not the phrase: nothing was approved")
	}
	return nil
}

// readLine reads up to the end of a line and no further.
func readLine(r io.Reader) (string, error) {
	var line []byte
	for b := make([]byte, 1); len(line) < 200; {
		n, err := r.Read(b)
		if err != nil {
			return "", err
		}
		if n == 0 {
			continue
		}
		if b[0] == '\n' {
			return strings.TrimSpace(string(line)), nil
		}
		line = append(line, b[0])
	}
	return "", errors.New("the line is too long")
}

func point(p geometry.Point3) string {
	return fmt.Sprintf("%.0f, %.0f, %.0f", p.X.MM(), p.Y.MM(), p.Z.MM())
}
