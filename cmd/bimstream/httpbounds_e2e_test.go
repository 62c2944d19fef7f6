package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// slowBody begins a request whose body comes a byte a second, and returns the connection.
func slowBody(t testing.TB, s *httpServer, token, session string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	head := "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, " +
		"text/event-stream\r\nContent-Length: 100000\r\n"
	if token != "" {
		head += "Authorization: Bearer " + token + "\r\n"
	}
	if session != "" {
		head += "Mcp-Session-Id: " + session + "\r\n"
	}
	if _, err := io.WriteString(c, head+"\r\n{"); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			time.Sleep(time.Second)
			if _, err := io.WriteString(c, " "); err != nil {
				return
			}
		}
	}()
	return c
}

// statusLine waits for the answer of a connection.
func statusLine(c net.Conn, within time.Duration) string {
	_ = c.SetReadDeadline(time.Now().Add(within))
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(line)
}

// TestSlowBodiesAreGivenUp checks that the time for a body is bounded, and that an unauthorized caller is refused at
// once.
func TestSlowBodiesAreGivenUp(t *testing.T) {
	t.Parallel()
	s := serveTeam(t, t.TempDir())
	began := time.Now()
	if got := statusLine(slowBody(t, s, "", ""), 5*time.Second); !strings.Contains(got, "401") {
		t.Errorf("without a token, after %s: %s", time.Since(began), got)
	}
	if got := statusLine(slowBody(t, s, "wrong", ""), 5*time.Second); !strings.Contains(got, "401") {
		t.Errorf("with a wrong token: %s", got)
	}
	ann := s.begin(annsToken)
	slow := slowBody(t, s, annsToken, ann.session)
	if got := statusLine(slow, 30*time.Second); !strings.Contains(got, "408") {
		t.Errorf("after %s: %s", time.Since(began), got)
	}
}

// TestBodiesHaveABound sends bodies that are too long, with and without a declared length. The server must refuse them.
func TestBodiesHaveABound(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	long := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 8<<20) + `"}}`
	for _, said := range []bool{true, false} {
		r := ann.request(http.MethodPost, s.url, long, nil)
		if !said {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(long)), -1
		}
		answer, err := httpClient.Do(r)
		if err != nil {
			t.Errorf("length said %v: %v", said, err)
			continue
		}
		if text := ann.text(answer); answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("length said %v: %d %.200s", said, answer.StatusCode, text)
		}
	}
	header := "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + annsToken +
		"\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n"
	c, err := net.Dial("tcp", s.address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_, _ = io.WriteString(c, header)
	if got := statusLine(c, 5*time.Second); !strings.Contains(got, "413") {
		t.Errorf("a length that is too long, before the body: %s", got)
	}
}

// TestRefusalsReachWhoSendsAllFirst refuses clients that send their whole body before they read an answer, as many
// clients do. Sending takes two seconds. One message is too long, and another has no token.
func TestRefusalsReachWhoSendsAllFirst(t *testing.T) {
	t.Parallel()
	s := serveTeam(t, t.TempDir())
	for _, refused := range []struct{ token, length, status string }{
		{annsToken, "Content-Length: 12582912", "413"}, {"wrong", "Content-Length: 12582912", "401"},
		{annsToken, "Transfer-Encoding: chunked", "413"},
	} {
		c, err := net.Dial("tcp", s.address())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		_, _ = io.WriteString(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "+refused.token+
			"\r\nContent-Type: application/json\r\n"+refused.length+"\r\n\r\n")
		part := strings.Repeat(" ", 1<<20)
		if strings.HasPrefix(refused.length, "Transfer") {
			part = "100000\r\n" + part + "\r\n"
		}
		for i := range 12 {
			if _, err := io.WriteString(c, part); err != nil {
				t.Errorf("%s, %s: part %d: %v", refused.status, refused.length, i, err)
				break
			}
			time.Sleep(150 * time.Millisecond)
		}
		if got := statusLine(c, 5*time.Second); !strings.Contains(got, refused.status) {
			t.Errorf("%s, %s: %s", refused.status, refused.length, got)
		}
	}
}

