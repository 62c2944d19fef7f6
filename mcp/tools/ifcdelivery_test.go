package tools

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// delivering returns an office whose model is exported, edited and delivered into another model.
func delivering(t *testing.T) (o *office, first string) {
	t.Helper()
	o = newOffice(t)
	first = o.written("first.ifc")
	o.id["project"] = o.ok("import_ifc", `{"file":"%s","name":"Project"}`, first).at("model_id").text()
	return o, first
}

// written exports the office to a file and returns its path.
func (o *office) written(name string) string {
	o.t.Helper()
	return o.ok("export_ifc", `{"model_id":"$model","schema":"IFC4","file_name":"%s"}`, name).at("path").text()
}

// hashOf returns the state hash of a branch of the project.
func (o *office) hashOf(branch string) string {
	o.t.Helper()
	return o.ok("model_overview", `{"model_id":"$project","branch":"%s","include_state_hash":true}`, branch).
		at("state_hash").text()
}

// counted returns the number of elements of a kind in a delivery.
func counted(d answer, kind string) int {
	for i := range d.at("delivery", "counts").len() {
		if c := d.at("delivery", "counts", i); c.at("kind").text() == kind {
			return c.at("count").number()
		}
	}
	return -1
}

func TestDeliveries(t *testing.T) {
	o, first := delivering(t)
	firstHash := o.hashOf("main")
	o.ok("move_element", `{"model_id":"$model","element_ids":["$door"],"delta":[500,0,0]}`)
	o.ok("modify_parameter", `{"model_id":"$model","element_id":"$north","parameter_name":"height","value":2500}`)
	o.ok("set_properties", `{"model_id":"$model","element_ids":["$east"],
		"properties":{"Pset_WallCommon":{"FireRating":"EI 60"}}}`)
	o.make("post", "create_column", `{"model_id":"$model","level_id":"$ground","location":[1000,1000],"height":2800,
		"profile":{"shape":"rectangle","width":200,"depth":200},"name":"Post"}`)
	second := o.written("second.ifc")
	// meanwhile the project is edited: the east wall, and the wall that the delivery makes lower
	o.ok("modify_parameter", `{"model_id":"$project","element_id":"west","parameter_name":"height","value":2900}`)
	o.ok("modify_parameter", `{"model_id":"$project","element_id":"north","parameter_name":"height","value":3100}`)

	dry := o.ok("import_ifc", `{"model_id":"$project","file":"%s","delivery":"2","dry_run":true}`, second)
	o.refused(state.NotFound, "model_overview", `{"model_id":"$project","branch":"delivery/2"}`)
	d := o.ok("import_ifc", `{"model_id":"$project","file":"%s","delivery":"2"}`, second)
	for kind, want := range map[string]int{"new": 1, "gone": 0, "moved": 1, "resized": 1} {
		if got := counted(d, kind); got != want || counted(dry, kind) != want {
			t.Errorf("%d %s, in the dry run %d, want %d: %v", got, kind, counted(dry, kind), want,
				d.at("delivery").value)
		}
	}
	if got := d.at("delivery", "matched", "not_known").number(); got != 1 {
		t.Errorf("%d elements were not known, want the post", got)
	}
	if d.at("delivery", "lines").len() == 0 || d.at("delivery", "lines").len() > 10 {
		t.Errorf("the lines are %v", d.at("delivery", "lines").value)
	}
	o.refused(state.AlreadyExists, "import_ifc", `{"model_id":"$project","file":"%s","delivery":"2"}`, second)
	alone := o.ok("import_ifc", `{"file":"%s","name":"Alone"}`, second).at("model_id").text()
	want := o.ok("model_overview", `{"model_id":"%s"}`, alone)
	got := o.ok("model_overview", `{"model_id":"$project","branch":"delivery/2"}`)
	if textOf(got.at("elements").value) != textOf(want.at("elements").value) {
		t.Errorf("the delivery holds %v, the file alone %v", got.at("elements").value, want.at("elements").value)
	}
	// three-way merge: edits made here stay, and a value changed on both sides is a conflict
	merge := o.ok("merge_branch", `{"model_id":"$project","source":"delivery/2","dry_run":true}`)
	if n := merge.at("conflicts").len(); n != 1 {
		t.Errorf("%d conflicts, want that of the height of the north wall: %v", n, merge.at("conflicts").value)
	}
	o.ok("merge_branch", `{"model_id":"$project","source":"delivery/2","policy":"theirs"}`)
	for wall, height := range map[string]int{"west": 2900, "north": 2500} {
		if h := o.ok("get_element", `{"model_id":"$project","element_id":"%s"}`, wall).at("params", "height").
			number(); h != height {
			t.Errorf("wall %s is %d high after the merge, want %d", wall, h, height)
		}
	}
	// a third delivery of the first file restores the first state
	back := o.ok("import_ifc", `{"model_id":"$project","file":"%s","delivery":"3"}`, first)
	if counted(back, "gone") != 1 || back.at("delivery", "last", "branch").text() != "delivery/2" {
		t.Errorf("the third delivery says %v", back.at("delivery").value)
	}
	if hash := o.hashOf("delivery/3"); hash != firstHash {
		t.Errorf("the third delivery has hash %s, the first had %s", hash, firstHash)
	}
	o.ok("merge_branch", `{"model_id":"$project","source":"delivery/3","policy":"theirs"}`)
	if h := o.ok("get_element", `{"model_id":"$project","element_id":"west"}`).at("params",
		"height").number(); h != 2900 {
		t.Errorf("what was edited here is gone: the west wall is %d high", h)
	}
	// a link to the last delivery shows it
	o.ok("link_model", `{"model_id":"$model","linked_model":"$project","state":"delivery","name":"P"}`)
	if l := o.ok("list_links", `{"model_id":"$model"}`).at("links", 0); l.at("loaded").value != true {
		t.Errorf("the link is %v", l.value)
	}
	o.refused(state.IllegalState, "import_ifc", `{"model_id":"$model","file":"%s","delivery":"1"}`, first)
}

