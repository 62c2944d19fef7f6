package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
)

// lineClient talks to a server of its own in lines of JSON-RPC. It only matches answers to requests and finds out
// whether they succeed, because a full client of the protocol would cost half as much again.
type lineClient struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	id      int
}

// lineBuffer is the size in bytes of the longest answer that is measured here.
const lineBuffer = 64 << 10

// startPiped starts a program with pipes as its standard input and output. store is the connection string of its store,
// "" for the embedded one. It is passed in the environment, because it may hold a password.
func startPiped(ctx context.Context, stderr io.Writer, store, program string, arguments ...string) (command *exec.Cmd,
	in io.WriteCloser, out io.Reader, err error) {
	command = exec.CommandContext(ctx, program, arguments...)
	command.Env = append(os.Environ(), stores.StoreVariable+"="+store)
	command.Stderr = stderr
	if in, err = command.StdinPipe(); err != nil {
		return nil, nil, nil, err
	}
	if out, err = command.StdoutPipe(); err != nil {
		return nil, nil, nil, err
	}
	return command, in, out, command.Start()
}

func startLines(ctx context.Context, stderr io.Writer, store, program string,
	arguments ...string) (*lineClient, error) {
	command, in, out, err := startPiped(ctx, stderr, store, program, arguments...)
	if err != nil {
		return nil, err
	}
	c := &lineClient{command: command, in: in, out: bufio.NewReaderSize(out, lineBuffer)}
	hello := json.RawMessage(
		`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bimstream-bench","version":"1"}}`)
	if err := c.send("initialize", hello); err != nil {
		return nil, errors.Join(err, c.close())
	}
	if _, err := c.answer(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	_, err = io.WriteString(c.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return c, err
}

func (c *lineClient) send(method string, params []byte) error {
	c.id++
	_, err := fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", c.id, method, params)
	return err
}

// answer reads the next line and returns the id of the request that it answers successfully.
func (c *lineClient) answer() (int, error) {
	line, err := c.out.ReadSlice('\n')
	if err != nil {
		return 0, fmt.Errorf("the server ended: %w", err)
	}
	rest, ordinary := bytes.CutPrefix(line, []byte(`{"jsonrpc":"2.0","id":`))
	digits := bytes.IndexByte(rest, ',')
	if !ordinary || digits < 0 || !bytes.HasPrefix(rest[digits:], []byte(`,"result":`)) ||
		bytes.Contains(line, []byte(`"isError":true`)) {
		return 0, fmt.Errorf("the server answered %s", line)
	}
	return strconv.Atoi(string(rest[:digits]))
}

// exchange keeps one call of a tool in progress for each caller until the given time has passed. It returns the time of
// each call and the total time.
func (c *lineClient) exchange(callers int, lasting time.Duration, tool string,
	arguments func(caller, n int) string) (times []time.Duration, took time.Duration, err error) {
	began := time.Now()
	return c.exchangeWhile(callers, func(int) bool { return time.Since(began) < lasting }, tool, arguments)
}

// exchangeWhile keeps one call of a tool in progress for each caller. A caller makes another call as long as more
// returns true for the number of calls that it has made.
func (c *lineClient) exchangeWhile(callers int, more func(calls int) bool, tool string,
	arguments func(caller, n int) string) (times []time.Duration, took time.Duration, err error) {
	type sent struct {
		caller int
		at     time.Time
	}
	underway, count := map[int]sent{}, make([]int, callers)
	call := func(caller int) error {
		params := fmt.Appendf(nil, `{"name":%q,"arguments":%s}`, tool, arguments(caller, count[caller]))
		count[caller]++
		now := time.Now()
		err := c.send("tools/call", params)
		underway[c.id] = sent{caller, now}
		return err
	}
	began := time.Now()
	for caller := range callers {
		if err := call(caller); err != nil {
			return nil, 0, err
		}
	}
	for len(underway) > 0 {
		id, err := c.answer()
		if err != nil {
			return nil, 0, err
		}
		s := underway[id]
		delete(underway, id)
		times = append(times, time.Since(s.at))
		if more(count[s.caller]) {
			if err := call(s.caller); err != nil {
				return nil, 0, err
			}
		}
	}
	return times, time.Since(began), nil
}

func (c *lineClient) close() error { return errors.Join(c.in.Close(), c.command.Wait()) }

// atOnce makes several clients call a tool at the same time, with one call of each client in progress.
func atOnce(clients []*lineClient, lasting time.Duration, tool string,
	arguments func(client, n int) string) (times []time.Duration, took time.Duration, err error) {
	var busy sync.WaitGroup
	var mu sync.Mutex
	for i, c := range clients {
		busy.Go(func() {
			mine, lasted, failed := c.exchange(1, lasting, tool, func(_, n int) string { return arguments(i, n) })
			mu.Lock()
			defer mu.Unlock()
			times, took, err = slices.Concat(times, mine), max(took, lasted), errors.Join(err, failed)
		})
	}
	busy.Wait()
	return times, took, err
}
