//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const pingLine = `{"jsonrpc":"2.0","id":7,"method":"ping"}` + "\n"

// TestAnyStandardInputIsRead gives the server each kind of standard input with which programs are started.
func TestAnyStandardInputIsRead(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) (in, feed *os.File){
		"pipe": blockingPipe, "pipe that does not block": freePipe, "socket": sockets, "file": fileWithPing,
	} {
		t.Run(name, func(t *testing.T) {
			in, feed := open(t)
			mode := nonblocking(t, in)
			out := pingOver(t, in, feed)
			if strings.TrimSpace(out) != `{"jsonrpc":"2.0","id":7,"result":{}}` {
				t.Errorf("answered %q", out)
			}
			if nonblocking(t, in) != mode {
				t.Error("the mode of standard input is not what it was")
			}
		})
	}
}

// pingOver runs a server with the standard input and sends a ping in two parts, with a pause before each.
func pingOver(t *testing.T, in, feed *os.File) string {
	t.Helper()
	var out bytes.Buffer
	c := exec.Command(program(t), "mcp", "geometry", "--data", t.TempDir())
	c.Env, c.Stdin, c.Stdout = environment(), in, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if feed != nil {
		for _, part := range []string{pingLine[:20], pingLine[20:]} {
			time.Sleep(50 * time.Millisecond)
			if _, err := feed.WriteString(part); err != nil {
				t.Fatal(err)
			}
		}
		_ = feed.Close()
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func nonblocking(t *testing.T, f *os.File) bool {
	t.Helper()
	raw, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var flags int
	var failed error
	if err := raw.Control(func(fd uintptr) { flags, failed = unix.FcntlInt(fd, unix.F_GETFL, 0) }); err != nil ||
		failed != nil {
		t.Fatal(err, failed)
	}
	return flags&unix.O_NONBLOCK != 0
}

// descriptors returns two descriptors as files and leaves their mode unchanged.
func descriptors(t *testing.T, fds [2]int, err error) (in, feed *os.File) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	in, feed = os.NewFile(uintptr(fds[0]), "in"), os.NewFile(uintptr(fds[1]), "feed")
	t.Cleanup(func() { _, _ = in.Close(), feed.Close() })
	return in, feed
}

func blockingPipe(t *testing.T) (in, feed *os.File) {
	var fds [2]int
	err := syscall.Pipe(fds[:])
	syscall.CloseOnExec(fds[1])
	return descriptors(t, fds, err)
}

func freePipe(t *testing.T) (in, feed *os.File) {
	var fds [2]int
	err := syscall.Pipe(fds[:])
	syscall.CloseOnExec(fds[1])
	if err == nil {
		err = syscall.SetNonblock(fds[0], true)
	}
	return descriptors(t, fds, err)
}

func sockets(t *testing.T) (in, feed *os.File) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	syscall.CloseOnExec(fds[1])
	return descriptors(t, fds, err)
}

func fileWithPing(t *testing.T) (in, feed *os.File) {
	path := t.TempDir() + "/in"
	if err := os.WriteFile(path, []byte(pingLine), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close() })
	return in, nil
}
