//go:build linux

package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
)

// handsForm is the size of a simulated day with real processes.
type handsForm struct {
	elements, storeys, agents, changes, asks, kills int
	answers                                         [2]time.Duration // range of the time in which people answer
}

// shortHands is the day of make test, fullHands the day of make soak.
var (
	shortHands = handsForm{200, 2, 4, 24, 8, 2, [2]time.Duration{0, 100 * time.Millisecond}}
	fullHands  = handsForm{20_000, 20, 10, 2000, 200, 40, [2]time.Duration{time.Second, 30 * time.Second}}
)

// hands is a day on which agents work on one model through four processes. Two processes each serve an agent on
// standard input, and two serve the others over HTTP. Two people decide at terminals, and processes are killed
// meanwhile.
type hands struct {
	t      *testing.T
	form   handsForm
	data   string
	seed   uint64
	model  string
	agents []*dayAgent
	people [2]string
	walls  []string

	web    [2]*dayServer
	tokens string
	asked  chan string // requests that wait for a person

	mu    sync.Mutex
	told  map[string]int // counts, by their name in the page
	waits []time.Duration
}

// dayServer is a process that serves several agents over HTTP, and that is killed and started again.
type dayServer struct {
	mu   sync.Mutex
	is   *httpServer
	made int
}

// dayAgent is an agent with its connection.
type dayAgent struct {
	id, is string
	random *rand.Rand
	web    *dayServer // nil: on standard input

	mu    sync.Mutex // guards stdio, which the killer ends
	stdio *server
	over  *overHTTP
	of    int // the process that over has a session with
}

func newHands(t *testing.T, form handsForm) *hands {
	d := &hands{t: t, form: form, data: t.TempDir(), seed: seed(t), asked: make(chan string, form.asks+1),
		told: map[string]int{}}
	mustRun(t, "generate", "--data", d.data, "--elements", fmt.Sprint(form.elements), "--storeys",
		fmt.Sprint(form.storeys))
	rights := arguments{"READ": arguments{}, "CREATE": arguments{}, "MODIFY": arguments{}, "DELETE": arguments{},
		"APPROVE": arguments{}}
	for i, name := range []string{"ann", "ben"} {
		d.people[i] = principal(t, name, "human", "", arguments{"permissions": rights})
	}
	local := serveAll(t, d.data)
	var models struct {
		Models []struct {
			ID string `json:"model_id"`
		}
	}
	local.must("list_models", arguments{}, &models)
	d.model = models.Models[0].ID
	for _, name := range []string{"ann", "ben"} {
		local.must("share_model", arguments{"model_id": d.model, "user": name, "access": "edit"}, nil)
	}
	local.must("config_set", arguments{"key": "approval.lifetime_minutes", "value": "1440",
		"reasoning": "a long day"}, nil)
	var found struct {
		Elements []struct {
			ID string `json:"element_id"`
		}
	}
	local.must("query_elements", arguments{"model_id": d.model, "category": "wall", "limit": 400}, &found)
	for _, e := range found.Elements {
		d.walls = append(d.walls, e.ID)
	}
	if len(d.walls) < 20 {
		t.Fatalf("%d walls", len(d.walls))
	}
	var lines []string
	for i := range form.agents {
		a := &dayAgent{id: fmt.Sprintf("agent-%d", i), random: rand.New(rand.NewPCG(d.seed, uint64(i)))}
		a.is = principal(t, a.id, "agent", "ann", arguments{"dry_run_default": false, "limits": arguments{
			"max_operations_per_session": -1, "rates": arguments{"read": arguments{"per_minute": -1, "burst": 1},
				"mutation": arguments{"per_minute": -1, "burst": 1}}}})
		lines = append(lines, tokenLine(a.id, a.id, strings.TrimPrefix(a.is, "BIMSTREAM_PRINCIPAL="), ""))
		d.agents = append(d.agents, a)
	}
	d.tokens = filepath.Join(t.TempDir(), "tokens.json")
	writePrivate(t, d.tokens, "["+strings.Join(lines, ",")+"]")
	for i := range d.web {
		d.web[i] = &dayServer{is: serveHTTPProcess(t, d.data, "--tokens", d.tokens)}
	}
	for i, a := range d.agents {
		if i >= 2 {
			a.web = d.web[i%2]
		}
	}
	return d
}

