package bench

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
)

// httpProcess is a server over HTTP that a measurement started.
type httpProcess struct {
	command             *exec.Cmd
	log                 *os.File
	address, operations string
}

// startHTTP starts a program that serves a data folder over HTTP. Its log goes to a file, as for a service.
func (b *bench) startHTTP(program, data string, environ []string, words ...string) (*httpProcess, error) {
	if err := b.liftRates(data); err != nil {
		return nil, err
	}
	address, err := freeAddress(b.ctx)
	if err != nil {
		return nil, err
	}
	log, err := os.CreateTemp(b.dir, "http-*.log")
	if err != nil {
		return nil, err
	}
	p := &httpProcess{log: log, address: address}
	words = append([]string{"mcp", "all", "--data", data, "--http", address}, words...)
	p.command = exec.CommandContext(b.ctx, program, words...)
	p.command.Env, p.command.Stderr = append(append(os.Environ(), stores.StoreVariable+"="), environ...), log
	if err := p.command.Start(); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		c, err := net.Dial("tcp", address)
		if err == nil {
			return p, c.Close()
		}
		if time.Since(began) > serverStarts {
			text, _ := os.ReadFile(log.Name()) // empty if it cannot be read
			return nil, errors.Join(fmt.Errorf("the server over HTTP does not start: %s", text), p.close())
		}
	}
}

// serverStarts is how long a server may take to start on a busy machine.
const serverStarts = 20 * time.Second

// freeAddress returns the address of a currently free port. The server cannot choose one itself, because older builds
// do not report the port that they take.
func freeAddress(ctx context.Context) (string, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// close kills the server. Older builds end by SIGTERM with an error.
func (p *httpProcess) close() error {
	_ = p.command.Process.Kill() // nothing is left to write
	_ = p.command.Wait()
	return p.log.Close()
}

// metric reads a value of a server's metrics.
func (p *httpProcess) metric(ctx context.Context, name string) (float64, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.operations+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			return strconv.ParseFloat(value, 64)
		}
	}
	return 0, errors.Join(lines.Err(), fmt.Errorf("there is no metric %s", name))
}

// wireClient speaks HTTP over one connection. Like lineClient over pipes, it only finds out whether the answers are
// successes.
type wireClient struct {
	conn    net.Conn
	in      *bufio.Reader
	address string
	token   string
	session string
	id      int
}

func dialWire(ctx context.Context, address, token string) (*wireClient, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &wireClient{conn: conn, in: bufio.NewReaderSize(conn, lineBuffer), address: address, token: token}, nil
}

// beginWire returns a client with a session.
func beginWire(ctx context.Context, address, token string) (*wireClient, error) {
	c, err := dialWire(ctx, address, token)
	if err != nil {
		return nil, err
	}
	if err := c.begin(); err != nil {
		return nil, errors.Join(err, c.conn.Close())
	}
	return c, nil
}

func (c *wireClient) begin() error {
	_, err := c.post(
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bimstream-bench","version":"1"}}}`)
	if err == nil {
		_, err = c.post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	return err
}

// head returns the first lines of a request.
func (c *wireClient) head(method string, length int) []byte {
	out := append([]byte(method), " /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, "+
		"text/event-stream\r\nMcp-Protocol-Version: 2025-11-25\r\n"...)
	if c.token != "" {
		out = append(append(append(out, "Authorization: Bearer "...), c.token...), "\r\n"...)
	}
	if c.session != "" {
		out = append(append(append(out, "Mcp-Session-Id: "...), c.session...), "\r\n"...)
	}
	if length > 0 {
		out = append(out, "Content-Type: application/json\r\nContent-Length: "...)
		out = append(strconv.AppendInt(out, int64(length), 10), "\r\n"...)
	}
	return append(out, "\r\n"...)
}

// post sends a message and returns the text of the answer.
func (c *wireClient) post(body string) ([]byte, error) {
	if _, err := c.conn.Write(append(c.head(http.MethodPost, len(body)), body...)); err != nil {
		return nil, err
	}
	return c.answer()
}

// answer reads an answer to its end.
func (c *wireClient) answer() ([]byte, error) {
	r, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode >= http.StatusMultipleChoices {
		return nil, errors.Join(err, fmt.Errorf("the server answered %s: %s", r.Status, text))
	}
	if id := r.Header.Get("Mcp-Session-Id"); id != "" {
		c.session = id
	}
	return text, nil
}

// call calls a tool and returns an error unless the answer is a success.
func (c *wireClient) call(tool, arguments string) error {
	c.id++
	text, err := c.post(
		fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, c.id, tool,
			arguments))
	if err == nil && (!bytes.Contains(text, []byte(`"result":`)) || bytes.Contains(text, []byte(`"isError":true`))) {
		err = fmt.Errorf("the server answered %s", text)
	}
	return err
}

// ping asks whether the server is there.
func (c *wireClient) ping() error {
	_, err := c.post(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	return err
}

// listen opens the stream of the session and leaves it open.
func (c *wireClient) listen() error {
	if _, err := c.conn.Write(c.head(http.MethodGet, 0)); err != nil {
		return err
	}
	line, err := c.in.ReadString('\n')
	if err == nil && !strings.Contains(line, " 200 ") {
		err = fmt.Errorf("the stream of a session: %s", line)
	}
	return err
}

// end ends the session, and the connection.
func (c *wireClient) end(ctx context.Context) error {
	_ = c.conn.Close() // it may carry a stream
	d, err := dialWire(ctx, c.address, c.token)
	if err != nil {
		return err
	}
	defer func() { _ = d.conn.Close() }()
	d.session = c.session
	if _, err := d.conn.Write(d.head(http.MethodDelete, 0)); err != nil {
		return err
	}
	_, err = d.answer()
	return err
}

// teamFile writes a token file for people, and returns its path. Each token is the name of the person.
func (b *bench) teamFile(names ...string) (string, error) {
	var lines []string
	for _, name := range names {
		lines = append(lines,
			fmt.Sprintf(
				`{"sha256":"%x","name":%q,"principal":{"id":%q,"kind":"human","permissions":{"READ":{},"CREATE":{},"MODIFY":{}}}}`,
				sha256.Sum256([]byte(name)), name, name))
	}
	path := filepath.Join(b.dir, "tokens.json")
	return path, os.WriteFile(path, []byte("["+strings.Join(lines, ",")+"]"), 0o600)
}

// startTeam starts a server with metrics, for people with tokens, on a folder of its own.
func (b *bench) startTeam(name string, environ []string, people ...string) (*httpProcess, error) {
	tokens, err := b.teamFile(people...)
	if err != nil {
		return nil, err
	}
	operations, err := freeAddress(b.ctx)
	if err != nil {
		return nil, err
	}
	p, err := b.startHTTP(b.program, filepath.Join(b.dir, name), environ, "--tokens", tokens,
		"--http-operations", operations)
	if err != nil {
		return nil, err
	}
	p.operations = operations
	return p, nil
}

// settled returns the memory of a server in bytes, after it has given free memory back to the system.
func (p *httpProcess) settled(ctx context.Context) (int64, error) {
	time.Sleep(settles)
	bytes, err := p.metric(ctx, "process_resident_memory_bytes")
	return int64(bytes), err
}