// resident returns the resident memory of the server in bytes.
func (s *httpServer) resident() int {
	s.t.Helper()
	text, err := os.ReadFile("/proc/" + strconv.Itoa(s.command.Process.Pid) + "/status")
	if err != nil {
		s.t.Skip("memory is read from /proc")
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	var kilobytes int
	_, _ = fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}

// TestLargeBodiesShareABound sends 20 bodies of 7 MiB at the same time. Together they must stay within one bound of
// memory.
func TestLargeBodiesShareABound(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	before := s.resident()
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fixture_echo","arguments":{"text":"` +
		strings.Repeat("x", 7<<20) + `"}}}`
	done := make(chan int, 20)
	for range cap(done) {
		go func() {
			r, err := httpClient.Do(ann.request(http.MethodPost, s.url, body, nil))
			if err != nil {
				done <- 0
				return
			}
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
			done <- r.StatusCode
		}()
	}
	most := before
	for left := cap(done); left > 0; {
		select {
		case <-done:
			left--
		case <-time.After(5 * time.Millisecond):
			most = max(most, s.resident())
		}
	}
	if grown := (most - before) >> 20; grown > 250 {
		t.Errorf("the server grew by %d MB", grown)
	}
}

// TestSessionsAreBounded begins many sessions. The server must drop idle sessions, and keep sessions with a stream.
func TestSessionsAreBounded(t *testing.T) {
	s := serveTeam(t, t.TempDir(), "--max-sessions-of-one", "20", "--max-sessions", "30")
	first := s.begin(annsToken)
	for range 60 {
		s.begin(annsToken)
	}
	if kept := s.metric("bimstream_sessions"); kept > 20 {
		t.Errorf("%v sessions are kept", kept)
	}
	if status, text := first.status(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, nil); status !=
		http.StatusOK {
		t.Errorf("the first session: %d %s", status, text)
	}
	var open []*httpStream
	for range 20 {
		c := s.begin(bobsToken)
		open = append(open, c.stream(c.send(http.MethodGet, "", nil)))
	}
	bob := s.as(bobsToken)
	status, text := bob.status(http.MethodPost,
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}}`, nil)
	if status != http.StatusTooManyRequests || !strings.Contains(text, "too many sessions") {
		t.Errorf("one more than all with open streams: %d %.200s", status, text)
	}
	s.begin(annsToken)
	for _, o := range open {
		_ = o.response.Body.Close()
	}
	one := s.begin(annsToken)
	for i := range 9 {
		r := one.send(http.MethodGet, "", nil)
		t.Cleanup(func() { _ = r.Body.Close() })
		if (r.StatusCode == http.StatusOK) != (i < 8) {
			t.Errorf("stream %d of a session: %d", i+1, r.StatusCode)
		}
	}
}

// metric reads a value from /metrics.
func (s *httpServer) metric(name string) float64 {
	s.t.Helper()
	r, err := http.Get(s.operations + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			number, err := strconv.ParseFloat(value, 64)
			if err != nil {
				s.t.Fatal(err)
			}
			return number
		}
	}
	s.t.Fatalf("no metric %s in\n%s", name, text)
	return 0
}

// TestLongAnswersAreCompressed requests the list of tools as browsers and SDKs do.
func TestLongAnswersAreCompressed(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	plain := ann.text(ann.send(http.MethodPost, list, nil))
	r := ann.send(http.MethodPost, list, map[string]string{"Accept-Encoding": "gzip"})
	packed := ann.text(r)
	unpack, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil || r.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v %v", err, r.Header)
	}
	text, err := io.ReadAll(unpack)
	if err != nil || string(text) != plain || 5*len(packed) > len(plain) {
		t.Errorf("%v: %d bytes of %d", err, len(packed), len(plain))
	}
	if r := ann.send(http.MethodPost, list, map[string]string{"Accept-Encoding": "gzip;q=0"}); r.Header.Get(
		"Content-Encoding") != "" {
		t.Error("a client that takes no gzip gets it")
	} else {
		ann.text(r)
	}
}

// TestConnectionsWithoutASessionAreBounded opens a thousand connections without a token: some that send nothing, some
// with half a request, and some that are refused. The server closes the oldest, and continues to serve a caller with a
// token.
func TestConnectionsWithoutASessionAreBounded(t *testing.T) {
	t.Parallel()
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	before := s.resident()
	for i := range 1000 {
		c, err := net.Dial("tcp", s.address())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		switch i % 3 {
		case 1:
			_, _ = io.WriteString(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-")
		case 2:
			_, _ = io.WriteString(c, "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
		}
	}
	if status, text := ann.status(http.MethodPost, pingMessage, nil); status != http.StatusOK {
		t.Errorf("%d %s", status, text)
	}
	s.eventually("few connections without a token stay open", func() bool {
		sockets, err := filepath.Glob("/proc/" + strconv.Itoa(s.command.Process.Pid) + "/fd/*")
		return err == nil && len(sockets) < 400
	})
	if grown := (s.resident() - before) >> 20; grown > 60 {
		t.Errorf("the server grew by %d MB", grown)
	}
}
