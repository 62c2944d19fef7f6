package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// acknowledged is a change that the server acknowledged.
type acknowledged struct {
	kind    string
	eventID string
	change
}

// crash is a store whose server is killed repeatedly.
type crash struct {
	t       *testing.T
	data    string
	model   string
	level   string
	random  *rand.Rand
	store   []string            // flags that name another store; nil for the store in the folder
	shapes  map[string][]string // kind of change to the types of its events, in order
	from    uint64              // the first unchecked revision
	pending []acknowledged      // of this round
	mu      sync.Mutex          // guards pending
	changes int
	unheard int // stored changes whose acknowledgement was lost
	open    int // requests without an answer
}

// TestKilledServersLoseNothing kills the server with SIGKILL at random moments while clients change the model. After
// each restart every acknowledged change must be there, and none may be there in part. On one of the stores a second
// server survives all kills, and continues after each.
func TestKilledServersLoseNothing(t *testing.T) {
	t.Parallel()
	start := seed(t)
	for i, of := range []struct {
		name           string
		ordinary, many int
		survivor       bool
		distributed    bool
	}{
		{name: "restarted", ordinary: 50, many: 200},
		{name: "survivor", ordinary: 50, many: 200, survivor: true},
		{name: "distributed", ordinary: 20, many: 200, distributed: true},
	} {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			rounds := of.ordinary
			if soak() {
				rounds = of.many
			}
			newCrash(t, rand.New(rand.NewPCG(start, uint64(i))), of.distributed).run(rounds, of.survivor)
		})
	}
}

