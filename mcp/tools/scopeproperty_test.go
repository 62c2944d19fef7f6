package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// witness is the independent description of an element in a state: none of it comes from the code that decides on
// scopes.
type witness struct {
	category, level, text, shape string
	box                          *geometry.Box
}

// witnesses returns the descriptions of all elements of the stored state.
func (o *office) witnesses() (map[state.ID]witness, *state.Model) {
	o.t.Helper()
	v, err := projections.NewLive(o.store).View(context.Background(), o.id["model"], projections.MainBranch)
	if err != nil {
		o.t.Fatal(err)
	}
	out := map[state.ID]witness{}
	v.Model.Each(func(e *state.Element) bool {
		text, err := json.Marshal(e)
		if err != nil {
			o.t.Fatal(err)
		}
		w := witness{category: string(e.Category), level: string(e.LevelID), text: string(text)}
		if e.Category == state.CategoryLevel {
			w.level = string(e.ID)
		}
		if opening, ok := e.Params.(*fabric.Opening); ok && opening.FilledBy != "" {
			filler, _ := v.Model.Element(opening.FilledBy)
			w.category = string(filler.Category)
		}
		if m, err := v.MeasureOf(e.ID); err == nil && !m.Bounds.Empty() {
			w.box, w.shape = &m.Bounds, fmt.Sprintf("%+v", m)
			if box := v.BoundsOf(e.ID); box != m.Bounds {
				o.t.Errorf("the box of %s is %v, and without its body %v", e.Name, m.Bounds, box)
			}
		}
		if w.box != nil && e.HostID != "" {
			for _, level := range shape.Levels(v.Model) { // where it opens, not its wall's foot; lowest first
				if shape.Elevation(v.Model, level.ID) <= w.box.Min.Z {
					w.level = string(level.ID)
				}
			}
		}
		out[e.ID] = w
		return true
	})
	return out, v.Model
}

// inside returns why an element lies outside of a scope, by the test's own interpretation; "" if it lies inside.
func (w witness) inside(s mcp.Scope, m *state.Model) string {
	if len(s.Categories) > 0 && !slices.Contains(s.Categories, w.category) {
		return "category " + w.category
	}
	if len(s.Regions) > 0 {
		ok := false
		for _, r := range s.Regions {
			ok = ok || w.box != nil && w.box.Min.X >= r.Min.X && w.box.Min.Y >= r.Min.Y && w.box.Min.Z >= r.Min.Z &&
				w.box.Max.X <= r.Max.X && w.box.Max.Y <= r.Max.Y && w.box.Max.Z <= r.Max.Z
		}
		if !ok {
			return fmt.Sprintf("region of %+v", w.box)
		}
	}
	if len(s.Levels) == 0 {
		return ""
	}
	if !slices.Contains(s.Levels, w.level) {
		return "level " + w.level
	}
	levels := shape.Levels(m)
	for i, level := range levels {
		if w.box == nil || slices.Contains(s.Levels, string(level.ID)) || i == 0 {
			continue
		}
		top := geometry.Length(1 << 60)
		if i+1 < len(levels) {
			top = shape.Elevation(m, levels[i+1].ID)
		}
		if min(w.box.Max.Z, top)-max(w.box.Min.Z, shape.Elevation(m, level.ID)) > 1001*geometry.Millimetre {
			return "height, on " + level.Name
		}
	}
	return ""
}

// judge returns the parts of a change that lie outside of a principal's scopes.
func (o *office) judge(p mcp.Principal, op mcp.Operation, before, after map[state.ID]witness, was,
	is *state.Model) []string {
	var out []string
	ids := map[state.ID]bool{}
	for id := range before {
		ids[id] = true
	}
	for id := range after {
		ids[id] = true
	}
	for id := range ids {
		a, there := before[id]
		b, stays := after[id]
		if there && stays && a.text == b.text && a.shape == b.shape {
			continue
		}
		ops := []mcp.Operation{mcp.OpModify}
		switch {
		case !there:
			ops = []mcp.Operation{mcp.OpCreate}
		case !stays:
			ops = []mcp.Operation{mcp.OpDelete}
		case a.text == b.text:
			ops = append(ops, op)
		}
		fault := ""
		for _, op := range ops {
			s, ok := p.Permissions[op]
			fault = "no " + string(op)
			if !ok {
				continue
			}
			fault = ""
			if there {
				fault = a.inside(s, was)
			}
			if stays && fault == "" {
				fault = b.inside(s, is)
			}
			if fault == "" {
				break
			}
		}
		if fault != "" {
			out = append(out, fmt.Sprintf("%s %s: %s", id, a.category+b.category, fault))
		}
	}
	return out
}

