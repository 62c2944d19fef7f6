package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// cancelledAfter are the delays between a call and its cancellation. mostAfterwards is the processor time that the
// server's process may use after the cancellation; only the soak form checks it. A call that exceeds it is tried again,
// at most triesOfCancelling times in all, because the garbage collector takes some 200 ms for a large model and runs
// during one measurement in a hundred.
var cancelledAfter = []time.Duration{0, 50 * time.Millisecond, 300 * time.Millisecond, time.Second}

const (
	mostAfterwards    = 100 * time.Millisecond
	triesOfCancelling = 3
)

// longTools are calls that can take long on a tower of 20,000 elements, because they look at the whole model. Changes
// are really made.
func (h towerHouse) longTools() []baseline {
	of, line := arguments{"model_id": h.model}, arguments{"name": "A", "start": mm{0, 3000}, "end": mm{60000, 3000}}
	level := with(of, arguments{"level_id": h.level})
	var walls []arguments
	for i := range 1000 {
		walls = append(walls, arguments{"tool": "create_wall",
			"args": arguments{"level_id": h.level, "start": mm{100000, float64(1000 * i)},
				"end": mm{105000, float64(1000 * i)}, "height": 2500, "thickness": 200}})
	}
	out := append(longCalls(h.model, h.file),
		baseline{"egress_analysis", of}, baseline{"fire_rating_check", of}, baseline{"structural_check", of},
		baseline{"model_quality", of}, baseline{"validate_constraints", of},
		baseline{"data_completeness", of}, baseline{"check_ids", with(of, arguments{"ids": h.ids})},
		baseline{"check_ids", with(of, arguments{"ids": h.ids, "file": h.file})},
		baseline{"ids_from_model", with(of, arguments{"schema": "IFC4", "values": true})},
		baseline{"detect_rooms", with(level, arguments{"all": true})},
		baseline{"create_plan", with(level, arguments{"scale": 100})},
		baseline{"create_section", with(of, arguments{"cut_plane": line, "scale": 100})},
		baseline{"create_sheet", with(of, arguments{"size": "A0",
			"views": []arguments{{"level_id": h.level, "scale": 200}, {"elevation": "north", "scale": 200}}})},
		baseline{"circulation_check", with(level, arguments{"start": mm{2000, 2000}, "end": mm{30000, 2000}})},
		baseline{"path_finding", with(of, arguments{"from_room": h.room, "to_room": h.lastRoom})},
		baseline{"adjacency_matrix", level}, baseline{"render_view", of},
		baseline{"render_view", with(of, arguments{"colour_by": "change", "since": "3"})},
		baseline{"export_ifc", with(of, arguments{"schema": "IFC4", "space_boundaries": true})},
		baseline{"export_bcf", with(of, arguments{"issues": []arguments{{"title": "t",
			"element_ids": []string{h.room}}}})},
		baseline{"export_table", with(of, arguments{"schedule": arguments{"category": "wall"}, "format": "csv"})},
		baseline{"quantity_takeoff", of},
		baseline{"generate_schedule", with(of, arguments{"category": "wall"})},
		baseline{"diff_revisions", with(of, arguments{"from": "3"})}, baseline{"audit_verify_chain", of},
		baseline{"element_history", with(of, arguments{"element_id": h.room})},
		baseline{"list_events", with(of, arguments{"actor": "nobody"})},
		baseline{"spatial_query", with(of, arguments{"point": mm{1000, 1000, 1000}, "radius": 50000})},
		baseline{"room_analysis", with(of, arguments{"room_id": h.room})},
		baseline{"issue_sheets", with(of, arguments{"index": "X", "scales": []int{100}})},
		baseline{"apply_batch", with(of, arguments{"operations": walls})},
	)
	return out
}

// towerHouse is a generated building with the names and ids that calls use.
type towerHouse struct{ data, model, file, ids, level, room, lastRoom string }

func makeTower(t *testing.T, storeys, elements int) towerHouse {
	t.Helper()
	h := towerHouse{data: t.TempDir()}
	h.file, h.ids = filepath.Join(h.data, "tower.ifc"), filepath.Join(h.data, "out", "tower.ids")
	succeed(t, "generate", "--data", h.data, "--storeys", strconv.Itoa(storeys), "--elements", strconv.Itoa(elements))
	succeed(t, "export", h.file, "--data", h.data)
	s := serveFrom(t, h.data, h.data)
	var overview struct {
		ModelID string `json:"model_id"`
		Levels  []struct {
			ID string `json:"level_id"`
		}
	}
	s.must("model_overview", arguments{}, &overview)
	h.model, h.level = overview.ModelID, overview.Levels[0].ID
	var rooms struct {
		Elements []struct {
			ID string `json:"element_id"`
		}
	}
	s.must("query_elements", arguments{"categories": []string{"room"}, "level_id": h.level, "limit": 50}, &rooms)
	h.room, h.lastRoom = rooms.Elements[0].ID, rooms.Elements[len(rooms.Elements)-1].ID
	s.must("ids_from_model", arguments{"schema": "IFC4", "file_name": "tower.ids"}, nil)
	s.close()
	return h
}

