//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// agentAttempt is a line of testdata/hostile/agent.jsonl: an attack of an agent with a narrow scope on the model of its
// user, on other users or on the server. Names that begin with $ are replaced by values of this test.
type agentAttempt struct {
	Name  string          `json:"name"`
	Tool  string          `json:"tool"`
	Args  json.RawMessage `json:"args"`
	Codes []int           `json:"codes"` // one of them is expected; below 0: a protocol error
}

// TestHostileAgent makes all the attempts on standard input and over HTTP. Each must be refused with the right code and
// recorded. Afterwards no model may have changed, and no file may be in a wrong place.
func TestHostileAgent(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	names := hostileGround(g)
	box := arguments{"min": mm{19000, -1000, -10}, "max": mm{26000, 6000, 3500}}
	scope := arguments{"categories": []string{"wall", "door", "opening"}, "levels": []string{g.h.Ground},
		"regions": []arguments{box}, "branch_patterns": []string{"main", "agent/*"}}
	rights := arguments{"READ": arguments{}, "CREATE": scope, "MODIFY": scope, "DELETE": scope}
	hostileIs := principal(t, "mallory", "agent", "ann", arguments{"dry_run_default": false, "permissions": rights})
	stdio := serveAll(t, g.data, hostileIs)
	mine := stdio.ask("delete_element", arguments{"model_id": g.h.Model,
		"element_ids": []string{names["$bots"]}, "reasoning": "r"})
	names["$approval"], _ = mine.Error.Data["approval_id"].(string)
	if mine.code() != 1201 {
		t.Fatalf("what the agent may ask for: %s", mine.Text)
	}
	tokens := filepath.Join(g.data, "tokens.json")
	writePrivate(t, tokens, "["+tokenLine("mallorys-token", "m",
		strings.TrimPrefix(hostileIs, "BIMSTREAM_PRINCIPAL="), "")+"]")
	web := serveHTTPProcess(t, g.data, "--tokens", tokens).begin("mallorys-token")
	for _, way := range []struct {
		name string
		try  func(tool string, args arguments) (answer, error)
	}{{"stdio", func(tool string, args arguments) (answer, error) { return stdio.try(tool, args) }},
		{"http", func(tool string, args arguments) (answer, error) { return tryOver(web, tool, args) }}} {
		for _, a := range readAttempts(t, names) {
			g.attempt(t, way.name, a, way.try)
		}
	}
	stdio.close()
	g.onRecord(t, len(readAttempts(t, names)))
	if out, log, code := run(t, "verify", "--data", g.data); code != 0 {
		t.Errorf("%s %s", out, log)
	}
}

// attempt makes one attempt, and checks that the model has the same revision and state afterwards.
func (g *governed) attempt(t *testing.T, way string, a agentAttempt, try func(string, arguments) (answer, error)) {
	t.Helper()
	args := arguments{}
	if err := json.Unmarshal(a.Args, &args); err != nil {
		t.Fatalf("%s: %v", a.Name, err)
	}
	if _, given := args["reasoning"]; !given {
		args["reasoning"] = "mine"
	}
	before := g.ann.where(g.h.Model)
	got, err := try(a.Tool, args)
	code := got.code()
	if err != nil {
		code = -32602
		if !strings.Contains(err.Error(), "unknown tool") && !strings.Contains(err.Error(), "not found") {
			code = -1
		}
	}
	if !slices.Contains(a.Codes, code) || got.Success || got.EventID != nil {
		t.Errorf("%s, %s: %d, not one of %v: %v %s", way, a.Name, code, a.Codes, err, clip(got.Text))
	}
	// Only the command that the refusal asks a person to run may name the store.
	said := bytes.ReplaceAll(got.Text, []byte(" --data "+g.data), nil)
	if bytes.ContainsAny(said, "\x1b\x07\u202e") || len(said) > 40_000 || bytes.Contains(said, []byte(g.data)) {
		t.Errorf("%s, %s: the answer has what it must not: %s", way, a.Name, clip(got.Text))
	}
	if now := g.ann.where(g.h.Model); now != before {
		t.Errorf("%s, %s: the model changed: %+v", way, a.Name, now)
	}
}

