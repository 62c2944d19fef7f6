package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// sharing is a set of instances on one server, each with a folder of its own, that use up the operations of one
// principal.
type sharing struct {
	t          *testing.T
	connection string
	model, who string
	limit      int
	calls      atomic.Int64
	done       atomic.Int64
}

// startSharing creates a model on a new server, and an agent with a limit of operations.
func startSharing(t *testing.T, limit int, rates arguments) *sharing {
	t.Helper()
	w := &sharing{t: t, connection: startDouble(t, double.Options{}).URL(), limit: limit}
	w.model = w.launch(t.TempDir(), principal(t, "ann", "human", "", nil)).
		do("create_model", arguments{"name": "Shared"}).ModelID
	w.who = principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false,
		"limits": arguments{"max_operations_per_session": limit, "rates": rates}})
	return w
}

// noRates returns unlimited rates.
func noRates() arguments {
	free := arguments{"per_minute": -1, "burst": 0}
	return arguments{"read": free, "mutation": free, "execution": free}
}

// launch starts a process of an instance.
func (w *sharing) launch(data, who string) *server {
	w.t.Helper()
	file := filepath.Join(w.t.TempDir(), "store")
	if err := os.WriteFile(file, []byte(w.connection), 0o600); err != nil {
		w.t.Fatal(err)
	}
	s, err := launch(w.t, environment(who), program(w.t), "mcp", "all", "--tools", "full", "--data", data, "--store",
		"@"+file)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(s.close)
	return s
}

// use makes at most a given number of changes, and waits whenever the server asks for it. It returns the number of
// changes made, and reports whether the process was killed.
func (w *sharing) use(s *server, most int) (done int, killed bool) {
	for wait := 0; done < most; {
		a, err := s.try("define_material", arguments{"model_id": w.model,
			"name": fmt.Sprint("m", w.calls.Add(1)), "reasoning": "r"})
		switch {
		case err != nil:
			return done, true
		case a.Success:
			done++
			w.done.Add(1)
		case a.code() == 1204:
			return done, false
		case a.code() == 1202 && wait < 20:
			wait++
			time.Sleep(300 * time.Millisecond)
		default:
			w.t.Errorf("%s", a.Text)
			return done, false
		}
	}
	return done, false
}

// TestLimitsHoldOverInstances lets two instances of two processes each use up the operations of one principal. Each
// process is killed after some calls, and another one continues in its folder. Exactly as many operations as the limit
// must succeed.
func TestLimitsHoldOverInstances(t *testing.T) {
	t.Parallel()
	w := startSharing(t, 90, noRates())
	var group sync.WaitGroup
	for range 2 {
		data := t.TempDir()
		for range 2 {
			group.Go(func() {
				s := w.launch(data, w.who)
				w.use(s, 9)
				s.kill()
				w.use(w.launch(data, w.who), w.limit)
			})
		}
	}
	group.Wait()
	if int(w.done.Load()) != w.limit {
		t.Errorf("%d operations passed, the limit is %d", w.done.Load(), w.limit)
	}
}

// TestAnInstanceThatHoldsOperations lets one instance hold borrowed operations while another instance uses up all that
// it can get. An idle instance must return its operations. A killed instance keeps them, and must use them after a
// restart.
func TestAnInstanceThatHoldsOperations(t *testing.T) {
	t.Parallel()
	w := startSharing(t, 64, noRates())
	folder := t.TempDir()
	idle, busy, dead := w.launch(t.TempDir(), w.who), w.launch(t.TempDir(), w.who), w.launch(folder, w.who)
	const held = 6 // of a block of 7, the eighth part of what the first block of 8 has left
	w.use(idle, 1)
	w.use(dead, 1)
	dead.kill()
	var health struct {
		Operations struct {
			PerSession int `json:"per_session"`
			Remaining  int
		}
	}
	busy.must("server_health", nil, &health)
	if health.Operations.PerSession != 64 || health.Operations.Remaining != 64-8-7 {
		t.Errorf("what is left: %+v", health)
	}
	if n, _ := w.use(busy, w.limit); n != w.limit-2-held {
		t.Errorf("%d operations beside 2 and %d that are held", n, held)
	}
	if n, _ := w.use(idle, w.limit); n != 0 {
		t.Errorf("the idle one has %d more", n)
	}
	if n, _ := w.use(w.launch(folder, w.who), w.limit); n != held {
		t.Errorf("the one that was killed has %d more, not %d", n, held)
	}
}

// TestLimitsHoldThroughKillsOfInstances kills the processes of two instances at random moments. The operations must
// never exceed the limit. If fewer are done, a killed process held the others while it borrowed or returned them.
func TestLimitsHoldThroughKillsOfInstances(t *testing.T) {
	t.Parallel()
	limit, kills := 120, 3
	if soak() {
		limit, kills = 2000, 40
	}
	w := startSharing(t, limit, noRates())
	number := seed(t)
	var killed atomic.Int64
	var group sync.WaitGroup
	for instance := range 2 {
		data := t.TempDir()
		for process := range 2 {
			group.Go(func() {
				random := rand.New(rand.NewPCG(number, uint64(2*instance+process)))
				for range kills {
					s := w.launch(data, w.who)
					time.AfterFunc(time.Duration(random.IntN(200_000))*time.Microsecond,
						func() { _ = s.command.Process.Kill() })
					if _, dead := w.use(s, limit); dead {
						killed.Add(1)
					}
					s.kill()
				}
				w.use(w.launch(data, w.who), limit)
			})
		}
	}
	group.Wait()
	const block = 32 // most operations that are borrowed at once
	defined := w.defined()
	if defined > limit || int64(limit-defined) > killed.Load()*(block+1) {
		t.Errorf("%d operations were done of %d, %d processes were killed in a call", defined, limit, killed.Load())
	}
	t.Logf("%d of %d operations done, %d processes killed in a call", defined, limit, killed.Load())
}

// defined counts the changes in the log.
func (w *sharing) defined() (n int) {
	file := filepath.Join(w.t.TempDir(), "store")
	if err := os.WriteFile(file, []byte(w.connection), 0o600); err != nil {
		w.t.Fatal(err)
	}
	for line := range strings.Lines(mustRun(w.t, "events", "--all", "--store", "@"+file, "--data", w.t.TempDir())) {
		if strings.Contains(line, `"type":"material.defined"`) {
			n++
		}
	}
	return n
}

// TestRatesHoldOverInstances calls two instances as fast as they answer. Together they must accept no more calls than a
// single instance would.
func TestRatesHoldOverInstances(t *testing.T) {
	t.Parallel()
	const burst, perMinute = 16, 120
	rates := noRates()
	rates["read"] = arguments{"per_minute": perMinute, "burst": burst}
	w := startSharing(t, 10, rates)
	servers := []*server{w.launch(t.TempDir(), w.who), w.launch(t.TempDir(), w.who)}
	var passed atomic.Int64
	began := time.Now()
	var group sync.WaitGroup
	for _, s := range servers {
		group.Go(func() {
			for time.Since(began) < 4*time.Second {
				switch a := s.ask("server_ping", nil); {
				case a.Success:
					passed.Add(1)
				case a.code() == 1202 && a.Error.Retryable && a.Error.Data["retry_after_s"] != nil:
					time.Sleep(20 * time.Millisecond)
				default:
					t.Errorf("%s", a.Text)
					return
				}
			}
		})
	}
	group.Wait()
	most := burst + int64(time.Since(began).Minutes()*perMinute) + 1
	if passed.Load() > most || passed.Load() < burst/2 {
		t.Errorf("%d calls passed, at most %d may", passed.Load(), most)
	}
}
