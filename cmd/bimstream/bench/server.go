package bench

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/mcp/client"
)

const (
	// serverProcesses is how many processes write at the same time.
	serverProcesses = 8
	// serverWarming is how long the processes write before the measurement, to warm up connections, subscriptions and
	// the first model.
	serverWarming = 300 * time.Millisecond
)

// serverBench measures processes of this program that share a store on a server. Each has its own mirror, as if it ran
// on a machine of its own.
type serverBench struct {
	*bench
	processes []*lineClient
	bare      *bareClient
	walls     []int // created so far by each process
}

// benchBranch is the branch that a process writes to.
type benchBranch struct{ model, level string }

// server measures a store on a server: one process compared with the bare client library, and eight processes compared
// with one.
func (b *bench) server() (err error) {
	_, _ = console.Say(b.log, "measuring processes on a server\n")
	b.store = kurrentdb.InNamespace(b.store, "bench."+strings.ToLower(rand.Text()[:8]))
	s := &serverBench{bench: b, walls: make([]int, serverProcesses)}
	defer func() { err = errors.Join(err, s.close()) }()
	if _, err := s.standing(); err != nil {
		return err
	}
	branches, err := s.branches(2 + serverProcesses)
	if err != nil {
		return err
	}
	if err := s.start(1); err != nil {
		return err
	}
	before, err := s.alone(branches[0])
	if err != nil {
		return err
	}
	if err := s.start(serverProcesses - 1); err != nil {
		return err
	}
	one, err := s.oneBranch(branches[0])
	if err != nil {
		return err
	}
	many, err := s.manyModels(branches[2:])
	if err != nil {
		return err
	}
	if err := s.stop(serverProcesses - 1); err != nil {
		return err
	}
	after, err := s.aloneAgain(branches[1])
	if err != nil {
		return err
	}
	for _, figures := range [][]Figure{one, many} { // the speed of the machine changes from minute to minute
		figures[0].Floor, figures[0].FloorIs = "one process alone, before and after", (before+after)/2
		for _, f := range figures {
			s.add(f)
		}
	}
	return nil
}

// branches creates models with a level and returns their main branches.
func (s *serverBench) branches(n int) (out []benchBranch, err error) {
	if err := s.liftRates(); err != nil {
		return nil, err
	}
	c, err := client.Start(s.ctx, io.Discard, []string{stores.StoreVariable + "=" + s.store}, s.program, "mcp", "all",
		"--data", filepath.Join(s.dir, "setup"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	for i := range n {
		made := scene{servers: []*client.Client{c}}
		var model struct {
			Data struct {
				ModelID string `json:"model_id"`
			} `json:"data"`
		}
		if err := c.Ask(s.ctx, "create_model", map[string]any{"name": fmt.Sprint("bench ", i)}, &model); err != nil {
			return nil, err
		}
		made.model = model.Data.ModelID
		level, err := made.create(s.ctx, "create_level", map[string]any{"name": "Ground", "elevation": 0})
		if err != nil {
			return nil, err
		}
		out = append(out, benchBranch{made.model, level})
	}
	return out, nil
}

func (s *serverBench) start(n int) error {
	for range n {
		data := filepath.Join(s.dir, fmt.Sprint("machine", len(s.processes)))
		c, err := startLines(s.ctx, io.Discard, s.store, s.program, "mcp", "all", "--data", data)
		if err != nil {
			return err
		}
		s.processes = append(s.processes, c)
	}
	return nil
}

// stop ends the last n processes.
func (s *serverBench) stop(n int) error {
	var errs []error
	for _, c := range s.processes[len(s.processes)-n:] {
		errs = append(errs, c.close())
	}
	s.processes = s.processes[:len(s.processes)-n]
	return errors.Join(errs...)
}

// wall returns the arguments to create the next wall of a process. The wall touches no other wall.
func (s *serverBench) wall(process int, at benchBranch) string {
	const row = 40
	n := s.walls[process]
	s.walls[process]++
	x, y := 6000*(n%row), 400_000*process+1000*(n/row)
	return fmt.Sprintf(`{"model_id":%q,"level_id":%q,"start":[%d,%d],"end":[%d,%d],"height":2800,"thickness":200}`,
		at.model, at.level, x, y, x+5000, y)
}

// alone measures one process in turns with the bare client library. The library appends equally many events of the same
// sizes.
func (s *serverBench) alone(at benchBranch) (rate float64, err error) {
	run := func(lasting time.Duration) ([]time.Duration, time.Duration, error) {
		return s.processes[0].exchange(1, lasting, "create_wall", func(int, int) string { return s.wall(0, at) })
	}
	if _, _, err := run(serverWarming); err != nil {
		return 0, err
	}
	if err := s.measureCommand(run); err != nil {
		return 0, err
	}
	var times, floors []time.Duration
	var took, bareTook time.Duration
	for range rawTurns {
		mine, lasted, err := run(s.lasting / rawTurns)
		if err != nil {
			return 0, err
		}
		times, took = append(times, mine...), took+lasted
		bare, lasted, err := s.bareAppends(s.lasting / rawTurns)
		if err != nil {
			return 0, err
		}
		floors, bareTook = append(floors, bare...), bareTook+lasted
	}
	f := rateOf("command of one process on a server", times, took)
	f.Floor = fmt.Sprintf("the client alone, %d events of the same sizes an append, median %s ms", len(s.bare.events),
		brief(milliseconds(quantile(floors, 0.5))))
	f.FloorIs, f.Aim = float64(len(floors))/bareTook.Seconds(), ">= 0.75"
	s.add(f)
	return f.Value, nil
}

// aloneAgain measures one process once more, after the other measurements.
func (s *serverBench) aloneAgain(at benchBranch) (rate float64, err error) {
	var times []time.Duration
	var took time.Duration
	for _, lasting := range []time.Duration{serverWarming, s.lasting} {
		times, took, err = s.processes[0].exchange(1, lasting, "create_wall",
			func(int, int) string { return s.wall(0, at) })
		if err != nil {
			return 0, err
		}
	}
	return float64(len(times)) / took.Seconds(), nil
}

// measureCommand finds out which events a command writes, so that the bare client can write the same.
func (s *serverBench) measureCommand(run func(time.Duration) ([]time.Duration, time.Duration, error)) error {
	before, err := s.standing()
	if err != nil {
		return err
	}
	times, _, err := run(serverWarming)
	if err != nil {
		return err
	}
	after, err := s.standing()
	if err != nil {
		return err
	}
	s.bare, err = openBare(s.ctx, s.store, after.Log, int(after.LogEvents-before.LogEvents)/max(1, len(times)))
	return err
}

// standing returns the current state of the log. It connects to the server only for this call.
func (s *serverBench) standing() (h kurrentdb.Health, err error) {
	follower, err := kurrentdb.Open(s.store, kurrentdb.Options{MirrorDir: filepath.Join(s.dir, "follower")})
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, follower.Close()) }()
	if err := follower.Connect(s.ctx); err != nil {
		return h, err
	}
	return follower.Health(s.ctx)
}

