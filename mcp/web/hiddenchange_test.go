package web

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/surfacetest"
	"github.com/bimstream/bimstream/mcp/tools"
	"github.com/bimstream/bimstream/mcp/tools/server"
	"github.com/bimstream/bimstream/projections"
)

// building is a store with a model of ann's that is shared with ben, who may read a part of it. The tests compare two
// buildings: in one of them, ann changes something that ben may not read. Ben then asks the same questions about both.
type building struct {
	*page
	owner  *mcp.Server // ann's, with its own ids and times
	ids    map[string]string
	ben    mcp.Principal
	hidden []string // ids of things that ben may not read
}

// unseen occurs in every name, reason and text that ben may not read, and must not occur in any reply to him.
const unseen = "zebra"

// counter returns a source of ids and a source of times that are the same in every run.
func counter(block int) (ids func() string, clock func() time.Time) {
	n, at := 0, time.Date(2026, 5, 4, 8+block, 0, 0, 0, time.UTC)
	return func() string {
			n++
			return fmt.Sprintf("%08d-0000-7000-8000-%012d", block, n)
		}, func() time.Time {
			at = at.Add(time.Millisecond)
			return at
		}
}

// newBuilding creates the model before anything is hidden from ben.
func newBuilding(t *testing.T) *building {
	t.Helper()
	store := memory.New()
	b := &building{page: &page{t: t, store: store, live: projections.NewLive(store)}, ids: map[string]string{}}
	b.backend = &app.Backend{Store: store, Live: b.live, OutDir: t.TempDir(), UploadDir: t.TempDir(), Version: "test"}
	registry, err := mcp.NewRegistry(append(tools.Table(b.backend), mcp.Tools()...))
	if err != nil {
		t.Fatal(err)
	}
	b.backend.Served, b.backend.Lists = registry, func(mcp.Principal, string) bool { return true }
	b.backend.Enable = func(mcp.Principal, []string) ([]string, error) { return nil, nil }
	serve := func(block int) *mcp.Server {
		ids, clock := counter(block)
		s, err := mcp.New(mcp.Config{Registry: registry, Store: store, Principal: mcp.LocalHuman(), Name: "test",
			Version: "test", Clock: clock, NewID: ids, About: b.backend.About()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close(context.Background()) })
		return s
	}
	b.owner, b.tools = serve(1), serve(2)
	b.clock = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	b.build()
	return b
}

// named returns a principal with all rights.
func named(id string) mcp.Principal {
	p := mcp.LocalHuman()
	p.ID = id
	return p
}

// did calls a tool as a principal, and returns its data.
func (b *building) did(as mcp.Principal, s *mcp.Server, tool, arguments string) map[string]any {
	b.t.Helper()
	for name, id := range b.ids {
		arguments = strings.ReplaceAll(arguments, "$"+name+"$", id)
	}
	e := s.Call(mcp.WithPrincipal(b.t.Context(), as), tool, json.RawMessage(arguments))
	if !e.Success {
		b.t.Fatalf("%s %s: %s: %s", tool, arguments, e.Error.Name, e.Error.Message)
	}
	var data map[string]any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		b.t.Fatal(err)
	}
	return data
}

// make creates elements as ann, and stores the id of the first under a name.
func (b *building) make(name, tool, arguments string) {
	b.t.Helper()
	data := b.did(named("ann"), b.owner, tool, arguments)
	id, _ := data["element_id"].(string)
	if created, _ := data["created"].([]any); id == "" && len(created) > 0 {
		first, _ := created[0].(map[string]any)
		id, _ = first["element_id"].(string)
	}
	if id == "" {
		b.t.Fatalf("%s made nothing: %v", tool, data)
	}
	b.ids[name] = id
	if strings.Contains(name, unseen) {
		b.hidden = append(b.hidden, id)
	}
}

