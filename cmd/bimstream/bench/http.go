package bench

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// teamClients and teamCalls are the size of a team: its clients, and the calls of each, one at a time.
const (
	teamClients = 50
	teamCalls   = 100
	// teamTurns is the number of rounds of a measurement. The ways of serving alternate, so that changes of the disk's
	// speed affect all of them alike.
	teamTurns = 4
)

// way is a way of serving a scene to a team.
type way struct {
	name  string
	round func(calls int, tool string, arguments func(caller int) string) ([]time.Duration, time.Duration, error)
	scene *scene

	times []time.Duration
	took  time.Duration
}

// http measures fifty clients over HTTP, each with a session and a connection. It compares them with as many callers
// over standard input and output, and with another build if one is given. Calls that change nothing and durable
// commands are measured separately.
func (b *bench) http() error {
	ways, stop, err := b.ways()
	defer stop()
	if err != nil {
		return err
	}
	for _, kind := range []struct {
		name, tool string
		arguments  func(s *scene, caller int) string
	}{
		{"calls that change nothing", "list_models", func(*scene, int) string { return "{}" }},
		{"durable commands", modifyTool, (*scene).modification},
	} {
		for turn := range teamTurns {
			for i := range ways {
				w := ways[(i+turn)%len(ways)]
				times, took, err := w.round(teamCalls/teamTurns, kind.tool,
					func(caller int) string { return kind.arguments(w.scene, caller) })
				if err != nil {
					return fmt.Errorf("%s: %w", w.name, err)
				}
				w.times, w.took = append(w.times, times...), w.took+took
			}
		}
		b.tellWays(kind.name, ways)
	}
	return nil
}

// tellWays adds the rate over HTTP as a ratio to the rate of each other way, with the times of both. It then clears the
// times.
func (b *bench) tellWays(kind string, ways []*way) {
	rate := func(w *way) float64 { return float64(len(w.times)) / w.took.Seconds() }
	mine := ways[0]
	for _, w := range ways[1:] {
		f := rateOf(fmt.Sprintf("50 clients x 100 %s over HTTP", kind), mine.times, mine.took)
		f.Note += fmt.Sprintf(", p99 %s ms; %s: median %s ms, p99 %s ms",
			brief(milliseconds(quantile(mine.times, 0.99))), w.name,
			brief(milliseconds(quantile(w.times, 0.5))), brief(milliseconds(quantile(w.times, 0.99))))
		f.Floor, f.FloorIs = w.name, rate(w)
		if w.name == besideName {
			f.Aim = ">= 1"
		}
		b.add(f)
	}
	for _, w := range ways {
		w.times, w.took = nil, 0
	}
}

const besideName = "the other build over HTTP"

// ways starts a server for each way of serving, each on a scene of its own.
func (b *bench) ways() (ways []*way, stop func(), err error) {
	var stops []func() error
	stop = func() {
		for _, s := range stops {
			_ = s() // the folder is removed too
		}
	}
	overHTTP := func(name, program string) error {
		s, err := b.scene(name, 1, teamClients)
		s.close()
		if err != nil {
			return err
		}
		server, err := b.startHTTP(program, s.data, nil, "--http-anonymous")
		if err != nil {
			return err
		}
		stops = append(stops, server.close)
		clients := make([]*wireClient, teamClients)
		for i := range clients {
			if clients[i], err = beginWire(b.ctx, server.address, ""); err != nil {
				return err
			}
			stops = append(stops, clients[i].conn.Close)
		}
		ways = append(ways, &way{name: name, scene: s,
			round: func(calls int, tool string, arguments func(int) string) ([]time.Duration, time.Duration, error) {
				return wireRound(clients, calls, tool, arguments)
			}})
		return nil
	}
	if err := overHTTP("over HTTP", b.program); err != nil {
		return ways, stop, err
	}
	s, err := b.scene("over pipes", 1, teamClients)
	if err != nil {
		s.close()
		return ways, stop, err
	}
	lines, stopLines, err := b.lineClients(s, 1)
	stops = append(stops, func() error { stopLines(); return nil })
	if err != nil {
		return ways, stop, err
	}
	ways = append(ways, &way{name: "50 callers over standard input and output", scene: s,
		round: func(calls int, tool string, arguments func(int) string) ([]time.Duration, time.Duration, error) {
			return lines[0].exchangeWhile(teamClients, func(made int) bool { return made < calls }, tool,
				func(caller, _ int) string { return arguments(caller) })
		}})
	if b.beside != "" {
		return ways, stop, overHTTP(besideName, b.beside)
	}
	return ways, stop, nil
}

// wireRound makes a number of calls with each client, all clients at the same time.
func wireRound(clients []*wireClient, calls int, tool string, arguments func(caller int) string) (times []time.Duration,
	took time.Duration, err error) {
	var busy sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	for i, c := range clients {
		busy.Go(func() {
			mine := make([]time.Duration, 0, calls)
			var failed error
			for range calls {
				at := time.Now()
				if failed = c.call(tool, arguments(i)); failed != nil {
					break
				}
				mine = append(mine, time.Since(at))
			}
			mu.Lock()
			defer mu.Unlock()
			times, err = slices.Concat(times, mine), errors.Join(err, failed)
		})
	}
	busy.Wait()
	return times, time.Since(began), err
}
