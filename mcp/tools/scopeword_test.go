package tools

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestTheWordsOfAScopeLetInWhatLiesNowhere checks that a bounded scope excludes things without a place, except those
// that its words allow.
func TestTheWordsOfAScopeLetInWhatLiesNowhere(t *testing.T) {
	o := storeyed(t)
	o.id["foreign"] = o.ok("add_task", `{"title":"Somebody else's"}`).at("task_id").text()
	ground := mcp.Scope{Levels: []string{o.id["ground"]}}
	with := func(change func(*mcp.Scope)) mcp.Principal {
		s := ground
		change(&s)
		p := helper()
		p.ID = "bound"
		for _, op := range []mcp.Operation{mcp.OpCreate, mcp.OpModify, mcp.OpDelete} {
			p.Permissions[op] = s
		}
		return p
	}
	own := func(s *mcp.Scope) { s.Tasks = mcp.WordOwn }
	all := func(s *mcp.Scope) { s.Tasks = mcp.WordAll }
	library := func(s *mcp.Scope) { s.Library = mcp.WordYes }
	walls := func(s *mcp.Scope) { s.Library, s.Categories = mcp.WordYes, []string{"wall"} }
	groups := func(s *mcp.Scope) { s.Groups = mcp.WordYes }
	none := func(*mcp.Scope) {}
	for _, c := range []struct {
		name, tool, args string
		scope            func(*mcp.Scope)
		want             bool
	}{
		{"a task without a word", "add_task", `{"title":"T"}`, none, false},
		{"a task of its own", "add_task", `{"title":"T"}`, own, true},
		{"somebody else's task", "update_task", `{"task_id":"$foreign","priority":"high"}`, own, false},
		{"any task", "update_task", `{"task_id":"$foreign","priority":"high"}`, all, true},
		{"a type without a word", "define_type", `{"category":"wall","name":"A","material":"m","thickness":90}`, none,
			false},
		{"a type", "define_type", `{"category":"wall","name":"A","material":"m","thickness":90}`, library, true},
		{"a type of its category", "define_type", `{"category":"wall","name":"A","material":"m","thickness":90}`, walls,
			true},
		{"a type of another category", "define_type", `{"category":"door","name":"A"}`, walls, false},
		{"a material", "define_material", `{"name":"Cork"}`, walls, true},
		{"a zone without a word", "create_zone", `{"name":"Z","rooms":["$hall"]}`, library, false},
		{"a zone", "create_zone", `{"name":"Z","rooms":["$hall"]}`, groups, true},
		{"a wall elsewhere, whatever the words", "modify_parameter",
			`{"element_id":"$above","parameter_name":"height","value":2900}`,
			func(s *mcp.Scope) { all(s); library(s); groups(s) }, false},
	} {
		args := strings.Replace(o.named(c.args), `{`, `{"reasoning":"r",`, 1)
		p := with(c.scope)
		told, err := o.server.Foretell(context.Background(), p, c.tool, json.RawMessage(args))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := told.Would == mcp.WouldBeDone; got != c.want {
			t.Errorf("%s: %s, %+v", c.name, told.Would, told.Refused)
		}
		done := o.server.Call(mcp.WithPrincipal(context.Background(), p), c.tool,
			json.RawMessage(strings.Replace(args, `{`, `{"dry_run":true,`, 1)))
		if done.Success != c.want {
			t.Errorf("%s: foretold %s, and the call comes to %+v", c.name, told.Would, done.Error)
		}
	}
}

// TestADoorLiesInTheStoreyInWhichItOpens checks that a door belongs to the storey where it opens, as in schedules, and
// not to the storey of its wall's foot.
func TestADoorLiesInTheStoreyInWhichItOpens(t *testing.T) {
	o := newOffice(t)
	o.make("tall", "create_wall", `{"name":"tall","level_id":"$ground","start":[0,20000],"end":[9000,20000],
		"height":6000,"thickness":200}`)
	rise := 3000
	on := func(level string) mcp.Principal {
		s := mcp.Scope{Categories: []string{"door", "opening"}, Levels: []string{o.id[level]}}
		p := helper()
		for _, op := range []mcp.Operation{mcp.OpCreate, mcp.OpModify} {
			p.Permissions[op] = s
		}
		return p
	}
	o.make("door", "place_door", `{"name":"up","wall_id":"$tall","offset":1000,"width":900,"height":2100,
		"sill_height":%d}`, rise)
	for level, want := range map[string]mcp.Would{"upper": mcp.WouldBeDone, "ground": mcp.WouldBeRefused} {
		told, err := o.server.Foretell(context.Background(), on(level), "modify_parameter", json.RawMessage(o.named(
			`{"element_id":"$door","parameter_name":"name","value":"D","reasoning":"r"}`)))
		if err != nil || told.Would != want {
			t.Errorf("who has the %s storey: %s, %+v, %v", level, told.Would, told.Refused, err)
		}
	}
	if told, err := o.server.Foretell(context.Background(), on("upper"), "no_such_tool",
		json.RawMessage(`{}`)); state.CodeOf(err) != state.NotFound {
		t.Errorf("%v, %v", told, err)
	}
}
