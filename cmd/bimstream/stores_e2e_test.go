package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// runCommand runs a command of the program and returns what it printed.
func runCommand(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	command := root()
	command.SetOut(&out)
	command.SetErr(&out)
	command.SetArgs(args)
	err := command.ExecuteContext(t.Context())
	return out.String(), err
}

// TestEveryCommandTakesAServer copies a store to a server and back, and runs the same commands on all three stores.
func TestEveryCommandTakesAServer(t *testing.T) {
	server, err := double.Start(double.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(file("server"), []byte(server.URL()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	must := func(want string, args ...string) string {
		t.Helper()
		out, err := runCommand(t, args...)
		if err != nil || !strings.Contains(out, want) {
			t.Fatalf("%v: %v\n%s\nwant %q", args, err, out, want)
		}
		return out
	}
	must("elements", "generate", "--data", file("a"), "--storeys", "2", "--elements", "200")
	must("the hashes of all heads", "copy", "--from", file("a"), "--to", "@"+file("server"), "--data", file("mirrors"))
	must("0 of them written now", "copy", "--from", file("a"), "--to", "@"+file("server"), "--data", file("mirrors"))
	must("the hashes of all heads", "copy", "--from", "@"+file("server"), "--to", file("b"), "--data", file("mirrors"))
	onServer := []string{"--store", "@" + file("server"), "--data", file("mirrors")}
	places := map[string][]string{"a": {"--data", file("a")}, "b": {"--data", file("b")}, "server": onServer}
	exports := map[string]string{}
	for name, at := range places {
		must("Tower 2-200-1", append([]string{"models"}, at...)...)
		must("whole", append([]string{"verify"}, at...)...)
		must("chain hash", append([]string{"replay"}, at...)...)
		must(`"type"`, append([]string{"events"}, at...)...)
		must("unbroken", append([]string{"doctor"}, at...)...)
		must("bytes in", append([]string{"backup", file(name + ".db")}, at...)...)
		must("sha256", append([]string{"export", file(name + ".ifc")}, at...)...)
		text, err := os.ReadFile(file(name + ".ifc"))
		if err != nil {
			t.Fatal(err)
		}
		exports[name] = string(text)
	}
	if exports["a"] != exports["b"] || exports["a"] != exports["server"] {
		t.Error("the exports of the copies are not the bytes of the first")
	}
	must("the server has all", append([]string{"doctor", "--restore"}, onServer...)...)
	server.Stop()
	server.Log().Truncate(server.Log().Len() / 2)
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	if out, err := runCommand(t, append([]string{"models"}, onServer...)...); err == nil ||
		!strings.Contains(err.Error(), "went back") {
		t.Errorf("a server that went back: %v\n%s", err, out)
	}
	must("add --yes", append([]string{"doctor", "--restore"}, onServer...)...)
	must("are on the server again", append([]string{"doctor", "--restore", "--yes"}, onServer...)...)
	must("sha256", append([]string{"export", file("restored.ifc")}, onServer...)...)
	if text, err := os.ReadFile(file("restored.ifc")); err != nil || string(text) != exports["a"] {
		t.Errorf("the restored store exports something else (%v)", err)
	}
}

func TestAWrongStoreIsNamed(t *testing.T) {
	for want, args := range map[string][]string{
		"takes a connection string": {"models", "--store", "oracle:x"},
		"no such file":              {"models", "--store", "@/nowhere/at/all"},
		"nobody listens":            {"models", "--store", "esdb://127.0.0.1:1?tls=false", "--data", t.TempDir()},
	} {
		if out, err := runCommand(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v\n%s\nwant %q", args, err, out, want)
		}
	}
}
