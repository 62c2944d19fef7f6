package tools

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// ifcx exports in the draft of IFC5 and returns the file.
func (o *office) ifcx(arguments string, values ...any) []byte {
	o.t.Helper()
	d := o.ok("export_ifcx", arguments, values...)
	text, err := os.ReadFile(d.at("path").text())
	if err != nil {
		o.t.Fatal(err)
	}
	return text
}

// stackOf composes one document.
func stackOf(t *testing.T, text []byte) *ifcxStack {
	t.Helper()
	s := newIFCXStack()
	s.add(t, readIFCX(t, text))
	return s
}

// composed returns the attributes below the project of a stack.
func (o *office) composed(s *ifcxStack) map[string]string {
	out := map[string]string{}
	s.tree(o.id["model"], "", out)
	return out
}

// wantLayersCompose exports a branch and its history. It checks that the layers up to each revision compose to the
// document of that revision, with the same meshes drawn.
func (o *office) wantLayersCompose(branch string) {
	o.t.Helper()
	files := readIFCXArchive(o.t, o.ifcx(`{"history":"layers","branch":"%s"}`, branch))
	stack := newIFCXStack()
	for i, layer := range files {
		stack.add(o.t, layer)
		if i == 0 {
			continue // the declarations
		}
		id := strings.Split(layer.Header["id"].(string), ":")
		of, revision := id[2], id[3]
		alone := stackOf(o.t, o.ifcx(`{"branch":"%s","at":"%s"}`, of, revision))
		got, want := o.composed(stack), o.composed(alone)
		if !maps.Equal(got, want) {
			o.t.Fatalf("layer %d, revision %s of %s: composed of layers it is\n%s", i, revision, of,
				differing(got, want))
		}
		if !slices.Equal(stack.allDrawn(), alone.allDrawn()) {
			o.t.Fatalf("layer %d, revision %s of %s: %d meshes are drawn of the layers, %d of the document", i,
				revision, of, len(stack.allDrawn()), len(alone.allDrawn()))
		}
	}
}

func differing(got, want map[string]string) string {
	var out []string
	for at, text := range got {
		if want[at] != text {
			out = append(out, "got  "+at+" "+text)
		}
	}
	for at, text := range want {
		if got[at] != text {
			out = append(out, "want "+at+" "+text)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return strings.Compare(a[5:], b[5:]) })
	return strings.Join(out, "\n")
}

// TestIFCXOfARevision compares a document with the replies of tools for the same revision.
func TestIFCXOfARevision(t *testing.T) {
	o := roofed(t)
	o.ok("set_properties", `{"element_ids":["$south"],"psets":{"Pset_WallCommon":{"IsExternal":true},`+
		`"Planning":{"Height of text":{"measure":"IfcLengthMeasure","value":2500}}}}`)
	text := o.ifcx(`{}`)
	if again := o.ifcx(`{}`); string(again) != string(text) {
		t.Error("the same revision gives other bytes")
	}
	s := stackOf(t, text)
	if roots := s.roots(); len(roots) != 1 || roots[0] != o.id["model"] {
		t.Errorf("the roots are %v", roots)
	}
	wall := s.attributes(o.id["south"])
	volume := o.ok("get_element", `{"element_id":"$south"}`).at("volume_m3").value
	for name, want := range map[string]any{
		"bsi::ifc::prop::Name": "south", "bimstream::wall::height": 2800.0,
		"bsi::ifc::v5a::Pset_WallCommon::IsExternal": true, "bsi::ifc::v5a::Planning::Height of text": 2.5,
	} {
		if wall[name] != want {
			t.Errorf("%s is %v, want %v", name, wall[name], want)
		}
	}
	if class, _ := wall["bsi::ifc::class"].(map[string]any); class["code"] != "IfcWall" {
		t.Errorf("the wall is %v", class)
	}
	got := s.volumeUnder(o.id["south"])
	if want, _ := volume.(float64); got < want-1e-6 || got > want+1e-6 {
		t.Errorf("the wall's mesh has %v m3, the wall %v", got, want)
	}
	tree := o.composed(s)
	for name, under := range map[string]string{"door": "wall-" + o.id["south"], "south": "level-" + o.id["ground"]} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(tree)), func(at string) bool {
			return strings.HasSuffix(at, "="+o.id[name]) && strings.Contains(at, under)
		}) {
			t.Errorf("%s is not under %s", name, under)
		}
	}
	meshes := o.ok("export_mesh", `{}`)
	if n := len(s.allDrawn()); n < meshes.at("elements").number() {
		t.Errorf("%d meshes are drawn of %d elements", n, meshes.at("elements").number())
	}
}

