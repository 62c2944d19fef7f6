package web

import (
	"encoding/binary"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/bodies"
)

// The layout of a chunk for its readers.
const (
	chunkMagic, chunkVersion                                   = "BSCN", 1
	headBytes, cornerAt, sectionAlign, vertexBytes, indexBytes = 64, 24, 8, 12, 4
)

// drawnBody is what a page draws for the instances of an element.
type drawnBody struct {
	volume    float64 // m3, of its closed surfaces
	triangles int
	colours   int
}

// decodeChunk parses a chunk by its layout, and returns the body of each row.
func decodeChunk(t *testing.T, b []byte) map[int]drawnBody {
	t.Helper()
	out := map[int]drawnBody{}
	if len(b) == 0 {
		return out
	}
	le := binary.LittleEndian
	u := func(at int) int { return int(le.Uint32(b[at:])) }
	f := func(at int) float64 { return float64(math.Float32frombits(le.Uint32(b[at:]))) }
	if string(b[:4]) != chunkMagic || u(4) != chunkVersion || len(b)%sectionAlign != 0 {
		t.Fatalf("the head is % x", b[:headBytes])
	}
	meshes, instances, vertices, indices := u(8), u(12), u(16), u(20)
	align := func(n int) int { return (n + sectionAlign - 1) / sectionAlign * sectionAlign }
	atInstances := headBytes + 16*meshes
	atVertices := align(atInstances + 24*instances)
	atIndices := align(atVertices + vertexBytes*vertices)
	if align(atIndices+indexBytes*indices) != len(b) {
		t.Fatalf("%d bytes do not fit the numbers of the head", len(b))
	}
	var corner [3]float64
	for i := range corner {
		corner[i] = math.Float64frombits(le.Uint64(b[cornerAt+8*i:]))
	}
	for i := range instances {
		at := atInstances + 24*i
		row, mesh := u(at), headBytes+16*u(at+4)
		firstVertex, firstIndex, count := u(mesh), u(mesh+8), u(mesh+12)
		point := func(n int) (p [3]float64) {
			v := firstVertex + u(atIndices+indexBytes*(firstIndex+n))
			if v >= firstVertex+u(mesh+4) {
				t.Fatalf("an index leads out of its mesh")
			}
			for k := range p {
				p[k] = corner[k] + f(at+12+4*k) + f(atVertices+vertexBytes*v+4*k)
			}
			return p
		}
		d := out[row]
		for n := 0; n < count; n += 3 {
			p, q, r := point(n), point(n+1), point(n+2)
			d.volume += (p[0]*(q[1]*r[2]-q[2]*r[1]) + p[1]*(q[2]*r[0]-q[0]*r[2]) + p[2]*(q[0]*r[1]-q[1]*r[0])) / 6
		}
		d.triangles, d.colours = d.triangles+count/3, d.colours+1
		out[row] = d
	}
	return out
}

// bodies loads all bodies of a scene, by element.
func (p *page) bodies(t *testing.T, s bodies.Scene) map[modelstate.ID]drawnBody {
	t.Helper()
	out := map[modelstate.ID]drawnBody{}
	for _, c := range s.Chunks {
		w := p.ask("GET", c.URL, nil)
		if w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Fatalf("%s: status %d, %v", c.URL, w.Code, w.Header())
		}
		for row, d := range decodeChunk(t, w.Body.Bytes()) {
			if row >= c.Count {
				t.Fatalf("row %d of a chunk of %d", row, c.Count)
			}
			out[s.Rows.IDs[c.First+row]] = d
		}
	}
	return out
}

// TestBodiesAreThoseOfTheModel checks that the page draws every element of the model that has a body, with its volume.
func TestBodiesAreThoseOfTheModel(t *testing.T) {
	p := house(t)
	s := p.scene("main", "")
	v, err := p.live.View(t.Context(), p.model, "main")
	if err != nil {
		t.Fatal(err)
	}
	got := p.bodies(t, s)
	seen := 0
	for i, id := range s.Rows.IDs {
		if c := s.Rows.Categories[i]; !c.Physical() || c == modelstate.CategoryOpening {
			if _, ok := got[id]; ok {
				t.Errorf("%s %s is drawn", s.Rows.Categories[i], s.Rows.Names[i])
			}
			continue
		}
		m, err := v.MeasureOf(id)
		if err != nil {
			t.Fatal(err)
		}
		// Single precision represents a coordinate of this house to within a micrometre, which is a volume error of
		// 3e-4 m3 for a surface of 300 m2.
		if d := math.Abs(got[id].volume - m.Volume); d > 3e-4 && m.Solids == 1 {
			t.Errorf("%s %s: volume %f, measured %f", s.Rows.Categories[i], s.Rows.Names[i], got[id].volume, m.Volume)
		}
		if m.Solids > 0 {
			seen++
		}
	}
	if seen < 40 || len(got) != seen {
		t.Errorf("%d elements are drawn, %d have bodies", len(got), seen)
	}
	if want := []float64{-0.5, -0.5, -0.3, 12.5, 8.5}; !slices.Equal(s.Box[:5], want) {
		t.Errorf("the box is %v", s.Box)
	}
}

