package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// dayForm is the size of a busy day.
type dayForm struct {
	houses, agents, servers, changes, asks, kills int
}

// shortDay is the day of make test, fullDay the day of make soak: 2,500 houses of eight elements, 20,000 elements.
var (
	shortDay = dayForm{houses: 10, agents: 10, servers: 4, changes: 60, asks: 20, kills: 3}
	fullDay  = dayForm{houses: 2500, agents: 10, servers: 4, changes: 2000, asks: 200, kills: 20}
)

// deed is an action at a time of the day.
type deed struct {
	at time.Duration
	do func()
}

// asking is a call that waits for approval.
type asking struct {
	call     call
	house    int
	by       mcp.Principal
	id       string
	since    time.Duration // time of the last request to a person
	asked    time.Duration
	touched  bool // somebody has changed the house since then
	executed int
}

// busyDay simulates a day on which agents work and ask for approval, people decide, and processes are killed. It has
// its own clock.
type busyDay struct {
	*estate
	form     dayForm
	start    time.Time
	now      time.Duration
	deeds    []deed
	servers  []*mcp.Server
	agents   []mcp.Principal
	asking   []*asking
	waits    []time.Duration // times from a request to its execution
	changes  int
	granted  int
	straight int            // executed at the first repeat
	back     map[string]int // requests that were shown again, by when
	warned   int            // changes with a warning about concurrent work
	refused  int            // refused because of changes of others, such as a deleted wall
}

func newBusyDay(t *testing.T, seed uint64, form dayForm) *busyDay {
	d := &busyDay{estate: newEstateOf(t, seed, form.houses), form: form, back: map[string]int{}}
	d.start = d.tick()
	for i := range form.agents {
		p := helper()
		p.ID = fmt.Sprintf("agent-%d", i)
		p.Limits.Rates = map[mcp.Category]mcp.Rate{mcp.CategoryMutation: {PerMinute: -1, Burst: 1},
			mcp.CategoryRead: {PerMinute: -1, Burst: 1}}
		p.Limits.MaxOperationsPerSession = -1
		d.agents = append(d.agents, p)
	}
	for range form.servers {
		d.servers = append(d.servers, d.process())
	}
	return d
}

// process starts a new server on the store. To kill it, the day drops its reference.
func (d *busyDay) process() *mcp.Server {
	d.t.Helper()
	store, err := sqlite.Open(d.dir, sqlite.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = store.Close() })
	b := &app.Backend{Store: store, Live: projections.NewLive(store), OutDir: d.out, Version: "test"}
	r, err := mcp.NewRegistry(Table(b))
	if err != nil {
		d.t.Fatal(err)
	}
	b.Served, b.Lists = r, func(mcp.Principal, string) bool { return true }
	s, err := mcp.New(mcp.Config{Registry: r, Store: store, Principal: d.agents[0], Name: "day", Version: "test",
		Clock: d.time, About: b.About()})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// time returns the time of the day's clock.
func (d *busyDay) time() time.Time { return d.start.Add(d.now) }

func (d *busyDay) after(wait time.Duration, do func()) {
	d.deeds = append(d.deeds, deed{d.now + wait, do})
}

// somewhere returns a random server.
func (d *busyDay) somewhere() *mcp.Server { return d.servers[d.random.IntN(len(d.servers))] }

func (d *busyDay) calls(p mcp.Principal, c call, id string) mcp.Envelope {
	arguments := c.arguments(id)
	for name, element := range d.id {
		if strings.Contains(arguments, `"$`+name+`"`) {
			arguments = strings.ReplaceAll(arguments, `"$`+name+`"`, `"`+element+`"`)
		}
	}
	return d.somewhere().Call(mcp.WithPrincipal(context.Background(), p), c.tool, json.RawMessage(arguments))
}

// touch marks all requests about a house, except one, as touched.
func (d *busyDay) touch(house int, but *asking) {
	for _, a := range d.asking {
		if a.house == house && a != but {
			a.touched = true
		}
	}
}

