package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/mcp"
)

// principalOptions are the flags of bimstream principals.
type principalOptions struct {
	*approvalOptions
	user string
}

func principalsCommand() *cobra.Command {
	c := &cobra.Command{Use: "principals",
		Short: "Say who may call and what they may do: people, agents, services and their tokens",
		Long: "The file " + mcp.PrincipalsFile +
			" of the data folder says who may call. bimstream mcp --tokens FILE serves them over HTTP; on " +
			"standard input\n" +
			"the variable " + mcp.TokenEnvironment +
			" holds a token of it. A change counts from the next call on, and is an event."}
	o := &principalOptions{approvalOptions: decidingFlags(c)}
	c.PersistentFlags().StringVar(&o.user, "for", "", "the user for whom an agent or a service works")
	c.AddCommand(principalsList(o), o.completed(principalsShow(o)), principalsAdd(o), o.completed(principalsGrant(o)),
		o.completed(principalsRevoke(o)), o.completed(principalsToken(o)), o.completed(principalsLimit(o)),
		o.completed(principalsCheck(o)))
	return c
}

// completed adds shell completion to a command: of the ids of principals, and of permissions after an id.
func (o *principalOptions) completed(c *cobra.Command) *cobra.Command {
	c.ValidArgsFunction = func(_ *cobra.Command, given []string, _ string) ([]string, cobra.ShellCompDirective) {
		var out []string
		if len(given) > 0 {
			return namesOf(operations), cobra.ShellCompDirectiveNoFileComp
		}
		all, err := mcp.ReadPrincipals(o.file())
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		for _, p := range all.Principals {
			out = append(out, p.ID)
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

func (o *principalOptions) file() string { return filepath.Join(o.Data, mcp.PrincipalsFile) }

// change lets a person change the file of principals and records the change.
func (o *principalOptions) change(c *cobra.Command, do func(*mcp.Principals) (who mcp.Principal, what,
	detail string, err error)) error {
	return withGovernor(c, o.approvalOptions, func(a *mcp.Approver) error {
		if err := a.MayGovern(); err != nil {
			return err
		}
		all, err := mcp.ReadPrincipals(o.file())
		if err != nil {
			return err
		}
		who, what, detail, err := do(all)
		if err != nil {
			return err
		}
		digest, err := all.Write(o.file())
		if err != nil {
			return err
		}
		return a.RecordPrincipal(c.Context(), who, what, detail, digest)
	})
}

// one returns the principal with an id.
func (o *principalOptions) one(all *mcp.Principals, id string) (*mcp.Principal, error) {
	switch found := all.Find(id, o.user); len(found) {
	case 0:
		return nil, fmt.Errorf("there is no principal %q: bimstream principals list names them", id)
	case 1:
		return found[0], nil
	default:
		return nil, fmt.Errorf("%d principals are called %q: say whose by --for", len(found), id)
	}
}

func principalsList(o *principalOptions) *cobra.Command {
	return &cobra.Command{Use: "list", Short: "List who may call", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			all, err := mcp.ReadPrincipals(o.file())
			if err != nil {
				return err
			}
			if o.json {
				return printJSON(c.OutOrStdout(), all)
			}
			t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			_, _ = fmt.Fprintln(t, "ID\tKIND\tFOR\tMAY\tTOKENS")
			for _, p := range all.Principals {
				tokens := 0
				for _, k := range all.Tokens {
					if k.Principal == p.ID && k.OnBehalfOf == p.OnBehalfOf {
						tokens++
					}
				}
				_, _ = console.Say(t, "%s\t%s\t%s\t%s\t%d\n", plain(p.ID), p.Kind, plain(p.OnBehalfOf),
					strings.Join(permitted(p), " "), tokens)
			}
			if err := t.Flush(); err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(),
				"\nbimstream principals show ID tells where; add, grant, revoke and token change it")
			return err
		}}
}

var operations = []mcp.Operation{mcp.OpRead, mcp.OpCreate, mcp.OpModify, mcp.OpDelete, mcp.OpApprove}

// permitted returns the operations of a principal; a star marks those with a bounded scope.
func permitted(p mcp.Principal) []string {
	var out []string
	for _, op := range operations {
		if s, ok := p.Scope(op); ok {
			mark := ""
			if s.Bounded() || len(s.BranchPatterns) > 0 {
				mark = "*"
			}
			out = append(out, string(op)+mark)
		}
	}
	return out
}

func principalsShow(o *principalOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "Show what somebody may do, where, and what holds for each way in",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, ids []string) error {
			all, err := mcp.ReadPrincipals(o.file())
			if err != nil {
				return err
			}
			var p *mcp.Principal
			if len(all.Find(ids[0], o.user)) > 0 {
				if p, err = o.one(all, ids[0]); err != nil {
					return err
				}
			}
			return withGovernor(c, o.approvalOptions, func(a *mcp.Approver) error {
				on, err := a.Settings(c.Context())
				if err != nil {
					return err
				}
				ways, err := mcp.RegisterOf(o.Data).Ways(ids[0], o.user, on, time.Now())
				if err == nil && p == nil && len(ways) == 0 {
					_, err = o.one(all, ids[0])
				}
				if err != nil {
					return err
				}
				return printJSON(c.OutOrStdout(), struct {
					*mcp.Principal
					Ways []mcp.Way `json:"ways"`
				}{p, ways})
			})
		},
	}
}

