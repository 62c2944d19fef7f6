package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// builtWithFixtures returns the path of the program with the tools of tests in it, which wait and report on request.
var builtWithFixtures = sync.OnceValues(func() (string, error) {
	name := filepath.Join(programFolder, "bimstream-fixtures")
	build := exec.Command("go", "build", "-tags", "fixtures", "-o", name, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", errors.New(string(out))
	}
	return name, nil
})

// httpServer is a server process over HTTP, with the people who may call it.
type httpServer struct {
	t          testing.TB
	data       string
	url        string // of the protocol endpoint
	operations string
	command    *exec.Cmd
	log        *lockedBuffer
	ended      chan struct{}
}

// Tokens of the people of these tests.
const (
	annsToken  = "token-of-ann"
	bobsToken  = "token-of-bob"
	staleToken = "token-that-has-expired"
)

func tokenLine(token, name, principal, more string) string {
	sum := sha256.Sum256([]byte(token))
	return `{"sha256":"` + hex.EncodeToString(sum[:]) + `","name":"` + name + `"` + more +
		`,"principal":` + principal + `}`
}

func person(id string) string {
	return `{"id":"` + id + `","kind":"human","permissions":{"READ":{},"CREATE":{},"MODIFY":{},"DELETE":{}},` +
		`"limits":{"rates":{"read":{"per_minute":1000000,"burst":1000000},"mutation":{"per_minute":1000000,"burst":1000000},"execution":{"per_minute":1000000,"burst":1000000}}}}`
}

// teamTokens returns a token file with Ann, Bob, and an expired token of Ann's.
func teamTokens() string {
	return "[" + tokenLine(annsToken, "ann's laptop", person("ann"), "") + ",\n" +
		tokenLine(bobsToken, "bob", person("bob"), "") + ",\n" +
		tokenLine(staleToken, "old", person("ann"), `,"expires":"2020-01-01T00:00:00Z"`) + "]"
}

func writePrivate(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// serveTeam starts a server of the fixture build for Ann and Bob on a data folder.
func serveTeam(t testing.TB, data string, words ...string) *httpServer {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("signals are those of unix")
	}
	tokens := filepath.Join(data, "tokens.json")
	if _, err := os.Stat(tokens); err != nil {
		writePrivate(t, tokens, teamTokens())
	}
	return serveHTTPProcess(t, data, append([]string{"--tokens", tokens}, words...)...)
}

func serveHTTPProcess(t testing.TB, data string, words ...string) *httpServer {
	t.Helper()
	name, err := builtWithFixtures()
	if err != nil {
		t.Fatal(err)
	}
	s := &httpServer{t: t, data: data, log: &lockedBuffer{}, ended: make(chan struct{})}
	s.command = exec.Command(name, append([]string{"mcp", "all", "--tools", "full", "--data", data, "--http",
		"127.0.0.1:0", "--http-operations", "127.0.0.1:0"}, words...)...)
	s.command.Env, s.command.Stderr = environment(), s.log
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = s.command.Wait()
		close(s.ended)
	}()
	t.Cleanup(func() {
		_ = s.command.Process.Kill()
		<-s.ended
	})
	s.awaitURL()
	return s
}

// awaitURL waits for the line of the log with the bound address, and stores the URL.
func (s *httpServer) awaitURL() {
	s.t.Helper()
	s.eventually("the server says where it listens", func() bool {
		for l := range strings.SplitSeq(s.log.String(), "\n") {
			var line struct{ Msg, URL, Operations string }
			if json.Unmarshal([]byte(l), &line) == nil && line.Msg == "serving" {
				s.url, s.operations = line.URL, "http://"+line.Operations
				return true
			}
		}
		select {
		case <-s.ended:
			s.t.Fatalf("the server ended: %s", s.log)
		default:
		}
		return false
	})
}

// eventually waits until a condition holds.
func (s *httpServer) eventually(what string, holds func() bool) {
	s.t.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > answerLimit {
			s.t.Fatalf("in vain: %s\n%s", what, s.log)
		}
	}
}

// stop ends the server by SIGTERM and returns its exit code.
func (s *httpServer) stop() int {
	s.t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	select {
	case <-s.ended:
	case <-time.After(answerLimit):
		s.t.Fatalf("the server does not end\n%s", s.log)
	}
	return s.command.ProcessState.ExitCode()
}

func (s *httpServer) address() string {
	return strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/mcp")
}

// httpCaller is a client of a server. A modern client uses the newer protocol without sessions, any other client the
// protocol with sessions.
type httpCaller struct {
	t       testing.TB
	server  *httpServer
	token   string
	session string
	modern  bool
	last    atomic.Int64
}

// as returns a client with a token and without a session.
func (s *httpServer) as(token string) *httpCaller {
	return &httpCaller{t: s.t, server: s, token: token}
}

