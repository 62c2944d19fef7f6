//go:build linux

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// mostInShort is the processor time that a cancelled call may use in the short form, while other tests run. A call that
// ignores its cancellation uses as much time as a call that is not cancelled.
const mostInShort = time.Second

// denseHouse builds a storey in which many walls cross, with two rooms. The number of findings grows with the square of
// the number of walls.
func denseHouse(t *testing.T, walls int) towerHouse {
	t.Helper()
	h := towerHouse{data: t.TempDir()}
	s := serveFrom(t, h.data, h.data)
	h.model = s.do("create_model", arguments{"name": "Tower that is dense"}).ModelID
	of := arguments{"model_id": h.model}
	h.level = s.make("create_level", with(of, arguments{"name": "L0", "elevation": 0}))
	side := float64(1000 * walls / 2)
	var steps []arguments
	for i := range walls / 2 {
		at := float64(1000 * i)
		for _, line := range [][2]mm{{{at, 0}, {at, side}}, {{0, at}, {side, at}}} {
			steps = append(steps, arguments{"tool": "create_wall", "args": arguments{"level_id": h.level,
				"start": line[0], "end": line[1], "height": 3000, "thickness": 200}})
		}
	}
	s.must("apply_batch", with(of, arguments{"operations": steps}), nil)
	room := func(name string, x float64) string {
		return s.make("create_room", with(of, arguments{"level_id": h.level, "name": name, "number": name,
			"seed": mm{x, 500}}))
	}
	h.room, h.lastRoom = room("1", 500), room("2", 1500)
	s.must("ids_from_model", with(of, arguments{"schema": "IFC4", "file_name": "tower.ids"}), nil)
	var file struct{ Path string }
	s.must("export_ifc", with(of, arguments{"schema": "IFC4", "file_name": "dense.ifc"}), &file)
	h.file, h.ids = file.Path, filepath.Join(h.data, "out", "tower.ids")
	s.close()
	return h
}

// TestEveryToolStopsWhenItIsCancelled cancels a call of each tool that the server lists. Tools that look at a whole
// model are called on a dense storey, with all scales and sizes at their bounds. Other tools are called with all
// arguments on a small house. A tool without a row fails the test. The processor time after the cancellation is
// bounded. The soak form bounds it by 100 ms, uses a larger storey and cancels at several times.
func TestEveryToolStopsWhenItIsCancelled(t *testing.T) {
	t.Parallel()
	walls, times, most := 24, []time.Duration{50 * time.Millisecond}, mostInShort
	if soak() {
		walls, times, most = 120, append(slices.Clone(cancelledAfter), 5*time.Second), mostAfterwards
	}
	h := denseHouse(t, walls)
	s := serveFrom(t, h.data, h.data)
	house := buildHouse(t, s, "House")
	house.linkSecond(s)
	house.deliver(s)
	calls := append(h.longTools(), smallHouse{Model: h.model, Ground: h.level}.largestRequests()...)
	called := map[string]bool{}
	for _, b := range calls {
		called[b.tool] = true
	}
	for _, b := range house.baselines(s.where(house.Model).Revision) {
		if !called[b.tool] {
			calls = append(calls, b)
		}
	}
	for _, b := range calls {
		called[b.tool] = true
	}
	for name := range s.tools() {
		if !called[name] {
			t.Errorf("%s is called by no row: give it one in longTools or in the baselines", name)
		}
	}
	cancelled := 0
	var table strings.Builder
	for i, b := range calls {
		_, _ = fmt.Fprintf(&table, "\n| %s |", b.tool)
		for _, after := range times {
			spent, answered := time.Duration(0), false
			for range triesOfCancelling {
				spent, answered = s.afterCancelling(t, b, after, fmt.Sprintf("%d-%s", i, after))
				if answered || spent <= most {
					break
				}
			}
			if answered {
				_, _ = fmt.Fprint(&table, " answered |")
				break // later cancellations would come too late as well
			}
			cancelled++
			_, _ = fmt.Fprintf(&table, " %d |", spent.Milliseconds())
			if spent > most {
				t.Errorf("%s %s goes on for %s of processor time when it is cancelled after %s", b.tool,
					clip(fmt.Append(nil, b.args)), spent.Round(time.Millisecond), after)
			}
		}
	}
	s.must("server_ping", arguments{}, nil)
	if soak() {
		t.Logf("ms of processor time after a cancellation that comes after %v:%s", times, &table)
	}
	if cancelled == 0 {
		t.Error("every call was answered before it was cancelled")
	}
}

// afterCancelling makes a call and cancels it. It returns the processor time that the server uses from the cancellation
// until it is idle. answered reports that the answer came before the cancellation.
func (s *server) afterCancelling(t *testing.T, b baseline, after time.Duration,
	token string) (spent time.Duration, answered bool) {
	t.Helper()
	call := s.begin(t, b.tool, b.args, token)
	select {
	case <-call.reply:
		return 0, true
	case <-time.After(after):
	}
	before := s.processorTime(t)
	s.cancel(t, call)
	s.settle(t)
	spent = s.processorTime(t) - before
	select {
	case <-call.reply:
		return 0, true
	default:
		return spent, false
	}
}
