package tools

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// picture decodes the picture file that a reply names.
func (o *office) picture(d answer) image.Image {
	o.t.Helper()
	file, err := os.ReadFile(d.at("path").text())
	if err != nil {
		o.t.Fatal(err)
	}
	p, err := png.Decode(bytes.NewReader(file))
	if err != nil || len(file) != d.at("size").number() {
		o.t.Fatalf("%v, %v", err, d.value)
	}
	return p
}

// TestRenderView checks that the picture has the requested size, and that a revision always looks the same.
func TestRenderView(t *testing.T) {
	o := roofed(t)
	before := o.revision("main")
	d := o.ok("render_view", `{"width":300,"height":200}`)
	if p := o.picture(d); p.Bounds().Dx() != 300 || p.Bounds().Dy() != 200 || d.at("in_reply").value != true ||
		d.at("events", 0, "type").text() != "artifact.exported" {
		t.Errorf("%v", d.value)
	}
	if d.at("elements").number() == 0 || d.at("elements_seen").number() == 0 ||
		d.at("elements_seen").number() >= d.at("elements").number()+1 {
		t.Errorf("seen: %v", d.value)
	}
	o.setHeight("south", 2500)
	now, past := o.ok("render_view", `{"width":300,"height":200}`),
		o.ok("render_view", `{"width":300,"height":200,"at":"%d"}`, before)
	if past.at("sha256").text() != d.at("sha256").text() || now.at("sha256").text() == d.at("sha256").text() {
		t.Error("a revision looks otherwise, or a change is not seen")
	}
	changed := o.ok("render_view", `{"width":300,"height":200,"colour_by":"change","since":"%d"}`, before)
	if changed.at("legend", 0, "label").text() != "modified" || changed.at("legend", 0, "elements").number() < 1 {
		t.Errorf("changes: %v", changed.value)
	}
}

// TestRenderViewInColours checks that the legend explains the colours, and that only the elements in it are shown.
func TestRenderViewInColours(t *testing.T) {
	o := roofed(t)
	o.setHeight("south", 3000)
	run := o.ok("clash_detection", `{}`).at("validation_run_id").text()
	for arguments, want := range map[string]string{
		`"colour_by":"category","categories":["floor"]`:                    "floor",
		`"colour_by":"property","property":"height","categories":["wall"]`: "2800",
		`"colour_by":"level","categories":["floor"]`:                       "",
		`"colour_by":"finding","validation_run_id":"` + run + `"`:          "hard",
	} {
		d := o.ok("render_view", `{"width":120,"height":80,%s}`, arguments)
		sum := 0
		for i := range d.at("legend").len() {
			sum += d.at("legend", i, "elements").number()
		}
		if label := d.at("legend", 0, "label").text(); want != "" && label != want || sum != d.at("elements").number() {
			t.Errorf("%s: %v", arguments, d.at("legend").value)
		}
	}
}

// TestRenderViewCutOpen checks that a cut shows hidden elements, and that a camera inside a room sees its walls.
func TestRenderViewCutOpen(t *testing.T) {
	o := roofed(t)
	whole := o.ok("render_view", `{"width":200,"height":120,"view":"top"}`)
	cut := o.ok("render_view", `{"width":200,"height":120,"view":"top","cut_level_id":"$ground"}`)
	if cut.at("elements_seen").number() <= whole.at("elements_seen").number() {
		t.Errorf("cut: %v, whole: %v", cut.value, whole.value)
	}
	inside := o.ok("render_view",
		`{"width":200,"height":120,"from":[3000,2000,1600],"to":[3000,4000,1600],"field_of_view":70}`)
	if inside.at("field_of_view").number() != 70 || inside.at("elements_seen").number() == 0 {
		t.Errorf("inside: %v", inside.value)
	}
	rooms := o.ok("render_view", `{"width":200,"height":120,"categories":["room"]}`)
	if n := rooms.at("elements").number(); n == 0 || rooms.at("elements_seen").number() != n {
		t.Errorf("rooms, which are seen through: %v", rooms.value)
	}
	part := o.ok("render_view", `{"width":200,"height":120,"box":{"min":[-1000,-1000,0],"max":[3000,1000,1000]}}`)
	if part.at("elements_seen").number() >= part.at("elements").number() {
		t.Errorf("box: %v", part.value)
	}
}