// begin returns a client with a session.
func (s *httpServer) begin(token string) *httpCaller {
	s.t.Helper()
	c := s.as(token)
	r := c.send(http.MethodPost,
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"e2e","version":"1"}}}`, nil)
	c.session = r.Header.Get("Mcp-Session-Id")
	if text := c.text(r); r.StatusCode != http.StatusOK || c.session == "" {
		s.t.Fatalf("initialize: %d %s", r.StatusCode, text)
	}
	c.text(c.send(http.MethodPost, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil))
	return c
}

// modernly returns a client of the protocol without sessions.
func (s *httpServer) modernly(token string) *httpCaller {
	c := s.as(token)
	c.modern = true
	return c
}

// httpClient keeps many connections open, separate from the connections of http.DefaultClient.
var httpClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256, DisableCompression: true}}

// request makes a request with the headers of a client.
func (c *httpCaller) request(method, url, body string, header map[string]string) *http.Request {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.session != "" {
		r.Header.Set("Mcp-Session-Id", c.session)
	}
	for name, value := range header {
		if r.Header.Set(name, value); value == "" {
			r.Header.Del(name)
		}
	}
	return r
}

func (c *httpCaller) send(method, body string, header map[string]string) *http.Response {
	c.t.Helper()
	r, err := httpClient.Do(c.request(method, c.server.url, body, header))
	if err != nil {
		c.t.Fatalf("%v\n%s", err, c.server.log)
	}
	return r
}

// text reads an answer to its end.
func (c *httpCaller) text(r *http.Response) string {
	c.t.Helper()
	defer func() { _ = r.Body.Close() }()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

// status sends a request and returns the status and the text of its answer.
func (c *httpCaller) status(method, body string, header map[string]string) (int, string) {
	c.t.Helper()
	r := c.send(method, body, header)
	return r.StatusCode, c.text(r)
}

// call returns the message of a tool call, and its headers.
func (c *httpCaller) call(id, tool string, args arguments) (body string, header map[string]string) {
	params := arguments{"name": tool, "arguments": args}
	meta := arguments{"progressToken": "progress of " + id}
	if c.modern {
		meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28"
		meta["io.modelcontextprotocol/clientInfo"] = arguments{"name": "e2e", "version": "1"}
		meta["io.modelcontextprotocol/clientCapabilities"] = arguments{}
		header = map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool}
	}
	params["_meta"] = meta
	text, err := json.Marshal(arguments{"jsonrpc": "2.0", "id": json.RawMessage(id),
		"method": "tools/call", "params": params})
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text), header
}

// start begins a tool call and returns its stream.
func (c *httpCaller) start(id, tool string, args arguments) *httpStream {
	c.t.Helper()
	body, header := c.call(id, tool, args)
	return c.stream(c.send(http.MethodPost, body, header))
}

// ask calls a tool and returns its envelope.
func (c *httpCaller) ask(tool string, args arguments) answer {
	c.t.Helper()
	id := strconv.FormatInt(c.last.Add(1)+1000, 10)
	return c.start(id, tool, args).answer(id)
}

// must calls a tool that has to succeed.
func (c *httpCaller) must(tool string, args arguments, data any) answer {
	c.t.Helper()
	a := c.ask(tool, args)
	if !a.Success {
		c.t.Fatalf("%s: %s", tool, a.Text)
	}
	if data != nil {
		if err := json.Unmarshal(a.Data, data); err != nil {
			c.t.Fatal(err)
		}
	}
	return a
}

// httpStream is an answer in progress: the messages of a stream of events, or a single message.
type httpStream struct {
	t        testing.TB
	response *http.Response
	lines    *bufio.Reader
	lastID   string
	comments int
	ended    bool
}

func (c *httpCaller) stream(r *http.Response) *httpStream {
	c.t.Cleanup(func() { _ = r.Body.Close() })
	return &httpStream{t: c.t, response: r, lines: bufio.NewReader(r.Body)}
}

func (s *httpStream) isEvents() bool {
	return strings.HasPrefix(s.response.Header.Get("Content-Type"), "text/event-stream")
}

// next returns the next message; false at the end.
func (s *httpStream) next() (message, bool) {
	s.t.Helper()
	var m message
	if s.ended {
		return m, false
	}
	if !s.isEvents() {
		s.ended = true
		text, err := io.ReadAll(s.lines)
		if err != nil || len(text) == 0 {
			return m, false
		}
		if err := json.Unmarshal(text, &m); err != nil {
			s.t.Fatalf("status %d: %s", s.response.StatusCode, text)
		}
		return m, true
	}
	for {
		data, ok := s.event()
		if !ok {
			s.ended = true
			return m, false
		}
		if len(data) == 0 {
			continue // a priming event
		}
		if err := json.Unmarshal(data, &m); err != nil {
			s.t.Fatalf("%s: %v", data, err)
		}
		return m, true
	}
}

// event reads one event of the stream.
func (s *httpStream) event() (data []byte, ok bool) {
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			return nil, false
		}
		line = strings.TrimRight(line, "\n")
		name, value, _ := strings.Cut(line, ": ")
		switch name {
		case "":
			if line == "" && ok {
				return data, true
			}
			if line != "" {
				s.comments++
			}
		case "id":
			s.lastID, ok = value, true
		case "data":
			data, ok = bytes.TrimSpace([]byte(value)), true
		}
	}
}

// answer reads up to the answer of a request and returns its envelope.
func (s *httpStream) answer(id string) answer {
	s.t.Helper()
	for {
		m, ok := s.next()
		if !ok {
			s.t.Fatalf("status %d: no answer to %s", s.response.StatusCode, id)
		}
		if m.Method != "" {
			continue
		}
		if string(m.ID) != id || m.Error != nil {
			s.t.Fatalf("%s is the answer to %s: %v", m.ID, id, m.Error)
		}
		var r toolResult
		if err := json.Unmarshal(m.Result, &r); err != nil {
			s.t.Fatal(err)
		}
		a, err := r.read()
		if err != nil {
			s.t.Fatal(err)
		}
		return a
	}
}

// recorded counts the events that fixture_record has written.
func (s *httpServer) recorded() int {
	s.t.Helper()
	return strings.Count(s.events(), `"fixture.recorded"`)
}

// events returns all events of the store, including the audit.
func (s *httpServer) events() string {
	s.t.Helper()
	out, err := exec.Command(s.command.Path, "events", "--data", s.data, "--all").Output()
	if err != nil {
		s.t.Fatal(err)
	}
	return string(out)
}
