package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"
)

// using is a principal whose operations four processes and their successors use up.
type using struct {
	t           *testing.T
	data, model string
	who         string
	mu          sync.Mutex
	answered    map[string]bool // names of materials whose definition was acknowledged
	unknown     []string        // names in calls that a killed process did not answer
}

// call makes one call, and reports whether the process is alive and operations are left.
func (w *using) call(s *server, name string) bool {
	a, err := s.try("define_material", arguments{"model_id": w.model, "name": name, "reasoning": "r"})
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err != nil:
		w.unknown = append(w.unknown, name)
	case a.Success:
		w.answered[name] = true
		return true
	case a.code() != 1204:
		w.t.Errorf("%s", a.Text)
	}
	return false
}

// work lets one process after the other make changes and kills each at a random moment. The last one is not killed and
// continues until no operations are left.
func (w *using) work(worker string, kills int, random *rand.Rand) {
	for i := range kills + 1 {
		s := serveAll(w.t, w.data, w.who)
		prefix := worker + "." + revision64(uint64(i)) + "."
		if i < kills {
			// the first call may take longer, and each following call takes some milliseconds
			time.AfterFunc(time.Duration(random.IntN(120_000))*time.Microsecond,
				func() { _ = s.command.Process.Kill() })
		}
		for n := 0; w.call(s, prefix+revision64(uint64(n))); n++ {
		}
		if i < kills {
			s.kill()
		}
	}
}

// defined returns the names of the materials in the log.
func (w *using) defined() map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(mustRun(w.t, "events", "--all", "--data", w.data)) {
		var e struct {
			Type string
			Data struct{ Name string }
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			w.t.Fatal(err)
		}
		if e.Type == "material.defined" {
			out[e.Data.Name] = true
		}
	}
	return out
}

// TestLimitsHoldThroughKills kills four processes, and each of their successors, at random moments while they use up
// the operations of one principal. The operations must never exceed the limit. Every operation that was done must be
// counted. Of the others, only those in progress in a killed process may be counted.
func TestLimitsHoldThroughKills(t *testing.T) {
	t.Parallel()
	limit, kills := 60, 3
	if soak() {
		limit, kills = 1500, 50
	}
	data := t.TempDir()
	ann := serveAll(t, data, principal(t, "ann", "human", "", nil))
	free := arguments{"per_minute": -1, "burst": 0}
	w := &using{t: t, data: data, model: ann.do("create_model", arguments{"name": "Limits"}).ModelID,
		answered: map[string]bool{}}
	w.who = principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false, "limits": arguments{
		"max_operations_per_session": limit, "rates": arguments{"read": free, "mutation": free, "execution": free}}})
	number := seed(t)
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			w.work("m"+revision64(uint64(i)), kills, rand.New(rand.NewPCG(number, uint64(i))))
		})
	}
	group.Wait()
	defined := w.defined()
	for name := range w.answered {
		if !defined[name] {
			t.Errorf("%s was answered and is not there", name)
		}
	}
	lost := 0
	for _, name := range w.unknown {
		if !defined[name] {
			lost++
		}
	}
	if len(defined) > limit || limit-len(defined) > lost {
		t.Errorf("%d operations were done of %d, and %d were lost in processes that were killed", len(defined), limit,
			lost)
	}
	t.Logf("%d kills: %d of %d operations done, %d calls killed, %d of them came to nothing", 4*kills, len(defined),
		limit, len(w.unknown), lost)
	if said := mustRun(t, "doctor", "--data", data); !strings.Contains(said, "limits       1 counts") {
		t.Errorf("%s", said)
	}
}
