package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// runState is the part of the data about a run that the tests read.
type runState struct {
	ID      string   `json:"run_id"`
	State   string   `json:"state"`
	Branch  string   `json:"branch"`
	OK      bool     `json:"ok"`
	More    bool     `json:"more"`
	Fixes   int      `json:"fix_attempts"`
	Allowed []string `json:"allowed"`
}

// tidyRun fixes 30 findings: desks that stand in a wall, and walls without a fire rating.
var tidyRun = arguments{"idempotency_key": "tidy", "configuration": arguments{
	"name": "tidy", "auto_fix": true, "max_fix_attempts": 40,
	"values": arguments{"Pset_WallCommon.FireRating": "REI 60"},
	"steps": []arguments{
		{"name": "w", "tool": "create_wall", "args": arguments{"level_id": "Ground", "start": mm{0, 20000},
			"end": mm{5000, 20000}, "height": 2500, "thickness": 200,
			"properties": arguments{"Pset_WallCommon": arguments{"FireRating": "REI 30"}}}},
		{"tool": "place_door", "args": arguments{"wall_id": "$w", "offset": 1000, "width": 900, "height": 2100}},
	},
	"gates": []arguments{
		{"name": "clashes", "tool": "clash_detection",
			"args": arguments{"source_category": "furniture", "target_category": "wall"}},
		{"name": "data", "tool": "data_completeness", "allow_undecided": true,
			"args": arguments{"required_params": []string{"Pset_WallCommon.FireRating"}, "rule_ids": []string{"DC-1"}}},
	},
}}

// untidy makes a store with a model that has 30 findings, and returns its folder.
func untidy(t *testing.T) string {
	data := t.TempDir()
	s := serveAll(t, data)
	s.do("create_model", arguments{"name": "Untidy"})
	level := s.make("create_level", arguments{"name": "Ground", "elevation": 0})
	for i := range 15 {
		x := float64(i) * 3000
		s.make("create_wall", arguments{"level_id": level, "start": mm{x, 0}, "end": mm{x + 2000, 0},
			"height": 2500, "thickness": 200})
		s.make("place_component", arguments{"category": "furniture", "level_id": level,
			"location": mm{x + 1000, 250, 0}, "width": 1200, "depth": 600, "height": 700})
	}
	s.close()
	return data
}

func copyOf(t *testing.T, data string) string {
	t.Helper()
	fresh := t.TempDir()
	if err := os.CopyFS(fresh, os.DirFS(data)); err != nil {
		t.Fatal(err)
	}
	return fresh
}

// finish continues the run of a store until it is done, and returns its state.
func finish(t *testing.T, s *server) runState {
	t.Helper()
	var run runState
	for {
		var list struct {
			Runs []runState `json:"runs"`
		}
		s.must("run_list", arguments{}, &list)
		if len(list.Runs) == 0 {
			s.must("run_start", tidyRun, &run)
		} else {
			s.must("run_status", arguments{"run_id": list.Runs[0].ID}, &run)
			if run.More {
				s.must("run_resume", arguments{"run_id": run.ID}, &run)
			}
		}
		if !run.More {
			return run
		}
	}
}

