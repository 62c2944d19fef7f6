//go:build linux

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheAdministratorsSeat checks the output of the commands of an administrator. Errors must name the right usage. A
// command must report only actions that it has really done.
func TestTheAdministratorsSeat(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	key, checkpoint := filepath.Join(t.TempDir(), "key.pem"), filepath.Join(t.TempDir(), "store.checkpoint")
	for _, tt := range []struct {
		words string
		fails bool
		says  string
	}{
		{"principals add clerk --for ann --permit READ,MODIFY", false, "principals token clerk"},
		{"principals token clerk --expires -5h", true, "no time to come"},
		{"principals token clerk --expires 0s", true, "no time to come"},
		{"principals list", false, "READ MODIFY  0"},
		{"principals grant clerk MODIFY --categories wall,unicorn", true, `no category "unicorn"`},
		{"principals grant clerk MODIFY --levels Nowhere", true, `no level "Nowhere"`},
		{"principals grant clerk MODIFY --levels Ground --categories wall", false, "granted"},
		{"principals show clerk", false, g.h.Ground},
		{"principals revoke clerk DELETE", true, "has no permission DELETE"},
		{"principals limit clerk", true, "say what"},
		{"principals limit clerk --elements 500", false, "elements 500, was 0"},
		{"principals show clerk", false, `"max_elements_per_operation": 500`},
		{"principals revoke clerk MODIFY", false, "revoked"},
		{"config log", false, "granted clerk: MODIFY; categories wall; levels " + g.h.Ground},
		{"config log", false, "limited clerk: elements 500, was 0"},
		{"config set rate.read.per_minute 0", true, `or "unlimited"`},
		{"config set rate.read.per_minute unlimited", false, "rate.read.per_minute: -1, was 200"},
		{"audit --outcome done", true, "failure"},
		{"audit --limit 0", true, "1 or more"},
		{"audit --element Room", true, "no element"},
		{"audit --tool create_level --limit 1", false, "create_level"},
		{"approvals standing list", false, "standing grant does so"},
		{"approvals sign x", true, "--key FILE"},
		{"checkpoint " + checkpoint, true, "--key FILE"},
		{"approvals keygen " + key, false, ""},
		{"checkpoint " + checkpoint + " --key " + key, false, "signed by"},
		{"verify --against " + checkpoint, false, "nothing of its"},
		{"doctor --against " + checkpoint, false, "--trusted checks"},
	} {
		said, err := detached(t, g.annIs, append(strings.Fields(tt.words), "--data", g.data)...)
		if (err != nil) != tt.fails || !strings.Contains(said, tt.says) {
			t.Errorf("%s: %v\n%s", tt.words, err, said)
		}
	}
	for _, words := range []string{"approvals list", "approvals standing list", "audit --tool none"} {
		said, err := detached(t, g.annIs, append(strings.Fields(words), "--json", "--data", g.data)...)
		var list []any
		if err != nil || json.Unmarshal([]byte(said), &list) != nil || list == nil {
			t.Errorf("%s --json: %v %s", words, err, said)
		}
	}
	for words, says := range map[string]string{
		"principals show": "clerk", "principals grant clerk": "APPROVE", "config set": "approval.delete.level",
		"approvals show": g.asks("delete_element", g.deletion()),
	} {
		if said := mustRun(t, append(append([]string{"__complete"}, strings.Fields(words)...),
			"--data", g.data, "")...); !strings.Contains(said, says) {
			t.Errorf("completion after %s: %s", words, said)
		}
	}
	if said := mustRun(t, "audit", "--element", "Door 1", "--data", g.data, "--model",
		g.h.Model); !strings.Contains(said,
		"place_door") {
		t.Errorf("the calls that changed a door, by its name: %s", said)
	}
	if info, err := os.Stat(key); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the key is readable by others: %v %v", info.Mode(), err)
	}
}