func (b *building) build() {
	data := b.did(named("ann"), b.owner, "create_model", `{"name":"House"}`)
	b.model, _ = data["model_id"].(string)
	b.ids["model"] = b.model
	b.make("ground", "create_level", `{"name":"Ground","elevation":0}`)
	b.make("upper", "create_level", `{"name":"Upper","elevation":20000}`)
	b.make("stuff", "define_material", `{"name":"Brick"}`)
	b.make("zebra stuff", "define_material", `{"name":"Zebra stuff"}`)
	b.make("type", "define_type",
		`{"category":"wall","name":"Plain type","layers":[{"material":"$stuff$","thickness":200}]}`)
	b.make("zebra type", "define_type",
		`{"category":"wall","name":"Zebra type","layers":[{"material":"$zebra stuff$","thickness":200}]}`)
	b.make(
		"wall",
		"create_wall",
		`{"level_id":"$ground$","start":[0,0],"end":[6000,0],"height":2500,"type_id":"$type$",`+
			`"name":"Plain wall"}`,
	)
	b.make("door", "place_door", `{"wall_id":"$wall$","offset":1000,"width":900,"height":2100,"name":"Plain door"}`)
	b.make("zebra wall", "create_wall", `{"level_id":"$upper$","start":[90000,90000],"end":[96000,90000],`+
		`"height":2500,"type_id":"$zebra type$","name":"Zebra wall","reasoning":"zebra reason"}`)
	b.make("zebra slab", "create_floor", `{"level_id":"$upper$","boundary":[[90000,90000],[96000,90000],
		[96000,96000],[90000,96000]],"thickness":200,"name":"Zebra slab"}`)
	b.did(named("ann"), b.owner, "share_model", `{"user":"ben","access":"edit"}`)
	b.did(named("ann"), b.owner, "create_branch", `{"name":"open"}`)
	b.did(named("ann"), b.owner, "create_branch", `{"name":"zebra/base"}`)
}

// bot returns an agent of ann's.
func bot() mcp.Principal {
	p := named("bot")
	p.Kind, p.OnBehalfOf = mcp.KindAgent, "ann"
	delete(p.Permissions, mcp.OpApprove)
	return p
}

// asks makes ann's agent request an approval, and returns the id of the request.
func (b *building) asks(branch, element string) string {
	b.t.Helper()
	e := b.owner.Call(mcp.WithPrincipal(b.t.Context(), bot()), "delete_element", json.RawMessage(fmt.Sprintf(
		`{"branch":%q,"element_ids":[%q],"dry_run":false,"reasoning":"zebra ask"}`, branch, b.ids[element])))
	id := ""
	if e.Error != nil {
		id, _ = e.Error.Data["approval_id"].(string)
	}
	if id == "" {
		b.t.Fatalf("nothing is asked for: %+v", e.Error)
	}
	return id
}

// hide makes changes that ben may not read: on a separate branch and, if ben's scope omits parts of main, on main too.
func (b *building) hide(main bool) {
	ann := named("ann")
	branches := []string{"zebra/base"}
	if main {
		branches = append(branches, "main")
	}
	for i, branch := range branches {
		do := func(tool, arguments string) {
			because := ""
			if strings.Contains(string(b.backend.Served.Find(tool).InputSchema), `"reasoning"`) {
				because = `,"reasoning":"zebra reason"`
			}
			b.did(ann, b.owner, tool, fmt.Sprintf(`{"branch":%q%s%s`, branch, because, arguments))
		}
		y := 80_000 - 2_000*i
		do("create_wall", fmt.Sprintf(`,"level_id":"$upper$","start":[90000,%d],"end":[96000,%[1]d],"height":2500,`+
			`"type_id":"$zebra type$","name":"Zebra new"}`, y))
		do("modify_parameter", `,"element_id":"$zebra wall$","parameter_name":"height","value":2600}`)
		do("modify_parameter", `,"element_id":"$zebra wall$","parameter_name":"name","value":"Zebra renamed"}`)
		do("delete_element", `,"element_ids":["$zebra slab$"]}`)
		do("define_material", `,"name":"Zebra new stuff"}`)
		do("define_type", `,"category":"wall","name":"Zebra new type","layers":[{"material":"Zebra new stuff",
			"thickness":100}]}`)
		if branch != "main" { // main is visible, even if parts of it are hidden
			do("tag_revision", `,"name":"zebra-0"}`)
		}
		do("clash_detection", `}`)
		do("export_ifc", `,"schema":"IFC4","file_name":"zebra.ifc"}`)
		do("add_task", `,"title":"Zebra task"}`)
		b.ids["zebra approval "+branch] = b.asks(branch, "zebra wall")
	}
	b.did(ann, b.owner, "create_branch", `{"name":"zebra/late","reasoning":"zebra reason"}`)
	b.did(ann, b.owner, "audit_session_start", `{"purpose":"zebra purpose"}`)
}