func operationsOf(words []string) ([]mcp.Operation, error) {
	var out []mcp.Operation
	for _, w := range words {
		op := mcp.Operation(strings.ToUpper(w))
		if !slices.Contains(operations, op) {
			return nil, fmt.Errorf("%q is no permission: READ, CREATE, MODIFY, DELETE, APPROVE", w)
		}
		out = append(out, op)
	}
	return out, nil
}

func principalsAdd(o *principalOptions) *cobra.Command {
	var kind, named string
	var permit []string
	c := &cobra.Command{Use: "add ID", Short: "Add somebody who may call", Args: cobra.ExactArgs(1),
		Long: "Add somebody who may call. The templates:\n\n" + templateWords()}
	c.Flags().StringVar(&named, "template", "",
		"what somebody of a trade may do: coordinator, modeller, reviewer, drafter")
	c.Flags().StringVar(&kind, "kind", "agent", "human, agent or service")
	c.Flags().StringSliceVar(&permit, "permit", []string{"READ"}, "what it may do, everywhere; grant says where")
	c.RunE = func(c *cobra.Command, ids []string) error {
		permissions, err := permitting(named, permit, c.Flags().Changed("permit"))
		if err != nil {
			return err
		}
		err = o.change(c, func(all *mcp.Principals) (mcp.Principal, string, string, error) {
			p := mcp.Principal{ID: ids[0], Kind: mcp.Kind(kind), OnBehalfOf: o.user, Permissions: permissions}
			if len(all.Find(p.ID, p.OnBehalfOf)) > 0 {
				return p, "", "", fmt.Errorf("there is a principal %q already: grant and revoke change it", p.ID)
			}
			all.Admit(p)
			return p, "added", addedWords(p, named), nil
		})
		if err == nil {
			_, err = console.Say(c.OutOrStdout(), "added; bimstream principals token %s makes a token\n", plain(ids[0]))
		}
		return err
	}
	return c
}

// addedWords describes the permissions of a new principal.
func addedWords(p mcp.Principal, template string) string {
	out := string(p.Kind) + " with " + strings.Join(permitted(p), " ")
	if template != "" {
		out += ", as " + template
	}
	return out
}

func principalsGrant(o *principalOptions) *cobra.Command {
	var where scopeFlags
	c := &cobra.Command{Use: "grant ID PERMISSION...",
		Short: "Permit something, everywhere or in a scope; it replaces what was", Args: cobra.MinimumNArgs(2)}
	where.flags(c.Flags())
	c.RunE = func(c *cobra.Command, words []string) error {
		ops, err := operationsOf(words[1:])
		if err != nil {
			return err
		}
		scope, err := where.scope()
		if err != nil {
			return err
		}
		if scope.Levels, err = where.levelIDs(c, o.approvalOptions); err != nil {
			return err
		}
		err = o.change(c, func(all *mcp.Principals) (mcp.Principal, string, string, error) {
			p, err := o.one(all, words[0])
			if err != nil {
				return mcp.Principal{}, "", "", err
			}
			if p.Permissions == nil {
				p.Permissions = map[mcp.Operation]mcp.Scope{}
			}
			for _, op := range ops {
				p.Permissions[op] = scope
			}
			return *p, "granted", strings.Join(namesOf(ops), ", ") + scopeWords(scope), nil
		})
		if err == nil {
			_, err = fmt.Fprintln(c.OutOrStdout(), "granted; it counts from the next call on")
		}
		return err
	}
	return c
}