func (s *serverBench) bareAppends(lasting time.Duration) (times []time.Duration, took time.Duration, err error) {
	began := time.Now()
	for time.Since(began) < lasting {
		start := time.Now()
		if err := s.bare.append(s.ctx); err != nil {
			return nil, 0, err
		}
		times = append(times, time.Since(start))
	}
	return times, time.Since(began), nil
}

// oneBranch measures all processes on one branch. The first figure is their total rate.
func (s *serverBench) oneBranch(at benchBranch) ([]Figure, error) {
	run := func(lasting time.Duration) ([]time.Duration, time.Duration, error) {
		return atOnce(s.processes, lasting, "create_wall", func(process, _ int) string { return s.wall(process, at) })
	}
	if _, _, err := run(serverWarming); err != nil {
		return nil, err
	}
	before, err := s.standing()
	if err != nil {
		return nil, err
	}
	times, took, err := run(s.lasting)
	if err != nil {
		return nil, err
	}
	after, err := s.standing()
	if err != nil {
		return nil, err
	}
	f := rateOf(fmt.Sprintf("%d processes on one branch of a server, together", serverProcesses), times, took)
	f.Aim = ">= 0.9"
	return []Figure{
		f,
		{Name: "99 % of these within", Value: milliseconds(quantile(times, 0.99)), Unit: "ms",
			Floor: "median", FloorIs: milliseconds(quantile(times, 0.5)), Aim: "<= 10"},
		{Name: "worst wait of these", Value: milliseconds(quantile(times, 1)), Unit: "ms", Aim: "< 2000"},
		{Name: "void appends of these", Value: float64(after.VoidAppends - before.VoidAppends),
			Floor: "commands", FloorIs: float64(len(times)), Aim: "<= 1"},
	}, nil
}

// manyModels measures each process on a model of its own. The first figure is their total rate.
func (s *serverBench) manyModels(at []benchBranch) ([]Figure, error) {
	run := func(lasting time.Duration) ([]time.Duration, time.Duration, error) {
		return atOnce(s.processes, lasting, "create_wall",
			func(process, _ int) string { return s.wall(process, at[process]) })
	}
	if _, _, err := run(serverWarming); err != nil {
		return nil, err
	}
	times, took, err := run(s.lasting)
	if err != nil {
		return nil, err
	}
	f := rateOf(fmt.Sprintf("%d processes on a model each of a server, together", serverProcesses), times, took)
	f.Aim = ">= 4"
	return []Figure{f, {Name: "99 % of these within", Value: milliseconds(quantile(times, 0.99)), Unit: "ms",
		Floor: "median", FloorIs: milliseconds(quantile(times, 0.5)), Aim: "<= 10"}}, nil
}

func (s *serverBench) close() error {
	var errs []error
	for _, c := range s.processes {
		errs = append(errs, c.close())
	}
	if s.bare != nil {
		s.bare.close()
	}
	return errors.Join(errs...)
}
