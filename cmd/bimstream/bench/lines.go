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

// lineClient talks to a server of its own in lines of JSON-RPC and does no more with the answers than find out whose
// they are and whether they are successes: it measures the server, where a client of the protocol costs half as much
// again.
type lineClient struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	id      int
}

// lineBuffer holds the longest answer that is measured here.
const lineBuffer = 64 << 10

// startPiped starts a program whose standard input and output are at hand. store is the connection string of its store,
// "" for the embedded one; it may hold a password, so it goes into the environment.
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

// answer returns the id of the request that the next line answers, in success.
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

// exchange keeps as many calls of a tool on their way as there are callers, for a time, and returns how long each of
// them took and all together.
func (c *lineClient) exchange(callers int, lasting time.Duration, tool string,
	arguments func(caller, n int) string) (times []time.Duration, took time.Duration, err error) {
	began := time.Now()
	return c.exchangeWhile(callers, func(int) bool { return time.Since(began) < lasting }, tool, arguments)
}

// exchangeWhile does so for as long as more says of the number of calls that a caller has made.
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

// atOnce lets several clients exchange calls at the same time, one call of each on its way.
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