// TestAStateWithinAChangeSaysSo checks states in the middle of a change, which an address may name and in which a
// window is not yet in a wall.
func TestAStateWithinAChangeSaysSo(t *testing.T) {
	p := house(t)
	within := 0
	for at := range uint64(p.scene("main", "").Revision) {
		for _, left := range p.scene("main", text(at)).LeftOut {
			within++
			if !strings.Contains(left.Reason, "in the middle of a change") {
				t.Errorf("revision %d: %s", at, left.Reason)
			}
		}
	}
	if within == 0 {
		t.Error("no state within a change was met")
	}
}

// TestDifferencesLeadToTheScene checks that a page which applies differences gets the same scene as a page which loads
// each state. It does so forward and backward through the whole history of the house.
func TestDifferencesLeadToTheScene(t *testing.T) {
	p := house(t)
	head := p.scene("main", "").Head
	type known struct {
		name, category string
		body           drawnBody
	}
	state := map[modelstate.ID]known{}
	check := func(at uint64) {
		t.Helper()
		s := p.scene("main", text(at))
		drawn := p.bodies(t, s)
		want := map[modelstate.ID]known{}
		for i, id := range s.Rows.IDs {
			want[id] = known{s.Rows.Names[i], string(s.Rows.Categories[i]), drawn[id]}
		}
		if !maps.EqualFunc(state, want, func(a, b known) bool {
			return a.name == b.name && a.category == b.category && a.body.triangles == b.body.triangles &&
				math.Abs(a.body.volume-b.body.volume) < 1e-3
		}) {
			t.Fatalf("at %d the differences lead to %d elements, the scene has %d", at, len(state), len(want))
		}
	}
	step := func(from, to uint64) {
		t.Helper()
		var d bodies.Delta
		p.get(p.branch("main")+"delta?from="+text(from)+"&to="+text(to), &d)
		if d.Reload || d.From.Revision != int64(from) || d.To.Revision != int64(to) || d.To.Head != head {
			t.Fatalf("from %d to %d: %+v", from, to, d)
		}
		drawn := map[int]drawnBody{}
		if d.After.URL != "" {
			drawn = decodeChunk(t, p.ask("GET", d.After.URL, nil).Body.Bytes())
		}
		for _, c := range d.Changes {
			if c.Change == "deleted" {
				delete(state, c.ID)
			}
		}
		for i, id := range d.Rows.IDs {
			state[id] = known{d.Rows.Names[i], string(d.Rows.Categories[i]), drawn[i]}
		}
	}
	at := uint64(0)
	for _, stride := range []uint64{1, 7, 40} {
		for ; at < head; at = min(head, at+stride) {
			step(at, min(head, at+stride))
			check(min(head, at+stride))
		}
		for at > 0 {
			to := at - min(at, stride*3)
			step(at, to)
			check(to)
			at = to
		}
	}
}

// TestADifferenceShowsWhatWas checks that a difference contains the previous bodies: of a deleted element, and of a
// moved element in its old place.
func TestADifferenceShowsWhatWas(t *testing.T) {
	p := house(t)
	before := p.scene("main", "")
	drawn := p.bodies(t, before)
	wall := before.Rows.IDs[slices.Index(before.Rows.Names, "W1")]
	p.do(p.who, "modify_parameter", map[string]any{"element_id": "W1", "parameter_name": "height", "value": 2600})
	p.do(p.who, "delete_element", map[string]any{"element_ids": []string{"C1"}})
	p.do(p.who, "move_element", map[string]any{"element_ids": []string{"P1"}, "delta": []int{-100, 0, 0}})
	var d bodies.Delta
	p.get(p.branch("main")+"delta?from="+text(before.Head)+"&to=", &d)
	kinds := map[string]bodies.Change{}
	for _, c := range d.Changes {
		kinds[c.Name] = c
	}
	if c := kinds["C1"]; c.Change != "deleted" || c.Category != modelstate.CategoryColumn || c.Level != "Ground" {
		t.Errorf("C1: %+v", c)
	}
	if c := kinds["W1"]; c.Change != "modified" || !slices.Contains(c.Facets, "geometry") || c.ID != wall {
		t.Errorf("W1: %+v", c)
	}
	if c := kinds["P1"]; c.Change != "modified" || !slices.Contains(c.Facets, "place") ||
		slices.Contains(c.Facets, "geometry") {
		t.Errorf("P1: %+v", c)
	}
	if c := kinds["Living"]; c.Change != "derived" || !slices.Contains(c.Facets, "geometry") {
		t.Errorf("the room beside P1: %+v", c)
	}
	was := decodeChunk(t, p.ask("GET", d.Before.URL, nil).Body.Bytes())
	for _, name := range []string{"C1", "W1"} {
		i := slices.Index(d.BeforeRows.Names, name)
		if i < 0 || math.Abs(was[i].volume-drawn[d.BeforeRows.IDs[i]].volume) > 1e-3 {
			t.Errorf("%s was %+v", name, was[i])
		}
	}
}