// masks lists the parts in which two answers to the same question may differ: sequence numbers, hashes of states, and
// times.
var masks = []struct {
	form *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`("(?:[a-z_]*revision|revisions|position|head|head_us|fork|first|last|unmerged|total_events|` +
		`log_events|current)":)"?[0-9.e+]+"?`), `$1 0`},
	{regexp.MustCompile(`"(?:etag|hash|state_hash|head_hash|cursor|next_cursor)":"[^"]*"`), `""`},
	{regexp.MustCompile(`(main|open)@\d+`), `$1@0`},
	{regexp.MustCompile(`(revisions?|revision is|last is|at) \d+`), `$1 0`},
	{regexp.MustCompile(`/(chunks|revisions)/\d+`), `/$1/0`},
	{regexp.MustCompile(`\bof=[\w-]+|"instance":"[\w-]+"`), `of=`},
	{regexp.MustCompile(`"preview_id":"\w+"`), `""`},
	{regexp.MustCompile(`-(main|open)-\d+`), `-$1-0`},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d(T[0-9:.]+Z)?`), `TIME`},
}

// masked returns an answer without the parts that may differ. Ids of elements that a call would create are masked,
// because they derive from the state that the call was decided on. All other ids are kept.
func (b *building) masked(text string) string {
	text = strings.ReplaceAll(text, b.backend.OutDir, "OUT")
	text = anyID.ReplaceAllStringFunc(text, func(id string) string {
		if slices.Contains(slices.Collect(maps.Values(b.ids)), id) {
			return id
		}
		return "ID"
	})
	for _, m := range masks {
		text = m.form.ReplaceAllString(text, m.to)
	}
	return text
}

var anyID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// ownCalls matches the questions about ben's own calls. Their answers differ in time, because reads are recorded with a
// delay, but they are still searched for hidden things.
var ownCalls = regexp.MustCompile(`^list_audit `)

// taken matches the questions whose answer depends on a rule about the whole model: no two types of a category have the
// same name. A caller who gives that name to another type necessarily learns that it is taken.
var taken = regexp.MustCompile(`^define_type .*"name":"Zebra new type"`)

// transcript lists ben's questions with their answers, in order.
type transcript []struct{ asked, told string }

func (tr *transcript) add(asked, told string) {
	*tr = append(*tr, struct{ asked, told string }{asked, told})
}

// things are the things that ben names in his questions: visible, hidden and missing ones.
func (b *building) things() map[string]string {
	out := map[string]string{"missing": string(state.DeriveID("nowhere", 0)), "new name": "Zebra new"}
	if read, _ := b.ben.Scope(mcp.OpRead); !read.Bounded() {
		return out // everything on main is visible
	}
	out["seen"], out["level"], out["new type"] = b.ids["door"], b.ids["ground"], "Zebra new type"
	for _, name := range []string{"zebra wall", "zebra slab", "zebra type", "zebra stuff"} {
		out[name] = b.ids[name]
	}
	out["zebra wall name"], out["zebra stuff name"] = "Zebra wall", "Zebra stuff"
	return out
}

// ofThing matches the names of arguments that refer to a thing of the model.
var ofThing = regexp.MustCompile(`(^|_)(element|elements|level|levels|wall|type|material|room|rooms|host|zone|system|` +
	`constraint|to|from|priority|base_level|top_level)(_ids?)?$|^(source|name|group_id|approval_id|session_id|task_id|` +
	`check_id|key|finding|run_id|file)$`)

// askTools calls every tool in the registry, with minimal arguments and with arguments that ben can name.
func (b *building) askTools(tr *transcript, branches []string) {
	things := b.things()
	for _, e := range b.backend.Served.Entries() {
		least, err := surfacetest.Least(e.InputSchema)
		if err != nil {
			b.t.Fatal(err)
		}
		var schema struct {
			Properties map[string]struct {
				Type any `json:"type"`
			} `json:"properties"`
		}
		if err := json.Unmarshal(e.InputSchema, &schema); err != nil {
			b.t.Fatal(err)
		}
		ask := func(add map[string]any) {
			arguments := maps.Clone(least)
			maps.Copy(arguments, add)
			for name, value := range map[string]any{"model_id": b.model, "dry_run": true, "reasoning": "why"} {
				if _, ok := schema.Properties[name]; ok {
					arguments[name] = value
				}
			}
			text, err := json.Marshal(arguments)
			if err != nil {
				b.t.Fatal(err)
			}
			reply := b.tools.Call(mcp.WithPrincipal(b.t.Context(), b.ben), e.Name, text)
			told, err := json.Marshal(reply)
			if err != nil {
				b.t.Fatal(err)
			}
			tr.add(e.Name+" "+string(text), string(told))
		}
		if _, branched := schema.Properties["branch"]; branched {
			for _, branch := range branches {
				ask(map[string]any{"branch": branch})
			}
		} else {
			ask(nil)
		}
		for _, property := range slices.Sorted(maps.Keys(schema.Properties)) {
			if !ofThing.MatchString(property) {
				continue
			}
			for _, thing := range slices.Sorted(maps.Keys(things)) {
				value := any(things[thing])
				if kind, _ := schema.Properties[property].Type.(string); kind == "array" {
					value = []any{value}
				}
				ask(map[string]any{property: value})
			}
		}
	}
}

// deeper lists questions that name a thing, in place of THING, within something else that is visible.
var deeper = [][2]string{
	{"define_type", `{"category":"wall","name":"Mine","layers":[{"material":"THING","thickness":100}]}`},
	{"set_properties", `{"element_ids":["$door$"],"material":"THING"}`},
	{"create_wall", `{"level_id":"$ground$","start":[0,5000],"end":[3000,5000],"height":2500,"type_id":"THING"}`},
	{"place_component", `{"category":"furniture","level_id":"$ground$","location":[2000,2000,0],"width":500,` +
		`"depth":500,"height":900,"material":"THING"}`},
	{"modify_parameter", `{"element_id":"$door$","parameter_name":"type_id","value":"THING"}`},
	{"apply_batch", `{"operations":[{"tool":"define_type","args":{"category":"wall","name":"Mine",` +
		`"layers":[{"material":"THING","thickness":100}]}}]}`},
}

func (b *building) askDeeper(tr *transcript) {
	things := b.things()
	things["new material"] = "Zebra new stuff"
	for _, question := range deeper {
		for _, thing := range slices.Sorted(maps.Keys(things)) {
			arguments := strings.ReplaceAll(question[1], "THING", things[thing])
			for name, id := range b.ids {
				arguments = strings.ReplaceAll(arguments, "$"+name+"$", id)
			}
			arguments = `{"dry_run":true,"reasoning":"why",` + arguments[1:]
			told, err := json.Marshal(b.tools.Call(mcp.WithPrincipal(b.t.Context(), b.ben), question[0],
				json.RawMessage(arguments)))
			if err != nil {
				b.t.Fatal(err)
			}
			tr.add(question[0]+" "+arguments, string(told))
		}
	}
}

// filled returns the values for a word in braces in the addresses of the page and of resources.
func (b *building) filled(word string, branches []string) []string {
	things := b.things()
	switch word {
	case "model", "model_id":
		return []string{b.model}
	case "branch":
		return branches
	case "level_id", "element_id", "type_id", "from", "to":
		return slices.Sorted(maps.Values(things))
	case "at", "rev":
		return []string{"1", "zebra-0"}
	case "n", "chunk", "page":
		return []string{"0"}
	case "sha256":
		return []string{strings.Repeat("0", 64)}
	case "id", "approval_id":
		return []string{things["missing"], b.ids["seen approval"]}
	case "tool":
		return []string{"list_branches", "element_history", "list_events", "nothing"}
	}
	b.t.Fatalf("nothing fills {%s}: give it values here", word)
	return nil
}

var inBraces = regexp.MustCompile(`\{([a-z0-9_]+)\}`)

// addresses returns a pattern with its words replaced by all possible values.
func (b *building) addresses(pattern string, branches []string) []string {
	at := inBraces.FindStringSubmatchIndex(pattern)
	if at == nil {
		return []string{pattern}
	}
	var out []string
	for _, value := range b.filled(pattern[at[2]:at[3]], branches) {
		out = append(out, b.addresses(pattern[:at[0]]+url.PathEscape(value)+pattern[at[1]:], branches)...)
	}
	return out
}

// notAsked lists an address whose answer never ends, which TestWhatIsHiddenIsNotHeardOfOnThePage covers, and one that
// ends the session.
var notAsked = []string{"GET /api/live", "DELETE /api/session"}

func (b *building) askPage(tr *transcript, branches []string) {
	for _, pattern := range slices.Sorted(maps.Keys(b.server.answers())) {
		if slices.Contains(notAsked, pattern) {
			continue
		}
		method, path, _ := strings.Cut(pattern, " ")
		for _, address := range b.addresses(path, branches) {
			queries := []string{""}
			if strings.HasSuffix(pattern, "delta") {
				queries = []string{"?from=-1", "?from=1&to=", "?from=zebra-0"}
			}
			for _, query := range queries {
				var body any
				if method == http.MethodPost {
					body = map[string]any{}
				}
				w := b.ask(method, address+query, body)
				tr.add(method+" "+address+query, fmt.Sprint(w.Code, " ", w.Body.String()))
			}
		}
	}
}

// askResources reads, subscribes to and completes every resource.
func (b *building) askResources(tr *transcript, branches []string) {
	ctx, around := mcp.WithPrincipal(b.t.Context(), b.ben), server.New(b.backend).Surroundings()
	var addresses []string
	for _, r := range server.Resources(b.backend.Served, "") {
		addresses = append(addresses, r.URI)
	}
	templates := slices.Concat(server.ModelTemplates(b.backend.Served), server.SceneTemplates(b.backend.Served),
		app.FileTemplates())
	for _, template := range templates {
		addresses = append(addresses, b.addresses(template.URITemplate, branches)...)
		for _, word := range inBraces.FindAllStringSubmatch(template.URITemplate, -1) {
			for _, begun := range []string{"", "z", "p"} {
				for _, branch := range branches {
					values, err := around.Complete(ctx, template.URITemplate, word[1], begun,
						map[string]string{"model_id": b.model, "branch": branch})
					tr.add(fmt.Sprintf("complete %s {%s} %q %s", template.URITemplate, word[1], begun, branch),
						fmt.Sprint(values, err))
				}
			}
		}
	}
	for _, address := range addresses {
		key, err := around.Watch(ctx, address, time.Now())
		tr.add("listen "+address, fmt.Sprint(key, err))
		if tool, arguments, ok := around.CallOf(address); ok {
			told, failed := json.Marshal(b.tools.Call(ctx, tool, arguments))
			tr.add("read "+address, fmt.Sprint(string(told), failed))
			continue
		}
		content, err := server.New(b.backend).ReadResource(ctx, address)
		tr.add("read "+address, fmt.Sprint(content.Text, len(content.Blob) > 0, err))
	}
}

// scopes returns the scopes that ben may read.
func scopes(b *building) map[string]mcp.Scope {
	const m = geometry.Metre
	return map[string]mcp.Scope{
		"doors":   {Categories: []string{"door", "opening"}, BranchPatterns: []string{"main", "open"}},
		"a level": {Levels: []string{b.ids["ground"]}, BranchPatterns: []string{"main", "open"}},
		"a region": {Regions: []geometry.Box{{Min: geometry.Point3{X: -m, Y: -m, Z: -m},
			Max: geometry.Point3{X: 9 * m, Y: 9 * m, Z: 9 * m}}}, BranchPatterns: []string{"main", "open"}},
		"some alone": {BranchPatterns: []string{"main", "open"}},
	}
}

// reading returns ben as a principal who may read a part of a model, and may change anything on the branches of that
// part.
func reading(part mcp.Scope) mcp.Principal {
	p := named("ben")
	for op := range p.Permissions {
		p.Permissions[op] = mcp.Scope{BranchPatterns: part.BranchPatterns}
	}
	p.Permissions[mcp.OpRead] = part
	return p
}

// asked returns the transcript of ben's questions about a building. If changed is set, something hidden from ben was
// changed before.
func asked(t *testing.T, scope string, changed bool) (transcript, *building) {
	t.Helper()
	b := newBuilding(t)
	part := scopes(b)[scope]
	if changed {
		b.hide(part.Bounded())
	}
	b.ben = reading(part)
	b.ids["seen approval"] = string(state.DeriveID("no approval", 0))
	b.who = b.ben
	b.open()
	branches := []string{"main", "open", "zebra/base", "zebra/late"}
	var tr transcript
	b.askTools(&tr, branches)
	b.askDeeper(&tr)
	b.askPage(&tr, branches)
	b.askResources(&tr, branches)
	return tr, b
}

// askedScopes returns the scopes to test: one part of the branches and one list of branches, or all scopes in the long
// form.
func askedScopes() []string {
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		return []string{"doors", "a level", "a region", "some alone"}
	}
	return []string{"a level", "some alone"}
}

// TestWhatIsHiddenChangesNoAnswer checks the answers to a person who may read a part of a model. Every tool, address of
// the page, resource, completion, subscription and error must give the same bytes, whatever changes outside that part.
// No answer may mention anything outside the part. The questions come from the table of tools, the routes of the page
// and the templates of resources, so that a new one is covered automatically.
func TestWhatIsHiddenChangesNoAnswer(t *testing.T) {
	for _, scope := range askedScopes() {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			before, as := asked(t, scope, false)
			after, b := asked(t, scope, true)
			if len(before) != len(after) || len(before) < 500 {
				t.Fatalf("%d and %d questions", len(before), len(after))
			}
			bounded := scopes(b)[scope].Bounded()
			for i, was := range before {
				is := after[i]
				if was.asked != is.asked {
					t.Fatalf("another question: %s\n%s", was.asked, is.asked)
				}
				told, now := as.masked(was.told), b.masked(is.told)
				if told != now && !ownCalls.MatchString(was.asked) && !taken.MatchString(was.asked) {
					t.Errorf("%s\nbefore: %s\nafter:  %s", was.asked, clipped(told), clipped(now))
				} else if bounded {
					b.silent(t, was.asked, was.told)
				}
			}
		})
	}
}

func clipped(text string) string { return text[:min(len(text), 1500)] }

// silent checks that an answer mentions hidden things only if the question names them.
func (b *building) silent(t *testing.T, asked, told string) {
	t.Helper()
	lower := strings.ToLower(told)
	named := regexp.MustCompile(`"[^"]*"|zebra[/-]?\w*`).FindAllString(strings.ToLower(asked), -1)
	slices.SortFunc(named, func(x, y string) int { return len(y) - len(x) })
	for _, said := range named {
		if said = strings.Trim(said, `"`); len(said) > 3 {
			lower = strings.ReplaceAll(lower, said, "")
			lower = strings.ReplaceAll(lower, strings.ReplaceAll(said, " ", "-"), "") // as an example of a name
		}
	}
	if strings.Contains(lower, unseen) {
		t.Errorf("%s\ntells of what is hidden: %s", asked, clipped(told))
	}
	for _, id := range b.hidden {
		if strings.Contains(told, id) && !strings.Contains(asked, id) {
			t.Errorf("%s\ntells the id of what is hidden: %s", asked, clipped(told))
		}
	}
}

