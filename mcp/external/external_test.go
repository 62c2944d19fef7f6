package external

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// script returns a checker that runs a shell script.
func script(t *testing.T, text string, more ...string) Checker {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return Checker{Command: append([]string{path}, more...)}
}

func TestReadSaysWhatIsWrongWithAList(t *testing.T) {
	for text, want := range map[string]string{
		`{"checkers":{"a":{"command":["x"]}}}`:                     "",
		`{"checkers":{"a b":{"command":["x"]}}}`:                   "is no name",
		`{"checkers":{"a":{"command":[]}}}`:                        "no command",
		`{"checkers":{"a":{"command":["x"],"schema":"IFC5"}}}`:     "IFC4",
		`{"checkers":{"a":{"command":["x"],"timeout_s":4000}}}`:    "timeout_s",
		`{"checkers":{"a":{"command":["x"],"shell":true}}}`:        "unknown field",
		`{"checkers":{}} {"checkers":{"a":{"command":["rm -rf"]}}`: "something follows",
	} {
		_, err := Read([]byte(text), []string{"IFC4"})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAProgramGetsTheFileWhereItsArgumentsSay(t *testing.T) {
	for _, arguments := range [][]string{{"--in", FileArgument, "--strict"}, {"--strict"}} {
		c := script(t, `for a; do test -f "$a" && cat "$a"; done; echo "$#"`, arguments...)
		r, err := c.Run(t.Context(), []byte("DATA;"))
		if err != nil || !strings.HasPrefix(string(r.Output), "DATA;") {
			t.Errorf("%v: %v %v", arguments, r, err)
		}
	}
}

func TestAnAnswerDoesNotTellWhereTheFileLay(t *testing.T) {
	r, err := script(t, `echo "$1 is wrong"; echo "cannot open $1" >&2`).Run(t.Context(), nil)
	if err != nil || string(r.Output) != "model.ifc is wrong\n" || r.Errors != "cannot open model.ifc\n" {
		t.Errorf("%q %q: %v", r.Output, r.Errors, err)
	}
}

func TestAProgramDoesNotSeeSecretsOfTheServer(t *testing.T) {
	t.Setenv("BIMSTREAM_TOKEN", "secret")
	r, err := script(t, "env").Run(t.Context(), nil)
	if err != nil || strings.Contains(string(r.Output), "secret") {
		t.Errorf("%v %v", r, err)
	}
}

// TestAProgramEndsWithItsCall checks that a program and its child processes end with the call that started it.
func TestAProgramEndsWithItsCall(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "started")
	c := script(t, `sleep 600 & echo $! > "`+mark+`"; wait`)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := c.Run(ctx, nil)
		ended <- err
	}()
	for {
		if pid, err := os.ReadFile(mark); err == nil && strings.HasSuffix(string(pid), "\n") {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-ended; err != context.Canceled {
		t.Errorf("it ended with %v", err)
	}
}

func TestAProgramThatTakesTooLongIsATimeout(t *testing.T) {
	c := script(t, "sleep 600")
	c.Seconds = 1
	if _, err := c.Run(t.Context(), nil); state.CodeOf(err) != state.Timeout {
		t.Errorf("it ended with %v", err)
	}
}

func TestWhatAProgramWritesIsBounded(t *testing.T) {
	c := script(t, `yes x | head -c 10000000; yes e | head -c 10000 >&2; echo last >&2; exit 1`)
	r, err := c.Run(t.Context(), nil)
	if err != nil || len(r.Output) != maxOutput || !r.Cut || len(r.Errors) != maxErrors || r.Exit != 1 ||
		!strings.HasSuffix(r.Errors, "last\n") {
		t.Errorf("%d bytes, cut %v, %d of errors, exit %d: %v", len(r.Output), r.Cut, len(r.Errors), r.Exit, err)
	}
}

func TestAFileThatIsNoProgramIsMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes")
	if err := os.WriteFile(path, []byte("no program"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{path, "no-such-program-anywhere"} {
		if _, err := (Checker{Command: []string{command}}).Run(t.Context(), nil); runtime.GOOS != "windows" &&
			state.CodeOf(err) != state.ToolchainMissing {
			t.Errorf("%s: %v", command, err)
		}
	}
}
