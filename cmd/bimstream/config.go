package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/mcp"
)

func configCommand() *cobra.Command {
	c := &cobra.Command{Use: "config",
		Short: "Show and change what governs a store: what approvals take, rates and limits"}
	o := decidingFlags(c)
	c.AddCommand(configGet(o), configSet(o), configLog(o))
	return c
}

// settingLine is a setting in the form in which it is printed.
type settingLine struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Says    string `json:"says"`
}

func configGet(o *approvalOptions) *cobra.Command {
	return &cobra.Command{Use: "get [KEY]", Short: "Show all settings, or one", Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: settingNames,
		RunE: func(c *cobra.Command, keys []string) error {
			return withApprover(c, o, func(a *mcp.Approver) error {
				state, err := a.Settings(c.Context())
				if err != nil {
					return err
				}
				var lines []settingLine
				for _, k := range settings.Keys() {
					if len(keys) == 0 || keys[0] == k.Name {
						value, _ := state.Get(k.Name)
						usual, _ := settings.Default().Get(k.Name)
						lines = append(lines, settingLine{k.Name, value, usual, k.Says})
					}
				}
				if len(lines) == 0 {
					return fmt.Errorf("there is no setting %q: bimstream config get names them", keys[0])
				}
				return printSettings(c.OutOrStdout(), lines, o.json)
			})
		}}
}

func printSettings(w io.Writer, lines []settingLine, asJSON bool) error {
	if asJSON {
		return printJSON(w, lines)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "KEY\tVALUE\tDEFAULT\tWHAT")
	for _, l := range lines {
		_, _ = console.Say(t, "%s\t%s\t%s\t%s\n", l.Key, l.Value, l.Default, l.Says)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\nbimstream config set KEY VALUE changes one, from the next call of every server on")
	return err
}

// settingNames completes the names of settings.
func settingNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var out []string
	for _, k := range settings.Keys() {
		out = append(out, k.Name)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func configSet(o *approvalOptions) *cobra.Command {
	return &cobra.Command{Use: "set KEY VALUE", Short: "Change a setting", Args: cobra.ExactArgs(2),
		ValidArgsFunction: settingNames,
		RunE: func(c *cobra.Command, words []string) error {
			return withApprover(c, o, func(a *mcp.Approver) error {
				changed, err := a.Configure(c.Context(), words[0], words[1])
				if err != nil {
					return err
				}
				said := words[0] + " is " + words[1] + " already"
				if changed != nil {
					said = fmt.Sprintf("%s: %s, was %s; it counts from the next call on",
						changed.Key, changed.Value, changed.Was)
				}
				_, err = console.SayLine(c.OutOrStdout(), said)
				return err
			})
		}}
}

func configLog(o *approvalOptions) *cobra.Command {
	return &cobra.Command{Use: "log", Short: "Show who changed settings and principals, and when", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return withApprover(c, o, func(a *mcp.Approver) error {
				state, err := a.Settings(c.Context())
				if err != nil {
					return err
				}
				if o.json {
					return printJSON(c.OutOrStdout(), state.Events)
				}
				t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
				_, _ = fmt.Fprintln(t, "WHEN\tWHO\tWHAT")
				for _, e := range state.Events {
					switch e := e.(type) {
					case *settings.Changed:
						_, _ = console.Say(t, "%s\t%s\t%s: %s, was %s\n", e.At, plain(e.By.ID), e.Key,
							plain(e.Value), plain(e.Was))
					case *settings.PrincipalChanged:
						_, _ = console.Say(t, "%s\t%s\t%s %s: %s\n", e.At, plain(e.By.ID), e.What,
							plain(e.Principal.ID), plain(e.Detail))
					}
				}
				return t.Flush()
			})
		}}
}