func (d *hands) count(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.told[what]++
}

// try makes a call of an agent on its connection, and opens a new connection after a kill.
func (d *hands) try(a *dayAgent, tool string, args arguments) (answer, error) {
	if a.web == nil {
		a.mu.Lock()
		if a.stdio == nil {
			s, err := launch(d.t, environment(a.is), program(d.t), "mcp", "all", "--tools", "full", "--data", d.data)
			if err != nil {
				a.mu.Unlock()
				return answer{}, err
			}
			a.stdio = s
		}
		s := a.stdio
		a.mu.Unlock()
		return s.try(tool, args)
	}
	a.web.mu.Lock()
	if a.over == nil || a.of != a.web.made {
		a.over, a.of = &overHTTP{a.web.is.begin(a.id), nil}, a.web.made
	}
	over := a.over
	a.web.mu.Unlock()
	return over.try(tool, args)
}

// call makes a call until a process answers it. The idempotency key ensures that it takes effect once.
func (d *hands) call(a *dayAgent, tool string, args arguments) answer {
	for {
		got, err := d.try(a, tool, args)
		if err == nil && !got.retry() {
			return got
		}
	}
}

// retry reports whether the server asks to repeat the call unchanged.
func (a answer) retry() bool { return a.Error != nil && a.Error.Retryable }

// kill ends one of the four processes by SIGKILL, and starts it again.
func (d *hands) kill(i int) {
	if i < len(d.web) {
		s := d.web[i]
		s.mu.Lock()
		defer s.mu.Unlock()
		_ = s.is.command.Process.Kill()
		<-s.is.ended
		s.is, s.made = serveHTTPProcess(d.t, d.data, "--tokens", d.tokens), s.made+1
		return
	}
	a := d.agents[i-len(d.web)]
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stdio != nil {
		a.stdio.kill()
		a.stdio = nil
	}
}

// works makes one agent's share of the changes of the day.
func (d *hands) works(a *dayAgent, changes, asks int, done *atomic.Int64) {
	for n := range changes {
		if n*asks/changes != (n+1)*asks/changes {
			d.asks(a, n)
		} else {
			d.changes(a, n)
		}
		done.Add(1)
	}
}

func (d *hands) of(a *dayAgent, n int, more arguments) arguments {
	return with(arguments{"model_id": d.model, "reasoning": "as the brief says",
		"idempotency_key": fmt.Sprintf("%s/%d", a.id, n)}, more)
}

func (d *hands) wall(a *dayAgent) string { return d.walls[a.random.IntN(len(d.walls))] }

func (d *hands) changes(a *dayAgent, n int) {
	args := d.of(a, n, arguments{"element_id": d.wall(a), "parameter_name": "Pset_WallCommon.FireRating",
		"value": fmt.Sprintf("EI%d", 30+a.random.IntN(9000))})
	if a.random.IntN(2) == 0 {
		args["parameter_name"], args["value"] = "height", 2300+a.random.IntN(300)
	}
	got := d.call(a, "modify_parameter", args)
	if !got.Success {
		d.count("changes refused, because of what others had done")
		return
	}
	d.count("changes without a person")
	for _, w := range got.Warnings {
		if w.Code == "CHANGED_ELSEWHERE" {
			d.count("changes that were told of an open request for the same element")
		}
	}
}

