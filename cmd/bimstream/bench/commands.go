package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/mcp/client"
)

// rawWrites appends records of a size to a file and flushes each, for a time, and returns their number. No durable
// store can be faster.
func (b *bench) rawWrites(size int, lasting time.Duration) (n int, took time.Duration, err error) {
	f, err := os.Create(filepath.Join(b.dir, "raw"))
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = f.Close() }()
	record := make([]byte, size)
	began := time.Now()
	for time.Since(began) < lasting {
		if _, err := f.Write(record); err != nil {
			return 0, 0, err
		}
		if err := flushData(f); err != nil {
			return 0, 0, err
		}
		n++
	}
	return n, time.Since(began), nil
}

// bytesPerCommand returns how many bytes one command writes, including its audit, as the mean of n commands after a
// position of the store.
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

// scene is a model with a wall for each caller, and servers for it.
type scene struct {
	data    string
	servers []*client.Client
	model   string
	walls   []string
	changes []int // number of changes of each wall
}

func (b *bench) scene(name string, servers, walls int) (*scene, error) {
	s := &scene{data: filepath.Join(b.dir, name)}
	if err := b.liftRates(s.data); err != nil {
		return s, err
	}
	for range servers {
		c, err := client.Start(b.ctx, b.log, []string{stores.StoreVariable + "="}, b.program, "mcp", "all", "--data",
			s.data)
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
	if err := s.servers[0].Ask(b.ctx, "create_model", map[string]any{"name": name}, &model); err != nil {
		return s, err
	}
	s.model = model.Data.ModelID
	level, err := s.create(b.ctx, "create_level", map[string]any{"name": "Ground", "elevation": 0})
	if err != nil {
		return s, err
	}
	for i := range walls {
		y := 10_000 * i
		id, err := s.create(b.ctx, "create_wall", map[string]any{"level_id": level, "start": []int{0, y},
			"end": []int{5000, y}, "height": 2800, "thickness": 200})
		if err != nil {
			return s, err
		}
		s.walls, s.changes = append(s.walls, id), append(s.changes, 0)
	}
	return s, nil
}

// create calls a tool that creates an element and returns its id.
func (s *scene) create(ctx context.Context, tool string, arguments map[string]any) (string, error) {
	arguments["model_id"] = s.model
	var answer struct {
		Data struct {
			ElementID string `json:"element_id"`
		} `json:"data"`
	}
	if err := s.servers[0].Ask(ctx, tool, arguments, &answer); err != nil {
		return "", err
	}
	if answer.Data.ElementID == "" {
		return "", fmt.Errorf("%s made nothing", tool)
	}
	return answer.Data.ElementID, nil
}

func (s *scene) close() {
	for _, c := range s.servers {
		_ = c.Close()
	}
	s.servers = nil
}

// modify changes the thickness of a wall through a server.
func (s *scene) modify(ctx context.Context, server *client.Client, wall int) error {
	var answer json.RawMessage
	return server.Ask(ctx, modifyTool, map[string]any{
		"model_id": s.model, "element_id": s.walls[wall], "parameter_name": "thickness",
		"value": s.nextThickness(wall)}, &answer)
}

const modifyTool = "modify_parameter"

// modification returns the arguments of modify as JSON.
func (s *scene) modification(wall int) string {
	return fmt.Sprintf(`{"model_id":%q,"element_id":%q,"parameter_name":"thickness","value":%d}`, s.model,
		s.walls[wall], s.nextThickness(wall))
}

// nextThickness returns a thickness that differs from the last one. Each wall has only one caller.
func (s *scene) nextThickness(wall int) int {
	s.changes[wall]++
	return 200 + s.changes[wall]%2*50
}

// lineClients closes the servers of the scene, and starts servers with clients that speak in lines.
func (b *bench) lineClients(s *scene, servers int) (clients []*lineClient, stop func(), err error) {
	s.close()
	stop = func() {
		for _, c := range clients {
			_ = c.close()
		}
	}
	for range servers {
		c, err := startLines(b.ctx, b.log, "", b.program, "mcp", "all", "--data", s.data)
		if err != nil {
			return clients, stop, err
		}
		clients = append(clients, c)
	}
	return clients, stop, nil
}

// repeat calls f from several callers at the same time for the duration of a measurement. It returns the time of each
// call and the total time.
func (b *bench) repeat(callers int, f func(caller, n int) error) (times []time.Duration,
	took time.Duration, err error) {
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

// commands measures single and concurrent durable commands, and a call that changes nothing. The first figures include
// a client of the protocol, as users have it. The other figures measure only the server, with plain lines as input and
// output.
func (b *bench) commands() error {
	const callers = 8
	s, err := b.scene("commands", 1, callers)
	defer s.close()
	if err != nil {
		return err
	}
	if err := b.commandsOfClient(s); err != nil {
		return err
	}
	clients, stop, err := b.lineClients(s, 1)
	defer stop()
	if err != nil {
		return err
	}
	server := clients[0]
	nothing, took, err := server.exchange(1, b.lasting, "list_models", func(int, int) string { return "{}" })
	if err != nil {
		return err
	}
	idle := rateOf("call that changes nothing", nothing, took)
	b.add(idle)
	modification := func(caller, _ int) string { return s.modification(caller) }
	single, took, raw, err := b.besideRaw(s.data, func(lasting time.Duration) ([]time.Duration, time.Duration, error) {
		return server.exchange(1, lasting, modifyTool, modification)
	})
	if err != nil {
		return err
	}
	durable := rateOf("durable command by tool call", single, took)
	durable.Floor, durable.FloorIs, durable.Aim = raw.what, raw.rate, ">= 0.6"
	b.add(durable)
	b.add(Figure{Name: "a call that changes nothing, then a raw write", Value: 1 / (1/idle.Value + 1/raw.rate),
		Unit: "/s", Floor: raw.what, FloorIs: raw.rate,
		Note: "computed, to compare with"})
	many, took, err := server.exchange(callers, b.lasting, modifyTool, modification)
	if err != nil {
		return err
	}
	concurrent := rateOf("8 concurrent commands in one process", many, took)
	concurrent.Floor, concurrent.FloorIs, concurrent.Aim = "single command", durable.Value, ">= 3"
	b.add(concurrent)
	return nil
}

// commandsOfClient measures calls through the client library of the demonstration.
func (b *bench) commandsOfClient(s *scene) error {
	server := s.servers[0]
	calls, took, err := b.repeat(1, func(int, int) error {
		var answer json.RawMessage
		return server.Ask(b.ctx, "list_models", map[string]any{}, &answer)
	})
	if err != nil {
		return err
	}
	b.add(rateOf("call that changes nothing, with a client library", calls, took))
	single, took, err := b.repeat(1, func(int, int) error { return s.modify(b.ctx, server, 0) })
	if err != nil {
		return err
	}
	b.add(rateOf("durable command, with a client library", single, took))
	many, took, err := b.repeat(len(s.walls), func(caller, _ int) error { return s.modify(b.ctx, server, caller) })
	if err != nil {
		return err
	}
	b.add(rateOf("8 concurrent commands, with a client library", many, took))
	return nil
}

// rateOf returns the figure of calls from the time of each call and the total time.
func rateOf(name string, calls []time.Duration, took time.Duration) Figure {
	return Figure{Name: name, Value: float64(len(calls)) / took.Seconds(), Unit: "/s",
		Note: fmt.Sprintf("median %s ms", brief(milliseconds(quantile(calls, 0.5))))}
}

// floor is the rate that commands are compared with.
type floor struct {
	what string
	rate float64
}

// rawTurns is how often commands and raw writes take turns. A disk's speed changes from second to second, and turns let
// both run at the same speeds.
const rawTurns = 8

// besideRaw runs commands for the duration of a measurement, in turns with raw writes of the same size for the same
// time.
func (b *bench) besideRaw(data string, run func(lasting time.Duration) ([]time.Duration, time.Duration,
	error)) (times []time.Duration, took time.Duration, raw floor, err error) {
	size, err := b.commandSize(data, run)
	if err != nil {
		return nil, 0, floor{}, err
	}
	return b.byTurnsWithRaw(size, run)
}

func (b *bench) byTurnsWithRaw(size int, run func(lasting time.Duration) ([]time.Duration, time.Duration,
	error)) (times []time.Duration, took time.Duration, raw floor, err error) {
	written, writing := 0, time.Duration(0)
	for range rawTurns {
		mine, lasted, err := run(b.lasting / rawTurns)
		if err != nil {
			return nil, 0, floor{}, err
		}
		times, took = append(times, mine...), took+lasted
		n, lasted, err := b.rawWrites(size, b.lasting/rawTurns)
		if err != nil {
			return nil, 0, floor{}, err
		}
		written, writing = written+n, writing+lasted
	}
	return times, took, floor{fmt.Sprintf("write+fdatasync of %d bytes", size),
		float64(written) / writing.Seconds()}, nil
}

// commandSize returns how many bytes a command writes. It runs some commands first, because they also write the records
// of earlier calls.
func (b *bench) commandSize(data string, run func(lasting time.Duration) ([]time.Duration, time.Duration, error)) (int,
	error) {
	if _, _, err := run(b.lasting / rawTurns); err != nil {
		return 0, err
	}
	before, err := b.position(data)
	if err != nil {
		return 0, err
	}
	times, _, err := run(b.lasting / rawTurns)
	if err != nil {
		return 0, err
	}
	return b.bytesPerCommand(data, before, len(times))
}

// processes measures four servers that write to one branch.
func (b *bench) processes() error {
	const servers = 4
	s, err := b.scene("processes", 1, servers)
	defer s.close()
	if err != nil {
		return err
	}
	clients, stop, err := b.lineClients(s, servers)
	defer stop()
	if err != nil {
		return err
	}
	times, took, raw, err := b.besideRaw(s.data, func(lasting time.Duration) ([]time.Duration, time.Duration, error) {
		return atOnce(clients, lasting, modifyTool, func(client, _ int) string { return s.modification(client) })
	})
	if err != nil {
		return err
	}
	together := rateOf("4 processes on one branch, together", times, took)
	together.Floor, together.FloorIs, together.Aim, together.Note = raw.what, raw.rate, ">= 0.5", ""
	b.add(together)
	b.add(Figure{Name: "4 processes on one branch, worst wait",
		Value: milliseconds(quantile(times, 1)), Unit: "ms", Aim: "<= 100",
		Note: fmt.Sprintf("p99 %s ms, median %s ms", brief(milliseconds(quantile(times, 0.99))),
			brief(milliseconds(quantile(times, 0.5))))})
	return nil
}