// works makes an agent change something ordinary in a house.
func (d *busyDay) works() {
	house := d.random.IntN(d.houses)
	changes := []func(*estate, int) call{
		set("north", "height", fmt.Sprint(2500+d.random.IntN(400))), moves("desk", 1+d.random.IntN(50), 1),
		property("south", "FireRating", fmt.Sprintf(`"EI%d"`, 30+d.random.IntN(9000))), desk,
	}
	e := d.calls(d.agents[d.random.IntN(len(d.agents))], changes[d.random.IntN(len(changes))](d.estate, house), "")
	if !e.Success {
		d.refused++ // its element is gone
		return
	}
	d.changes++
	d.touch(house, nil)
	for _, w := range e.Warnings {
		if w.Code == "CHANGED_ELSEWHERE" {
			d.warned++
		}
	}
}

// asksFor makes an agent ask for a change that needs approval.
func (d *busyDay) asksFor() {
	house := d.random.IntN(d.houses)
	makes := []func(*estate, int) call{deletes("desk"), deletes("door"), set("west", "height", "100"),
		set("east", "height", "90")}
	a := &asking{call: makes[d.random.IntN(len(makes))](d.estate, house), house: house,
		by: d.agents[d.random.IntN(len(d.agents))], asked: d.now, since: d.now}
	e := d.calls(a.by, a.call, "")
	switch {
	case e.Success && e.EventID == nil: // the model has that value already
		d.refused++
	case e.Success:
		d.t.Errorf("%s %s is done without a person", a.call.tool, a.call.args)
	case e.Error.Code != int(state.ApprovalRequired):
		d.refused++
	default:
		a.id, _ = e.Error.Data["approval_id"].(string)
		for _, other := range d.asking {
			if other.id == a.id {
				return // the same call is waiting already
			}
		}
		d.asking = append(d.asking, a)
		d.decides(a)
	}
}

// decides makes a person answer within 1 to 30 s.
func (d *busyDay) decides(a *asking) {
	d.after(time.Second+time.Duration(d.random.IntN(29_000))*time.Millisecond, func() {
		s := d.somewhere()
		ann := mcp.LocalHuman()
		ann.ID = []string{"ann", "ben"}[d.random.IntN(2)]
		who := &mcp.Approver{
			Store:  d.store,
			Who:    ann,
			Policy: approvals.DefaultPolicy(),
			Again:  s.Redecide,
			Now:    d.time,
			NewID:  func() string { return uuid.Must(uuid.NewV7()).String() },
		}
		asked, err := who.Find(context.Background(), a.id)
		if err != nil {
			d.t.Fatal(err)
		}
		err = who.Grant(context.Background(), asked, approvals.LevelTTY, "")
		switch code := state.CodeOf(err); {
		case err == nil:
			d.granted++
			d.after(time.Duration(d.random.IntN(3000))*time.Millisecond, func() { d.repeats(a) })
		case code == state.StaleApproval:
			d.goesBack(a, "before the decision")
		case code == state.IllegalState && a.touched:
			d.refused++
		default:
			d.t.Errorf("%s %s: %v", a.call.tool, a.call.args, err)
		}
	})
}

// goesBack counts a request that is shown again, and fails the test if its effect has not changed.
func (d *busyDay) goesBack(a *asking, when string) {
	if !a.touched {
		d.t.Errorf("%s %s goes back %s, and nobody has changed the house", a.call.tool, a.call.args, when)
	}
	d.back[when]++
	a.touched, a.since = false, d.now
	d.decides(a)
}

// repeats makes the requester repeat its call with the grant.
func (d *busyDay) repeats(a *asking) {
	e := d.calls(a.by, a.call, a.id)
	switch {
	case e.Success && e.EventID != nil:
		if !a.touched {
			d.straight++
		}
		a.executed++
		d.waits = append(d.waits, d.now-a.asked)
		d.touch(a.house, a)
		if again := d.calls(a.by, a.call, a.id); again.EventID != nil {
			d.t.Errorf("a grant is used twice: %s %s", a.call.tool, a.call.args)
		}
	case e.Error.Code == int(state.ApprovalRequired) && e.Error.Data["changed"] != nil:
		d.goesBack(a, "after it")
	case a.touched:
		d.refused++
	default:
		d.t.Errorf(
			"%s %s: nobody has changed the house, and a grant is refused: %+v",
			a.call.tool,
			a.call.args,
			e.Error,
		)
	}
}