// asks makes a call that needs approval, waits for the decision, and repeats the call.
func (d *hands) asks(a *dayAgent, n int) {
	tool, args := "delete_element", arguments{"element_ids": []string{d.wall(a)}}
	if a.random.IntN(2) == 0 {
		tool, args = "modify_parameter", arguments{"element_id": d.wall(a), "parameter_name": "height", "value": 100}
	}
	args["model_id"], args["reasoning"] = d.model, "as the brief says"
	got := d.call(a, tool, args)
	id, _ := got.id()
	if id == "" {
		if got.Success && got.EventID != nil {
			d.t.Errorf("%s %v is done without a person", tool, args)
		}
		d.count("requests refused, because of what others had done")
		return
	}
	d.count("requests")
	began := time.Now()
	for {
		d.asked <- id
		if status := d.awaits(a, id); status != string(approvals.Given) {
			d.count("rejected by a person, since the call would be refused by then")
			return
		}
		got = d.call(a, tool, with(args, arguments{"approval_id": id,
			"idempotency_key": fmt.Sprintf("%s/%d", a.id, n)}))
		switch _, back := got.id(); {
		case got.Success:
			d.mu.Lock()
			d.waits = append(d.waits, time.Since(began))
			d.mu.Unlock()
			return
		case back:
			d.count("went back after a person had agreed")
		default:
			d.refused(a, got, args)
			return
		}
	}
}

// id returns the id of the request that a refused call names, and reports whether the request went back to the
// approver.
func (a answer) id() (id string, back bool) {
	if a.code() != 1201 {
		return "", false
	}
	id, _ = a.Error.Data["approval_id"].(string)
	return id, a.Error.Data["changed"] != nil
}

// refused counts a granted call that was refused. Its element must have been deleted meanwhile.
func (d *hands) refused(a *dayAgent, got answer, args arguments) {
	element, _ := args["element_id"].(string)
	if ids, many := args["element_ids"].([]string); many {
		element = ids[0]
	}
	there := d.call(a, "get_element", arguments{"model_id": d.model, "element_id": element})
	if there.Success {
		d.t.Errorf("a grant is refused, and its element is there: %s", got.Text)
	}
	d.count("granted, and the element was gone at the repeat")
}

// awaits waits for a decision on a request as agents do, and returns the request's status.
func (d *hands) awaits(a *dayAgent, id string) string {
	for {
		got := d.call(a, "get_approval", arguments{"model_id": d.model, "approval_id": id, "wait_seconds": 5})
		var told struct{ Status string }
		if err := json.Unmarshal(got.Data, &told); err != nil {
			d.t.Errorf("get_approval: %s", got.Text)
			return ""
		}
		if told.Status != string(approvals.Pending) {
			return told.Status
		}
	}
}

// decides lets a person answer requests at a terminal until no more come.
func (d *hands) decides(who string, random *rand.Rand) {
	for id := range d.asked {
		least, most := d.form.answers[0], d.form.answers[1]
		time.Sleep(least + time.Duration(random.Int64N(int64(most-least))))
		for {
			var asked approvals.Approval
			shown := mustRun(d.t, "approvals", "show", id, "--json", "--data", d.data)
			if err := json.Unmarshal([]byte(shown), &asked); err != nil {
				d.t.Errorf("approvals show: %v %s", err, shown)
				return
			}
			said, err := atTerminal(d.t, who, mcp.Phrase(&asked), "approvals", "approve", id, "--data", d.data)
			if err == nil && strings.Contains(said, "approved:") {
				d.count("yes of a person")
				break
			}
			if strings.Contains(said, "would be refused") || strings.Contains(said, "ILLEGAL_STATE") {
				if said, err := detached(d.t, who, "approvals", "reject", id, "--reason", "too late", "--data",
					d.data); err != nil {
					d.t.Errorf("%v %s", err, said)
				}
				break
			}
			d.count("shown again before a person agreed")
		}
	}
}

// run plays the day.
func (d *hands) run() {
	var agents, people, killers sync.WaitGroup
	var done atomic.Int64
	for i, a := range d.agents {
		share := func(all int) int { return all*(i+1)/len(d.agents) - all*i/len(d.agents) }
		agents.Go(func() { d.works(a, share(d.form.changes), share(d.form.asks), &done) })
	}
	for i, who := range d.people {
		people.Go(func() { d.decides(who, rand.New(rand.NewPCG(d.seed, uint64(100+i)))) })
	}
	killers.Go(func() {
		random := rand.New(rand.NewPCG(d.seed, 200))
		for n := range d.form.kills { // spread over the work, not over the time
			for at := int64(d.form.changes * (n + 1) / (d.form.kills + 1)); done.Load() < at; {
				time.Sleep(10 * time.Millisecond)
			}
			d.kill(random.IntN(len(d.web) + 2))
		}
	})
	agents.Wait()
	close(d.asked)
	people.Wait()
	killers.Wait()
	for _, a := range d.agents {
		if a.stdio != nil {
			a.stdio.close()
		}
	}
	for _, s := range d.web {
		s.is.stop()
	}
}

