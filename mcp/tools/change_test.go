package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
)

// changeOf calls a tool and decodes its reply as a change.
func (o *office) changeOf(tool, arguments string) app.Change {
	o.t.Helper()
	var c app.Change
	if err := json.Unmarshal([]byte(o.ok(tool, "%s", arguments).written()), &c); err != nil {
		o.t.Fatal(err)
	}
	return c
}

// linesOf returns a line for each modified element: its name, whether it is derived, and what changed.
func linesOf(c app.Change) string {
	var out []string
	for _, m := range c.Modified {
		mark := ""
		if m.Derived {
			mark = " (derived)"
		}
		out = append(out, fmt.Sprintf("%s%s: %s", m.Name, mark, strings.Join(m.Changed, ", ")))
	}
	return strings.Join(out, "\n")
}

// TestChangesNameWhatTheyReach checks that a change names the elements that it affects, after the elements that it was
// made for.
func TestChangesNameWhatTheyReach(t *testing.T) {
	for _, c := range []struct{ name, tool, arguments, want string }{
		{"a thicker wall", "modify_parameter", `{"element_id":"$south","parameter_name":"thickness","value":300}`,
			"south: thickness\neast (derived): body, place\nwest (derived): body, place\nOpening of Door 1 " +
				"(derived): body, place\nHall (derived): extent"},
		{"a moved wall", "move_element", `{"element_ids":["$north"],"delta":[0,500,0]}`,
			"north: start, end\neast (derived): body, place\nwest (derived): body, place\nHall (derived): extent"},
		{"a window", "place_window", `{"wall_id":"$north","offset":1000,"width":1200,"height":1200,"sill_height":900}`,
			"north (derived): body, relations\nHall (derived): openings"},
		{"a name", "modify_parameter", `{"element_id":"$south","parameter_name":"name","value":"S"}`, "S: name"},
		{"a level", "modify_parameter", `{"element_id":"$upper","parameter_name":"elevation","value":3100}`,
			"Upper: elevation"},
	} {
		o := newOffice(t)
		if got := linesOf(o.changeOf(c.tool, c.arguments)); got != c.want {
			t.Errorf("%s reaches\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestChangesNameWhatIsConnectedOrSetFree checks that a reply lists segments whose relations change. The segment that a
// new run is connected to must be listed, and the segments whose ports become free when a fitting is deleted.
func TestChangesNameWhatIsConnectedOrSetFree(t *testing.T) {
	o := newOffice(t)
	run := `{"level_id":"$ground","system":"pipe","name":%q,"path":%s,"profile":{"shape":"circle","diameter":50}}`
	first := o.changeOf("create_segment", fmt.Sprintf(run, "Pipe", "[[0,9000,500],[3000,9000,500],[3000,12000,500]]"))
	next := o.changeOf("create_segment", fmt.Sprintf(run, "Next", "[[3000,12000,500],[3000,14000,500]]"))
	if got := linesOf(next); got != "Pipe 2: relations" {
		t.Errorf("a run that goes on reaches\n%s", got)
	}
	bend := first.Created[len(first.Created)-1]
	if bend.Category != string(state.CategoryPipeFitting) {
		t.Fatalf("no bend: %+v", first.Created)
	}
	gone := o.changeOf("delete_element", fmt.Sprintf(`{"element_ids":[%q]}`, bend.ElementID))
	if got := linesOf(gone); got != "Pipe 1 (derived): relations\nPipe 2 (derived): relations" {
		t.Errorf("a bend that is deleted reaches\n%s", got)
	}
}

// TestEffectsWithFigures checks that figures before and after are returned on request: for rooms their area, volume and
// height.
func TestEffectsWithFigures(t *testing.T) {
	o := newOffice(t)
	c := o.changeOf("modify_parameter",
		`{"element_id":"$south","parameter_name":"thickness","value":300,"effects":"figures"}`)
	hall := c.Modified[len(c.Modified)-1]
	if hall.Name != "Hall" || *hall.Before.AreaM2 != 22.04 || *hall.After.AreaM2 != 21.75 ||
		*hall.After.VolumeM3 != 60.9 || hall.After.Height.MM() != 2800 {
		t.Errorf("the hall: %+v, before %+v, after %+v", hall, *hall.Before, *hall.After)
	}
	if south := c.Modified[0]; south.Before == nil || *south.Before.VolumeM3 >= *south.After.VolumeM3 {
		t.Errorf("the wall: %+v", south)
	}
}

// TestRepliesAreBriefUnlessAskedFor checks that a brief reply to a change mentions each effect once, and a full one
// also lists changes and openings.
func TestRepliesAreBriefUnlessAskedFor(t *testing.T) {
	o := newOffice(t)
	door := `{"wall_id":"$north","offset":%d,"width":900,"height":2100%s}`
	brief := o.changeOf("place_door", fmt.Sprintf(door, 500, ""))
	full := o.changeOf("place_door", fmt.Sprintf(door, 2500, `,"detail":"full"`))
	if len(brief.Created) != 1 || len(brief.Events) != 4 || brief.EventCount != 4 || brief.Counts.Created != 2 ||
		brief.Created[0].Span == nil {
		t.Errorf("brief: %+v", brief)
	}
	if len(full.Created) != 2 || len(full.Events) != 4 || full.Events[0].ElementID == "" || full.Created[0].Box == nil {
		t.Errorf("full: %+v", full)
	}
	moved := o.changeOf("modify_parameter",
		`{"element_id":"$north","parameter_name":"height","value":2900,"detail":"full"}`)
	if len(moved.Modified[0].Changes) != 1 {
		t.Errorf("full: %+v", moved.Modified[0])
	}
}

// TestLongListsAreCutAndCounted checks that the reply to a change of hundreds of elements stays below the size limit,
// counts all and says where the rest is.
func TestLongListsAreCutAndCounted(t *testing.T) {
	o := newOffice(t)
	c := o.changeOf("copy_element", `{"element_ids":["$south"],"delta":[0,-3000,0],"count":100,"detail":"full"}`)
	if c.Counts.Created != 300 || len(c.Created) >= 300 || c.More == "" {
		t.Errorf("%d created, %d listed, %q", c.Counts.Created, len(c.Created), c.More)
	}
	text, err := json.Marshal(c)
	if err != nil || len(text) > app.MaxAnswerBytes {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

// TestJoinsTellPairsAndMisses checks that a join returns the joined walls, the kind of joint, and the wall that runs
// through. If no walls meet, it returns the nearest end.
func TestJoinsTellPairsAndMisses(t *testing.T) {
	o := newOffice(t)
	o.make("stub", "create_wall",
		`{"name":"stub","level_id":"$ground","start":[2000,0],"end":[2000,3000],"height":2800,"thickness":100}`)
	o.make("far", "create_wall",
		`{"name":"far","level_id":"$ground","start":[1000,5000],"end":[4000,5000],"height":2800,"thickness":100}`)
	joins := o.ok("join_elements", `{"element_ids":["$stub","south"],"join_type":"auto"}`).at("joins")
	if joins.len() != 1 || joins.at(0, "kind").text() != "T" || joins.at(0, "type").text() != "butt" ||
		joins.at(0, "through").text() != "south" {
		t.Errorf("joins: %s", joins.written())
	}
	missed := o.refused(state.DegenerateGeometry, "join_elements",
		`{"element_ids":["$stub","$far"],"join_type":"auto"}`).at("nearest")
	if missed.len() != 1 || missed.at(0, "end").text() != "end" || missed.at(0, "element_id").text() != o.id["stub"] ||
		missed.at(0, "distance").number() != 2000 {
		t.Errorf("nearest: %s", missed.written())
	}
}
