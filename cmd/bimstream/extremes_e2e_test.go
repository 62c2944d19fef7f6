package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Bounds of the cost of any call.
const (
	longestReply   = 90_000   // bytes of a line: the envelope and its copy as text
	moreMemory     = 64 << 20 // that a server may use more after the calls than before
	longestRequest = 7 << 20  // of the requests made here; one of 8 MiB is still read
	shortForm      = 11       // the short form tests one in shortForm values
)

// TestNoArgumentBreaksTheSession gives every argument of every tool the largest, deepest and strangest values that its
// schema admits, and values just beyond them. Every call must be answered, with a line that clients can read, and the
// server must stay alive and within its memory. Changes are dry runs. The short form takes some of the values;
// BIMSTREAM_SOAK=1 takes all, and makes the changes.
func TestNoArgumentBreaksTheSession(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	house := buildHouse(t, s, "Extremes")
	house.linkSecond(s)
	house.deliver(s)
	before := s.where(house.Model)
	baselines := house.baselines(before.Revision)
	tools := s.tools()
	for _, b := range baselines {
		s.extreme(t, extremity{tool: b.tool, args: b.args}) // fill the caches first
	}
	memory := s.memory(t)
	calls, longest, met := 0, 0, 0
	for _, b := range baselines {
		for _, e := range extremitiesOf(b, tools[b.tool].Input) {
			if met++; !soak() && met%shortForm != 0 {
				continue
			}
			calls++
			longest = max(longest, s.extreme(t, e))
		}
	}
	s.must("server_ping", arguments{}, nil)
	s.must("get_element", arguments{"model_id": house.Model, "element_id": house.South}, nil)
	time.Sleep(time.Second) // the memory of large messages is given back soon after the last
	after := s.memory(t)
	t.Logf("%d calls; the longest line has %d bytes; memory %d MiB before, %d after", calls,
		longest, memory>>20, after>>20)
	if after > memory+moreMemory {
		t.Errorf("the server has %d MiB after the calls, %d before", after>>20, memory>>20)
	}
}

// extremity is a call with one value at the limit of what its schema admits.
type extremity struct {
	what string
	tool string
	args arguments
	over bool // beyond the limit: it has to be refused
}

// extreme makes the call, checks the line that answers it, and returns its length.
func (s *server) extreme(t *testing.T, e extremity) int {
	t.Helper()
	if changesModel(e.args) && !soak() {
		e.args = with(e.args, arguments{"dry_run": true})
	}
	s.mu.Lock()
	s.longest = 0
	s.mu.Unlock()
	a, err := s.try(e.tool, e.args)
	s.mu.Lock()
	longest := s.longest
	s.mu.Unlock()
	switch {
	case err != nil:
		t.Fatalf("%s %s: %v\n%s", e.tool, e.what, err, s.log)
	case longest > longestReply:
		t.Errorf("%s %s: the reply has %d bytes: %s", e.tool, e.what, longest, clip(a.Text))
	case e.over && a.Success:
		t.Errorf("%s %s: admitted: %s", e.tool, e.what, clip(a.Text))
	case a.code() == 1499 || a.code() == 1004:
		t.Errorf("%s %s: %s", e.tool, e.what, clip(a.Text))
	}
	return longest
}

// memory returns the current memory of the process.
func (s *server) memory(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		t.Skip("the memory of a process is told on Linux only")
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}

// extremitiesOf returns a call for each value at the limit, for each place of a baseline.
func extremitiesOf(b baseline, schema *schemaNode) []extremity {
	root := copied(b.args).(arguments)
	var out []extremity
	walk(place{tool: b.tool, root: root, schema: schema, value: root}, func(p place) {
		if len(p.path) == 0 {
			return
		}
		for _, x := range p.schema.extremes() {
			if args := p.set(x.value); sizeOf(args) <= longestRequest {
				out = append(out, extremity{p.pointer() + " " + x.what, b.tool, args, x.over})
			}
		}
	})
	return out
}

func sizeOf(v any) int {
	text, _ := json.Marshal(v)
	return len(text)
}

type extremeValue struct {
	what  string
	value any
	over  bool
}

// fillings are the characters that fill texts. Their sizes differ: one byte, four bytes, and characters that JSON
// escapes with two or six bytes.
var fillings = []string{"x", "\U0001F3E0", `"`, "<"}

