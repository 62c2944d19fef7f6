package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestDrawing checks that each drawing is written in each format and recorded, and that a revision always gives the
// same bytes.
func TestDrawing(t *testing.T) {
	o := roofed(t)
	before := o.revision("main")
	digests := map[string]string{}
	for tool, arguments := range map[string]string{
		"create_plan":      `"level_id":"$ground","scale":100`,
		"create_section":   `"cut_plane":{"name":"A","start":[-1000,1000],"end":[9000,1000]},"scale":50`,
		"create_elevation": `"from":"south","scale":100`,
		"create_sheet":     `"views":[{"level_id":"$ground","scale":100},{"elevation":"east","scale":200}]`,
	} {
		id, recorded := "view_id", "view.created"
		if tool == "create_sheet" {
			id, recorded = "sheet_id", "sheet.created"
		}
		for _, format := range []string{"svg", "pdf", "dxf", "png"} {
			d := o.ok(tool, "{"+arguments+`,"format":"%s"}`, format)
			file, err := os.ReadFile(d.at("path").text())
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(file)
			if d.at("sha256").text() != hex.EncodeToString(sum[:]) || len(file) != d.at("size").number() ||
				d.at("events", 0, "type").text() != recorded {
				t.Errorf("%s as %s: %v", tool, format, d.value)
			}
			if kept := o.ok("get_artifact", `{"artifact_id":"%s"}`, d.at(id).text()); kept.at("sha256").text() !=
				d.at("sha256").text() {
				t.Errorf("%s as %s: %s is of another file", tool, format, id)
			}
			if format == "svg" {
				digests["{"+arguments+`,"at":"%d"}`] = tool + " " + d.at("sha256").text()
			}
		}
	}
	o.setHeight("south", 2500)
	for arguments, want := range digests {
		tool, digest, _ := strings.Cut(want, " ")
		if past := o.ok(tool, arguments, before); past.at("sha256").text() != digest {
			t.Errorf("%s: the revision gives other bytes", tool)
		}
	}
}

// TestDrawingWhatChanged checks that a drawing that is compared with an earlier revision reports how many elements
// differ in it.
func TestDrawingWhatChanged(t *testing.T) {
	o := roofed(t)
	before := o.revision("main")
	o.setHeight("south", 2500)
	if of := o.refused(state.NotFound, "create_elevation",
		`{"from":"south","since":"nowhere"}`).at("parameter"); of.text() !=
		"since" {
		t.Errorf("the wrong argument is said to be %s", of.written())
	}
	d := o.ok("create_elevation", `{"from":"south","scale":100,"since":"%d"}`, before)
	if d.at("compared", "since_revision").number() != before || d.at("compared", "changed").number() < 1 ||
		d.at("compared", "added").number() != 0 {
		t.Errorf("%v", d.at("compared").value)
	}
	if again := o.ok("create_plan", `{"level_id":"$ground","scale":100,"ceiling":true}`); again.at(
		"name").text() == "" {
		t.Error("no name")
	}
}

// TestSheetOfWhatChanged checks a sheet with two views, of which one is compared with an earlier revision. Only that
// view has the colours of the comparison.
func TestSheetOfWhatChanged(t *testing.T) {
	o := roofed(t)
	before := o.revision("main")
	o.setHeight("south", 2500)
	drawn := func(since string) string {
		d := o.ok("create_sheet",
			`{"views":[{"elevation":"south","scale":100%s},{"elevation":"north","scale":100}]}`, since)
		file, err := os.ReadFile(d.at("path").text())
		if err != nil {
			t.Fatal(err)
		}
		return string(file)
	}
	const legend = "new since revision"
	if n := strings.Count(drawn(fmt.Sprintf(`,"since":"%d"`, before)), legend); n != 1 {
		t.Errorf("%d views of the sheet have colours", n)
	}
	if strings.Contains(drawn(""), legend) {
		t.Error("a sheet that is not compared has colours")
	}
}

func TestPlanOfSomeLayers(t *testing.T) {
	o := newOffice(t)
	layers := func(arguments string) map[string]bool {
		t.Helper()
		file, err := os.ReadFile(o.ok("create_plan", `{"level_id":"$ground"%s}`, arguments).at("path").text())
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]bool{}
		for _, m := range regexp.MustCompile(`data-layer="([^"]+)"`).FindAllSubmatch(file, -1) {
			out[string(m[1])] = true
		}
		return out
	}
	all, some := layers(``), layers(`,"layers":["A-WALL"]`)
	if !all["A-WALL"] || !all["A-ANNO-DIMS"] || !some["A-WALL"] || !some["A-WALL-PATT"] || some["A-ANNO-DIMS"] {
		t.Errorf("of %v only %v", all, some)
	}
}