func newCrash(t *testing.T, random *rand.Rand, distributed bool) *crash {
	c := &crash{t: t, data: t.TempDir(), random: random, shapes: map[string][]string{}}
	if distributed {
		node, err := double.Start(double.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(node.Stop)
		c.store = []string{"--store", node.URL()}
	}
	s := c.serve()
	c.model = s.do("create_model", arguments{"name": "Crash"}).ModelID
	c.level = s.make("create_level", arguments{"name": "Ground", "elevation": 0})
	c.learn(s, "wall", "create_wall", c.wall(0))
	c.learn(s, "batch", "apply_batch", c.batch("Learned", 1))
	wall := s.make("create_wall", c.wall(2))
	c.learn(s, "door", "place_door", c.door(wall, 0))
	c.learn(s, "height", "modify_parameter", c.height(wall, 2600))
	c.from = s.revision() + 1
	s.close()
	if got := strings.Join(c.shapes["door"], " "); got !=
		"element.created element.created element.hosted element.hosted" {
		t.Fatalf("a door is recorded as %s", got)
	}
	if len(c.shapes["batch"]) != 10 {
		t.Fatalf("a batch of a level, a wall, a door and a window is recorded as %v", c.shapes["batch"])
	}
	return c
}

// learn finds out by a dry run which events a change is recorded as.
func (c *crash) learn(s *server, kind, tool string, args arguments) {
	c.t.Helper()
	for _, e := range s.do(tool, with(args, arguments{"dry_run": true, "detail": "full"})).Events {
		c.shapes[kind] = append(c.shapes[kind], e.Type)
	}
}

func (s *server) revision() uint64 {
	s.t.Helper()
	var w where
	s.must("model_overview", arguments{}, &w)
	return w.Revision
}

func (c *crash) wall(y int) arguments {
	return arguments{"level_id": c.level, "start": []int{0, 1000 * y}, "end": []int{20000, 1000 * y},
		"height": 2500, "thickness": 200}
}

func (c *crash) door(wall string, n int) arguments {
	return arguments{"wall_id": wall, "offset": 200 + 1200*n, "width": 900, "height": 2100}
}

func (c *crash) height(wall string, height int) arguments {
	return arguments{"element_id": wall, "parameter_name": "height", "value": height}
}

func (c *crash) batch(name string, y int) arguments {
	wall := with(c.wall(y), arguments{"level_id": "$level"})
	return arguments{"operations": []arguments{
		{"tool": "create_level", "ref": "level", "args": arguments{"name": name, "elevation": 3000 + y}},
		{"tool": "create_wall", "ref": "wall", "args": wall},
		{"tool": "place_door", "args": with(c.door("$wall", 0), nil)},
		{"tool": "place_window", "args": arguments{"wall_id": "$wall", "offset": 3000, "width": 1000,
			"height": 1000, "sill_height": 900}},
	}}
}

// serve starts a server that runs until it is closed.
func (c *crash) serve() *server {
	c.t.Helper()
	s := c.launch()
	c.t.Cleanup(s.close)
	return s
}

func (c *crash) launch() *server {
	c.t.Helper()
	words := append([]string{"mcp", "all", "--tools", "full", "--data", c.data}, c.store...)
	s, err := launch(c.t, environment(), program(c.t), words...)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

func (c *crash) run(rounds int, survivor bool) {
	var living *server
	if survivor {
		living = c.serve()
	}
	for round := range rounds {
		victim := c.launch()
		if living == nil {
			c.check(victim, round) // the round before: this server started on the killed one's store
		}
		c.round(victim, round)
		if living != nil {
			c.check(living, round)
			c.record(living, "wall", "create_wall", c.wall(0)) // it continues to write, whatever locks the victim held
		}
		if c.store == nil && (soak() || round%10 == 9) {
			mustRun(c.t, "doctor", "--data", c.data)
		}
	}
	last := c.serve()
	c.check(last, rounds)
	if c.store == nil {
		c.replay(last)
	}
	c.t.Logf("%d kills, %d changes acknowledged, %d requests without an answer, %d of them done", rounds,
		c.changes, c.open, c.unheard)
	if c.changes < rounds || c.open < rounds {
		c.t.Errorf("the kills did not meet the work")
	}
}

// clients is how many calls are in progress at once.
const clients = 3

// round lets clients work until the kill, after a random number of acknowledgements and a random time.
func (c *crash) round(victim *server, round int) {
	acks := make(chan struct{})
	done := make(chan struct{})
	var wg sync.WaitGroup
	for i := range clients {
		random := rand.New(rand.NewPCG(c.random.Uint64(), uint64(i)))
		wg.Go(func() { c.work(victim, round*clients+i, random, acks, done) })
	}
	for range c.random.IntN(8) {
		select {
		case <-acks:
		case <-victim.ended:
			c.t.Fatalf("the server ended by itself\n%s", victim.log)
		}
	}
	close(done)
	time.Sleep(time.Duration(c.random.Int64N(int64(20 * time.Millisecond))))
	victim.kill()
	wg.Wait()
}

// work makes one change after the other until the server is killed.
func (c *crash) work(s *server, n int, random *rand.Rand, acks chan<- struct{}, done <-chan struct{}) {
	wall, doors := "", 0
	for i := 0; ; i++ {
		kind, tool, args := "batch", "apply_batch", c.batch(fmt.Sprintf("Level %d.%d", n, i), 3+n)
		switch k := random.IntN(4); {
		case wall == "" || doors == 15:
			kind, tool, args = "wall", "create_wall", c.wall(3+n)
		case k < 2:
			kind, tool, args = "door", "place_door", c.door(wall, doors)
		case k == 2:
			kind, tool, args = "height", "modify_parameter", c.height(wall, 2600+i)
		}
		id, ok := c.record(s, kind, tool, args)
		if !ok {
			return
		}
		switch kind {
		case "wall":
			wall, doors = id, 0
		case "door":
			doors++
		}
		select {
		case acks <- struct{}{}:
		case <-done:
		}
	}
}

// record makes a change and stores its acknowledgement. ok is false if the server was killed.
func (c *crash) record(s *server, kind, tool string, args arguments) (id string, ok bool) {
	a, err := s.try(tool, with(args, arguments{"detail": "full"}))
	c.mu.Lock()
	defer c.mu.Unlock()
	if errors.Is(err, errEnded) {
		c.open++
		return "", false
	}
	var done change
	if err == nil && a.Success {
		err = json.Unmarshal(a.Data, &done)
	}
	if err != nil || !a.Success || a.EventID == nil {
		c.t.Errorf("%s: %v %s", tool, err, a.Text)
		return "", false
	}
	c.changes++
	c.pending = append(c.pending, acknowledged{kind, *a.EventID, done})
	return done.subject(), true
}

// subject returns the id of the first created element, or of the changed element.
func (c change) subject() string {
	if len(c.Created) > 0 {
		return c.Created[0].ElementID
	}
	return c.ElementID
}

// entry is an event as list_events shows it.
type entry struct {
	EventID   string `json:"event_id"`
	Revision  uint64 `json:"revision"`
	Type      string `json:"type"`
	Tool      string `json:"tool"`
	CommandID string `json:"command_id"`
}

// check compares the events that a server returns with the changes acknowledged since the last check.
func (c *crash) check(s *server, round int) {
	c.t.Helper()
	entries := s.events(c.model, c.from)
	there := map[string]entry{}
	commands := map[string][]entry{}
	for i, e := range entries {
		if e.Revision != c.from+uint64(i) {
			c.t.Fatalf("round %d: revision %d stands where %d is due", round, e.Revision, c.from+uint64(i))
		}
		there[e.EventID] = e
		commands[e.CommandID] = append(commands[e.CommandID], e)
	}
	for _, id := range slices.Sorted(maps.Keys(commands)) {
		c.checkWhole(commands[id], round)
	}
	for _, ack := range c.pending {
		for i, e := range ack.Events {
			if got, ok := there[e.EventID]; !ok || got.Type != e.Type || got.Revision != e.Revision {
				c.t.Fatalf("round %d: event %d of an acknowledged %s is lost: %+v, the store has %+v", round, i,
					ack.kind, e, got)
			}
		}
		c.checkStanding(s, ack, round)
	}
	c.unheard += len(commands) - len(c.pending)
	c.from += uint64(len(entries))
	c.pending = nil
}

// checkWhole checks that all events of a command are there, in one sequence.
func (c *crash) checkWhole(events []entry, round int) {
	c.t.Helper()
	kind := map[string]string{"create_wall": "wall", "apply_batch": "batch", "place_door": "door",
		"modify_parameter": "height"}[events[0].Tool]
	var types []string
	for i, e := range events {
		types = append(types, e.Type)
		if e.Revision != events[0].Revision+uint64(i) {
			c.t.Fatalf("round %d: the events of a %s are not in one piece: %+v", round, kind, events)
		}
	}
	if !slices.Equal(types, c.shapes[kind]) {
		c.t.Fatalf("round %d: a %s is there in part: %v instead of %v", round, kind, types, c.shapes[kind])
	}
}

// checkStanding checks that the created elements are in the model, and doors in openings in walls.
func (c *crash) checkStanding(s *server, ack acknowledged, round int) {
	c.t.Helper()
	for _, made := range ack.Created {
		var seen struct {
			ElementID string `json:"element_id"`
			Category  string `json:"category"`
			HostID    string `json:"host_id"`
			FillsID   string `json:"fills_id"`
		}
		s.must("get_element", arguments{"element_id": made.ElementID}, &seen)
		hosted := seen.Category == "opening" || seen.Category == "door" || seen.Category == "window"
		filling := seen.Category == "door" || seen.Category == "window"
		if seen.ElementID != made.ElementID || seen.Category != made.Category || hosted != (seen.HostID != "") ||
			filling != (seen.FillsID != "") {
			c.t.Fatalf("round %d: %+v was made, the model has %+v", round, made, seen)
		}
	}
}

// events returns the events of a model's main branch from a revision on.
func (s *server) events(model string, from uint64) []entry {
	s.t.Helper()
	var out []entry
	cursor := ""
	for {
		args := arguments{"model_id": model, "from_revision": from, "limit": 500}
		if cursor != "" {
			args["cursor"] = cursor
		}
		var page struct {
			Events []entry `json:"events"`
			Next   string  `json:"next_cursor"`
		}
		s.must("list_events", args, &page)
		out = append(out, page.Events...)
		if cursor = page.Next; cursor == "" {
			return out
		}
	}
}

// replay verifies the store, and compares a fold of the whole log with the running server.
func (c *crash) replay(s *server) {
	c.t.Helper()
	mustRun(c.t, "doctor", "--data", c.data)
	var live where
	s.must("model_overview", arguments{"include_state_hash": true}, &live)
	if got := replayed(c.t, c.data, c.model, live.Revision); got != live.StateHash {
		c.t.Errorf("the replay of revision %d gives %s, the server has %s", live.Revision, got, live.StateHash)
	}
}

// replayed returns the state hash that bimstream replay gives for a revision.
func replayed(t testing.TB, data, model string, revision uint64) string {
	t.Helper()
	out := mustRun(t, "replay", "--data", data, "--model", model, "--at", revision64(revision))
	for line := range strings.Lines(out) {
		if hash, ok := strings.CutPrefix(line, "state hash"); ok {
			return strings.TrimSpace(hash)
		}
	}
	t.Fatalf("no state hash in\n%s", out)
	return ""
}
