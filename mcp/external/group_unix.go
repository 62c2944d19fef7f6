//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// endWithChildren starts a program in its own process group, so that its child processes end with it.
func endWithChildren(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