// extremes returns the values at the limits of a schema.
func (n *schemaNode) extremes() []extremeValue {
	switch {
	case len(n.Enum) > 0:
		return nil
	case len(n.AnyOf) > 0:
		var out []extremeValue
		for _, alternative := range n.AnyOf {
			for _, x := range alternative.extremes() {
				x.over = false // another alternative may admit it
				out = append(out, x)
			}
		}
		return append(out, deep(31, false), deep(40, true))
	}
	switch n.Type {
	case "string":
		return n.extremeTexts()
	case "array":
		return n.extremeLists()
	case "object":
		if len(n.Properties) == 0 && string(n.Additional) != "false" {
			return n.extremeMaps()
		}
	case "integer", "number":
		var out []extremeValue
		for _, number := range []json.Number{"0", "-1", "1e308", "-1e308", "5e-324", "0.0000001", "9007199254740993",
			"-9223372036854775808", "1e400", "123456789012345678901234567890"} {
			out = append(out, extremeValue{"is " + string(number), number, false})
		}
		return out
	}
	return nil
}

func (n *schemaNode) extremeTexts() []extremeValue {
	most := 4000
	if n.MaxLength != nil {
		most = *n.MaxLength
	}
	var out []extremeValue
	for _, c := range fillings {
		out = append(out, extremeValue{fmt.Sprintf("is %d of %q", most, c), strings.Repeat(c, most), false})
	}
	if n.MaxLength != nil {
		out = append(out, extremeValue{"is one character too long", strings.Repeat("x", most+1), true})
	}
	for _, c := range []string{"\x00", "\u202e", "\u2028", "a\x1b[31mb"} {
		out = append(out, extremeValue{fmt.Sprintf("has %q", c), c, true})
	}
	length := veryLong()
	return append(out, extremeValue{fmt.Sprintf("is %d characters", length), strings.Repeat("x", length), true})
}

// veryLong returns the length of a text beyond all limits. The short form uses a smaller one, because it tries some
// hundred arguments with such a text.
func veryLong() int {
	if soak() {
		return 3_000_000
	}
	return 300_000
}

func (n *schemaNode) extremeLists() []extremeValue {
	most := 1000
	if n.MaxItems != nil {
		most = *n.MaxItems
	}
	item := n.Items.largest()
	list := func(length int) []any { return slices.Repeat([]any{item}, length) }
	out := []extremeValue{{fmt.Sprintf("has %d items", most), list(most), false},
		{"has an item too many", list(most + 1), n.MaxItems != nil}}
	if n.MinItems == nil && n.Items != nil && n.Items.Type == "string" && len(n.Items.Enum) == 0 {
		var different []any
		for i := range most {
			different = append(different, fmt.Sprintf("%d%s", i, strings.Repeat(`"`, 200)))
		}
		out = append(out, extremeValue{"has different items", different, false})
	}
	return out
}

// extremeMaps are objects with arbitrary members: many, long and deeply nested ones.
func (n *schemaNode) extremeMaps() []extremeValue {
	members := func(count int, value any) arguments {
		out := arguments{}
		for i := range count {
			out["P"+strconv.Itoa(i)] = value
		}
		return out
	}
	return []extremeValue{
		{"has 1000 members", members(1000, arguments{"a": "b"}), false},
		{"has a member of 1000", arguments{"Pset_X": members(1000, strings.Repeat(`"`, 4000))}, false},
		{"has long names", arguments{strings.Repeat("n", 250): arguments{strings.Repeat("m", 250): 1}}, false},
		{"has names that are too long", arguments{strings.Repeat("n", 100_000): arguments{"m": 1}}, false},
		deep(20, false), deep(40, true),
	}
}

// deep returns a value of nested objects.
func deep(levels int, over bool) extremeValue {
	var value any = 1
	for range levels {
		value = arguments{"a": value}
	}
	return extremeValue{fmt.Sprintf("is %d levels deep", levels), value, over}
}

// largest returns a large value that the schema admits.
func (n *schemaNode) largest() any {
	if n == nil {
		return nil
	}
	if len(n.Enum) > 0 {
		return n.Enum[0]
	}
	switch n.Type {
	case "string":
		most := 4000
		if n.MaxLength != nil {
			most = *n.MaxLength
		}
		return strings.Repeat(`"`, most)
	case "array":
		items := 2
		if n.MaxItems != nil {
			items = min(*n.MaxItems, 4)
		}
		return slices.Repeat([]any{n.Items.largest()}, items)
	case "object":
		out := arguments{}
		for name, p := range maps.All(n.Properties) {
			out[name] = p.largest()
		}
		return out
	case "boolean":
		return true
	case "number", "integer":
		return 1000
	}
	return strings.Repeat("x", 4000)
}