// judge reads the store after the day. Each grant must be used at most once, in the same append as its change. Each
// change that needs approval must have a grant. The two plans of a request that went back must differ when they are
// decided again.
func (d *hands) judge() {
	store, err := stores.OpenFolder(d.data)
	if err != nil {
		d.t.Fatal(err)
	}
	ctx := context.Background()
	used := map[string]string{} // command to request
	var back []*approvals.Revised
	was := map[string]approvals.Plan{}
	for _, e := range d.events(ctx, store) {
		switch e := e.(type) {
		case *approvals.Requested:
			was[e.ID] = e.Plan
		case *approvals.Revised:
			if was[e.ID].Effect == e.Plan.Effect {
				d.t.Errorf("%s went back with the effect that it had", e.ID)
			}
			back = append(back, e)
		case *approvals.Consumed:
			if other, twice := used[e.CommandID]; twice {
				d.t.Errorf("one command uses %s and %s", other, e.ID)
			}
			used[e.CommandID] = e.ID
		}
	}
	if n := len(slices.Compact(slices.Sorted(func(yield func(string) bool) {
		for _, id := range used {
			if !yield(id) {
				return
			}
		}
	}))); n != len(used) {
		d.t.Errorf("%d uses of %d requests", len(used), n)
	}
	d.told["executed"] = len(used)
	d.told["went back, all for an effect that had changed"] = len(back)
	deleted := map[string]bool{}
	for r, err := range store.Read(ctx, projections.StreamName(d.model, projections.MainBranch), 0) {
		if err != nil {
			d.t.Fatal(err)
		}
		meta, err := projections.DecodeMeta(r.Meta)
		if err != nil {
			d.t.Fatal(err)
		}
		if r.Type == "element.deleted" && meta.AgentID != "" {
			deleted[meta.CommandID] = true
			if used[meta.CommandID] == "" {
				d.t.Errorf("a deletion of revision %d has no grant", r.Revision)
			}
		}
	}
	if len(deleted) == 0 {
		d.t.Error("nothing was deleted")
	}
	_ = store.Close()
	d.decidesBothWays(was, back)
}

