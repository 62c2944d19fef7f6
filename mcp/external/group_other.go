//go:build !unix

package external

import "os/exec"

// endWithChildren does nothing, because this system has no process groups that a signal reaches.
func endWithChildren(*exec.Cmd) {}
