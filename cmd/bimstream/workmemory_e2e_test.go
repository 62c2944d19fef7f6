package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The memory of the server under test, and the part of it that its work may take.
const (
	memoryOfServer = 2 << 30
	workMegabytes  = 256
)

// TestTheLargestRequestsFitTheMemory sends a server with 2 GiB the largest requests that the schemas allow, for models
// that are wide, tall, dense or far from the origin. The server must answer each one, or refuse it with an error that
// says what fits or, on a busy machine, that its time is over, and must neither die nor exceed its memory. The test
// runs under BIMSTREAM_SOAK=1 only, because it takes minutes on a busy machine. It does not call issue_sheets.
func TestTheLargestRequestsFitTheMemory(t *testing.T) {
	if !soak() {
		t.Skip("takes minutes: BIMSTREAM_SOAK=1")
	}
	t.Parallel()
	data := t.TempDir()
	s, err := launch(t, environment("GOMEMLIMIT="+strconv.Itoa(memoryOfServer)), program(t), "mcp", "all", "--tools",
		"full", "--data", data, "--work-memory", strconv.Itoa(workMegabytes))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	answered, refused := 0, map[string]int{}
	for _, b := range s.extremeModels(t) {
		for _, request := range b.largestRequests() {
			a, err := s.try(request.tool, request.args)
			if err != nil {
				t.Fatalf("%s: %s %v: %v\n%s", b.name, request.tool, request.args, err, s.log)
			}
			switch {
			case a.Success:
				answered++
			case slices.Contains([]string{"OPERATION_TOO_LARGE", "EMPTY_RESULT", "TIMEOUT"}, a.Error.Name):
				refused[a.Error.Name]++
			default:
				t.Errorf("%s: %s %v: %s", b.name, request.tool, request.args, clip(a.Text))
			}
		}
	}
	s.must("server_ping", arguments{}, nil)
	peak := s.peakMemory(t)
	t.Logf("%d answered, refused %v, at most %d MiB", answered, refused, peak>>20)
	if answered == 0 || refused["OPERATION_TOO_LARGE"] == 0 {
		t.Error("the requests do not reach both sides of what fits")
	}
	if peak > memoryOfServer {
		t.Errorf("the server took %d MiB", peak>>20)
	}
}

// extremeModel is a model and the names that requests need.
type extremeModel struct{ name, model, level string }

// extremeModels builds a floor of kilometres, a tower, a storey full of walls, and walls at both ends of the largest
// extent.
func (s *server) extremeModels(t *testing.T) []extremeModel {
	t.Helper()
	const storeys, walls = 60, 400
	begin := func(name string) extremeModel {
		m := extremeModel{name: name, model: s.do("create_model", arguments{"name": name}).ModelID}
		m.level = s.make("create_level", arguments{"model_id": m.model, "name": "L0", "elevation": 0})
		return m
	}
	rectangle := func(side float64) []mm { return []mm{{0, 0}, {side, 0}, {side, side}, {0, side}} }
	wide, tall, dense, far := begin("wide"), begin("tall"), begin("dense"), begin("far")
	s.must("create_floor", arguments{"model_id": wide.model, "level_id": wide.level, "boundary": rectangle(6e6),
		"thickness": 300}, nil)
	for i := 1; i < storeys; i++ {
		level := s.make("create_level", arguments{"model_id": tall.model, "name": fmt.Sprintf("L%d", i),
			"elevation": 3000 * i})
		s.must("create_floor", arguments{"model_id": tall.model, "level_id": level, "boundary": rectangle(40_000),
			"thickness": 300}, nil)
	}
	batch := func(m extremeModel, lines [][2]mm) {
		var steps []arguments
		for _, l := range lines {
			steps = append(steps, arguments{"tool": "create_wall", "args": arguments{"level_id": m.level,
				"start": l[0], "end": l[1], "height": 3000, "thickness": 200}})
		}
		s.must("apply_batch", arguments{"model_id": m.model, "operations": steps}, nil)
	}
	var lines [][2]mm
	for i := range walls / 2 {
		at := float64(1000 * i)
		side := float64(500 * walls)
		lines = append(lines, [2]mm{{at, 0}, {at, side}}, [2]mm{{0, at}, {side, at}})
	}
	batch(dense, lines)
	batch(far, [][2]mm{{{-9e6, -9e6}, {-8.99e6, -9e6}}, {{8.99e6, 9e6}, {9e6, 9e6}}})
	return []extremeModel{wide, tall, dense, far}
}

// largestRequests returns the most expensive requests: the smallest scales, the largest pictures, the whole model.
func (m extremeModel) largestRequests() []baseline {
	of := arguments{"model_id": m.model}
	level := with(of, arguments{"level_id": m.level})
	var out []baseline
	for _, format := range []string{"png", "svg", "pdf", "dxf"} {
		drawn := arguments{"scale": 20, "format": format}
		out = append(out, baseline{"create_plan", with(level, drawn)},
			baseline{"create_elevation", with(with(of, drawn), arguments{"from": "south"})},
			baseline{"create_section", with(with(of, drawn), arguments{"cut_plane": arguments{"name": "A",
				"start": mm{-9e6, 15_250}, "end": mm{9e6, 15_250}}})})
	}
	return append(out, baseline{"render_view", with(of, arguments{"width": 2000, "height": 2000})},
		baseline{"export_mesh", with(of, arguments{"format": "glb"})},
		baseline{"export_ifc", with(of, arguments{"schema": "IFC4"})},
		baseline{"export_ifcx", of}, baseline{"quantity_takeoff", of},
		baseline{"generate_schedule", with(of, arguments{"category": "wall"})},
		baseline{"detect_rooms", with(level, arguments{"all": true})}, baseline{"clash_detection", of},
		baseline{"model_quality", of}, baseline{"code_compliance", with(of, arguments{"standard": "IBC",
			"severity_threshold": "info"})},
		baseline{"spatial_query", with(of, arguments{"point": mm{0, 0, 0}, "radius": 1e7})})
}

// peakMemory returns the peak memory of the server process.
func (s *server) peakMemory(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		t.Skip("the memory of a process is told on Linux only")
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}