// TestADeliveryOfNewGlobalIDs checks that elements of a program that makes new ids at each export are matched by name,
// place and form.
func TestADeliveryOfNewGlobalIDs(t *testing.T) {
	o, _ := delivering(t)
	before := o.ok("query_elements", `{"model_id":"$project","categories":["wall","door","room"]}`)
	o.ok("move_element", `{"model_id":"$model","element_ids":["$door"],"delta":[500,0,0]}`)
	path := o.written("renewed.ifc")
	text := o.readText(path)
	n := 0
	renewed := regexp.MustCompile(`(=IFC(?:WALL|DOOR|SPACE|OPENINGELEMENT|BUILDINGSTOREY)\w*\(')([0-9A-Za-z_$]{22})'`).
		ReplaceAllStringFunc(text, func(match string) string {
			n++
			return match[:len(match)-4] + strings.Map(func(r rune) rune {
				if r == 'A' {
					return 'B'
				}
				return 'A'
			}, match[len(match)-4:len(match)-1]) + "'"
		})
	if n < 7 {
		t.Fatalf("%d GlobalIds were found", n)
	}
	o.writeText(path, renewed)
	d := o.ok("import_ifc", `{"model_id":"$project","file":"%s","delivery":"2"}`, path)
	if new, gone := counted(d, "new"), counted(d, "gone"); new != 0 || gone != 0 {
		t.Errorf("%d new and %d gone elements: %v", new, gone, d.at("delivery").value)
	}
	if moved := counted(d, "moved"); moved != 1 {
		t.Errorf("%d elements moved, want the door: %v", moved, d.at("delivery").value)
	}
	after := o.ok("query_elements", `{"model_id":"$project","branch":"delivery/2","categories":["wall","door","room"]}`)
	for i := range before.at("elements").len() {
		a, b := before.at("elements", i), after.at("elements", i)
		if a.at("element_id").text() != b.at("element_id").text() || a.at("name").text() != b.at("name").text() {
			t.Errorf("%v has become %v", a.at("name").value, b.value)
		}
	}
}

func (o *office) readText(path string) string {
	o.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		o.t.Fatal(err)
	}
	return string(text)
}

func (o *office) writeText(path, text string) {
	o.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		o.t.Fatal(err)
	}
}
