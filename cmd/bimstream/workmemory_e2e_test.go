package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The memory of the server under test, and the part of it that calls may use.
const (
	memoryOfServer = 2 << 30
	workMegabytes  = 256
)

// TestTheLargestRequestsFitTheMemory sends a server with 2 GiB the largest requests that the schemas allow, and a call
// of every tool with all its arguments. The models are wide, tall, dense or far from the origin. The server must answer
// each request or refuse it. The error must name the size that fits or, on a busy machine, report that the time is
// over. The server must neither die nor exceed its memory. The test runs only with BIMSTREAM_SOAK=1, because it takes
// minutes.
func TestTheLargestRequestsFitTheMemory(t *testing.T) {
	if !soak() {
		t.Skip("takes minutes: BIMSTREAM_SOAK=1")
	}
	answered, refused, peak := 0, map[string]int{}, int64(0)
	for _, x := range extremes {
		s, err := launch(t, environment("GOMEMLIMIT="+strconv.Itoa(memoryOfServer)), program(t), "mcp", "all",
			"--tools", "full", "--data", t.TempDir(), "--work-memory", strconv.Itoa(workMegabytes))
		if err != nil {
			t.Fatal(err)
		}
		house := buildHouse(t, s, x.name)
		house.linkSecond(s)
		house.deliver(s)
		x.build(s, house)
		for _, request := range slices.Concat(house.largestRequests(), house.everyTool(s)) {
			a, err := s.try(request.tool, request.args)
			if err != nil {
				t.Fatalf("%s: %s %v: %v\n%s", x.name, request.tool, request.args, err, s.log)
			}
			switch {
			case a.Success:
				answered++
			case slices.Contains([]string{"INTERNAL", "INVALID_OUTPUT"}, a.Error.Name):
				t.Errorf("%s: %s %v: %s", x.name, request.tool, request.args, clip(a.Text))
			default:
				refused[a.Error.Name]++
			}
		}
		s.must("server_ping", arguments{}, nil)
		peak = max(peak, s.peakMemory(t))
		s.close()
	}
	t.Logf("%d answered, refused %v, at most %d MiB", answered, refused, peak>>20)
	if answered == 0 || refused["OPERATION_TOO_LARGE"] == 0 {
		t.Error("the requests do not reach both sides of what fits")
	}
	if peak > memoryOfServer {
		t.Errorf("the server took %d MiB", peak>>20)
	}
}

// everyTool returns the baselines of all tools. Tools that change the model only make dry runs.
func (h smallHouse) everyTool(s *server) []baseline {
	out := h.baselines(s.where(h.Model).Revision)
	for i, b := range out {
		if changesModel(b.args) {
			out[i].args = with(b.args, arguments{"dry_run": true})
		}
	}
	return out
}

// extremes are additions to a house that make its model extreme: a floor of kilometres, a tower, a storey full of
// walls, or walls at both ends of the largest extent.
var extremes = []struct {
	name  string
	build func(s *server, h smallHouse)
}{
	{"wide", func(s *server, h smallHouse) {
		s.must("create_floor", arguments{"model_id": h.Model, "level_id": h.Ground, "boundary": squareAt(6e6),
			"thickness": 300}, nil)
	}},
	{"tall", func(s *server, h smallHouse) {
		for i := 1; i < 60; i++ {
			level := s.make("create_level", arguments{"model_id": h.Model, "name": fmt.Sprintf("T%d", i),
				"elevation": 6000 + 3000*i})
			s.must("create_floor", arguments{"model_id": h.Model, "level_id": level, "boundary": squareAt(40_000),
				"thickness": 300}, nil)
		}
	}},
	{"dense", func(s *server, h smallHouse) {
		const walls = 400
		var lines [][2]mm
		for i := range walls / 2 {
			at, from, to := 1e6+float64(1000*i), 1e6, 1e6+float64(500*walls)
			lines = append(lines, [2]mm{{at, from}, {at, to}}, [2]mm{{from, at}, {to, at}})
		}
		h.buildLines(s, lines)
	}},
	{"far", func(s *server, h smallHouse) {
		h.buildLines(s, [][2]mm{{{-9e6, -9e6}, {-8.99e6, -9e6}}, {{8.99e6, 9e6}, {9e6, 9e6}}})
	}},
}

// squareAt is the boundary of a square away from the house.
func squareAt(side float64) []mm {
	const from = 1e6
	return []mm{{from, from}, {from + side, from}, {from + side, from + side}, {from, from + side}}
}

func (h smallHouse) buildLines(s *server, lines [][2]mm) {
	var steps []arguments
	for _, l := range lines {
		steps = append(steps, arguments{"tool": "create_wall", "args": arguments{"level_id": h.Ground,
			"start": l[0], "end": l[1], "height": 3000, "thickness": 200}})
	}
	s.must("apply_batch", arguments{"model_id": h.Model, "operations": steps}, nil)
}

// largestRequests returns the most expensive requests: the smallest scales, the largest pictures, the whole model.
func (h smallHouse) largestRequests() []baseline {
	of := arguments{"model_id": h.Model}
	level := with(of, arguments{"level_id": h.Ground})
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
		baseline{"issue_sheets", with(of, arguments{"index": "A"})},
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