// volumeUnder returns the volume of the meshes of an element's bodies, by the signed volumes of tetrahedra.
func (s *ifcxStack) volumeUnder(path string) (m3 float64) {
	for name, child := range s.nodes[path].children {
		if child == "" || !strings.HasPrefix(name, "Body") {
			continue
		}
		mesh, _ := s.attributes(child)["usd::usdgeom::mesh"].(map[string]any)
		points, corners := mesh["points"].([]any), mesh["faceVertexIndices"].([]any)
		at := func(i, axis int) float64 { return points[int(corners[i].(float64))].([]any)[axis].(float64) }
		for i := 0; i < len(corners); i += 3 {
			m3 += (at(i, 0)*(at(i+1, 1)*at(i+2, 2)-at(i+1, 2)*at(i+2, 1)) -
				at(i, 1)*(at(i+1, 0)*at(i+2, 2)-at(i+1, 2)*at(i+2, 0)) +
				at(i, 2)*(at(i+1, 0)*at(i+2, 1)-at(i+1, 1)*at(i+2, 0))) / 6
		}
	}
	return m3
}

// TestIFCXLayersOfWhatIsTakenAway adds, removes and restores elements, bodies, properties and types.
func TestIFCXLayersOfWhatIsTakenAway(t *testing.T) {
	o := roofed(t)
	for _, call := range []struct{ tool, arguments string }{
		{"set_properties", `{"element_ids":["$south"],"psets":{"A":{"x":1,"y":"two"}}}`},
		{"modify_parameter", `{"element_id":"$south","parameter_name":"A.y","value":null}`},
		{"set_properties", `{"element_ids":["$south"],"psets":{"A":{"y":"three"}}}`},
		{"delete_element", `{"element_ids":["$door"]}`},
		{"undo", `{}`},
		{"copy_element", `{"element_ids":["$slab"],"delta":[10000,0,0]}`},
		{"undo", `{}`},
		{"delete_element", `{"element_ids":["$slab"]}`},
		{"undo", `{}`},
		{"modify_parameter", `{"element_id":"$upper","parameter_name":"elevation","value":3200}`},
		{"modify_parameter", `{"element_id":"$slab","parameter_name":"level_id","value":"$ground"}`},
		{"delete_element", `{"element_ids":["$south"]}`},
		{"undo", `{}`},
	} {
		o.ok(call.tool, "%s", call.arguments)
	}
	o.wantLayersCompose("main")
}

