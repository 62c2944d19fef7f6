package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/shape"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/governance"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
)

// standingOptions are the flags of a standing grant.
type standingOptions struct {
	*approvalOptions
	model, user, kind, until, reason      string
	classes, categories, levels, branches []string
	elements                              int
}

func approvalsStanding(o *approvalOptions) *cobra.Command {
	c := &cobra.Command{Use: "standing",
		Short: "Approve ahead: what somebody may do without asking, until when and how often"}
	s := &standingOptions{approvalOptions: o}
	c.PersistentFlags().StringVar(&s.model, "model", "", "model id or name; default the only one")
	c.AddCommand(standingGrant(s), standingList(s), standingRevoke(s))
	return c
}

func standingGrant(s *standingOptions) *cobra.Command {
	c := &cobra.Command{Use: "grant ID", Short: "Give one, at a terminal by typing what is asked for",
		Args: cobra.ExactArgs(1),
		Example: "  bimstream approvals standing grant bot --for ann --classes delete --categories furniture " +
			"--levels Second --until 2026-06-05 --elements 20"}
	f := c.Flags()
	f.StringVar(&s.user, "for", "", "the user for whom it works")
	f.StringVar(&s.kind, "kind", "agent", "agent, service or human")
	f.StringSliceVar(&s.classes, "classes", nil, "of changes: "+strings.Join(approvals.Class("").Enum(), ", "))
	f.StringSliceVar(&s.categories, "categories", nil, "all that is reached is of these; default any")
	f.StringSliceVar(&s.levels, "levels", nil, "all that is reached stands on these, by id or name; default any")
	f.StringSliceVar(&s.branches, "branches", nil, "default any")
	f.IntVar(&s.elements, "elements", 0, "that it is good for, in all uses together")
	f.StringVar(&s.until, "until", "", "day (its end, in UTC) or time, such as 2026-06-05 or 2026-06-05T12:00:00Z")
	f.StringVar(&s.reason, "reason", "", "why")
	c.RunE = func(c *cobra.Command, ids []string) error {
		return withApprover(c, s.approvalOptions, func(a *mcp.Approver) error {
			model, grant, err := s.grant(c, a, ids[0])
			if err != nil {
				return err
			}
			phrase := fmt.Sprintf("%s may %s %d", grant.To.ID, strings.Join(s.classes, ","), grant.Elements)
			err = confirmed(phrase, func(w io.Writer) error {
				_, err := console.Say(w,
					"%s %s (for %s) may do without asking: %s, up to %d elements, until %s; categories %v, levels "+
						"%v, branches %v\n", grant.To.Kind, plain(grant.To.ID),
					plain(grant.To.OnBehalfOf), strings.Join(s.classes, ", "), grant.Elements, grant.Until,
					s.categories, s.levels, s.branches)
				return err
			})
			if err != nil {
				return err
			}
			given, err := a.GrantStanding(c.Context(), model, grant)
			if err == nil {
				_, err = console.Say(c.OutOrStdout(), "granted as %s; bimstream approvals standing revoke %s ends it\n",
					given.ID, given.ID)
			}
			return err
		})
	}
	return c
}

// grant returns a standing grant from the flags. Levels are given by name or id.
func (s *standingOptions) grant(c *cobra.Command, a *mcp.Approver, id string) (string,
	approvals.StandingGranted, error) {
	live := projections.NewLive(a.Store)
	model, err := selectModelOf(c.Context(), live, s.model, a.Sight)
	if err != nil {
		return "", approvals.StandingGranted{}, err
	}
	until, err := mcp.ParseInstant(s.until)
	if err != nil {
		day, failed := time.Parse(time.DateOnly, s.until)
		if failed != nil {
			return "", approvals.StandingGranted{}, fmt.Errorf(
				"--until takes a day or a time, such as 2026-06-05 or 2026-06-05T12:00:00Z, not %q", s.until)
		}
		until = day.Add(24 * time.Hour)
	}
	view, err := live.View(c.Context(), model.ID, projections.MainBranch)
	if err != nil {
		return "", approvals.StandingGranted{}, err
	}
	g := approvals.StandingGranted{
		To: approvals.Party{ID: id, Kind: s.kind, OnBehalfOf: s.user}, Categories: s.categories,
		Branches: s.branches, Elements: s.elements,
		Until: approving.At(until), Level: approvals.LevelTTY, Reason: s.reason,
	}
	for _, class := range s.classes {
		g.Classes = append(g.Classes, approvals.Class(class))
	}
	for _, name := range s.levels {
		level, err := levelNamed(view.Model, name)
		if err != nil {
			return "", g, err
		}
		g.Levels = append(g.Levels, level)
	}
	return model.ID, g, nil
}

// levelNamed returns the id of the level with an id or name.
func levelNamed(m *modelstate.Model, name string) (string, error) {
	for _, e := range shape.Levels(m) {
		if string(e.ID) == name || e.Name == name {
			return string(e.ID), nil
		}
	}
	return "", fmt.Errorf("there is no level %q: give an id or a name of one on branch main", name)
}

func standingList(s *standingOptions) *cobra.Command {
	return &cobra.Command{Use: "list", Short: "List them, with what is left", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return withApprover(c, s.approvalOptions, func(a *mcp.Approver) error {
				books, err := a.Books(c.Context())
				if err != nil {
					return err
				}
				var all []*approvals.Standing
				for _, book := range books {
					all = append(all, governance.StandingOf(a.Who, book.Book)...)
				}
				slices.SortFunc(all, func(x, y *approvals.Standing) int {
					return strings.Compare(string(x.At)+x.ID,
						string(y.At)+y.ID)
				})
				if s.json {
					return printJSON(c.OutOrStdout(), append([]*approvals.Standing{}, all...))
				}
				if len(all) == 0 {
					return printLine(c.OutOrStdout(),
						"nothing is approved ahead; bimstream approvals standing grant does so")
				}
				t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
				_, _ = fmt.Fprintln(t, "ID\tTO\tFOR\tCLASSES\tLEFT\tOF\tUSES\tUNTIL\tBY")
				for _, g := range all {
					_, _ = console.Say(t, "%s\t%s\t%s\t%v\t%d\t%d\t%d\t%s\t%s\n", g.ID, plain(g.To.ID),
						plain(g.To.OnBehalfOf), g.Classes, g.Left(approving.At(time.Now())), g.StandingGranted.Elements,
						g.Uses, g.Until, plain(g.By.ID))
				}
				return t.Flush()
			})
		}}
}

func standingRevoke(s *standingOptions) *cobra.Command {
	c := &cobra.Command{Use: "revoke ID", Short: "End one", Args: cobra.ExactArgs(1)}
	c.Flags().StringVar(&s.reason, "reason", "", "why")
	c.RunE = func(c *cobra.Command, ids []string) error {
		return withApprover(c, s.approvalOptions, func(a *mcp.Approver) error {
			books, err := a.Books(c.Context())
			if err != nil {
				return err
			}
			for model, book := range books {
				for _, g := range book.Book.Standing() {
					if g.ID == ids[0] {
						if err := a.RevokeStanding(c.Context(), model, g.ID, s.reason); err != nil {
							return err
						}
						return printLine(c.OutOrStdout(), "revoked")
					}
				}
			}
			return fmt.Errorf("there is no standing grant %q: bimstream approvals standing list names them", ids[0])
		})
	}
	return c
}
