package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/mcp/external"
)

// The end-to-end tests drive the program itself, as another process, the way an MCP client and a person at a terminal
// do. Set BIMSTREAM_SOAK=1 for their long forms and BIMSTREAM_SEED to repeat a random run.

// programFolder holds the program under test during the tests.
var programFolder string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "bimstream-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	programFolder = folder
	for _, variable := range []string{"XDG_CONFIG_HOME", "AppData"} { // for the key of the installation
		if err := os.Setenv(variable, filepath.Join(folder, "config")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	code := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// built returns the path of the program, which the first test that needs it builds.
var built = sync.OnceValues(func() (string, error) {
	name := filepath.Join(programFolder, "bimstream")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	build := exec.Command("go", "build", "-o", name, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return name, nil
})

func program(t testing.TB) string {
	t.Helper()
	name, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// environment returns the environment of the tests with the given variables added. It leaves out variables that
// configure the program.
func environment(variables ...string) []string {
	var out []string
	for _, v := range os.Environ() {
		if len(v) < 10 || v[:10] != "BIMSTREAM_" {
			out = append(out, v)
		}
	}
	return append(append(out, checkersVariable+"="+checkersFile()), variables...)
}

// checkersFile returns a file that lists the program itself as an external program named verify, as an operator would.
var checkersFile = sync.OnceValue(func() string {
	name, err := built()
	if err != nil {
		panic(err)
	}
	list, err := json.Marshal(map[string]any{"checkers": map[string]external.Checker{
		"verify": {Command: []string{name, "verify-ifc", external.FileArgument}}}})
	if err != nil {
		panic(err)
	}
	file := filepath.Join(programFolder, "checkers.json")
	if err := os.WriteFile(file, list, 0o600); err != nil {
		panic(err)
	}
	return file
})

// commandLimit bounds one run of a command, so that a hang fails with the name of the command.
const commandLimit = 5 * time.Minute

// run runs the program to its end and returns its output and its exit code.
func run(t testing.TB, arguments ...string) (stdout, stderr string, code int) {
	t.Helper()
	c := exec.Command(program(t), arguments...)
	c.Env = environment()
	var out, log bytes.Buffer
	c.Stdout, c.Stderr = &out, &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	stop := time.AfterFunc(commandLimit, func() { _ = c.Process.Kill() })
	defer stop.Stop()
	err := c.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	} else if ok {
		code = exit.ExitCode()
	}
	return out.String(), log.String(), code
}

// mustRun is run for commands that have to succeed.
func mustRun(t testing.TB, arguments ...string) string {
	t.Helper()
	stdout, stderr, code := run(t, arguments...)
	if code != 0 {
		t.Fatalf("bimstream %q ended with %d\n%s\n%s", arguments, code, stdout, stderr)
	}
	return stdout
}

// soak reports whether the long forms of the tests are requested.
func soak() bool { return os.Getenv("BIMSTREAM_SOAK") != "" }

// seed returns the seed of a random test, and prints it so that a failure can be repeated. The short forms always use
// the same seed, so that a failure is due to a change and not to chance; the long forms draw a new one.
func seed(t testing.TB) uint64 {
	t.Helper()
	value := uint64(1)
	if soak() {
		value = uint64(time.Now().UnixNano())
	}
	if text := os.Getenv("BIMSTREAM_SEED"); text != "" {
		parsed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		value = parsed
	}
	t.Logf("BIMSTREAM_SEED=%d", value)
	return value
}