// TestIFCXLayersOfTypesAndMaterials changes types and materials that elements share, assigns them and removes them.
func TestIFCXLayersOfTypesAndMaterials(t *testing.T) {
	o := newOffice(t)
	o.ok("define_material", `{"name":"Brick","colour":"#aa5533"}`)
	o.ok("define_type", `{"category":"wall","name":"Outer","layers":[{"material":"Brick","thickness":200}],`+
		`"properties":{"Pset_WallCommon":{"FireRating":"F30"}}}`)
	for _, call := range []struct{ tool, arguments string }{
		{"modify_parameter", `{"element_id":"$south","parameter_name":"type_id","value":"Outer"}`},
		{"set_properties", `{"element_ids":["$south"],"psets":{"Pset_WallCommon":{"FireRating":"F90"}}}`},
		{"modify_parameter", `{"element_id":"$east","parameter_name":"type_id","value":"Outer"}`},
		{"modify_type", `{"type_id":"Outer","properties":{"Pset_WallCommon":{"FireRating":"F60","IsExternal":true}}}`},
		{"modify_parameter", `{"element_id":"$west","parameter_name":"type_id","value":"Outer"}`},
		{"undo", `{}`},
	} {
		o.ok(call.tool, "%s", call.arguments)
	}
	s := stackOf(t, o.ifcx(`{}`))
	for wall, want := range map[string]string{"south": "F90", "east": "F60"} {
		if got := s.attributes(o.id[wall])["bsi::ifc::v5a::Pset_WallCommon::FireRating"]; got != want {
			t.Errorf("%s: the rating is %v, want %s", wall, got, want)
		}
	}
	o.wantLayersCompose("main")
}

// TestIFCXLayersOfATypeThatIsTakenBack gives a door the attributes that it had through a type, without the type.
func TestIFCXLayersOfATypeThatIsTakenBack(t *testing.T) {
	o := newOffice(t)
	o.ok("define_type", `{"category":"door","name":"D90","properties":{"Pset_DoorCommon":{"FireRating":"T30"}}}`)
	o.ok("set_properties", `{"element_ids":["$door"],"psets":{"A":{"y":"one"}}}`)
	o.ok("modify_parameter", `{"element_id":"$door","parameter_name":"type_id","value":"D90"}`)
	typed := o.revision("main")
	o.ok("modify_parameter", `{"element_id":"$door","parameter_name":"A.y","value":null}`)
	o.ok("undo", `{"revision":%d}`, typed)
	o.ok("set_properties", `{"element_ids":["$door"],"psets":{"A":{"y":"one"}}}`)
	o.wantLayersCompose("main")
}

// TestIFCXLayersOfBranches checks that a branch consists of its parent's layers up to the fork and its own, and that a
// merge is a layer. If both sides changed one wall, its meshes are derived anew, because stacking the meshes of both
// sides would not show both changes.
func TestIFCXLayersOfBranches(t *testing.T) {
	o := roofed(t)
	o.make("window", "place_window", `{"wall_id":"$south","offset":3000,"width":1000,"height":1000,"sill_height":900}`)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("modify_parameter", `{"element_id":"$door","parameter_name":"width","value":800}`)
	o.ok("modify_parameter", `{"element_id":"$window","parameter_name":"width","value":1500,"branch":"option"}`)
	o.wantLayersCompose("option")
	o.ok("merge_branch", `{"source":"option"}`)
	o.wantLayersCompose("main")
	last := newIFCXStack()
	for _, layer := range readIFCXArchive(t, o.ifcx(`{"history":"layers"}`)) {
		last.add(t, layer)
	}
	want, _ := o.ok("get_element", `{"element_id":"$south"}`).at("volume_m3").value.(float64)
	if got := last.volumeUnder(o.id["south"]); got < want-1e-6 || got > want+1e-6 {
		t.Errorf("after the merge the wall's mesh has %v m3, the wall %v", got, want)
	}
}