// TestDifferencesBetweenBranches checks that a difference between branches has the same form as one between revisions.
func TestDifferencesBetweenBranches(t *testing.T) {
	p := house(t)
	p.do(p.who, "create_branch", map[string]any{"name": "option/wide"})
	p.do(p.who, "modify_parameter", map[string]any{"branch": "option/wide", "element_id": "C1",
		"parameter_name": "name", "value": "Post"})
	var d bodies.Delta
	p.get(p.branch("main")+"delta?from=&to=option/wide@", &d)
	if len(d.Changes) != 1 || d.Changes[0].Name != "Post" || !reflect.DeepEqual(d.Changes[0].Facets,
		[]string{"properties"}) || d.To.Branch != "option/wide" {
		t.Errorf("the difference is %+v", d)
	}
	if s := p.scene("option/wide", ""); !slices.Contains(s.Rows.Names, "Post") {
		t.Error("the branch does not have what was changed there")
	}
}

// TestAStateThatABrowserHas checks that a browser which asks again for a state learns whether its copy is still valid.
// It is not valid after a change, for a person with fewer rights, or if another process answers.
func TestAStateThatABrowserHas(t *testing.T) {
	p := house(t)
	has := p.ask("GET", p.branch("main")+"scene", nil).Header().Get("ETag")
	again := func() int {
		r := p.request("GET", p.branch("main")+"scene", nil)
		r.Header.Set("If-None-Match", has)
		return p.send(r).Code
	}
	if code := again(); code != 304 || has == "" {
		t.Errorf("%q unchanged: %d", has, code)
	}
	all := p.who
	p.who.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {Categories: []string{"wall"}}}
	if code := again(); code != 200 {
		t.Errorf("with less rights: %d", code)
	}
	p.who = all
	p.do(p.who, "modify_parameter", map[string]any{"element_id": "C1", "parameter_name": "name", "value": "Post"})
	if code := again(); code != 200 {
		t.Errorf("after a change: %d", code)
	}
	has = p.ask("GET", p.branch("main")+"scene", nil).Header().Get("ETag")
	p.open()
	if code := again(); code != 200 {
		t.Errorf("of another process: %d", code)
	}
}

// TestDifferencesFromTheBeginning checks that a branch before its first event is empty, or has the state that it was
// forked from.
func TestDifferencesFromTheBeginning(t *testing.T) {
	p := house(t)
	p.do(p.who, "create_branch", map[string]any{"name": "opt"})
	p.do(p.who, "delete_element", map[string]any{"branch": "opt", "element_ids": []string{"C1"}})
	for branch, want := range map[string]int{"main": len(p.scene("main", "").Rows.IDs), "opt": 0} {
		var d bodies.Delta
		p.get(p.branch(branch)+"delta?from=-1&to=", &d)
		n := 0
		for _, c := range d.Changes {
			if c.Change == "added" {
				n++
			}
		}
		if n != want || len(d.Rows.IDs) < want || branch == "main" && d.From.Revision != -1 ||
			branch == "opt" && d.From.Branch != "main" {
			t.Errorf("%s begins with %d elements of %d: %+v", branch, n, want, d.From)
		}
	}
}

// TestWhatIsNotThereIsNotFound checks that a state that does not exist is reported as such, with no other information.
func TestWhatIsNotThereIsNotFound(t *testing.T) {
	p := house(t)
	for _, path := range []string{p.branch("nothing") + "scene", p.branch("main") + "scene?at=9999",
		p.branch("main") + "scene?at=nonesuch", p.branch("main") + "chunks/1/99", p.branch("main") + "chunks/1/x",
		"/api/models/nothing/branches/main/scene", "/api/blobs/00", "/api/files/00", "/api/approvals/00",
		"/api/nothing"} {
		p.refused(404, "GET", path, nil)
	}
	p.refused(400, "GET", p.branch("main")+"changes?limit=-1", nil)
	p.refused(400, "GET", p.branch("main")+"timeline?buckets=x", nil)
}
