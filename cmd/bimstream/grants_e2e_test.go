//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGrantsAreWhatRefusalsSay makes every call as an agent that lacks a permission, a branch, a category, a level or a
// region for it. It runs the command that the refusal prints, unchanged, and repeats the call: the call must succeed or
// wait for a person's approval.
func TestGrantsAreWhatRefusalsSay(t *testing.T) {
	t.Parallel()
	for name, scope := range map[string][]string{"nothing but reading": nil,
		"another branch": {"--branches", "agent/*"}, "another category": {"--categories", "ceiling"},
		"another level": {"--levels", "First"}, "another region": {"--region=90000,90000,0,91000,91000,3000"}} {
		if !soak() && name != "another branch" && name != "another category" {
			continue // five houses and some 600 processes take a minute
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			do := func(words ...string) string {
				return mustRun(t, append(append([]string{"principals"}, words...), "--data", data)...)
			}
			do("add", "ann", "--kind", "human", "--permit", "READ,CREATE,MODIFY,DELETE,APPROVE")
			do("add", "bot", "--for", "ann", "--permit", "READ")
			for _, category := range []string{"read", "mutation", "execution"} {
				mustRun(t, "config", "set", "rate."+category+".per_minute", "unlimited", "--data", data)
			}
			withToken := func(id string) *server {
				secret := strings.TrimSpace(do("token", id))
				return serveAll(t, data, "BIMSTREAM_TOKEN="+secret)
			}
			ann := withToken("ann")
			h := buildHouse(t, ann, "Grants")
			h.askApproval(t, ann)
			bot := withToken("bot")
			for _, op := range []string{"CREATE", "MODIFY", "DELETE"} {
				if scope != nil {
					do(append([]string{"grant", "bot", op}, scope...)...)
				}
			}
			file, printed := filepath.Join(data, "principals.json"), 0
			bounds, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range h.baselines(ann.where(h.Model).Revision) {
				args := maps.Clone(b.args)
				delete(args, "expected_revision")
				if _, dry := args["dry_run"]; dry {
					args["dry_run"] = true
				}
				if followed(t, bot, data, b.tool, args) {
					printed++
					writePrivate(t, file, string(bounds)) // revoke what the commands have granted
				}
			}
			if printed < 20 {
				t.Errorf("only %d commands were printed", printed)
			}
		})
	}
}

// followed makes a call, runs the command that its refusal prints and repeats the call. It reports whether a command
// was printed.
func followed(t *testing.T, bot *server, data, tool string, args arguments) bool {
	t.Helper()
	a := bot.ask(tool, args)
	if a.Success {
		return false
	}
	granted, _ := a.Error.Data["granted_by"].(map[string]any)
	command, _ := granted["command"].(string)
	if command == "" {
		return false
	}
	if !strings.Contains(command, "--data "+data) {
		t.Errorf("%s: the command does not say where the store is: %s", tool, command)
	}
	c := exec.Command("sh", "-c", fmt.Sprintf("bimstream() { %q \"$@\"; }\n%s", program(t), command))
	c.Env = environment()
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%s: %s\n%v: %s", tool, command, err, out)
		return true
	}
	again := bot.ask(tool, args)
	if again.Success {
		return true
	}
	if _, still := again.Error.Data["granted_by"]; still || again.code() == 1200 {
		t.Errorf("%s, after %s:\n%s\n%s", tool, command, clip(again.Text), short(args))
	}
	return true
}
