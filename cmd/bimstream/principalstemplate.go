package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/mcp"
)

// template is a set of permissions for a trade, with a description.
type template struct {
	says        string
	permissions map[mcp.Operation]mcp.Scope
}

// templates are the values of principals add --template. A scope for work that touches no elements is bounded to
// categories without building elements, such as finding or tag.
var templates = map[string]template{
	"coordinator": {
		"reads all; tasks, findings, zones, systems and tags anywhere; deletes on coordination/*, which a " +
			"person merges",
		map[mcp.Operation]mcp.Scope{mcp.OpRead: {},
			mcp.OpCreate: coordinating, mcp.OpModify: coordinating,
			mcp.OpDelete: {BranchPatterns: ownBranches("coordination")}},
	},
	"modeller": {"reads all; creates, changes and deletes on option/*, which a person merges",
		map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpCreate: {BranchPatterns: ownBranches("option")},
			mcp.OpModify: {
				BranchPatterns: ownBranches("option"),
			}, mcp.OpDelete: {BranchPatterns: ownBranches("option")}}},
	"reviewer": {"reads all; says what is to become of findings, and raises tasks; changes nothing else",
		map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpCreate: reviewing, mcp.OpModify: reviewing}},
	"drafter": {
		"reads all; partitions, doors, windows, rooms, furniture and the types of these, anywhere; deletes nothing",
		map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpCreate: drafting, mcp.OpModify: drafting},
	},
}

var (
	coordinating = mcp.Scope{Categories: []string{"zone", "system", "tag"}, Tasks: mcp.WordAll, Findings: mcp.WordYes,
		Groups: mcp.WordYes}
	reviewing = mcp.Scope{Categories: []string{"finding"}, Tasks: mcp.WordAll, Findings: mcp.WordYes}
	drafting  = mcp.Scope{Categories: []string{"wall", "door", "window", "opening", "room", "furniture"},
		Tasks: mcp.WordOwn, Library: mcp.WordYes}
)

func ownBranches(of string) []string { return []string{of + "/*"} }

// templateWords lists the templates with their permissions.
func templateWords() string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(templates)) {
		_, _ = fmt.Fprintf(&out, "  %-12s %s\n", name, templates[name].says)
	}
	return out.String()
}

// permitting returns the permissions of a template or of a list. It refuses both together, and unknown templates.
func permitting(name string, permit []string, permitGiven bool) (map[mcp.Operation]mcp.Scope, error) {
	if name == "" {
		ops, err := operationsOf(permit)
		out := map[mcp.Operation]mcp.Scope{}
		for _, op := range ops {
			out[op] = mcp.Scope{}
		}
		return out, err
	}
	t, ok := templates[name]
	if !ok || permitGiven {
		return nil, fmt.Errorf("--template takes one of %s, and no --permit beside it; grant and revoke change what "+
			"it gave", strings.Join(slices.Sorted(maps.Keys(templates)), ", "))
	}
	return maps.Clone(t.permissions), nil
}

func principalsCheck(o *principalOptions) *cobra.Command {
	c := &cobra.Command{Use: "check ID TOOL [ARGS]", Args: cobra.RangeArgs(2, 3),
		Short: "Say what a call of somebody would be answered with, and why; nothing is done, recorded or counted",
		Long: "Say what a call of somebody would be answered with, and why; nothing is done, recorded or counted.\n\n" +
			"ARGS are the arguments as JSON. The call is taken as meant (dry_run false). What is left of rates and\n" +
			"of the operations of a session is not judged."}
	c.RunE = func(c *cobra.Command, words []string) error {
		arguments := "{}"
		if len(words) > 2 {
			arguments = words[2]
		}
		all, err := mcp.ReadPrincipals(o.file())
		if err != nil {
			return err
		}
		p, err := o.one(all, words[0])
		if err != nil {
			return err
		}
		return withGovernor(c, o.approvalOptions, func(a *mcp.Approver) error {
			if err := a.MayGovern(); err != nil {
				return err
			}
			server, _, err := newServer(a.Store.(stores.Engine), *p, nil, serveOptions{Place: o.Place,
				set: string(mcp.SetFull)}, slog.New(slog.DiscardHandler))
			if err != nil {
				return err
			}
			told, err := server.Foretell(c.Context(), p.Filed(), words[1], json.RawMessage(arguments))
			if closed := server.Close(c.Context()); err == nil {
				err = closed
			}
			if err != nil {
				return err
			}
			if o.json {
				return printJSON(c.OutOrStdout(), told)
			}
			return printForetold(c.OutOrStdout(), p.ID, told)
		})
	}
	return c
}

func printForetold(w io.Writer, id string, f *mcp.Foretold) error {
	var lines []string
	add := func(format string, values ...any) { lines = append(lines, plain(fmt.Sprintf(format, values...))) }
	switch f.Would {
	case mcp.WouldBeRefused:
		add("%s of %s would be refused: %s: %s", f.Tool, id, f.Refused.Name, f.Refused.Message)
		if granted, ok := f.Refused.Data["granted_by"].(map[string]any); ok {
			add("  what would let it pass: %v", granted["command"])
		}
		if raised, ok := f.Refused.Data["raised_by"].(map[string]any); ok {
			add("  what would let it pass: %v", raised["command"])
		}
	case mcp.WouldBeAsked:
		add("%s of %s would wait for %d person(s), level %s, because of: %v", f.Tool, id, f.Persons, f.Level, f.Classes)
	default:
		add("%s of %s would be done", f.Tool, id)
	}
	for _, sentence := range f.Says {
		add("  %s", sentence)
	}
	if c := f.Counts; c != nil {
		add("  it would reach: %d created, %d modified, %d derived, %d deleted", c.Created, c.Modified, c.Derived,
			c.Deleted)
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}
