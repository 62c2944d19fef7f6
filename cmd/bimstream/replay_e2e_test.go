package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestReplayEqualsLive makes random changes, including refused ones. It compares the states of several revisions in the
// running server, a fresh server and bimstream replay. It also compares the exports of one revision byte by byte.
func TestReplayEqualsLive(t *testing.T) {
	t.Parallel()
	runs, steps := 2, 150
	if soak() {
		runs, steps = 20, 600
	}
	start := seed(t)
	for i := range runs {
		data := t.TempDir()
		s := serveAll(t, data)
		h := buildHouse(t, s, "Random")
		w := newWanderer(s, h, rand.New(rand.NewPCG(start, uint64(i))))
		for range steps {
			w.step()
		}
		t.Logf("run %d: %d changes made, %d refused: %v", i, w.made, w.refused, w.codes)
		if w.made < steps/4 || w.refused == 0 {
			t.Errorf("the random changes are too often or too seldom refused")
		}
		checkRevisions(t, data, s, h, w.random)
		checkExports(t, data, s, h, w.random)
	}
}

func checkRevisions(t *testing.T, data string, s *server, h smallHouse, random *rand.Rand) {
	t.Helper()
	fresh := serveAll(t, data)
	last := s.revision()
	revisions := []uint64{last, 2, 0}
	for range 3 {
		revisions = append(revisions, random.Uint64N(last))
	}
	for _, revision := range revisions {
		want := replayed(t, data, h.Model, revision)
		for i, live := range []*server{s, fresh} {
			var got where
			live.must("model_overview", arguments{"model_id": h.Model, "at": revision64(revision),
				"include_state_hash": true}, &got)
			if got.Revision != revision || got.StateHash != want {
				t.Errorf("revision %d: server %d has %+v, the replay %s", revision, i, got, want)
			}
		}
	}
	var now where
	s.must("model_overview", arguments{"include_state_hash": true}, &now)
	if want := replayed(t, data, h.Model, last); now.StateHash != want {
		t.Errorf("the live state of revision %d is %s, its replay %s", last, now.StateHash, want)
	}
}

// exportedFile is the part of export_ifc's data that describes a file.
type exportedFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

func checkExports(t *testing.T, data string, s *server, h smallHouse, random *rand.Rand) {
	t.Helper()
	last := s.revision()
	for _, revision := range []uint64{last, s.whole(h.Model, random.Uint64N(last))} {
		var first, second exportedFile
		args := arguments{"schema": "IFC4", "at": revision64(revision), "file_name": fmt.Sprintf("a%d.ifc", revision)}
		if a := s.ask("export_ifc", args); !a.Success {
			t.Errorf("export of revision %d: %s", revision, clip(a.Text))
			continue
		} else if err := json.Unmarshal(a.Data, &first); err != nil {
			t.Fatal(err)
		}
		serveAll(t, data).must("export_ifc", with(args, arguments{"file_name": fmt.Sprintf("b%d.ifc", revision)}),
			&second)
		third := filepath.Join(t.TempDir(), "c.ifc")
		mustRun(t, "export", third, "--data", data, "--model", h.Model, "--at", revision64(revision))
		want := readFile(t, first.Path)
		if len(want) == 0 || first.SHA256 != second.SHA256 || !bytes.Equal(want, readFile(t, second.Path)) ||
			!bytes.Equal(want, readFile(t, third)) {
			t.Errorf("the exports of revision %d differ: %s, %s, %s", revision, first.Path, second.Path, third)
		}
	}
}