// events returns the approval events of the model.
func (d *hands) events(ctx context.Context, store eventstore.Store) (out []approvals.Event) {
	for r, err := range store.Read(ctx, approving.Stream(d.model), 0) {
		if err != nil {
			d.t.Fatal(err)
		}
		e, err := approvals.Decode(r.Type, r.Schema, r.Data)
		if err != nil {
			d.t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// bothWays bounds the number of requests that are decided again at both states after the day, because each takes two
// more calls.
const bothWays = 20

// decidesBothWays repeats the requests that went back. It does so on two branches, one from the state of the first plan
// and one from the state of the second plan. The two plans must differ.
func (d *hands) decidesBothWays(was map[string]approvals.Plan, back []*approvals.Revised) {
	bot := serveAll(d.t, d.data, principal(d.t, "judge", "agent", "ann", arguments{"dry_run_default": false}))
	ann := serveAll(d.t, d.data, d.people[0])
	decided := 0
	for i, r := range back[:min(len(back), bothWays)] {
		var plans [2]approvals.Plan
		var args arguments
		if err := json.Unmarshal([]byte(r.Plan.Text), &args); err != nil {
			d.t.Fatal(err)
		}
		for side, plan := range []approvals.Plan{was[r.ID], r.Plan} {
			name := fmt.Sprintf("judged/%d/%d", i, side)
			ann.must("create_branch", arguments{"model_id": d.model, "name": name,
				"at": fmt.Sprint(plan.Revision)}, nil)
			got := bot.ask(plan.Tool, with(args, arguments{"model_id": d.model, "branch": name}))
			id, _ := got.id()
			if id == "" {
				d.t.Fatalf("at revision %d: %s", plan.Revision, got.Text)
			}
			shown := mustRun(d.t, "approvals", "show", id, "--json", "--data", d.data)
			var asked approvals.Approval
			if err := json.Unmarshal([]byte(shown), &asked); err != nil {
				d.t.Fatal(err)
			}
			plans[side] = asked.Plan
			mustRunAs(d.t, d.people[0], "approvals", "reject", id, "--reason", "judged", "--data", d.data)
		}
		// The plan shows only the measures of a deleted element. The effect also differs if another agent has meanwhile
		// set a property on it.
		if reflect.DeepEqual(shownOf(plans[0]), shownOf(plans[1])) && plans[0].Effect == plans[1].Effect {
			d.t.Errorf("%s went back (%v), and is the same at revisions %d and %d", r.ID, r.Changed,
				was[r.ID].Revision, r.Plan.Revision)
		}
		was[r.ID] = r.Plan // the next version is compared with it
		decided++
	}
	d.told["of these decided once more at both states"] = decided
}

// shownOf returns the part of a plan that an approver sees, without the place and time of the decision.
func shownOf(p approvals.Plan) approvals.Plan {
	return approvals.Plan{Counts: p.Counts, Events: p.Events, Box: p.Box, Affected: p.Affected, Also: p.Also,
		Conflicts: p.Conflicts, Checks: p.Checks}
}

func mustRunAs(t testing.TB, who string, words ...string) {
	t.Helper()
	if said, err := detached(t, who, words...); err != nil {
		t.Fatalf("%v %s", err, said)
	}
}

// page returns the documentation page of a full day.
func (d *hands) page(took time.Duration) string {
	slices.Sort(d.waits)
	wait := func(share float64) string {
		if len(d.waits) == 0 {
			return "none"
		}
		return d.waits[int(share*float64(len(d.waits)-1))].Round(100 * time.Millisecond).String()
	}
	var out strings.Builder
	out.WriteString(`# A busy day, in full

This page is written by the test that plays it with real processes (TestManyHandsAtOnce of cmd/bimstream, with
` + "`BIMSTREAM_SOAK=1` and `-args -update-day`" + `): agents work on one model through four processes, two on standard
input and two over HTTP, which are killed with SIGKILL and started again; two people decide at terminals. The test fails
if a grant is used twice, if an agent deletes something without one, if a granted call is refused whose element is
there, or if a request goes back whose effect is the one that was shown.

| | |
|---|---|
`)
	row := func(name string, value any) { _, _ = fmt.Fprintf(&out, "| %s | %v |\n", name, value) }
	row("elements, storeys", fmt.Sprintf("%d, %d", d.form.elements, d.form.storeys))
	row("agents, people, processes, kills", fmt.Sprintf("%d, 2, 4, %d", d.form.agents, d.form.kills))
	for _, name := range []string{"changes without a person", "changes refused, because of what others had done",
		"changes that were told of an open request for the same element", "requests",
		"requests refused, because of what others had done", "yes of a person", "shown again before a person agreed",
		"rejected by a person, since the call would be refused by then", "executed",
		"went back, all for an effect that had changed", "of these decided once more at both states",
		"went back after a person had agreed", "granted, and the element was gone at the repeat"} {
		row(name, d.told[name])
	}
	row("from asking to execution: median, 90 %, longest", wait(0.5)+", "+wait(0.9)+", "+wait(1))
	row("calls that change, in a minute", int(float64(d.form.changes)/took.Minutes()))
	return out.String()
}

var updateDay = flag.Bool("update-day", false, "write the page of the busy day in full")

// TestManyHandsAtOnce simulates a day with real processes, some of which are killed. Nothing may be executed twice or
// without its grant. A grant must be executed if nobody else changed its elements. The plans of requests that go back
// must differ.
func TestManyHandsAtOnce(t *testing.T) {
	t.Parallel()
	form := shortHands
	if soak() {
		form = fullHands
	}
	d := newHands(t, form)
	began := time.Now()
	d.run()
	took := time.Since(began)
	d.judge()
	page := d.page(took)
	t.Log(page)
	if d.told["executed"] == 0 {
		t.Error("nothing was executed")
	}
	if soak() && *updateDay {
		if err := os.WriteFile("../../docs/busydayinfull.md", []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
