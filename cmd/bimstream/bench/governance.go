package bench

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
)

// governed measures the cost of governance within one process. It measures the checks around a read. It also measures a
// change by an agent with a bounded scope, in turns with the same change by a person.
func (b *bench) governed() error {
	data := filepath.Join(b.dir, "governed")
	store, err := stores.OpenFolder(data)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	if err := LiftRates(b.ctx, store); err != nil {
		return err
	}
	person := mcp.LocalHuman()
	var servers []*mcp.Server
	for _, p := range []mcp.Principal{person, b.agent(person)} {
		s, err := b.build.Serve(store, data, p)
		if err != nil {
			return err
		}
		defer func() { _ = s.Close(b.ctx) }()
		servers = append(servers, s)
	}
	walls, model, err := b.twoWalls(servers[0])
	if err != nil {
		return err
	}
	if err := b.surround(servers[0], model); err != nil {
		return err
	}
	ping := func() error { return b.inProcess(servers[1], "server_ping", map[string]any{}) }
	n := 0
	change := func(by int) func() error {
		return func() error {
			n++
			return b.inProcess(servers[by], "modify_parameter",
				map[string]any{"model_id": model, "element_id": walls[by], "parameter_name": "thickness",
					"value": 100 + n%200, "dry_run": false, "reasoning": "measured"})
		}
	}
	// The reads are measured separately, because their records would become part of the appends of the agent's changes.
	reads, err := b.alternately(ping)
	if err != nil {
		return err
	}
	time.Sleep(time.Second) // wait for the last records of the reads
	times, err := b.alternately(change(0), change(1))
	if err != nil {
		return err
	}
	times = append(reads, times...)
	median := func(i int) float64 { return quantile(times[i], 0.5).Seconds() * 1000 }
	b.add(Figure{Name: "chain around a read of an agent, median", Value: median(0), Unit: "ms", Aim: "<= 0.2 ms"})
	b.add(Figure{Name: "change of an agent in a bounded scope, median", Value: median(2), Unit: "ms",
		Floor: "the same change of a person", FloorIs: median(1), Aim: "<= 1.15"})
	costs, err := b.costsAlternately(change(0), change(1))
	if err != nil {
		return err
	}
	b.add(Figure{Name: "change of an agent in a bounded scope, processor time", Value: costs[1], Unit: "ms",
		Floor: "that of the same change of a person", FloorIs: costs[0], Aim: "<= 1.15"})
	return nil
}

// surroundings is the number of elements around the two walls, so that a search for neighbours finds some.
const surroundings = 500

// surround creates short walls on a grid of half a metre by two metres around the two walls, and beyond.
func (b *bench) surround(s *mcp.Server, model string) error {
	const each, across = 50, 25
	for first := 0; first < surroundings; first += each {
		var operations []map[string]any
		for i := first; i < first+each; i++ {
			x, y := 500*(i%across)-3000, 2000*(i/across)-15_000
			operations = append(operations, map[string]any{"tool": "create_wall", "args": map[string]any{
				"level_id": "Ground", "start": []int{x, y + 300}, "end": []int{x, y + 1300}, "height": 2500,
				"thickness": 100}})
		}
		err := b.inProcess(s, "apply_batch", map[string]any{"model_id": model, "operations": operations})
		if err != nil {
			return err
		}
	}
	return nil
}

// costsAlternately runs functions in turns, ten times each, and returns the mean processor time of each in ms. The
// order of the turns changes. If one function leaves work behind, the cost of this work is thereby spread over all of
// them.
func (b *bench) costsAlternately(do ...func() error) ([]float64, error) {
	const each = 10
	sums, n := make([]time.Duration, len(do)), 0
	for began := time.Now(); time.Since(began) < b.lasting || n < 2; n++ {
		for i := range do {
			turn := (i + n) % len(do)
			before := processorTime()
			for range each {
				if err := do[turn](); err != nil {
					return nil, err
				}
			}
			sums[turn] += processorTime() - before
		}
	}
	out := make([]float64, len(do))
	for i, sum := range sums {
		out[i] = sum.Seconds() * 1000 / float64(each*n)
	}
	return out, nil
}

// agent returns a principal whose calls pass through every check and are never refused.
func (b *bench) agent(person mcp.Principal) mcp.Principal {
	many := mcp.Rate{PerMinute: 1_000_000, Burst: 1_000_000}
	far := geometry.FromMM(1_000_000)
	scope := mcp.Scope{Categories: []string{"wall"}, BranchPatterns: []string{"main"},
		Regions: []geometry.Box{{Min: geometry.Point3{X: -far, Y: -far, Z: -far},
			Max: geometry.Point3{X: far, Y: far, Z: far}}}}
	return mcp.Principal{ID: "bench", Kind: mcp.KindAgent, OnBehalfOf: person.ID,
		Permissions: map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpCreate: scope, mcp.OpModify: scope},
		Limits: mcp.Limits{MaxOperationsPerSession: 1_000_000,
			Rates: map[mcp.Category]mcp.Rate{mcp.CategoryRead: many, mcp.CategoryMutation: many,
				mcp.CategoryExecution: many}}}
}

func (b *bench) inProcess(s *mcp.Server, tool string, arguments map[string]any) error {
	text, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	if e := s.Call(b.ctx, tool, text); !e.Success {
		return fmt.Errorf("%s: %s", tool, e.Error.Message)
	}
	return nil
}

// twoWalls creates a model with two walls.
func (b *bench) twoWalls(s *mcp.Server) (walls [2]string, model string, err error) {
	make := func(tool string, arguments map[string]any) (id string) {
		if err != nil {
			return ""
		}
		if model != "" {
			arguments["model_id"] = model
		}
		text, failed := json.Marshal(arguments)
		e := s.Call(b.ctx, tool, text)
		var d struct {
			ModelID   string `json:"model_id"`
			ElementID string `json:"element_id"`
		}
		if err = failed; err == nil && !e.Success {
			err = fmt.Errorf("%s: %s", tool, e.Error.Message)
		}
		if err == nil {
			err = json.Unmarshal(e.Data, &d)
		}
		model = d.ModelID
		return d.ElementID
	}
	make("create_model", map[string]any{"name": "governed"})
	level := make("create_level", map[string]any{"name": "Ground", "elevation": 0})
	for i := range walls {
		walls[i] = make("create_wall", map[string]any{"level_id": level, "start": []int{0, 10_000 * i},
			"end": []int{5000, 10_000 * i}, "height": 2800, "thickness": 200})
	}
	return walls, model, err
}

// alternately runs functions in turns for the duration of a measurement, and returns the times of each.
func (b *bench) alternately(do ...func() error) ([][]time.Duration, error) {
	times := make([][]time.Duration, len(do))
	for began := time.Now(); time.Since(began) < b.lasting || len(times[0]) < 20; {
		for i, one := range do {
			at := time.Now()
			if err := one(); err != nil {
				return nil, err
			}
			times[i] = append(times[i], time.Since(at))
		}
	}
	return times, nil
}
