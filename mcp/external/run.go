package external

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// The bounds on the stored output of a program, in bytes.
const (
	maxOutput = 8 << 20 // of standard output: some 40,000 findings of 200 bytes
	maxErrors = 4 << 10 // the end of standard error, which states why a program failed
)

// waitDelay is how long the pipes of a killed program may stay open, because its child processes may hold them.
const waitDelay = 2 * time.Second

// Result is the output of a program.
type Result struct {
	Exit   int    // exit status: 0 passed, 1 found something, any other value did not check
	Output []byte // standard output, up to maxOutput
	Cut    bool   // the program wrote more
	Errors string // the end of standard error
}

// Run writes an IFC file into a new folder, runs the program on it and removes the folder. The error is
// TOOLCHAIN_MISSING if the program is not installed or cannot be started, and TIMEOUT if it takes too long. The program
// ends with the context, and its child processes end with it if the system has process groups.
func (c Checker) Run(ctx context.Context, ifc []byte) (*Result, error) {
	program, err := c.Program()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "bimstream-check-") // 0700
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }() // a leftover folder contains nothing of value
	file := filepath.Join(folder, "model.ifc")
	if err := os.WriteFile(file, ifc, 0o600); err != nil {
		return nil, err
	}
	running, stop := context.WithTimeout(ctx, c.timeout())
	defer stop()
	command := exec.CommandContext(running, program, c.arguments(file)...)
	output, errs := &head{most: maxOutput}, &tail{most: maxErrors}
	command.Dir, command.Env = folder, environment()
	command.Stdout, command.Stderr, command.WaitDelay = output, errs, waitDelay
	endWithChildren(command)
	err = command.Run()
	switch exited := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case running.Err() != nil:
		return nil, state.Errorf(state.Timeout, "the program %s did not end within %v", filepath.Base(program),
			c.timeout()).With("program", filepath.Base(program))
	case err == nil, errors.As(err, &exited), errors.Is(err, exec.ErrWaitDelay):
	default:
		return nil, state.Errorf(state.ToolchainMissing, "the program %s cannot be started: ask the operator",
			filepath.Base(program)).With("program", filepath.Base(program))
	}
	// The folder of the file is removed from the output, because it reveals details of this machine and differs in each
	// run.
	prefix := folder + string(filepath.Separator)
	return &Result{Exit: command.ProcessState.ExitCode(), Cut: output.cut,
		Output: bytes.ReplaceAll(output.kept.Bytes(), []byte(prefix), nil),
		Errors: strings.ReplaceAll(string(errs.kept), prefix, "")}, nil
}

// environment returns the environment of the server without the server's own variables, such as tokens.
func environment() []string {
	var out []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "BIMSTREAM_") {
			out = append(out, variable)
		}
	}
	return out
}

// head keeps the beginning of what is written to it.
type head struct {
	kept bytes.Buffer
	most int
	cut  bool
}

// Write keeps the bytes that fit, and reports the rest as written.
func (h *head) Write(p []byte) (int, error) {
	room := h.most - h.kept.Len()
	if len(p) > room {
		h.cut = true
		h.kept.Write(p[:max(0, room)])
		return len(p), nil
	}
	return h.kept.Write(p)
}

// tail keeps the end of what is written to it.
type tail struct {
	kept []byte
	most int
}

// Write keeps the last bytes.
func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - t.most; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}