// TestRepliesOfLargeChangesAreShort makes calls whose replies once had megabytes. The lists in the replies are now cut,
// and diff_revisions must return the rest, a page at a time.
func TestRepliesOfLargeChangesAreShort(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	s.must("create_model", arguments{"name": "Large"}, nil)
	level := s.make("create_level", arguments{"name": "Ground", "elevation": 0})
	var steps []arguments
	for i := range 900 {
		steps = append(steps, arguments{"tool": "create_wall",
			"args": arguments{"level_id": level, "start": mm{0, float64(1000 * i)}, "end": mm{5000, float64(1000 * i)},
				"height": 2800, "thickness": 200}})
	}
	short := func(tool string, args arguments, data any) answer {
		t.Helper()
		a := s.ask(tool, args)
		if len(a.Text) > 40_000 {
			t.Errorf("%s answers %d bytes", tool, len(a.Text))
		}
		if data != nil {
			if err := json.Unmarshal(a.Data, data); err != nil || !a.Success {
				t.Fatalf("%s: %v %s", tool, err, clip(a.Text))
			}
		}
		return a
	}
	short("apply_batch", arguments{"operations": steps, "detail": "full"}, new(change))
	var walls struct {
		Elements []struct {
			ID string `json:"element_id"`
		}
		Total int
		Next  string `json:"next_cursor"`
	}
	var ids []string
	for cursor := ""; ; cursor = walls.Next {
		walls.Next, walls.Elements = "", nil
		short("query_elements", with(arguments{"categories": []string{"wall"}, "limit": 500}, cursorOf(cursor)), &walls)
		for _, e := range walls.Elements {
			ids = append(ids, e.ID)
		}
		if walls.Next == "" {
			break
		}
	}
	if len(ids) != 900 || walls.Total != 900 {
		t.Fatalf("%d walls of %d are listed", len(ids), walls.Total)
	}
	for _, c := range []struct {
		tool    string
		args    arguments
		changes int
	}{
		{"copy_element", arguments{"element_ids": ids[:100], "delta": mm{0, 0, 4000}, "count": 10}, 1000},
		{"set_properties", arguments{"element_ids": ids, "psets": arguments{"Pset_X": arguments{"A": "b"}}}, 900},
		{"delete_element", arguments{"element_ids": ids[:500]}, 500},
	} {
		for _, detail := range []string{"brief", "full"} {
			a := short(c.tool, with(c.args, arguments{"detail": detail, "dry_run": detail == "brief"}), nil)
			if !a.Success {
				t.Fatalf("%s: %s", c.tool, clip(a.Text))
			}
			if detail == "full" {
				s.checkDiff(t, c.tool, c.changes, a)
			}
		}
	}
	short("create_wall", arguments{"level_id": strings.Repeat("x", 3_000_000), "start": mm{0, 0}, "end": mm{5000, 0},
		"height": 2800, "thickness": 200}, nil)
	if a := short("create_model", arguments{"name": strings.Repeat("x", 3_000_000)}, nil); a.Success {
		t.Error("a model has a name of 3 MB")
	}
	short("model_overview", arguments{}, nil)
}

// checkDiff compares the pages of diff_revisions with the reply of the change.
func (s *server) checkDiff(t *testing.T, tool string, changes int, a answer) {
	t.Helper()
	var done struct {
		Revision uint64
		Count    uint64 `json:"event_count"`
		Counts   struct{ Created, Modified, Deleted int }
	}
	if err := json.Unmarshal(a.Data, &done); err != nil {
		t.Fatal(err)
	}
	if done.Counts.Created+done.Counts.Modified+done.Counts.Deleted != changes {
		t.Errorf("%s counts %+v", tool, done.Counts)
	}
	named := map[string]bool{}
	for cursor := ""; ; {
		var page struct {
			Changes []struct {
				ElementID string `json:"element_id"`
			}
			Next string `json:"next_cursor"`
		}
		s.must("diff_revisions", with(arguments{"from": revision64(done.Revision - done.Count),
			"to": revision64(done.Revision), "limit": 500}, cursorOf(cursor)), &page)
		for _, c := range page.Changes {
			named[c.ElementID] = true
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if len(named) < changes {
		t.Errorf("%s changed %d elements, the pages of diff_revisions name %d", tool, changes, len(named))
	}
}

func cursorOf(cursor string) arguments {
	if cursor == "" {
		return arguments{}
	}
	return arguments{"cursor": cursor}
}