// modelEvents returns the ids and types of the events of all models' streams, by stream and in order, and the state of
// the run's branch.
func modelEvents(t *testing.T, data string, branch string) map[string][]string {
	t.Helper()
	text, err := exec.Command(program(t), "events", "--all", "--data", data).Output()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for line := range bytes.Lines(text) {
		var e struct {
			ID     string `json:"id"`
			Stream string `json:"stream"`
			Type   string `json:"type"`
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if strings.HasPrefix(e.Stream, "model.") {
			out[e.Stream] = append(out[e.Stream], e.ID+" "+e.Type)
		}
	}
	state, err := exec.Command(program(t), "replay", "--data", data, "--branch", branch).Output()
	if err != nil {
		t.Fatal(err)
	}
	i := bytes.Index(state, []byte("state hash "))
	if i < 0 {
		t.Fatalf("no state hash: %s", state)
	}
	out["state"] = []string{string(state[i:][:80])}
	return out
}

func sameEvents(t *testing.T, what string, want, got map[string][]string) {
	t.Helper()
	for _, stream := range slices.Sorted(maps.Keys(want)) {
		if !slices.Equal(want[stream], got[stream]) {
			for i, id := range want[stream] {
				if i >= len(got[stream]) || got[stream][i] != id {
					t.Fatalf("%s: %s: event %d of %d is not %s; there are %d: %v", what, stream, i, len(want[stream]),
						id, len(got[stream]), got[stream][min(i, len(got[stream])):min(i+3, len(got[stream]))])
				}
			}
			t.Fatalf("%s: %s has %d events, %d without a kill", what, stream, len(got[stream]), len(want[stream]))
		}
	}
	if len(want) != len(got) {
		t.Fatalf("%s: %d streams, %d without a kill", what, len(got), len(want))
	}
}

// TestKilledRunsEndTheSame kills the server with SIGKILL at random moments of a run that fixes 30 findings. However
// often it was killed, the run ends in the same state with the same events.
func TestKilledRunsEndTheSame(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(seed(t), 22))
	base := untidy(t)
	quiet := copyOf(t, base)
	s := serveAll(t, quiet)
	run := finish(t, s)
	s.close()
	if run.State != "ready_to_merge" || run.Fixes != 30 {
		t.Fatalf("without a kill: %+v", run)
	}
	want := modelEvents(t, quiet, run.Branch)
	kills := 10
	if soak() {
		kills = 200
	}
	for done := 0; done < kills; {
		data := copyOf(t, base)
		for ; done < kills; done++ {
			s, err := launch(t, environment(), program(t), "mcp", "all", "--tools", "full", "--data", data)
			if err != nil {
				t.Fatal(err)
			}
			over := make(chan bool, 1)
			go func() { over <- workOnUntilKilled(s) }()
			select {
			case <-over: // the run ended before the kill: start again
				s.kill()
			case <-time.After(time.Duration(random.IntN(600)) * time.Millisecond):
				s.kill()
				<-over
				continue
			}
			break
		}
		s := serveAll(t, data)
		if got := finish(t, s); got.State != run.State || got.Fixes != run.Fixes || got.ID != run.ID {
			t.Fatalf("after %d kills: %+v, without %+v", done, got, run)
		}
		s.close()
		sameEvents(t, fmt.Sprintf("after %d kills", done), want, modelEvents(t, data, run.Branch))
	}
}

// workOnUntilKilled starts or resumes the run, and reports whether it ended.
func workOnUntilKilled(s *server) bool {
	var list struct {
		Runs []runState `json:"runs"`
	}
	a, err := s.try("run_list", arguments{})
	if err != nil || json.Unmarshal(a.Data, &list) != nil {
		return false
	}
	if len(list.Runs) == 0 {
		_, err = s.try("run_start", tidyRun)
		return err == nil
	}
	_, err = s.try("run_resume", arguments{"run_id": list.Runs[0].ID})
	return err == nil
}

// TestTwoProcessesDoNotBothWork lets two processes start a run with the same key at the same time, repeatedly until the
// run is done. The second process must wait for the first and return the same answer. Nothing may be done twice.
func TestTwoProcessesDoNotBothWork(t *testing.T) {
	t.Parallel()
	base := untidy(t)
	quiet := copyOf(t, base)
	s := serveAll(t, quiet)
	run := finish(t, s)
	s.close()
	data := copyOf(t, base)
	first, second := serveAll(t, data), serveAll(t, data)
	ended := make(chan string, 2)
	for _, s := range []*server{first, second} {
		go func() { ended <- contend(s, run.ID) }()
	}
	for range 2 {
		if problem := <-ended; problem != "" {
			t.Error(problem)
		}
	}
	if got := finish(t, second); got.State != run.State || got.Fixes != run.Fixes {
		t.Fatalf("by two processes: %+v, by one %+v", got, run)
	}
	first.close()
	second.close()
	sameEvents(t, "by two processes", modelEvents(t, quiet, run.Branch), modelEvents(t, data, run.Branch))
}

// contend starts or resumes a run until it is done, and returns a description of a wrong answer, or "".
func contend(s *server, id string) (problem string) {
	for range 2000 {
		a, err := s.try("run_start", tidyRun)
		if err != nil || !a.Success {
			return fmt.Sprintf("a process was refused: %v, %v", err, a.Error)
		}
		var r runState
		if err := json.Unmarshal(a.Data, &r); err != nil || r.ID != id {
			return fmt.Sprintf("a process was answered with another run: %+v, %v", r, err)
		}
		if !r.More {
			return ""
		}
	}
	return "the run has no end"
}