// run simulates the whole day.
func (d *busyDay) run() {
	const day = 8 * time.Hour
	at := func() time.Duration { return time.Duration(d.random.Int64N(int64(day))) }
	if d.form == shortDay { // the short day is as busy as the full day
		at = func() time.Duration { return time.Duration(d.random.Int64N(int64(5 * time.Minute))) }
	}
	for range d.form.changes - d.form.asks {
		d.after(at(), d.works)
	}
	for range d.form.asks {
		d.after(at(), d.asksFor)
	}
	for range d.form.kills {
		d.after(at(), func() { d.servers[d.random.IntN(len(d.servers))] = d.process() })
	}
	for len(d.deeds) > 0 {
		next := 0
		for i, one := range d.deeds {
			if one.at < d.deeds[next].at {
				next = i
			}
		}
		one := d.deeds[next]
		d.deeds = slices.Delete(d.deeds, next, next+1)
		d.now = max(d.now, one.at)
		one.do()
	}
}

// page returns the documentation page with the results of the day.
func (d *busyDay) page() string {
	slices.SortFunc(d.waits, cmp.Compare)
	wait := func(share float64) string {
		if len(d.waits) == 0 {
			return "none"
		}
		return d.waits[int(share*float64(len(d.waits)-1))].Round(100 * time.Millisecond).String()
	}
	var out strings.Builder
	out.WriteString(`# A busy day

This page is written by the test that plays it (` + "`go test ./mcp/tools -run TestABusyDay -args -update`" + `): agents work
and ask in houses of one model, through four servers over one store, of which some are dropped in the middle; two people
decide within 1 to 30 s of a clock that the test turns. A request goes back only where somebody changed its house since
it was shown, a grant whose house nobody touched is executed, and none is used twice: the test fails otherwise.

| | |
|---|---|
`)
	row := func(name string, value any) { _, _ = fmt.Fprintf(&out, "| %s | %v |\n", name, value) }
	row("houses, of eight elements", d.form.houses)
	row(
		"agents, people, servers, servers dropped",
		fmt.Sprintf("%d, 2, %d, %d", d.form.agents, d.form.servers, d.form.kills),
	)
	row("changes without a person", d.changes)
	row("requests", len(d.asking))
	row("yes of a person", d.granted)
	row("executed", len(d.waits))
	row("of these, where nobody else changed the house since it was shown", d.straight)
	row("went back before the decision, because the effect was another one", d.back["before the decision"])
	row("went back after it, because the effect was another one", d.back["after it"])
	row("refused, because of what others had done", d.refused)
	row("changes that were told of an open request for the same element", d.warned)
	row("from asking to execution: median, 90 %, longest", wait(0.5)+", "+wait(0.9)+", "+wait(1))
	return out.String()
}

// TestABusyDay checks that every grant whose house nobody else changed is executed. Requests may go back only if their
// effect has changed, and nothing may be executed twice or without its grant.
func TestABusyDay(t *testing.T) {
	form := shortDay
	if os.Getenv("BIMSTREAM_SOAK") == "1" {
		form = fullDay
	}
	d := newBusyDay(t, 7, form)
	d.random = rand.New(rand.NewPCG(7, 49))
	d.run()
	if len(d.waits) == 0 || d.straight == 0 {
		t.Errorf("nothing was executed: %s", d.page())
	}
	for _, a := range d.asking {
		if a.executed > 1 {
			t.Errorf("%s was executed %d times", a.id, a.executed)
		}
	}
	file := filepath.Join("..", "..", "docs", "busyday.md")
	if *update {
		if err := os.WriteFile(file, []byte(d.page()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text, err := os.ReadFile(file); form == shortDay && (err != nil || string(text) != d.page()) {
		t.Errorf("docs/busyday.md is of another day: run with -args -update\n%s", d.page())
	}
}