func principalsRevoke(o *principalOptions) *cobra.Command {
	var all bool
	var token string
	c := &cobra.Command{Use: "revoke ID [PERMISSION...]",
		Short: "Take away permissions, a token, or with --all the principal and its tokens",
		Args:  cobra.MinimumNArgs(1)}
	c.Flags().BoolVar(&all, "all", false, "the principal and all its tokens")
	c.Flags().StringVar(&token, "token", "", "the token of this name")
	c.RunE = func(c *cobra.Command, words []string) error {
		ops, err := operationsOf(words[1:])
		if err != nil {
			return err
		}
		if len(ops) == 0 && token == "" && !all {
			return errors.New("say what: permissions, --token NAME, or --all")
		}
		err = o.change(c, func(file *mcp.Principals) (mcp.Principal, string, string, error) {
			if all {
				who, err := o.revoked(file, words[0])
				return who, "revoked", "everything", err
			}
			p, err := o.one(file, words[0])
			if err != nil {
				return mcp.Principal{}, "", "", err
			}
			who := *p
			if err := revokeToken(file, who, token); err != nil {
				return who, "", "", err
			}
			for _, op := range ops {
				if _, had := p.Permissions[op]; !had {
					return who, "", "", fmt.Errorf("%q has no permission %s: bimstream principals show %s", who.ID,
						op, who.ID)
				}
				delete(p.Permissions, op)
			}
			return who, "revoked", revokedWords(ops, token), nil
		})
		if err == nil {
			_, err = fmt.Fprintln(c.OutOrStdout(), "revoked; it counts from the next call on")
		}
		return err
	}
	return c
}

// revoked revokes a principal for every way in. The id may be missing from the file, because another file can name the
// principal: its calls are refused too.
func (o *principalOptions) revoked(file *mcp.Principals, id string) (mcp.Principal, error) {
	who := mcp.Principal{ID: id, Kind: mcp.KindAgent, OnBehalfOf: o.user}
	found := file.Find(id, o.user)
	switch {
	case len(found) > 1:
		return who, fmt.Errorf("%d principals are called %q: say whose by --for", len(found), id)
	case len(found) == 1:
		who = *found[0]
	case file.IsRevoked(who.Party()):
		return who, fmt.Errorf("%q was revoked already", id)
	case o.user == "":
		who.Kind = mcp.KindHuman
	}
	if err := mcp.CheckID(id); err != nil && len(found) == 0 {
		return who, fmt.Errorf("%q: the id %w", id, err)
	}
	file.Revoke(who.Party())
	return who, nil
}

// revokedWords describes the revoked permissions and token.
func revokedWords(ops []mcp.Operation, token string) string {
	words := namesOf(ops)
	if token != "" {
		words = append(words, "token "+token)
	}
	return strings.Join(words, ", ")
}

func namesOf(ops []mcp.Operation) []string {
	out := make([]string, len(ops))
	for i, op := range ops {
		out[i] = string(op)
	}
	return out
}

func revokeToken(file *mcp.Principals, who mcp.Principal, name string) error {
	if name == "" {
		return nil
	}
	before := len(file.Tokens)
	file.Tokens = slices.DeleteFunc(file.Tokens, func(t mcp.TokenRecord) bool {
		return t.Name == name && t.Principal == who.ID && t.OnBehalfOf == who.OnBehalfOf
	})
	if len(file.Tokens) == before {
		return fmt.Errorf("%q has no token %q", who.ID, name)
	}
	return nil
}

func principalsToken(o *principalOptions) *cobra.Command {
	var name string
	var good time.Duration
	c := &cobra.Command{Use: "token ID", Short: "Make a token and print it once; only its hash is kept",
		Args: cobra.ExactArgs(1)}
	c.Flags().StringVar(&name, "name", "token", "to tell it from others of the same principal")
	c.Flags().DurationVar(&good, "expires", 0, "after which it is good no more, such as 720h; default never")
	c.RunE = func(c *cobra.Command, ids []string) error {
		if c.Flags().Changed("expires") && good < time.Second {
			return fmt.Errorf("--expires %s is no time to come: give one such as 720h, or leave it out for never", good)
		}
		var secret string
		err := o.change(c, func(all *mcp.Principals) (mcp.Principal, string, string, error) {
			p, err := o.one(all, ids[0])
			if err != nil {
				return mcp.Principal{}, "", "", err
			}
			for _, t := range all.Tokens {
				if t.Name == name && t.Principal == p.ID && t.OnBehalfOf == p.OnBehalfOf {
					return *p, "", "", fmt.Errorf("%q has a token %q: give another --name", p.ID, name)
				}
			}
			var until *time.Time
			if good > 0 {
				at := time.Now().Add(good).UTC().Truncate(time.Second)
				until = &at
			}
			secret, err = all.Issue(*p, name, until)
			return *p, "token", name, err
		})
		if err != nil {
			return err
		}
		_, _ = console.Say(c.ErrOrStderr(),
			"keep it: it is shown once. Over HTTP: Authorization: Bearer TOKEN; on standard input: %s\n",
			mcp.TokenEnvironment)
		return printLine(c.OutOrStdout(), secret)
	}
	return c
}

func printLine(w io.Writer, text string) error {
	_, err := console.SayLine(w, text)
	return err
}
