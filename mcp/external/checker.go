package external

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// Checkers are the programs that the operator has listed, by name.
type Checkers map[string]Checker

// Checker is a program that checks an IFC file.
type Checker struct {
	// Command is the program and its arguments. [FileArgument] in an argument is replaced by the path of the file;
	// without it, the path is the last argument.
	Command []string `json:"command"`
	Schema  string   `json:"schema,omitempty"`    // of the file: IFC2X3, IFC4 (default) or IFC4X3_ADD2
	Seconds int      `json:"timeout_s,omitempty"` // 1 to 3600; default 300
}

// FileArgument is the placeholder for the path of the IFC file in the arguments of a program.
const FileArgument = "{ifc}"

const (
	defaultSeconds = 300
	maxSeconds     = 3600
)

// names matches the names of checkers, which appear in configurations and replies.
var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$`)

// Read parses a list of the form {"checkers": {NAME: {"command": [PROGRAM, ARGUMENT...], ...}}}. schemas are the
// possible schemas of a file. The error describes a fault of the list; a missing program is not an error here.
func Read(content []byte, schemas []string) (Checkers, error) {
	var list struct {
		Checkers Checkers `json:"checkers"`
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("list of checkers: %w", err)
	}
	if decoder.Decode(new(any)) != io.EOF {
		return nil, fmt.Errorf("list of checkers: something follows the object")
	}
	for name, c := range list.Checkers {
		switch {
		case !names.MatchString(name):
			return nil, fmt.Errorf("list of checkers: %q is no name: give up to 60 letters, digits, dots, dashes", name)
		case len(c.Command) == 0 || c.Command[0] == "":
			return nil, fmt.Errorf("list of checkers: %s has no command: give a program and its arguments", name)
		case c.Schema != "" && !slices.Contains(schemas, c.Schema):
			return nil, fmt.Errorf("list of checkers: %s has the schema %q: give one of %s", name, c.Schema,
				strings.Join(schemas, ", "))
		case c.Seconds < 0 || c.Seconds > maxSeconds:
			return nil, fmt.Errorf("list of checkers: timeout_s of %s is %d: give 1 to %d", name, c.Seconds, maxSeconds)
		}
	}
	return list.Checkers, nil
}

// Named returns the checker with a name. If the list has no such name, the error is NOT_FOUND, with the known names in
// data.known.
func (c Checkers) Named(name string) (Checker, error) {
	found, ok := c[name]
	if ok {
		return found, nil
	}
	known := slices.AppendSeq([]string{}, maps.Keys(c))
	slices.Sort(known)
	what := "the operator has listed none: they start the server with --checkers FILE"
	if len(known) > 0 {
		what = "the operator's list has " + strings.Join(known, ", ")
	}
	return Checker{}, state.Errorf(state.NotFound, "no external program %q: %s", name, what).
		With("command", name).With("known", known)
}

// Program returns the path of the program. The error is TOOLCHAIN_MISSING if the program is not installed.
func (c Checker) Program() (string, error) {
	path, err := exec.LookPath(c.Command[0])
	if err != nil {
		program := filepath.Base(c.Command[0])
		return "", state.Errorf(state.ToolchainMissing,
			"the program %s of the operator's list is not installed on this machine: ask the operator to install it",
			program).With("program", program)
	}
	return filepath.Abs(path)
}

// arguments returns the arguments of the program for a file.
func (c Checker) arguments(file string) []string {
	out := slices.Clone(c.Command[1:])
	placed := false
	for i, a := range out {
		if strings.Contains(a, FileArgument) {
			out[i], placed = strings.ReplaceAll(a, FileArgument, file), true
		}
	}
	if !placed {
		out = append(out, file)
	}
	return out
}

// timeout returns how long the program may run.
func (c Checker) timeout() time.Duration {
	if c.Seconds == 0 {
		return defaultSeconds * time.Second
	}
	return time.Duration(c.Seconds) * time.Second
}
