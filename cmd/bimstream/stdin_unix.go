//go:build unix

package main

import (
	"io"
	"os"
	"syscall"
	"time"
)

// standardInput returns standard input. A pipe or a socket, which clients use, is returned as a file that Go's poller
// waits for. A blocking read would hold up the processor that must handle the request just read, and its thread would
// have to be woken. This would take a third of the time of a small call. The mode belongs to the pipe and not to this
// process, so restore resets it. A terminal is left unchanged, because a shell shares it.
func standardInput() (in io.Reader, restore func()) {
	if os.Stdin.SetReadDeadline(time.Time{}) == nil {
		return os.Stdin, func() {} // it is non-blocking already
	}
	info, err := os.Stdin.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return os.Stdin, func() {}
	}
	if syscall.SetNonblock(syscall.Stdin, true) != nil {
		return os.Stdin, func() {}
	}
	return os.NewFile(uintptr(syscall.Stdin), os.Stdin.Name()), func() { _ = syscall.SetNonblock(syscall.Stdin, false) }
}