func TestDrawingWhatCannotBe(t *testing.T) {
	o := roofed(t)
	for _, c := range []struct {
		tool      string
		code      state.Code
		arguments string
	}{
		{"create_plan", state.InvalidInput, `{"level_id":"$ground","scale":100,"format":"dwg"}`},
		{"create_plan", state.OutOfRange, `{"level_id":"$ground","scale":99}`},
		{"create_plan", state.NotFound, `{"level_id":"nobody","scale":100}`},
		{"create_plan", state.PathNotAllowed, `{"level_id":"$ground","scale":100,"file_name":"../x.svg"}`},
		{"create_section", state.DegenerateGeometry,
			`{"cut_plane":{"name":"A","start":[0,0],"end":[0,0]},"scale":50}`},
		{"create_plan", state.OutOfRange, `{"level_id":"$ground","scale":100,"roof":true,"ceiling":true}`},
		{"create_plan", state.NotFound, `{"level_id":"$ground","scale":100,"since":"90000"}`},
		{"create_elevation", state.NotFound, `{"from":"south","room_id":"nobody","scale":50}`},
		{"create_plan", state.OutOfRange, `{"level_id":"$ground","roof":true,"cut_height":1000}`},
		{"create_plan", state.OutOfRange, `{"level_id":"$ground","cut_height":0}`},
		{"create_plan", state.OutOfRange, `{"level_id":"$ground","layers":["A-WALLS"]}`},
		{"create_plan", state.DegenerateGeometry,
			`{"level_id":"$ground","sections":[{"name":"A","start":[0,0],"end":[0,0]}]}`},
		{"create_section", state.OutOfRange, `{"cut_plane":{"name":"A","start":[0,1],"end":[9,1]},"depth":0}`},
		{"create_sheet", state.OutOfRange, `{"views":[{"schedule":"door","annotate":["tags"]}]}`},
		{"create_sheet", state.OutOfRange, `{"views":[{"elevation":"south","scale":100,"ceiling":true}]}`},
		{"create_sheet", state.OutOfRange, `{"views":[{"scale":100}]}`},
		{"create_sheet", state.OutOfRange, `{"views":[{"schedule":"door","since":"3"}]}`},
		{"create_sheet", state.InvalidInput, `{"views":[{"schedule":{"category":"wall","colour":"red"}}]}`},
		{"create_sheet", state.InvalidInput, `{"views":[{"schedule":"doors"}]}`},
		{"create_sheet", state.OutOfRange, `{"views":[{"schedule":{"category":"wall","parameters":["swing"]}}]}`},
		{"create_sheet", state.OutOfRange, `{"views":[{"schedule":"door","takeoff":{}}]}`},
		{"export_table", state.InvalidInput, `{"schedule":{"categories":["wall"]}}`},
		{"create_plan", state.NotFound, `{"level_id":"$ground","elevations":[{"from":"south","room_id":"nobody"}]}`},
		{"create_sheet", state.OutOfRange, `{"views":[{"level_id":"$ground","room_id":"nobody","scale":100}]}`},
		{"create_sheet", state.OutOfRange, `{"views":[{"level_id":"$ground","scale":20}],"size":"A4"}`},
	} {
		o.refused(c.code, c.tool, "%s", c.arguments)
	}
}

// TestADrawingTellsOfSignsThatItLacks checks the warning of a drawing whose texts have characters that its font lacks:
// PDF and PNG show them as boxes.
func TestADrawingTellsOfSignsThatItLacks(t *testing.T) {
	o := newOffice(t)
	o.ok("create_level", `{"name":"Дом","elevation":9000}`)
	for tool, arguments := range map[string]string{"create_plan": `"level_id":"Дом"`,
		"create_sheet": `"views":[{"level_id":"Дом","scale":100}]`} {
		notes := o.ok(tool, `{%s}`, arguments).at("notes")
		if notes.len() != 1 || notes.at(0, "code").text() != "NO_SIGN" {
			t.Errorf("%s: notes %v", tool, notes)
		}
	}
	if notes := o.ok("create_plan", `{"level_id":"$ground"}`).at("notes"); notes.len() > 0 {
		t.Errorf("notes %v", notes)
	}
}

// TestASheetPlacesADrawnView checks that a sheet can place an earlier drawn view by its view_id, like a view described
// in the call. The sheet can give it another scale.
func TestASheetPlacesADrawnView(t *testing.T) {
	o := roofed(t)
	for tool, as := range map[string][2]string{
		"create_plan": {`"level_id":"$ground","scale":50,"annotate":["rooms"]`,
			`"level_id":"$ground","scale":50,"annotate":["rooms"]`},
		"create_section": {`"cut_plane":{"name":"A","start":[-1000,1000],"end":[9000,1000]}`,
			`"section":{"name":"A","start":[-1000,1000],"end":[9000,1000]},"scale":100`},
		"create_elevation": {`"from":"south","scale":200`, `"elevation":"south","scale":200`},
	} {
		view := o.ok(tool, "{%s}", as[0]).at("view_id").text()
		placed := o.ok("create_sheet", `{"views":[{"view_id":"%s"}]}`, view)
		described := o.ok("create_sheet", `{"views":[{%s}]}`, as[1])
		if placed.at("sha256").text() != described.at("sha256").text() {
			t.Errorf("%s: the sheet has another view", tool)
		}
		other := o.ok("create_sheet", `{"views":[{"view_id":"%s","scale":20}]}`, view)
		if other.at("sha256").text() == placed.at("sha256").text() {
			t.Errorf("%s: the scale does not count", tool)
		}
		o.refused(state.OutOfRange, "create_sheet", `{"views":[{"view_id":"%s","elevation":"south"}]}`, view)
	}
	low := o.ok("create_plan", `{"level_id":"$ground","cut_height":300,"layers":["A-WALL"]}`)
	high := o.ok("create_plan", `{"level_id":"$ground","cut_height":2300,"layers":["A-WALL"]}`)
	if a, b := o.ok("create_sheet", `{"views":[{"view_id":"%s"}]}`, low.at("view_id").text()), o.ok("create_sheet",
		`{"views":[{"view_id":"%s"}]}`, high.at("view_id").text()); a.at("sha256").text() == b.at("sha256").text() {
		t.Error("the height of the cut is lost")
	}
	o.refused(state.NotFound, "create_sheet", `{"views":[{"view_id":"nothing"}]}`)
}
