package main

import (
	"strings"
	"testing"
)

// TestServicesThroughTheServer draws ducts and pipes, follows their connections, changes them, undoes changes, merges a
// branch of them, and checks the files with verify-ifc.
func TestServicesThroughTheServer(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	p := &plumber{s: s}
	p.model = s.do("create_model", arguments{"name": "Services"}).ModelID
	p.ground = p.put("create_level", arguments{"name": "Ground", "elevation": 0})
	main := p.run([]mm{{0, 0, 2500}, {6000, 0, 2500}, {6000, 4000, 2500}},
		arguments{"system_name": "Cold water", "system_use": "domestic_cold_water"})
	if len(main) != 3 {
		t.Fatalf("the main is %d elements, want two pipes and a bend", len(main))
	}
	branch := p.run([]mm{{3000, 0, 2500}, {3000, 2000, 2500}}, nil)
	p.checkTee(t, main[0], branch)
	p.checkFollowing(t, main[1], branch[0])
	p.checkMerge(t, branch[0])
	for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3_ADD2"} {
		var file struct {
			Path string `json:"path"`
		}
		s.must("export_ifc", arguments{"model_id": p.model, "schema": schema, "file_name": schema + ".ifc"}, &file)
		if out, err := verifyWith(t, "", "--severity", "implementer_agreement", file.Path); err != nil {
			t.Errorf("%s: %v\n%s", schema, err, out)
		}
	}
}

// plumber draws pipes in one model.
type plumber struct {
	s             *server
	model, ground string
}

func (p *plumber) put(tool string, args arguments) string {
	args["model_id"] = p.model
	return p.s.make(tool, args)
}

// changed is the data that a mutation returns.
type changed struct {
	Created  []idNamed `json:"created"`
	Modified []idNamed `json:"modified"`
	Deleted  []idNamed `json:"deleted"`
}

type idNamed struct {
	ID       string `json:"element_id"`
	Category string `json:"category"`
}

func (p *plumber) do(tool string, args arguments) changed {
	var out changed
	p.s.must(tool, with(arguments{"model_id": p.model}, args), &out)
	return out
}

// run draws a pipe and returns what was made.
func (p *plumber) run(path []mm, more arguments) []string {
	out := p.do("create_segment", with(arguments{"system": "pipe", "level_id": p.ground, "path": path,
		"profile": arguments{"shape": "circle_hollow", "diameter": 60, "wall_thickness": 3}}, more))
	var ids []string
	for _, e := range out.Created {
		if e.Category != "system" {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// detail is the part of get_element's data about ports and systems.
type detail struct {
	Name       string `json:"name"`
	SystemName string `json:"system_name"`
	Ports      []struct {
		Port        string   `json:"port"`
		Flow        string   `json:"flow"`
		ConnectedTo *idNamed `json:"connected_to"`
	} `json:"ports"`
	Measures map[string]float64 `json:"measures"`
}

func (p *plumber) get(id string) detail {
	var d detail
	p.s.must("get_element", arguments{"model_id": p.model, "element_id": id}, &d)
	return d
}

// checkTee checks that the branch pipe has cut the main, with a tee of three connections in the system of the main.
func (p *plumber) checkTee(t *testing.T, main string, branch []string) {
	t.Helper()
	if d := p.get(branch[0]); d.SystemName != "Cold water" || d.Ports[0].ConnectedTo == nil ||
		d.Ports[0].ConnectedTo.Category != "pipe_fitting" || d.Ports[1].ConnectedTo != nil {
		t.Errorf("the branch is %+v", d)
	}
	if length := p.get(main).Measures["Length"]; length <= 2.8 || length >= 3 {
		t.Errorf("the main is %g m long", length)
	}
	var related struct {
		Related []idNamed `json:"related"`
		Total   int       `json:"total"`
	}
	p.s.must("relationship_query", arguments{"model_id": p.model, "element_id": branch[0],
		"relationship_type": "connected", "depth": 10}, &related)
	if related.Total != 5 { // tee, both halves of the main, the bend, the pipe behind it
		t.Errorf("the branch reaches %d connections: %+v", related.Total, related.Related)
	}
}

// checkFollowing moves the end of the main, whose neighbours follow, breaks a connection, and undoes both.
func (p *plumber) checkFollowing(t *testing.T, far, branch string) {
	t.Helper()
	moved := p.do("move_element", arguments{"element_ids": []string{far}, "delta": mm{500, 0, 0}})
	if len(moved.Modified) != 3 {
		t.Errorf("%d elements moved, want the pipe, the bend and the end of the main", len(moved.Modified))
	}
	a, err := p.s.try("move_element", arguments{"model_id": p.model,
		"element_ids": []string{branch}, "delta": mm{0, 0, 300}})
	if err != nil || !strings.Contains(string(a.Text), "CONNECTION_BROKEN") {
		t.Errorf("a branch lifted off its tee: %s, %v", a.Text, err)
	}
	if p.get(branch).Ports[0].ConnectedTo != nil {
		t.Error("the branch is still connected")
	}
	p.do("undo", arguments{"reasoning": "it belongs to the tee"})
	if p.get(branch).Ports[0].ConnectedTo == nil {
		t.Error("the undo does not connect the branch again")
	}
}

// checkMerge merges a branch in which the pipe is lengthened and has one more branch pipe.
func (p *plumber) checkMerge(t *testing.T, branch string) {
	t.Helper()
	p.s.must("create_branch", arguments{"model_id": p.model, "name": "more"}, nil)
	p.do("create_segment", arguments{"branch": "more", "system": "pipe", "level_id": p.ground,
		"path":    []mm{{3000, 2000, 2500}, {3000, 2000, 500}},
		"profile": arguments{"shape": "circle_hollow", "diameter": 60, "wall_thickness": 3}})
	p.do("delete_element", arguments{"branch": "main", "dry_run": true, "element_ids": []string{branch}})
	p.s.must("merge_branch", arguments{"model_id": p.model, "source": "more"}, nil)
	if d := p.get(branch); d.Ports[1].ConnectedTo == nil {
		t.Errorf("after the merge the branch is %+v", d)
	}
}
