package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/mcp/client"
)

// rawWrites answers how many records of a size can be appended to a file and flushed in a second: what no durable store
// can surpass.
func (b *bench) rawWrites(size int) (float64, error) {
	f, err := os.Create(filepath.Join(b.dir, "raw"))
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	record := make([]byte, size)
	n, began := 0, time.Now()
	for time.Since(began) < b.lasting {
		if _, err := f.Write(record); err != nil {
			return 0, err
		}
		if err := flushData(f); err != nil {
			return 0, err
		}
		n++
	}
	return float64(n) / time.Since(began).Seconds(), nil
}

// bytesPerCommand answers how many bytes the events of one command have, with those of its audit, after n commands that
// followed a position of the store.
func (b *bench) bytesPerCommand(data string, after uint64, n int) (int, error) {
	store, err := sqlite.Open(data, sqlite.Options{})
	if err != nil {
		return 0, err
	}
	defer func() { _ = store.Close() }()
	size := 0
	for r, err := range store.ReadAll(b.ctx, after) {
		if err != nil {
			return 0, err
		}
		size += len(r.Data) + len(r.Meta)
	}
	return size / max(1, n), nil
}

func (b *bench) position(data string) (uint64, error) {
	store, err := sqlite.Open(data, sqlite.Options{})
	if err != nil {
		return 0, err
	}
	defer func() { _ = store.Close() }()
	return store.Position(b.ctx)
}

// scene is a model with a wall for each caller, and servers on it.
type scene struct {
	data    string
	servers []*client.Client
	model   string
	walls   []string
}

func (b *bench) scene(name string, servers, walls int) (*scene, error) {
	s := &scene{data: filepath.Join(b.dir, name)}
	for range servers {
		c, err := client.Start(b.ctx, b.log, nil, b.program, "mcp", "all", "--data", s.data)
		if err != nil {
			return s, err
		}
		s.servers = append(s.servers, c)
	}
	var model struct {
		Data struct {
			ModelID string `json:"model_id"`
		} `json:"data"`
	}
	if err := ask(b.ctx, s.servers[0], "create_model", map[string]any{"name": name}, &model); err != nil {
		return s, err
	}
	s.model = model.Data.ModelID
	level, err := s.create(b.ctx, "create_level", map[string]any{"name": "Ground", "elevation": 0})
	if err != nil {
		return s, err
	}
	for i := range walls {
		y := 10_000 * i
		id, err := s.create(b.ctx, "create_wall", map[string]any{"level_id": level, "start": []int{0, y}, "end": []int{5000, y}, "height": 2800, "thickness": 200})
		if err != nil {
			return s, err
		}
		s.walls = append(s.walls, id)
	}
	return s, nil
}

// create calls a tool that makes an element and answers its id.
func (s *scene) create(ctx context.Context, tool string, arguments map[string]any) (string, error) {
	arguments["model_id"] = s.model
	var answer struct {
		Data struct {
			Events []struct {
				ElementID string `json:"element_id"`
			} `json:"events"`
		} `json:"data"`
	}
	if err := ask(ctx, s.servers[0], tool, arguments, &answer); err != nil {
		return "", err
	}
	if len(answer.Data.Events) == 0 {
		return "", fmt.Errorf("%s made nothing", tool)
	}
	return answer.Data.Events[0].ElementID, nil
}

func (s *scene) close() {
	for _, c := range s.servers {
		_ = c.Close()
	}
}

// modify changes the thickness of a wall through a server.
func (s *scene) modify(ctx context.Context, server *client.Client, wall string, n int) error {
	var answer json.RawMessage
	return ask(ctx, server, "modify_parameter", map[string]any{
		"model_id": s.model, "element_id": wall, "parameter_name": "thickness", "value": 200 + n%2*50}, &answer)
}

// repeat calls f from a number of callers at the same time for as long as a measurement lasts, and answers the time of
// each call and of all.
func (b *bench) repeat(callers int, f func(caller, n int) error) (times []time.Duration, took time.Duration, err error) {
	var busy sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	for caller := range callers {
		busy.Go(func() {
			for n := 0; time.Since(began) < b.lasting; n++ {
				start := time.Now()
				failed := f(caller, n)
				mu.Lock()
				times = append(times, time.Since(start))
				if failed != nil {
					err = failed
				}
				mu.Unlock()
				if failed != nil {
					return
				}
			}
		})
	}
	busy.Wait()
	return times, time.Since(began), err
}

// commands measures single and concurrent durable commands, and the call that does nothing.
func (b *bench) commands() error {
	const callers = 8
	s, err := b.scene("commands", 1, callers)
	defer s.close()
	if err != nil {
		return err
	}
	server := s.servers[0]
	calls, took, err := b.repeat(1, func(int, int) error {
		var answer json.RawMessage
		return ask(b.ctx, server, "list_models", map[string]any{}, &answer)
	})
	if err != nil {
		return err
	}
	b.add(figure{Name: "call that changes nothing", Value: float64(len(calls)) / took.Seconds(), Unit: "/s",
		Note: fmt.Sprintf("median %s ms", brief(milliseconds(quantile(calls, 0.5))))})
	before, err := b.position(s.data)
	if err != nil {
		return err
	}
	single, took, err := b.repeat(1, func(_, n int) error { return s.modify(b.ctx, server, s.walls[0], n) })
	if err != nil {
		return err
	}
	rate := float64(len(single)) / took.Seconds()
	size, err := b.bytesPerCommand(s.data, before, len(single))
	if err != nil {
		return err
	}
	raw, err := b.rawWrites(size)
	if err != nil {
		return err
	}
	b.add(figure{Name: "durable command by tool call", Value: rate, Unit: "/s", Floor: fmt.Sprintf("write+fdatasync of %d bytes", size), FloorIs: raw, Aim: ">= 0.6",
		Note: fmt.Sprintf("median %s ms", brief(milliseconds(quantile(single, 0.5))))})
	many, took, err := b.repeat(callers, func(caller, n int) error { return s.modify(b.ctx, server, s.walls[caller], n) })
	if err != nil {
		return err
	}
	b.add(figure{Name: "8 concurrent commands in one process", Value: float64(len(many)) / took.Seconds(), Unit: "/s", Floor: "single command", FloorIs: rate, Aim: ">= 3"})
	return nil
}

// processes measures four servers that write one branch.
func (b *bench) processes() error {
	const servers = 4
	s, err := b.scene("processes", servers, servers)
	defer s.close()
	if err != nil {
		return err
	}
	before, err := b.position(s.data)
	if err != nil {
		return err
	}
	times, took, err := b.repeat(servers, func(caller, n int) error { return s.modify(b.ctx, s.servers[caller], s.walls[caller], n) })
	if err != nil {
		return err
	}
	size, err := b.bytesPerCommand(s.data, before, len(times))
	if err != nil {
		return err
	}
	raw, err := b.rawWrites(size)
	if err != nil {
		return err
	}
	b.add(figure{Name: "4 processes on one branch, together", Value: float64(len(times)) / took.Seconds(), Unit: "/s", Floor: fmt.Sprintf("write+fdatasync of %d bytes", size), FloorIs: raw, Aim: ">= 0.5"})
	b.add(figure{Name: "4 processes on one branch, worst wait", Value: milliseconds(quantile(times, 1)), Unit: "ms", Aim: "<= 100",
		Note: fmt.Sprintf("p99 %s ms, median %s ms", brief(milliseconds(quantile(times, 0.99))), brief(milliseconds(quantile(times, 0.5))))})
	return nil
}