// TestCancelledCallsStop cancels every long call at several times. A cancelled call leaves no file and no event, is
// recorded as cancelled, and uses little more processor time. The short form cancels each call once, in a small tower.
// BIMSTREAM_SOAK=1 cancels each four times in a tower of 20,000 elements and checks the time. BIMSTREAM_CANCEL names
// one tool.
func TestCancelledCallsStop(t *testing.T) {
	t.Parallel()
	storeys, elements, times := 3, 1500, cancelledAfter[1:2]
	if soak() {
		storeys, elements, times = 10, 20_000, cancelledAfter
	}
	h := makeTower(t, storeys, elements)
	s := serveFrom(t, h.data, h.data)
	// load the model and compute its bodies
	s.must("spatial_query", arguments{"model_id": h.model, "point": mm{0, 0, 0}, "radius": 1}, nil)
	files, marks := filesIn(t, filepath.Join(h.data, "out")), s.marks(t)
	late, only := 0, os.Getenv("BIMSTREAM_CANCEL")
	var unanswered []pendingCall
	var table strings.Builder
	for i, b := range h.longTools() {
		if only != "" && b.tool != only {
			continue
		}
		fmt.Fprintf(&table, "\n| %s |", b.tool)
		for _, after := range times {
			row := cancelling{files: files, marks: marks}
			for range triesOfCancelling {
				row.try(t, s, h, b, after, fmt.Sprintf("%d-%s", i, after))
				late += row.late
				unanswered = append(unanswered, row.unanswered...)
				row.unanswered = nil
				if !soak() || row.spent <= mostAfterwards {
					break
				}
			}
			files, marks = row.files, row.marks
			fmt.Fprintf(&table, " %s |", row.inWords())
			if soak() && row.spent > mostAfterwards {
				t.Errorf("%s goes on for %s of processor time when it is cancelled after %s", b.tool,
					row.spent.Round(time.Millisecond), after)
			}
		}
	}
	if soak() {
		t.Logf("ms of processor time after a cancellation that comes after %v:%s", times, &table)
	}
	if late > 2 { // a cancellation rarely falls into an append, which is short
		t.Errorf("%d calls stored what they did although they were cancelled", late)
	}
	s.close()
	log, complaints, code := run(t, "events", "--all", "--data", h.data)
	if code != 0 {
		t.Fatal(complaints)
	}
	// On a busy machine a server can look idle while it writes the answer that it had before the cancellation.
	unanswered = slices.DeleteFunc(unanswered, func(c pendingCall) bool { return len(c.reply) > 0 })
	cancelled := len(unanswered)
	if n := strings.Count(log, `"outcome":"cancelled"`); n < cancelled || cancelled == 0 {
		t.Errorf("%d calls are on record as cancelled of %d", n, cancelled)
	}
}

// cancelling is a call that is cancelled, with its result.
type cancelling struct {
	files, marks string // before and after
	spent        time.Duration
	answered     bool
	late         int
	unanswered   []pendingCall // those of the tries that were cancelled before they stored anything
	tries        []string
}

// try makes the call and cancels it.
func (c *cancelling) try(t *testing.T, s *server, h towerHouse, b baseline, after time.Duration, token string) {
	t.Helper()
	call := s.begin(t, b.tool, b.args, token)
	time.Sleep(after)
	before := s.processorTime(t)
	s.cancel(t, call)
	s.settle(t)
	c.spent, c.answered, c.late = s.processorTime(t)-before, false, 0
	files, marks := filesIn(t, filepath.Join(h.data, "out")), s.marks(t)
	select {
	case <-call.reply: // the answer came first
		c.spent, c.answered = 0, true
	default:
		c.tries = append(c.tries, strconv.FormatInt(c.spent.Milliseconds(), 10))
		if marks != c.marks { // the append had begun before the cancellation, and is finished
			c.late = 1
			break
		}
		c.unanswered = append(c.unanswered, call)
		if files != c.files {
			t.Errorf("%s cancelled after %s: the files are %s, before %s", b.tool, after, files, c.files)
		}
	}
	c.files, c.marks = files, marks
}

// inWords returns the milliseconds of processor time of each try.
func (c *cancelling) inWords() string {
	if c.answered {
		return strings.Join(append(c.tries, "answered"), ", ")
	}
	return strings.Join(c.tries, ", ")
}

// marks returns the state of the model's streams as seen by tools: its revision, its files and its checks.
func (s *server) marks(t *testing.T) string {
	t.Helper()
	var overview struct{ Revision uint64 }
	var files, checks struct{ Total int }
	s.must("model_overview", arguments{"model_id": s.firstModel(t)}, &overview)
	s.must("list_artifacts", arguments{"model_id": s.firstModel(t)}, &files)
	s.must("list_validation_runs", arguments{"model_id": s.firstModel(t)}, &checks)
	return fmt.Sprintf("revision %d, %d files, %d checks", overview.Revision, files.Total, checks.Total)
}

func (s *server) firstModel(t *testing.T) string {
	t.Helper()
	var list struct {
		Models []struct {
			ID   string `json:"model_id"`
			Name string
		}
	}
	s.must("list_models", arguments{}, &list)
	for _, m := range list.Models {
		if strings.HasPrefix(m.Name, "Tower") {
			return m.ID
		}
	}
	t.Fatal("the tower is gone")
	return ""
}

func filesIn(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// processorTime returns the processor time that the server has used.
func (s *server) processorTime(t *testing.T) time.Duration {
	t.Helper()
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.command.Process.Pid))
	total := time.Duration(0)
	for _, path := range tasks {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // a thread that has ended
		}
		ns, _ := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
		total += time.Duration(ns)
	}
	return total
}

// settle waits until the server is idle.
func (s *server) settle(t *testing.T) {
	t.Helper()
	const still, quiet = 2 * time.Millisecond, 3 // in that many checks in a row, 50 ms apart
	for before, seen, began := s.processorTime(t), 0, time.Now(); seen < quiet && time.Since(began) < answerLimit; {
		time.Sleep(50 * time.Millisecond)
		now := s.processorTime(t)
		if seen++; now-before > still {
			seen = 0
		}
		before = now
	}
}