// TestIFCXLayersSayWhoAndWhy compares the layers with list_events. There is one for each change, in the same order,
// with its author, time, tool, reason and hash.
func TestIFCXLayersSayWhoAndWhy(t *testing.T) {
	o := newOffice(t)
	o.ok("modify_parameter",
		`{"element_id":"$south","parameter_name":"height","value":2700,"reasoning":"the beam above is lower"}`)
	files := readIFCXArchive(t, o.ifcx(`{"history":"layers"}`))
	var ends []answer // the last event of each change
	events := o.ok("list_events", `{"limit":100,"detailed":true}`)
	if events.at("next_cursor").text() != "" {
		t.Fatal("the history has more than a page")
	}
	for i := range events.at("events").len() {
		e := events.at("events", i)
		if n := len(ends); n > 0 && ends[n-1].at("command_id").text() == e.at("command_id").text() {
			ends = ends[:n-1]
		}
		ends = append(ends, e)
	}
	if len(files)-1 != len(ends) {
		t.Fatalf("%d layers of %d changes", len(files)-1, len(ends))
	}
	told := map[string]any{} // from the last layer that has it
	for i, layer := range files[1:] {
		end := ends[i]
		for _, n := range layer.Data {
			if n.Path == o.id["model"] {
				maps.Copy(told, n.Attributes)
			}
		}
		revision := strconv.Itoa(end.at("revision").number())
		if h := layer.Header; h["dataVersion"] != revision || h["author"] != end.at("user_id").text() ||
			h["timestamp"] != end.at("occurred_at").text() {
			t.Errorf("the header of layer %d is %v, the change %v", i+1, h, end.value)
		}
		for name, want := range map[string]string{
			"revision": revision, "user": end.at("user_id").text(), "agent": end.at("agent_id").text(),
			"tool": end.at("tool").text(), "reason": end.at("reasoning").text(), "hash": end.at("hash").text(),
			"command_id": end.at("command_id").text(), "at": end.at("occurred_at").text(), "branch": "main",
		} {
			if got := told["bimstream::change::"+name]; got != want {
				t.Errorf("layer %d: %s is %v, want %q", i+1, name, got, want)
			}
		}
	}
	if told["bimstream::change::reason"] != "the beam above is lower" {
		t.Errorf("the last change is told as %v", told)
	}
}

// byName returns the ids of all elements in an order that does not depend on the ids.
func (o *office) byName() []state.ID {
	o.t.Helper()
	_, m := o.witnesses()
	var all []*state.Element
	m.Each(func(e *state.Element) bool { all = append(all, e); return true })
	slices.SortStableFunc(all, func(a, b *state.Element) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(a.Name, b.Name))
	})
	ids := make([]state.ID, len(all))
	for i, e := range all {
		ids[i] = e.ID
	}
	return ids
}

// TestIFCXLayersOfRandomChanges composes the layers of random changes.
func TestIFCXLayersOfRandomChanges(t *testing.T) {
	seed, rounds := uint64(7), 150
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		seed, rounds = rand.Uint64(), 1500
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, seed))
	o := storeyed(t)
	done := 0
	for range rounds {
		step := steps[r.IntN(len(steps))]
		ids := o.byName()
		arguments := step.arguments
		for strings.Contains(arguments, "$") {
			arguments = strings.Replace(arguments, "$", string(ids[r.IntN(len(ids))]), 1)
		}
		for strings.Contains(arguments, "%") {
			arguments = strings.Replace(arguments, "%", fmt.Sprint(100*(r.IntN(60)-10)), 1)
		}
		if o.server.Call(t.Context(), step.tool, json.RawMessage(arguments)).Success {
			done++
		}
	}
	if done < rounds/8 {
		t.Errorf("%d of %d were done: the test says little", done, rounds)
	}
	t.Logf("%d of %d were done", done, rounds)
	o.wantLayersCompose("main")
}

// TestIFCXThatCannotBe checks that invalid arguments, and a state within a change, are refused.
func TestIFCXThatCannotBe(t *testing.T) {
	o := newOffice(t)
	o.refused(state.InvalidInput, "export_ifcx", `{"history":"all"}`)
	o.refused(state.OutOfRange, "export_ifcx", `{"file_name":"a.ifc"}`)
	o.refused(state.OutOfRange, "export_ifcx", `{"history":"layers","file_name":"a.ifcx"}`)
	// position 1 is in the middle of the change that made the model
	o.refused(state.IllegalState, "export_ifcx", `{"at":"1"}`)
	if told := o.told("export_ifcx", `{}`, "DRAFT_FORMAT"); len(told) != 1 {
		t.Errorf("that the format is a draft is told %d times", len(told))
	}
}