// tryOver calls a tool over HTTP. The error is a protocol error.
func tryOver(c *httpCaller, tool string, args arguments) (answer, error) {
	id := strconv.FormatInt(c.last.Add(1)+1000, 10)
	stream := c.start(id, tool, args)
	for {
		m, ok := stream.next()
		if !ok {
			return answer{}, errors.New("no answer")
		}
		if string(m.ID) != id {
			continue
		}
		if m.Error != nil {
			return answer{}, m.Error
		}
		var r toolResult
		if err := json.Unmarshal(m.Result, &r); err != nil {
			return answer{}, err
		}
		return r.read()
	}
}

// hostileGround creates the targets of the attempts: walls in the agent's region, and another user with a model, a
// session and a task.
func hostileGround(g *governed) map[string]string {
	g.t.Helper()
	wall := func(y float64) string {
		return g.ann.make("create_wall", arguments{"model_id": g.h.Model, "level_id": g.h.Ground, "start": mm{21000, y},
			"end": mm{23000, y}, "height": 2500, "thickness": 200})
	}
	bob := serveAll(g.t, g.data, principal(g.t, "bob", "human", "", nil))
	model := bob.do("create_model", arguments{"name": "Bob's"}).ModelID
	level := bob.make("create_level", arguments{"model_id": model, "name": "Ground", "elevation": 0})
	bobs := bob.make("create_wall", arguments{"model_id": model, "level_id": level, "start": mm{0, 0},
		"end": mm{3000, 0}, "height": 2500, "thickness": 200})
	var task struct {
		ID string `json:"task_id"`
	}
	bob.must("add_task", arguments{"model_id": model, "title": "Bob's"}, &task)
	g.ann.do("create_level", arguments{"model_id": g.h.Model, "name": "Keyed",
		"elevation": 9000, "idempotency_key": "anns"})
	return map[string]string{
		"$model": g.h.Model, "$ground": g.h.Ground, "$first": g.h.First, "$south": g.h.South, "$north": g.h.North,
		"$column": g.h.Column, "$free": g.h.Free,
		"$walltype": g.h.WallType, "$zone": g.h.Zone, "$zonedroom": g.h.ZonedRoom, "$finding": g.h.Finding,
		"$bots": wall(2000), "$bots2": wall(4000),
		"$othersapproval": g.asks("delete_element", g.deletion()), "$bobs": model,
		"$bobswall": bobs, "$bobstask": task.ID,
		"$bobssession": session(bob, model), "$annssession": session(g.ann, g.h.Model),
	}
}

// readAttempts reads the file, with the names replaced by values of the test.
func readAttempts(t *testing.T, names map[string]string) []agentAttempt {
	t.Helper()
	text, err := os.ReadFile("../../testdata/hostile/agent.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	many, points := make([]string, 1001), make([]mm, 2001)
	for i := range many {
		many[i] = names["$bots"]
	}
	for i := range points {
		points[i] = mm{20000 + float64(i), float64(i%2) * 1000}
	}
	raw := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	pairs := []string{`"$long"`, raw(strings.Repeat("x", 5000)), `"$many"`, raw(many), `"$points"`, raw(points),
		`"$deep"`, strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100), "$nul", `a\u0000b`}
	for _, name := range sortedByLength(names) {
		pairs = append(pairs, name, names[name])
	}
	fill := strings.NewReplacer(pairs...)
	var out []agentAttempt
	lines := bufio.NewScanner(strings.NewReader(string(text)))
	for lines.Scan() {
		var a agentAttempt
		if err := json.Unmarshal([]byte(fill.Replace(lines.Text())), &a); err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
		out = append(out, a)
	}
	if len(out) < 80 {
		t.Fatalf("only %d attempts", len(out))
	}
	return out
}

// sortedByLength sorts names so that a name comes before any name that is its prefix.
func sortedByLength(names map[string]string) []string {
	var out []string
	for name := range names {
		out = append(out, name)
	}
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// onRecord checks that each attempt on an existing tool is in the audit, refused.
func (g *governed) onRecord(t *testing.T, attempts int) {
	t.Helper()
	const unknown = 5 // the protocol refuses unknown tools, and does not record them
	want, refused := 2*(attempts-unknown), 0
	for try := 0; try < 30 && refused < want; try++ { // records of refused calls are written within a second
		var all []mcp.AuditedCall
		if err := json.Unmarshal([]byte(mustRun(t, "audit", "--who", "mallory", "--outcome", "failure", "--limit",
			"10000", "--json", "--data", g.data)), &all); err != nil {
			t.Fatal(err)
		}
		refused = len(all)
	}
	if refused < want {
		t.Errorf("%d of %d attempts are on record", refused, want)
	}
}