// TestAPropertyThatNothingHas checks the warning about a property that no element in the picture has: it may be
// misspelt.
func TestAPropertyThatNothingHas(t *testing.T) {
	o := roofed(t)
	o.ok("set_properties", `{"element_ids":["$north"],"psets":{"Pset_Mine":{"Kind":"a"}}}`)
	for property, want := range map[string]int{"Pset_Mine.Kind": 0, "Pset_Mine.Kinds": 1, "height": 0} {
		e, n := o.call("render_view", `{"width":200,"height":120,"colour_by":"property","property":%q,`+
			`"categories":["wall"]}`, property), 0
		for _, w := range e.Warnings {
			if w.Code == "NO_VALUE" {
				n++
			}
		}
		if !e.Success || n != want {
			t.Errorf("%s: warned %d times, want %d: %v", property, n, want, e.Warnings)
		}
	}
}

func TestRenderViewThatCannotBe(t *testing.T) {
	o := roofed(t)
	for _, c := range []struct {
		code      state.Code
		arguments string
	}{
		{state.OutOfRange, `{"width":5}`},
		{state.OutOfRange, `{"height":5000}`},
		{state.OutOfRange, `{"field_of_view":170}`},
		{state.OutOfRange, `{"field_of_view":0}`},
		{state.OutOfRange, `{"to":[0,0,0]}`},
		{state.OutOfRange, `{"view":"top","from":[0,0,0]}`},
		{state.OutOfRange, `{"cut_height":1000}`},
		{state.OutOfRange, `{"colour_by":"change"}`},
		{state.OutOfRange, `{"property":"height"}`},
		{state.OutOfRange, `{"colour_by":"property","property":"nonsense"}`},
		{state.OutOfRange, `{"box":{"min":[0,0,0],"max":[-1,0,0]}}`},
		{state.DegenerateGeometry, `{"from":[0,0,0],"to":[0,0,0]}`},
		{state.OutOfModelBounds, `{"from":[999999999,0,0]}`},
		{state.NotFound, `{"look_at":["nobody"]}`},
		{state.NotFound, `{"highlight":["nobody"]}`},
		{state.NotFound, `{"cut_level_id":"nobody"}`},
		{state.NotFound, `{"colour_by":"finding","validation_run_id":"nobody"}`},
		{state.EmptyResult, `{"categories":["roof"]}`},
		{state.EmptyResult, `{"box":{"min":[50000,0,0],"max":[60000,1000,1000]}}`},
		{state.OutOfRange, `{"categories":["spaceship"]}`},
		{state.PathNotAllowed, `{"file_name":"../x.png"}`},
	} {
		o.refused(c.code, "render_view", "%s", c.arguments)
	}
}

// TestRenderViewTellsWhatItLeavesOut checks the warning of a call that looks at an element which the picture leaves
// out. There is no warning if the picture shows the element.
func TestRenderViewTellsWhatItLeavesOut(t *testing.T) {
	o := roofed(t)
	for arguments, want := range map[string]int{
		`"look_at":["south"],"categories":["floor"]`:                       1,
		`"look_at":["south"],"highlight":["south"],"categories":["floor"]`: 2,
		`"look_at":["south"]`:                         0,
		`"highlight":["south"],"categories":["wall"]`: 0,
	} {
		e := o.call("render_view", `{"width":120,"height":80,%s}`, arguments)
		if !e.Success {
			t.Fatalf("%s: %s", arguments, e.Error.Message)
		}
		told := 0
		for _, w := range e.Warnings {
			if w.Code == "NOT_DRAWN" {
				told++
			}
		}
		if told != want {
			t.Errorf("%s: warned %d times, want %d: %v", arguments, told, want, e.Warnings)
		}
	}
}
