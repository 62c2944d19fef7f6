package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

const (
	// appendedBytes is the size of the event that each append to the bare store writes. It equals the total that a
	// command by tool call writes.
	appendedBytes = 1230
	// appendedStream is the branch to which all processes append.
	appendedStream = "bench-append"
)

// appends measures the store without tools. Processes append to one branch, and each append expects the head that its
// process has just read.
func (b *bench) appends() error {
	for _, m := range []struct {
		name      string
		processes int
		aim       string
	}{
		{"append to the bare store", 1, ""},
		{"4 processes appending to one branch of the bare store, together", 4, ">= 0.5"},
	} {
		times, took, raw, err := b.appendsOf(m.processes)
		if err != nil {
			return err
		}
		f := rateOf(m.name, times, took)
		f.Floor, f.FloorIs, f.Aim = raw.what, raw.rate, m.aim
		b.add(f)
		if m.processes > 1 {
			b.add(Figure{Name: "worst wait of these", Value: milliseconds(quantile(times, 1)), Unit: "ms",
				Aim: "<= 100"})
		}
	}
	return nil
}

func (b *bench) appendsOf(processes int) (times []time.Duration, took time.Duration, raw floor, err error) {
	var running []*appender
	defer func() {
		for _, a := range running {
			err = errors.Join(err, a.close())
		}
	}()
	for range processes {
		a, err := startAppender(b.ctx, b.log, b.program, filepath.Join(b.dir, fmt.Sprintf("appends-%d", processes)))
		if err != nil {
			return nil, 0, floor{}, err
		}
		running = append(running, a)
	}
	return b.byTurnsWithRaw(appendedBytes, func(lasting time.Duration) ([]time.Duration, time.Duration, error) {
		return appendAtOnce(running, lasting)
	})
}

// appendAtOnce makes several processes append at the same time.
func appendAtOnce(running []*appender, lasting time.Duration) (times []time.Duration, took time.Duration, err error) {
	var busy sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	for _, a := range running {
		busy.Go(func() {
			mine, failed := a.append(lasting)
			mu.Lock()
			defer mu.Unlock()
			times, err = slices.Concat(times, mine), errors.Join(err, failed)
		})
	}
	busy.Wait()
	return times, time.Since(began), err
}

// appender is a process that appends to a store on request.
type appender struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *json.Decoder
}

func startAppender(ctx context.Context, stderr io.Writer, program, data string) (*appender, error) {
	command, in, out, err := startPiped(ctx, stderr, "", program, "bench", "append", "--data", data)
	if err != nil {
		return nil, err
	}
	return &appender{command, in, json.NewDecoder(out)}, nil
}

// append makes the process append for a time, and returns the time of each append.
func (a *appender) append(lasting time.Duration) (times []time.Duration, err error) {
	if _, err := fmt.Fprintln(a.in, lasting); err != nil {
		return nil, err
	}
	return times, a.out.Decode(&times)
}

func (a *appender) close() error { return errors.Join(a.in.Close(), a.command.Wait()) }

// appendCommand returns the command of the appender process. It reads durations, one a line, appends for each duration,
// and writes the times of the appends as a JSON list of nanoseconds.
func appendCommand() *cobra.Command {
	var data string
	c := &cobra.Command{Use: "append", Hidden: true, Args: cobra.NoArgs}
	c.Flags().StringVar(&data, "data", "", "folder of the event store")
	c.RunE = func(c *cobra.Command, _ []string) error {
		store, err := sqlite.Open(data, sqlite.Options{})
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		lines := bufio.NewScanner(c.InOrStdin())
		for lines.Scan() {
			lasting, err := time.ParseDuration(lines.Text())
			if err != nil {
				return err
			}
			times := []time.Duration{}
			for began := time.Now(); time.Since(began) < lasting; {
				start := time.Now()
				if err := appendOne(c.Context(), store); err != nil {
					return err
				}
				times = append(times, time.Since(start))
			}
			if err := json.NewEncoder(c.OutOrStdout()).Encode(times); err != nil {
				return err
			}
		}
		return lines.Err()
	}
	return c
}

// appendOne appends an event to the branch. It locks out other processes before it reads the head.
func appendOne(ctx context.Context, store *sqlite.Store) error {
	held, release, err := store.LockWrites(ctx, appendedStream, true)
	if err != nil {
		return err
	}
	defer release()
	expected := eventstore.NoStream
	head, err := store.Head(held, appendedStream)
	switch {
	case err == nil:
		expected = eventstore.At(head.Revision)
	case !errors.Is(err, eventstore.ErrStreamNotFound):
		return err
	}
	data := fmt.Sprintf(`{"filling":%q}`, strings.Repeat("x", appendedBytes-len(`{"filling":""}`)))
	_, err = store.Append(held, eventstore.Append{Stream: appendedStream,
		Expected: expected, Events: []eventstore.Event{
			{ID: uuid.NewString(), Type: "bench.appended", Schema: 1, Data: []byte(data)}}})
	return err
}
