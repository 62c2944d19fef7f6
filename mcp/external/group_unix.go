//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// endWithChildren starts a program in a group of its own, so that what it has started ends with it.
func endWithChildren(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