// whole returns the last revision of the change that a revision belongs to.
func (s *server) whole(model string, revision uint64) uint64 {
	s.t.Helper()
	entries := s.events(model, 0)
	for !wholeAt(entries, revision) {
		revision++
	}
	return revision
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// wanderer makes random changes to a model.
type wanderer struct {
	s             *server
	h             smallHouse
	random        *rand.Rand
	ids           map[string][]string // created ids by category, including deleted ones
	made, refused int
	codes         map[string]int
	names         int
}

func newWanderer(s *server, h smallHouse, random *rand.Rand) *wanderer {
	return &wanderer{s: s, h: h, random: random, codes: map[string]int{}, ids: map[string][]string{
		"level": {h.Ground, h.First}, "wall": {h.South, h.East, h.North, h.West, h.Free}, "door": {h.Door},
		"window": {h.Window}, "room": {h.Room},
		"floor": {h.Floor}, "roof": {h.Roof}, "column": {h.Column}, "opening": {h.Recess}, "grid": {h.Grid},
	}}
}

func (w *wanderer) step() {
	tool, args := w.change()
	a := w.s.ask(tool, args)
	if !a.Success {
		w.refused++
		w.codes[a.Error.Name]++
		if slices.Contains([]string{"INTERNAL", "INVALID_OUTPUT", "INVALID_INPUT"}, a.Error.Name) {
			w.s.t.Errorf("%s %s: %s\n%s", tool, short(args), a.Text, w.s.log)
		}
		return
	}
	w.made++
	var c change
	if err := json.Unmarshal(a.Data, &c); err != nil {
		w.s.t.Fatal(err)
	}
	for _, made := range c.Created {
		w.ids[made.Category] = append(w.ids[made.Category], made.ElementID)
	}
}

// between returns a random multiple of 50 mm.
func (w *wanderer) between(lo, hi int) float64 { return float64(lo + 50*w.random.IntN((hi-lo)/50+1)) }

func (w *wanderer) at() mm { return mm{w.between(-10000, 30000), w.between(-10000, 30000)} }

func (w *wanderer) one(categories ...string) string {
	of := w.ids[categories[w.random.IntN(len(categories))]]
	return of[w.random.IntN(len(of))]
}

func (w *wanderer) name(prefix string) string {
	w.names++
	return fmt.Sprintf("%s %d", prefix, w.names)
}

// change returns a random change of any kind.
func (w *wanderer) change() (string, arguments) {
	kinds := []func() (string, arguments){
		w.newWall, w.newWall, w.newWall, w.newLevel, w.newSlab, w.newColumn, w.newDoor, w.newDoor, w.newWindow,
		w.newOpening, w.newRoom, w.newDefinition,
		w.joinAll, w.move, w.move, w.modify, w.modify, w.modify, w.properties, w.delete, w.batch,
	}
	return kinds[w.random.IntN(len(kinds))]()
}

func (w *wanderer) newWall() (string, arguments) {
	start := w.at()
	end := mm{start[0] + w.between(-8000, 8000), start[1]}
	if w.random.IntN(2) == 0 {
		end = mm{start[0], start[1] + w.between(-8000, 8000)}
	}
	if w.random.IntN(4) == 0 {
		end = w.at()
	}
	return "create_wall", arguments{"level_id": w.one("level"), "start": start, "end": end,
		"height": w.between(2000, 3500), "thickness": w.between(100, 400)}
}

func (w *wanderer) newLevel() (string, arguments) {
	return "create_level", arguments{"name": w.name("Level"), "elevation": w.between(-3000, 20000)}
}

func (w *wanderer) newSlab() (string, arguments) {
	a := w.at()
	boundary := ring(a[0], a[1], a[0]+w.between(0, 6000), a[1]+w.between(500, 6000))
	args := arguments{"level_id": w.one("level"), "boundary_points": boundary, "thickness": w.between(100, 400)}
	if w.random.IntN(2) == 0 {
		return "create_floor", args
	}
	args["roof_type"] = []string{"flat", "shed", "gable", "hip"}[w.random.IntN(4)]
	if args["roof_type"] != "flat" {
		args["slope"] = w.between(0, 60)
	}
	return "create_roof", args
}

func (w *wanderer) newColumn() (string, arguments) {
	return "create_column", arguments{"base_level": w.one("level"), "location": w.at(), "height": w.between(0, 4000),
		"type_id": w.h.ColumnType, "rotation": w.between(0, 350)}
}

func (w *wanderer) newDoor() (string, arguments) {
	return "place_door", arguments{"wall_id": w.one("wall"), "offset": w.between(0, 6000),
		"width": w.between(600, 1500), "height": w.between(1800, 2600)}
}

func (w *wanderer) newWindow() (string, arguments) {
	return "place_window", arguments{"wall_id": w.one("wall"), "offset": w.between(0, 6000),
		"width": w.between(600, 2000), "height": w.between(400, 1500), "sill_height": w.between(0, 1200)}
}

func (w *wanderer) newOpening() (string, arguments) {
	host := w.one("wall", "floor", "roof")
	if slices.Contains(w.ids["wall"], host) {
		return "create_opening", arguments{"host_id": host, "offset": w.between(0, 6000), "width": w.between(300, 1500),
			"height": w.between(300, 2500)}
	}
	args := arguments{"host_id": host, "location": w.at(), "width": w.between(300, 2000),
		"height": w.between(300, 2000)}
	if w.random.IntN(2) == 0 {
		args["depth"] = w.between(10, 150)
	}
	if w.random.IntN(2) == 0 {
		args["slant"] = mm{10, 20}
	}
	return "create_opening", args
}

func (w *wanderer) newRoom() (string, arguments) {
	args := arguments{"level_id": w.one("level"), "name": w.name("Room"), "number": w.name("")}
	if w.random.IntN(2) == 0 {
		args["seed"] = w.at()
		return "create_room", args
	}
	a := w.at()
	args["boundary_points"], args["height"] = ring(a[0], a[1], a[0]+w.between(50, 6000), a[1]+w.between(50, 6000)), 2500
	return "create_room", args
}

func (w *wanderer) newDefinition() (string, arguments) {
	if w.random.IntN(2) == 0 {
		return "define_material", arguments{"name": w.name("Material"), "density_kg_m3": w.between(0, 3000)}
	}
	layers := []arguments{{"material": "Concrete", "thickness": w.between(50, 400)}}
	return "define_type", arguments{"category": "wall", "name": w.name("Type"), "layers": layers}
}

func (w *wanderer) joinAll() (string, arguments) {
	var ids []string
	for range 2 + w.random.IntN(4) {
		ids = append(ids, w.one("wall"))
	}
	return "join_elements", arguments{"element_ids": ids,
		"join_type": []string{"auto", "butt", "mitre"}[w.random.IntN(3)]}
}

func (w *wanderer) move() (string, arguments) {
	args := arguments{"element_ids": []string{w.one("wall", "floor", "roof", "column", "room", "door", "window")},
		"delta": mm{w.between(-2000, 2000), w.between(-2000, 2000), 0}}
	if w.random.IntN(4) == 0 {
		args["rotation"] = w.between(0, 350)
	}
	return "move_element", args
}

func (w *wanderer) modify() (string, arguments) {
	choices := []arguments{
		{"element_id": w.one("wall"), "parameter_name": "height", "value": w.between(1500, 4000)},
		{"element_id": w.one("wall"), "parameter_name": "thickness", "value": w.between(0, 500)},
		{"element_id": w.one("wall"), "parameter_name": "end", "value": w.at()},
		{"element_id": w.one("door", "window"), "parameter_name": "width", "value": w.between(300, 2500)},
		{"element_id": w.one("door", "window"), "parameter_name": "offset", "value": w.between(0, 7000)},
		{"element_id": w.one("level"), "parameter_name": "elevation", "value": w.between(-3000, 20000)},
		{"element_id": w.one("wall", "column", "room"), "parameter_name": "level_id", "value": w.one("level")},
		{"element_id": w.one("wall", "floor", "room"), "parameter_name": "name", "value": w.name("Renamed")},
		{"element_id": w.one("wall", "door"), "parameter_name": "Pset_Test.Value", "value": w.between(0, 1000)},
		{"element_id": w.one("column"), "parameter_name": "rotation", "value": w.between(0, 350)},
		{"element_id": w.one("floor", "roof"), "parameter_name": "offset", "value": w.between(-500, 500)},
	}
	return "modify_parameter", choices[w.random.IntN(len(choices))]
}

func (w *wanderer) properties() (string, arguments) {
	return "set_properties", arguments{"element_ids": []string{w.one("wall"), w.one("floor")},
		"psets": arguments{"Pset_Test": arguments{w.name("P"): true, "Q": w.name("q")}}}
}

func (w *wanderer) delete() (string, arguments) {
	return "delete_element", arguments{"element_ids": []string{w.one("wall", "door", "window", "opening",
		"column", "floor", "room", "level")}}
}

// batch returns a change of several steps, which fails as a whole if one step fails.
func (w *wanderer) batch() (string, arguments) {
	var steps []arguments
	for range 1 + w.random.IntN(4) {
		tool, args := w.change()
		if tool != "apply_batch" {
			steps = append(steps, arguments{"tool": tool, "args": args})
		}
	}
	if len(steps) == 0 {
		return w.newLevel()
	}
	return "apply_batch", arguments{"operations": steps}
}
