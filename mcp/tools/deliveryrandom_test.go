package tools

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// randomEdits returns how many edits the delivery of a test has: 200 in make soak.
func randomEdits() int {
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		return 200
	}
	return 48
}

// deliveredEdits are the kinds of edits, with the kinds and numbers of changes that a delivery reports for each.
var deliveredEdits = []struct {
	kind string
	do   func(o *office, n int)
}{
	{"moved", func(o *office, n int) {
		o.ok("move_element", `{"model_id":"$source","element_ids":["W%d"],"delta":[0,500,0]}`, n)
	}},
	{"resized", func(o *office, n int) {
		o.ok("modify_parameter", `{"model_id":"$source","element_id":"W%d","parameter_name":"height","value":3100}`, n)
	}},
	{"data", func(o *office, n int) {
		o.ok("set_properties", `{"model_id":"$source","element_ids":["W%d"],
			"properties":{"Pset_WallCommon":{"FireRating":"EI 60"}}}`, n)
	}},
	{"data", func(o *office, n int) {
		o.ok("set_properties", `{"model_id":"$source","element_ids":["W%d"],"type_id":"Heavy"}`, n)
	}},
	{"data", func(o *office, n int) {
		o.ok("modify_parameter", `{"model_id":"$source","element_id":"W%d","parameter_name":"name",
			"value":"V%d"}`, n, n)
	}},
	{"gone", func(o *office, n int) {
		o.ok("delete_element", `{"model_id":"$source","element_ids":["W%d"]}`, n)
	}},
	{"new", func(o *office, n int) {
		o.ok("create_wall", `{"model_id":"$source","level_id":"Ground","start":[%d,20000],"end":[%d,20000],
			"height":2800,"type_id":"Light","name":"N%d"}`, n*10000, n*10000+4000, n)
	}},
}

// TestADeliveryOfRandomEdits checks that a delivery with many random edits of different elements reports exactly those
// edits. Edits made here meanwhile stay, and a delivery of the first file restores the first state.
func TestADeliveryOfRandomEdits(t *testing.T) {
	edits := randomEdits()
	random := rand.New(rand.NewPCG(51, 3))
	o := newOffice(t)
	o.make("source", "create_model", `{"name":"Source"}`)
	o.make("base", "create_level", `{"model_id":"$source","name":"Ground","elevation":0}`)
	for _, name := range []string{"Light", "Heavy"} {
		o.ok("define_material", `{"model_id":"$source","name":"%s brick"}`, name)
		o.ok("define_type", `{"model_id":"$source","category":"wall","name":"%s",
			"layers":[{"material":"%s brick","thickness":200}]}`, name, name)
	}
	operations := []string{}
	for n := range edits + 10 {
		operations = append(operations, fmt.Sprintf(`{"tool":"create_wall","args":{"level_id":"Ground","start":[%d,0],
			"end":[%d,0],"height":2800,"type_id":"Light","name":"W%d"}}`, n*10000, n*10000+4000, n))
	}
	for len(operations) > 0 {
		n := min(len(operations), 50)
		o.ok("apply_batch", `{"model_id":"$source","operations":[%s]}`, strings.Join(operations[:n], ","))
		operations = operations[n:]
	}
	export := func(file string) string {
		return o.ok("export_ifc", `{"model_id":"$source","schema":"IFC4","file_name":"%s"}`, file).at("path").text()
	}
	first := export("first.ifc")
	o.id["project"] = o.ok("import_ifc", `{"file":"%s","name":"Taken"}`, first).at("model_id").text()
	firstHash := o.hashOf("main")
	want := map[string]int{}
	for _, n := range random.Perm(edits) {
		edit := deliveredEdits[random.IntN(len(deliveredEdits))]
		edit.do(o, n)
		want[edit.kind]++
	}
	// Meanwhile somebody changes walls in the project that the delivery does not change.
	for n := edits; n < edits+10; n++ {
		o.ok("modify_parameter", `{"model_id":"$project","element_id":"W%d","parameter_name":"height","value":2500}`, n)
	}
	d := o.ok("import_ifc", `{"model_id":"$project","file":"%s","delivery":"2"}`, export("second.ifc"))
	for _, kind := range []string{"new", "gone", "moved", "resized", "data"} {
		if got := counted(d, kind); got != want[kind] {
			t.Errorf("%d %s, want %d: %v", got, kind, want[kind], d.at("delivery", "lines").value)
		}
	}
	if n := d.at("delivery", "changes_total").number(); n != edits {
		t.Errorf("%d changes, want %d", n, edits)
	}
	merge := o.ok("merge_branch", `{"model_id":"$project","source":"delivery/2"}`)
	if n := merge.at("conflicts").len(); n != 0 {
		t.Errorf("%d conflicts: %v", n, merge.at("conflicts").value)
	}
	for n := edits; n < edits+10; n++ {
		if h := o.ok("get_element", `{"model_id":"$project","element_id":"W%d"}`, n).at("params",
			"height").number(); h != 2500 {
			t.Errorf("what was edited here is gone: W%d is %d high", n, h)
		}
	}
	o.ok("import_ifc", `{"model_id":"$project","file":"%s","delivery":"3"}`, first)
	if hash := o.hashOf("delivery/3"); hash != firstHash {
		t.Errorf("going back gives hash %s, the first state had %s", hash, firstHash)
	}
}
