package cases

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// file has a case of every shape, transform and operation, with results from closed formulas.
const file = `{"cases": [
 {"name": "niche", "op": "subtract", "operands": [
   {"type": "box", "min": [0,0,0], "max": [4,0.3,3]},
   {"type": "box", "min": [1,0,1], "max": [2,0.1,2], "transform": [{"translate": [0.5,0,0]}]}],
  "expect": {"volume": 3.5, "area": 28.6, "solids": 1, "shells": 1, "euler": 2}},
 {"name": "post in a ring", "op": "union", "operands": [
   {"type": "prism", "outer": [[-1,-1],[1,-1],[1,1],[-1,1]], "holes": [[[-0.5,-0.5],[0.5,-0.5],[0.5,0.5],[-0.5,0.5]]], "z0": 0, "z1": 1},
   {"type": "box", "min": [-0.5,-0.5,0], "max": [0.5,0.5,2], "transform": [{"rotate_deg": {"axis": [0,0,1], "angle": 90}}]}],
  "expect": {"volume": 5, "solids": 1, "shells": 1, "euler": 2}},
 {"name": "scaled and mirrored", "op": "intersect", "operands": [
   {"type": "cylinder", "segments": 4, "radius": 1, "z0": 0, "z1": 1, "center": [0,0], "transform": [{"scale": [2,1,1]}]},
   {"type": "box", "min": [0,-5,0], "max": [5,5,5], "transform": [{"mirror": [1,0,0]}]}],
  "expect": {"volume": 2, "euler": 2}},
 {"name": "nested", "op": "subtract", "operands": [
   {"type": "polyhedron", "vertices": [[0,0,0],[3,0,0],[0,3,0],[0,0,3]], "faces": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]},
   {"type": "csg", "op": "union", "transform": [{"scale": 0.5}], "operands": [
     {"type": "box", "min": [0,0,0], "max": [1,1,1]}, {"type": "box", "min": [1,0,0], "max": [2,1,1]}]}],
  "expect": {"volume": 4.25}},
 {"name": "pipe in a beam", "op": "clash", "params": {"tolerance": 0.001, "clearance": 0.02}, "operands": [
   {"type": "box", "min": [0,0,0], "max": [4,0.2,0.4]}, {"type": "box", "min": [1,-1,0.1], "max": [1.1,1,0.2]}],
  "expect": {"clash": "hard", "overlap_volume": 0.002, "penetration_depth": 0.1, "overlap_bbox": [[1,0,0.1],[1.1,0.2,0.2]]}},
 {"name": "pipe near a beam", "op": "clash", "params": {"tolerance": 0.001, "clearance": 0.02}, "operands": [
   {"type": "box", "min": [0,0,0], "max": [4,0.2,0.4]}, {"type": "box", "min": [0,0,0.41], "max": [4,0.2,0.5]}],
  "expect": {"clash": "clearance", "overlap_volume": 0, "distance": 0.01}},
 {"name": "door in its wall", "op": "clash", "params": {"tolerance": 0.001, "host": "b_in_a"}, "operands": [
   {"type": "box", "min": [0,0,0], "max": [4,0.2,3]}, {"type": "box", "min": [1,0,0], "max": [2,0.1,2]}],
  "expect": {"clash": "none", "overlap_volume_raw": 0.2}}
]}`

func TestCasesOfEveryShapeAreRight(t *testing.T) {
	f, err := Read(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := f.Run(func(r Result) error {
		if !r.OK || r.Error != "" {
			t.Errorf("%s: %s", r.Name, r.Error)
		}
		return nil
	})
	if err != nil || sum.OK != len(f.Cases) || sum.Cases != 7 {
		t.Errorf("%v, %v", sum, err)
	}
}

// TestASlitIsNoHole runs a case whose result once had a face with a hole of two corners. That hole was counted as a
// tunnel.
func TestASlitIsNoHole(t *testing.T) {
	in, err := os.Open("testdata/slit.json")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f, err := Read(in)
	if err != nil || len(f.Cases) != 1 {
		t.Fatal(err, len(f.Cases))
	}
	if r := f.Cases[0].Run(); !r.OK {
		t.Error(r.Error)
	}
}

// TestWrongExpectationsAreToldApart changes one expected number at a time, and checks that the error names it.
func TestWrongExpectationsAreToldApart(t *testing.T) {
	for change, named := range map[string]string{
		`"volume": 3.5`: "volume", `"area": 28.6`: "area", `"solids": 1, "shells": 1, "euler": 2}},
 {"name": "post`: "solids", `"clash": "hard"`: "clash", `"penetration_depth": 0.1`: "penetration_depth",
		`"distance": 0.01`: "distance", `[1.1,0.2,0.2]]`: "overlap_bbox",
		`"overlap_volume_raw": 0.2`: "overlap_volume_raw",
	} {
		wrong := strings.NewReplacer("3.5", "3.6", "28.6", "28.5", `"solids": 1`, `"solids": 2`,
			"hard", "touch", ": 0.1", ": 0.2",
			"0.01", "0.02", "1.1", "1.3", `raw": 0.2`, `raw": 0.3`).Replace(change)
		f, err := Read(strings.NewReader(strings.Replace(file, change, wrong, 1)))
		if err != nil {
			t.Fatalf("%s: %v", wrong, err)
		}
		var errs []string
		if _, err := f.Run(func(r Result) error {
			if !r.OK {
				errs = append(errs, r.Error)
			}
			return nil
		}); err != nil || len(errs) != 1 || !strings.HasPrefix(errs[0], named) {
			t.Errorf("%s instead of %s: %q, %v", wrong, change, errs, err)
		}
	}
}

func TestWhatIsNotKnownFailsItsCaseOnly(t *testing.T) {
	for _, c := range []Case{
		{Op: "union", Operands: []Solid{{Type: "torus"}}},
		{Op: "glue", Operands: []Solid{{Type: "box", Max: [3]float64{1, 1, 1}}}},
		{Op: "clash", Operands: []Solid{{Type: "box", Max: [3]float64{1, 1, 1}}}},
		{Op: "union", Operands: []Solid{{Type: "box", Max: [3]float64{1, 1, 1}, Transform: []Step{{}}}}},
	} {
		if r := c.Run(); r.OK || !strings.Contains(r.Error, ErrUnknown.Error()) {
			t.Errorf("%+v: %+v", c, r)
		}
	}
	if r := (Case{Op: "union", Operands: []Solid{{Type: "box"}}}).Run(); r.OK || r.Error == "" {
		t.Errorf("a box without volume: %+v", r)
	}
	if _, err := Read(strings.NewReader("{")); err == nil {
		t.Error("half a file is read")
	}
	stop := errors.New("stop")
	f, _ := Read(strings.NewReader(file))
	if _, err := f.Run(func(Result) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the run goes on: %v", err)
	}
}
