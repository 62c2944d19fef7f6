package main

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

const pingMessage = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// TestIdleConnectionsAreClosed leaves one connection idle after a request, and another in the middle of its headers.
// The server must close both.
func TestIdleConnectionsAreClosed(t *testing.T) {
	t.Parallel()
	s := serveTeam(t, t.TempDir(), "--connection-idle", "300ms")
	half, err := net.Dial("tcp", s.address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = half.Close() }()
	if _, err := io.WriteString(half, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-"); err != nil {
		t.Fatal(err)
	}
	ann := s.begin(annsToken)
	kept, err := net.Dial("tcp", s.address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = kept.Close() }()
	if err := ann.request(http.MethodPost, s.url, pingMessage, nil).Write(kept); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(kept)
	answer, err := http.ReadResponse(in, nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", answer, err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	for name, c := range map[string]struct {
		conn net.Conn
		in   io.Reader
	}{"after a request": {kept, in}, "in the middle of its headers": {half, half}} {
		_ = c.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
		if text, err := io.ReadAll(c.in); errors.Is(err, os.ErrDeadlineExceeded) ||
			strings.Contains(string(text), " 200 ") {
			t.Errorf("a connection that says nothing %s is kept: %q %v", name, text, err)
		}
	}
	if status, text := ann.status(http.MethodPost, pingMessage, nil); status != http.StatusOK {
		t.Errorf("the session is gone with its connection: %d %s", status, text)
	}
}

// TestMemoryOfSessionsComesBack begins and ends a thousand sessions, whose memory must stay within its bound. It does
// so twice, because the first round also measures memory left over from the start of the process.
func TestMemoryOfSessionsComesBack(t *testing.T) {
	s := serveTeam(t, t.TempDir(), "--no-access-log")
	const sessions, takes, left = 1000, 15 << 20, 5 << 20
	for round := range 2 {
		before := s.resident()
		all := make([]*httpCaller, sessions)
		for i := range all {
			all[i] = s.begin(annsToken)
		}
		if kept := s.metric("bimstream_sessions"); kept != sessions {
			t.Errorf("round %d: %v sessions are kept", round, kept)
		}
		s.eventually("a thousand idle sessions take less than 15 MB",
			func() bool { return s.resident() < before+takes })
		for _, c := range all {
			if status, text := c.status(http.MethodDelete, "", nil); status != http.StatusNoContent {
				t.Fatalf("%d %s", status, text)
			}
		}
		s.eventually("the memory of a thousand sessions is back", func() bool { return s.resident() < before+left })
		if kept := s.metric("bimstream_sessions"); kept != 0 {
			t.Errorf("round %d: %v sessions are kept", round, kept)
		}
	}
}
