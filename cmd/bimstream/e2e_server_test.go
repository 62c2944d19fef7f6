package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"
)

// arguments holds the arguments of a tool call.
type arguments = map[string]any

// server is a server process, with the client's end of its standard input and output. It speaks JSON-RPC lines, so that
// tests see everything that is sent, and can send messages that no client would send.
type server struct {
	t       testing.TB
	command *exec.Cmd
	in      io.WriteCloser
	log     *lockedBuffer
	ended   chan struct{} // closed at the end of its output

	mu      sync.Mutex // guards what follows, and writing
	last    int
	waiting map[string]chan message
	asked   func(params json.RawMessage) (result string) // answers the server's questions to the client; nil: none
	strays  []message                                    // messages that answer no request
	longest int                                          // longest line in bytes since the last call of longestLine
}

// message is a JSON-RPC answer.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *protocolError  `json:"error"`
}

// protocolError is a JSON-RPC error. The failure of a tool is no JSON-RPC error.
type protocolError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *protocolError) Error() string {
	return fmt.Sprintf("JSON-RPC error %d: %s", e.Code, e.Message)
}

var errEnded = errors.New("the server ended without an answer")

// answerLimit bounds the wait for one answer, to end a test whose server hangs. A server bounds its calls to much less.
const answerLimit = 5 * time.Minute

// serveAll starts a server of all tools on a data folder and completes the handshake.
func serveAll(t testing.TB, data string, variables ...string) *server {
	t.Helper()
	s, err := launch(t, environment(variables...), program(t), "mcp", "all", "--tools", "full", "--data", data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

func launch(t testing.TB, env []string, command string, words ...string) (*server, error) {
	return launchAsked(t, nil, env, command, words...)
}

// launchAsked starts a server for a client that answers elicitations with asked; nil means a client that cannot.
func launchAsked(t testing.TB, asked func(json.RawMessage) string, env []string, command string,
	words ...string) (*server, error) {
	s := &server{t: t, command: exec.Command(command, words...), log: &lockedBuffer{}, ended: make(chan struct{}),
		waiting: map[string]chan message{}, asked: asked}
	s.command.Env, s.command.Stderr = env, s.log
	in, err := s.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	s.in = in
	go s.listen(out)
	can := arguments{}
	if asked != nil {
		can["elicitation"] = arguments{}
	}
	hello := arguments{"protocolVersion": "2025-11-25", "capabilities": can,
		"clientInfo": arguments{"name": "e2e", "version": "1"}}
	if _, err := s.request("initialize", hello); err != nil {
		s.kill()
		return nil, fmt.Errorf("%w\n%s", err, s.log)
	}
	return s, s.write([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`))
}

// listen passes every answer to the request that waits for it. A line that is no JSON-RPC message is a failure, because
// standard output carries only the protocol.
func (s *server) listen(out io.Reader) {
	defer close(s.ended)
	r := bufio.NewReader(out)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return // a killed process may leave half a line
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			s.t.Errorf("standard output holds %q: %v", line, err)
			continue
		}
		if m.Method == "elicitation/create" && s.asked != nil {
			go func() {
				_ = s.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, s.asked(m.Params)))
			}()
			continue
		}
		s.mu.Lock()
		s.longest = max(s.longest, len(line))
		if w := s.waiting[string(m.ID)]; w != nil {
			delete(s.waiting, string(m.ID))
			w <- m
		} else {
			s.strays = append(s.strays, m)
		}
		s.mu.Unlock()
	}
}

func (s *server) write(line []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.in.Write(append(line, '\n'))
	return err
}

// request sends a request and waits for its answer.
func (s *server) request(method string, params any) (json.RawMessage, error) {
	s.mu.Lock()
	s.last++
	id := s.last
	reply := make(chan message, 1)
	s.waiting[strconv.Itoa(id)] = reply
	s.mu.Unlock()
	line, err := json.Marshal(arguments{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if err := s.write(line); err != nil {
		return nil, fmt.Errorf("%w: %w", errEnded, err)
	}
	return s.await(reply)
}

func (s *server) await(reply chan message) (json.RawMessage, error) {
	timer := time.NewTimer(answerLimit)
	defer timer.Stop()
	var m message
	select {
	case m = <-reply:
	case <-s.ended:
		select {
		case m = <-reply: // it came with the last output
		default:
			return nil, errEnded
		}
	case <-timer.C:
		return nil, fmt.Errorf("no answer within %s", answerLimit)
	}
	if m.Error != nil {
		return nil, m.Error
	}
	return m.Result, nil
}

// try calls a tool. The error is a protocol error, or reports an envelope that violates the contract.
func (s *server) try(tool string, args any) (answer, error) {
	result, err := s.request("tools/call", arguments{"name": tool, "arguments": args})
	if err != nil {
		return answer{}, err
	}
	var r toolResult
	if err := json.Unmarshal(result, &r); err != nil {
		return answer{}, err
	}
	a, err := r.read()
	if err != nil {
		return a, fmt.Errorf("%s: %w", tool, err)
	}
	return a, nil
}

// ask calls a tool and ends the test if there is no valid answer.
func (s *server) ask(tool string, args any) answer {
	s.t.Helper()
	a, err := s.try(tool, args)
	if err != nil {
		s.t.Fatalf("%s %s: %v\n%s", tool, short(args), err, s.log)
	}
	return a
}

// must calls a tool that has to succeed, and decodes its data.
func (s *server) must(tool string, args, data any) answer {
	s.t.Helper()
	a := s.ask(tool, args)
	if !a.Success {
		s.t.Fatalf("%s %s: %s", tool, short(args), a.Text)
	}
	if data != nil {
		if err := json.Unmarshal(a.Data, data); err != nil {
			s.t.Fatal(err)
		}
	}
	return a
}

// do makes a change and returns its data.
func (s *server) do(tool string, args arguments) change {
	s.t.Helper()
	var c change
	s.must(tool, args, &c)
	return c
}

// make makes a change that creates one element, and returns its id.
func (s *server) make(tool string, args arguments) string {
	s.t.Helper()
	return s.do(tool, args).ElementID
}

// Call makes the server a script.Caller.
func (s *server) Call(_ context.Context, tool string, args any) (json.RawMessage, error) {
	a, err := s.try(tool, args)
	return a.Text, err
}

// kill ends the process as a power cut would, and waits for its end.
func (s *server) kill() {
	_ = s.command.Process.Kill()
	<-s.ended
	_ = s.command.Wait()
}

// close ends the server by closing its input, as clients do.
func (s *server) close() {
	if s.command.ProcessState != nil {
		return
	}
	_ = s.in.Close()
	timer := time.AfterFunc(answerLimit, func() { _ = s.command.Process.Kill() })
	defer timer.Stop()
	<-s.ended
	if err := s.command.Wait(); err != nil {
		s.t.Errorf("the server ended with %v\n%s", err, s.log)
	}
}

func short(v any) string {
	text, _ := json.Marshal(v)
	if len(text) > 400 {
		return string(text[:400]) + "..."
	}
	return string(text)
}

// lockedBuffer holds the standard error of a process.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