// steps are calls with random numbers; $ is replaced by the id of an element, % by a length.
var steps = []struct {
	op              mcp.Operation
	tool, arguments string
}{
	{mcp.OpModify, "move_element", `{"element_ids":["$"],"delta":[%,%,0]}`},
	{mcp.OpModify, "move_element", `{"element_ids":["$","$"],"delta":[0,0,%]}`},
	{mcp.OpCreate, "copy_element", `{"element_ids":["$"],"delta":[%,%,0]}`},
	{mcp.OpCreate, "copy_element", `{"element_ids":["$"],"delta":[0,%,%]}`},
	{mcp.OpDelete, "delete_element", `{"element_ids":["$"]}`},
	{mcp.OpModify, "modify_parameter", `{"element_id":"$","parameter_name":"height","value":%}`},
	{mcp.OpModify, "modify_parameter", `{"element_id":"$","parameter_name":"thickness","value":250}`},
	{mcp.OpModify, "modify_parameter", `{"element_id":"$","parameter_name":"elevation","value":%}`},
	{mcp.OpModify, "modify_parameter", `{"element_id":"$","parameter_name":"offset","value":%}`},
	{mcp.OpCreate, "create_opening", `{"host_id":"$","offset":%,"width":600,"height":600,"sill_height":500}`},
	{mcp.OpCreate, "place_window", `{"wall_id":"$","offset":%,"width":600,"height":600,"sill_height":500}`},
	{mcp.OpCreate, "place_component",
		`{"category":"furniture","level_id":"$","location":[%,%,%],"width":500,"depth":500,"height":900}`},
	{mcp.OpCreate, "create_wall", `{"level_id":"$","start":[%,%],"end":[%,%],"height":2500,"thickness":150}`},
	{mcp.OpModify, "join_elements", `{"element_ids":["$","$"],"join_type":"auto"}`},
	{mcp.OpModify, "set_properties", `{"element_ids":["$"],"psets":{"P":{"a":1}}}`},
	{mcp.OpModify, "undo", `{}`},
	{mcp.OpCreate, "boolean_operation", `{"operation":"union","element_a":"$","element_b":"$"}`},
	{mcp.OpModify, "apply_batch",
		`{"operations":[{"tool":"delete_element","args":{"element_ids":["$"]}},{"tool":"move_element","args":{"element_ids":["$"],"delta":[%,0,0]}}]}`},
	{mcp.OpModify, "apply_batch",
		`{"operations":[{"tool":"copy_element","args":{"element_ids":["$"],"delta":[%,%,0]}}]}`},
}

// randomScope returns a scope of some categories, levels and places of a model.
func randomScope(r *rand.Rand, o *office) mcp.Scope {
	var s mcp.Scope
	if r.IntN(2) == 0 {
		for _, c := range []string{"wall", "door", "window", "opening", "furniture", "room", "level", "zone"} {
			if r.IntN(2) == 0 {
				s.Categories = append(s.Categories, c)
			}
		}
	}
	if r.IntN(2) == 0 {
		s.Levels = []string{o.id[[]string{"ground", "upper"}[r.IntN(2)]]}
	}
	if r.IntN(3) == 0 {
		const m = geometry.Metre
		s.Regions = []geometry.Box{box(-1*m, -1*m, -1*m, geometry.Length(3+r.IntN(6))*m, 5*m,
			geometry.Length(3+r.IntN(4))*m)}
	}
	return s
}

// TestWhatIsDoneLiesInScope makes random changes as random principals, and compares the whole model before and after.
func TestWhatIsDoneLiesInScope(t *testing.T) {
	seed, rounds := uint64(20), 250
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		rounds = 4000
	}
	r := rand.New(rand.NewPCG(seed, seed))
	o := storeyed(t)
	before, was := o.witnesses()
	done, denied := 0, 0
	for i := range rounds {
		var scopes [3]*mcp.Scope
		for k := range scopes {
			if s := randomScope(r, o); r.IntN(5) > 0 {
				scopes[k] = &s
			}
		}
		p := scoped(scopes[0], scopes[1], scopes[2])
		step := steps[r.IntN(len(steps))]
		ids := make([]string, 0, len(before))
		for id := range before {
			ids = append(ids, string(id))
		}
		slices.Sort(ids)
		arguments := step.arguments
		for strings.Contains(arguments, "$") {
			arguments = strings.Replace(arguments, "$", ids[r.IntN(len(ids))], 1)
		}
		for strings.Contains(arguments, "%") {
			arguments = strings.Replace(arguments, "%", fmt.Sprint(100*(r.IntN(60)-10)), 1)
		}
		e := o.server.Call(mcp.WithPrincipal(context.Background(), p), step.tool, json.RawMessage(arguments))
		after, is := o.witnesses()
		if !e.Success {
			if e.Error.Code == int(state.PermissionDenied) {
				denied++
			}
			if !maps.EqualFunc(after, before, func(a, b witness) bool {
				return a.text == b.text &&
					a.shape == b.shape
			}) {
				t.Fatalf("round %d: a refused %s changes the model", i, step.tool)
			}
			continue
		}
		done++
		if out := o.judge(p, step.op, before, after, was, is); len(out) > 0 {
			t.Fatalf("round %d: %s %s as %+v:\n%s", i, step.tool, arguments, p.Permissions, strings.Join(out, "\n"))
		}
		before, was = after, is
	}
	if done < rounds/25 || denied < rounds/25 {
		t.Errorf("%d done and %d denied of %d: the test says little", done, denied, rounds)
	}
	t.Logf("%d done, %d denied of %d", done, denied, rounds)
}