// TestWhatIsHiddenIsNotHeardOfOnThePage checks that the page's stream does not report changes outside the part of a
// model that the person may read. With and without such changes the stream reports the same, except for the last
// revision of a branch.
func TestWhatIsHiddenIsNotHeardOfOnThePage(t *testing.T) {
	heard := func(scope string, changed bool) map[string]bool {
		b := newBuilding(t)
		part := scopes(b)[scope]
		b.ben = reading(part)
		b.who = b.ben
		b.open()
		events, stop := b.follow(t, "")
		defer stop()
		next(t, events, "hello")
		b.did(named("ann"), b.owner, "create_branch", `{"name":"open/first"}`) // so that everything is read once
		if changed {
			b.hide(part.Bounded())
		}
		seen := func(name string) uint64 {
			b.did(named("ann"), b.owner, "modify_parameter", fmt.Sprintf(
				`{"element_id":"$door$","parameter_name":"name","value":%q,"reasoning":"seen"}`, name))
			v, err := b.live.View(t.Context(), b.model, "main")
			if err != nil {
				t.Fatal(err)
			}
			return v.Revision
		}
		first, last := seen("Other door"), uint64(0)
		out := map[string]bool{}
		for {
			one := next(t, events, "")
			out[one.event+" "+b.masked(one.data)] = true
			var head struct {
				Branch string
				Change struct{ Last uint64 }
			}
			switch isHead := one.event == "head" && json.Unmarshal([]byte(one.data), &head) == nil; {
			case isHead && head.Branch == "main" && last == 0 && head.Change.Last >= first:
				last = seen("Last door") // events that belong to the previous door are reported before this one
			case isHead && head.Branch == "main" && last > 0 && head.Change.Last >= last:
				return out
			}
		}
	}
	for _, scope := range []string{"doors", "a level", "a region", "some alone"} {
		t.Run(scope, func(t *testing.T) {
			before, after := heard(scope, false), heard(scope, true)
			if !maps.Equal(before, after) {
				t.Errorf("without: %v\nwith: %v", slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
			}
			for line := range after {
				if strings.Contains(strings.ToLower(line), unseen) {
					t.Errorf("heard of what is hidden: %s", line)
				}
			}
		})
	}
}
