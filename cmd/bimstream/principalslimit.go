package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/mcp"
)

func principalsLimit(o *principalOptions) *cobra.Command {
	var elements, operations int
	c := &cobra.Command{Use: "limit ID", Args: cobra.ExactArgs(1),
		Short: "Say how much somebody may change at once and in a session, in place of what the settings say",
		Example: "  bimstream principals limit bot --for ann --elements 500\n" +
			"  bimstream principals limit bot --for ann --elements 0    # what the settings say, again",
	}
	c.Flags().IntVar(&elements, "elements", 0, "that one operation may reach; -1 is no limit, 0 what the settings say")
	c.Flags().IntVar(&operations, "operations", 0, "in 24 hours; -1 is no limit, 0 what the settings say")
	c.RunE = func(c *cobra.Command, ids []string) error {
		var said []string
		err := o.change(c, func(all *mcp.Principals) (mcp.Principal, string, string, error) {
			p, err := o.one(all, ids[0])
			if err != nil {
				return mcp.Principal{}, "", "", err
			}
			for _, l := range []struct {
				flag  string
				value int
				of    *int
			}{{"elements", elements, &p.Limits.MaxElementsPerOperation},
				{"operations", operations, &p.Limits.MaxOperationsPerSession}} {
				switch {
				case !c.Flags().Changed(l.flag):
					continue
				case l.value < -1:
					return *p, "", "",
						fmt.Errorf("--%s is %d: give a number, -1 for no limit, or 0 for what the settings say",
							l.flag, l.value)
				}
				said = append(said, fmt.Sprintf("%s %d, was %d", l.flag, l.value, *l.of))
				*l.of = l.value
			}
			if said == nil {
				return *p, "", "", errors.New("say what: --elements or --operations")
			}
			return *p, "limited", strings.Join(said, ", "), nil
		})
		if err != nil {
			return err
		}
		return printLine(c.OutOrStdout(), strings.Join(said, "; ")+"; it counts from the next call on")
	}
	return c
}
