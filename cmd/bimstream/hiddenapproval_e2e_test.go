//go:build linux

package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// deciding are the arguments of the commands that a caller runs as a principal and that may reveal data of a model. ID
// is replaced by the id of a request.
var deciding = map[string][]string{
	"approvals list":    {"--all"},
	"approvals show":    {"ID"},
	"approvals approve": {"ID"},
	"approvals reject":  {"ID", "--reason", "no"},
	"approvals sign":    {"ID", "--key", "KEY"},
	"approvals watch":   nil, // it does not end; it prints the same as list
	"approvals keygen":  nil, // makes a key
	"approvals standing grant": {"bot", "--for", "ann", "--classes", "delete", "--until", "2099-01-01",
		"--elements", "1"},
	"approvals standing list":   {},
	"approvals standing revoke": {"ID"},
	"config get":                nil, // the store's settings belong to no model
	"config set":                nil,
	"config log":                nil,
	"mcp":                       nil, // serves tools; web serves the page
	"web":                       nil,
	"principals add":            nil, // principals belong to no model
	"principals list":           nil,
	"principals show":           nil,
	"principals grant":          nil,
	"principals revoke":         nil,
	"principals limit":          nil,
	"principals token":          nil,
	"principals check":          {"ann", "get_approval", `{"approval_id":"ID"}`},
	"watch":                     nil, // takes files
	"approvals":                 nil, // without a subcommand or --follow it prints its help
}

// asking returns the commands that have a flag for a principal.
func asking(c *cobra.Command, path string) []string {
	var out []string
	for _, sub := range c.Commands() {
		name := strings.TrimSpace(path + " " + sub.Name())
		if sub.Runnable() && sub.Flag("principal") != nil {
			out = append(out, name)
		}
		out = append(out, asking(sub, name)...)
	}
	return out
}

// TestWhoIsShownNoModelDecidesNothing checks people who may APPROVE everywhere. No command may show them requests in a
// model that is not shared with them. The same holds for requests on a branch or about elements that they may not read.
// They must be unable to decide any of these requests.
func TestWhoIsShownNoModelDecidesNothing(t *testing.T) {
	t.Parallel()
	g := governedBy(t, transports[0])
	key := t.TempDir() + "/ben.pem"
	mustRun(t, "approvals", "keygen", key)
	all := arguments{}
	people := map[string]arguments{
		"not shared":                  {"READ": all, "APPROVE": all},
		"shared, of another branch":   {"READ": arguments{"branch_patterns": []string{"agent/*"}}, "APPROVE": all},
		"shared, of another category": {"READ": arguments{"categories": []string{"furniture"}}, "APPROVE": all},
		"shared, without READ":        {"APPROVE": all},
	}
	files := map[string]string{} // principal files of these people
	ask := func(who, name, id string) string {
		words := strings.Fields(name)
		for _, word := range deciding[name] {
			words = append(words, strings.NewReplacer("ID", id, "KEY", key).Replace(word))
		}
		var said bytes.Buffer
		c := root()
		c.SetArgs(append(words, "--data", g.data, "--principal", who))
		c.SetOut(&said)
		c.SetErr(&said)
		err := c.ExecuteContext(t.Context())
		return strings.ReplaceAll(fmt.Sprint(said.String(), err), id, "ID")
	}
	commands := asking(root(), "")
	if !slices.Contains(commands, "approvals show") {
		t.Fatalf("only %v take a principal", commands)
	}
	id := g.asks("delete_element", g.deletion())
	const nobody = "01890000-0000-7000-8000-000000000000"
	before, after := map[string]string{}, map[string]string{} // outputs for a request that does not exist
	tell := func(said map[string]string) {
		for name := range people {
			for _, command := range commands {
				if deciding[command] != nil && name != "not shared" { // the model is shared by now
					said[name+": "+command] = ask(files[name], command, nobody)
				}
			}
		}
	}
	for name, rights := range people {
		access := "read"
		if name == "not shared" {
			access = "none"
		}
		g.ann.must("share_model", arguments{"model_id": g.h.Model, "user": "ben", "access": access}, nil)
		_, record, _ := strings.Cut(principal(t, "ben", "human", "", arguments{"permissions": rights}), "=")
		who := filepath.Join(t.TempDir(), "ben.json")
		writePrivate(t, who, record)
		files[name] = who
		for _, command := range commands {
			words, known := deciding[command]
			if !known {
				t.Errorf("say here whether bimstream %s tells of models", command)
			}
			if words == nil {
				continue
			}
			there, missing := ask(who, command, id), ask(who, command, nobody)
			if there != missing && slices.Contains(words, "ID") ||
				strings.Contains(there, "delete_element") || strings.Contains(there, "Ann's house") {
				t.Errorf("%s: %s says\n%s\nof what is not there\n%s", name, command, there, missing)
			}
		}
	}
	g.ann.must("share_model", arguments{"model_id": g.h.Model, "user": "ben", "access": "read"}, nil)
	tell(before)
	g.ann.do("create_level", arguments{"model_id": g.h.Model, "name": "Hidden", "elevation": 15000})
	g.asks("delete_element", with(g.deletion(), arguments{"reasoning": "another request"}))
	tell(after)
	for command, said := range before {
		if after[command] != said {
			t.Errorf("%s says after a change that is hidden\n%s\nand before\n%s", command, after[command], said)
		}
	}
	if a := g.withApproval("delete_element", g.deletion(), id); a.code() != 1201 {
		t.Errorf("undecided, the call is answered with %s", a.Text)
	}
}
