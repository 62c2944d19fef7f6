package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore/memory"
)

// client sends and receives raw JSON-RPC over pipes, like a host.
type client struct {
	t        *testing.T
	in       *io.PipeWriter
	stop     context.CancelFunc
	ended    chan error
	mu       sync.Mutex
	messages []message
	changed  chan struct{}
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int            `json:"code"`
		Message string         `json:"message"`
		Data    map[string]any `json:"data"`
	} `json:"error"`
}

func connect(t *testing.T, s *setup) *client {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	c := &client{t: t, in: toServer, stop: stop, ended: make(chan error, 1), changed: make(chan struct{}, 1)}
	go func() {
		c.ended <- s.ServeStdio(ctx, fromClient, toClient)
		_ = toClient.Close()
	}()
	go c.listen(fromServer)
	t.Cleanup(func() {
		stop()
		_ = toServer.Close()
		_ = fromServer.Close()
	})
	return c
}

func (c *client) listen(r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var m message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			c.t.Errorf("no JSON on stdout: %.200s", lines.Text())
		}
		c.mu.Lock()
		c.messages = append(c.messages, m)
		c.mu.Unlock()
		select {
		case c.changed <- struct{}{}:
		default:
		}
	}
}

func (c *client) send(lines ...string) {
	c.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(c.in, l+"\n"); err != nil {
			c.t.Fatal(err)
		}
	}
}

// patience bounds how long a test waits for an expected message.
const patience = 10 * time.Second

// wait returns the first matching message.
func (c *client) wait(what string, fits func(message) bool) message {
	c.t.Helper()
	deadline := time.After(patience)
	for {
		c.mu.Lock()
		i := slices.IndexFunc(c.messages, fits)
		if i >= 0 {
			m := c.messages[i]
			c.mu.Unlock()
			return m
		}
		c.mu.Unlock()
		select {
		case <-c.changed:
		case <-deadline:
			c.t.Fatalf("%s never came", what)
		}
	}
}

func (c *client) answer(id string) message {
	c.t.Helper()
	return c.wait("the answer to "+id, func(m message) bool { return string(m.ID) == id && m.Method == "" })
}

func (c *client) has(fits func(message) bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.messages, fits)
}

// over waits until the server has ended and everything is read.
func (c *client) over() {
	c.t.Helper()
	select {
	case err := <-c.ended:
		if err != nil {
			c.t.Errorf("the server ended with %v", err)
		}
	case <-time.After(patience + 5*time.Second):
		c.t.Fatal("the server does not end")
	}
	time.Sleep(5 * time.Millisecond) // the last line is in the pipe's reader
}

func initialize(capabilities string) string {
	return `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` +
		capabilities + `,"clientInfo":{"name":"t","version":"1"}}}`
}

const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`

func call(id any, tool, arguments string, meta ...string) string {
	extra := ""
	if len(meta) > 0 {
		extra = `,"_meta":` + meta[0]
	}
	text, _ := json.Marshal(id)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":%s%s}}`,
		text, tool, arguments, extra)
}

// modern returns the _meta of a request of the newer protocol.
func modern(capabilities string) string {
	return `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` +
		capabilities + `}`
}

// envelopeOf decodes the result of a call and checks the requirements for every result.
func envelopeOf(t *testing.T, m message) Envelope {
	t.Helper()
	var r struct {
		Content           []struct{ Type, Text string }
		StructuredContent json.RawMessage
		IsError           bool
	}
	if m.Error != nil {
		t.Fatalf("protocol error %+v", m.Error)
	}
	decode(t, m.Result, &r)
	if len(r.Content) != 1 || r.Content[0].Type != "text" || r.Content[0].Text != string(r.StructuredContent) {
		t.Errorf("text and structured content differ:\n%s\n%s", r.Content, r.StructuredContent)
	}
	var e Envelope
	decode(t, r.StructuredContent, &e)
	if r.IsError == e.Success {
		t.Errorf("isError %v, success %v", r.IsError, e.Success)
	}
	return e
}

func TestHandshakeAndList(t *testing.T) {
	c := connect(t, startToy(t))
	c.send(initialize(`{}`), initialized, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	type listed struct {
		Name, Title               string
		InputSchema, OutputSchema struct{ Type string }
		Annotations               map[string]bool
	}
	var list struct{ Tools []listed }
	decode(t, c.answer("1").Result, &list)
	if len(list.Tools) != len((&toy{}).tools()) || !slices.IsSortedFunc(list.Tools,
		func(a, b listed) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("%+v", list.Tools)
	}
	for _, tool := range list.Tools {
		for _, hint := range []string{"readOnlyHint", "destructiveHint", "openWorldHint"} {
			if _, said := tool.Annotations[hint]; !said {
				t.Errorf("%s has no %s", tool.Name, hint)
			}
		}
		if tool.InputSchema.Type != "object" || tool.OutputSchema.Type != "object" || tool.Title == "" {
			t.Errorf("%+v", tool)
		}
	}
	c.answer("2")
	_ = c.in.Close()
	c.over()
}

func TestBothErasOnOneConnection(t *testing.T) {
	c := connect(t, startToy(t))
	c.send(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":` + modern(`{}`) + `}}`)
	if m := c.answer("1"); !strings.Contains(string(m.Result), `"2026-07-28"`) {
		t.Errorf("%s", m.Result)
	}
	c.send(call(2, "list_things", `{}`, modern(`{}`)))
	if m := c.answer("2"); !envelopeOf(t, m).Success || !strings.Contains(string(m.Result), `"resultType":"complete"`) {
		t.Errorf("%s", m.Result)
	}
	c.send(initialize(`{}`), initialized, call(3, "list_things", `{}`))
	if m := c.answer("3"); !envelopeOf(t, m).Success || strings.Contains(string(m.Result), `resultType`) {
		t.Errorf("%s", m.Result)
	}
}

func TestProtocolErrors(t *testing.T) {
	c := connect(t, startToy(t))
	c.send(initialize(`{}`))
	tests := []struct {
		line, id string
		code     int
	}{
		{`{not json`, "", -32700},
		{`[]`, "", -32600},
		{`"text"`, "", -32600},
		{`{"jsonrpc":"2.0","id":{},"method":"tools/list"}`, "", -32600},
		{`{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, "", -32600},
		{`{"jsonrpc":"2.0","id":null,"method":"notifications/initialized"}`, "", 0}, // some clients write null there
		{`{"jsonrpc":"2.0","id":21}`, "21", -32600},
		{`{"jsonrpc":"2.0","ID":21,"method":"ping"}`, "", 0}, // names are case-sensitive, so this is a notification
		{`{"jsonrpc":"2.0","id":31,"method":7}`, "31", -32600},
		{`{"jsonrpc":"2.0","id":32,"method":"tools/list","params":[]}`, "32", -32602},
		{`{"jsonrpc":"2.0","id":33,"method":"ping","params":"x"}`, "33", -32602},
		{`{"jsonrpc":"2.0","id":34,"method":"tools/call","params":{"name":7}}`, "34", -32602},
		{`{"jsonrpc":"2.0","id":35,"method":"tools/call","params":{"Name":"list_things"}}`, "35", -32602},
		{"{\"jsonrpc\":\"2.0\",\"id\":38,\"method\":\"x\xff\"}", "", -32700},
		{`{"jsonrpc":"2.0","id":39,"method":"tools/call","params":{"name":"add_thing","arguments":{"name":"\ud800"}}}`,
			"", -32700},
		{`{"jsonrpc":"2.0","id":40,"method":"tools/call","params":{"name":"` + strings.Repeat("x", 3<<20) + `"}}`, "40",
			-32602},
		{`{"jsonrpc":"2.0","id":41,"method":"x","params":{"x":"` + strings.Repeat("x", 9<<20) + `"}}`, "41", -32600},
		{`{"jsonrpc":"2.0","id":5,"result":{}}`, "", 0}, // a stray response
		{`{"jsonrpc":"2.0","id":"server-1","error":{}}`, "", 0},
		{`{"jsonrpc":"2.0","id":22,"method":"no/such"}`, "22", -32601},
		{call(23, "no_such_tool", `{}`), "23", -32602},
		{`{"jsonrpc":"2.0","id":24,"method":"tools/list","params":{"cursor":"@@"}}`, "24", -32602},
		{`{"jsonrpc":"2.0","id":25,"method":"tools/list","params":{"cursor":"Zm9v"}}`, "25", -32602}, // base64
		{strings.Repeat("x", 9<<20), "", -32600},
	}
	for _, tt := range tests {
		c.mu.Lock()
		c.messages = nil
		c.mu.Unlock()
		c.send(tt.line)
		if tt.code != 0 {
			m := c.answer(tt.id)
			if m.Error == nil || m.Error.Code != tt.code || len(m.Error.Message) > 1000 ||
				strings.Contains(m.Error.Message, "Go ") {
				t.Errorf("%.80s: %s %+v", tt.line, m.Result, m.Error)
			}
		}
		c.send(call(99, "list_things", `{}`)) // the server still works
		envelopeOf(t, c.answer("99"))
		if c.has(func(m message) bool { return tt.code == 0 && string(m.ID) != "99" }) {
			t.Errorf("%.80s: is answered", tt.line)
		}
	}
	// Faults of the arguments are returned as a result that the model can read.
	for i, arguments := range []string{`[1]`, `"x"`, `{"nmae":1}`} {
		c.send(call(100+i, "add_thing", arguments))
		if e := envelopeOf(t, c.answer(fmt.Sprint(100+i))); e.Error.Name != "INVALID_INPUT" {
			t.Errorf("%s: %+v", arguments, e.Error)
		}
	}
}

// TestIDsComeBackAsTheyWereWritten sends ids that a float64 cannot represent, in requests of every kind.
func TestIDsComeBackAsTheyWereWritten(t *testing.T) {
	c := connect(t, startToy(t))
	c.send("\uFEFF"+initialize(`{}`), initialized)
	c.answer(`"i"`)
	for _, method := range []string{`"ping"`, `"tools/list"`, `"no/such"`,
		`"tools/call","params":{"name":"list_things"}`, `"tools/call","params":{"name":"no_such"}`} {
		for _, id := range []string{"9007199254740993", "-1", "1e3", "1.50",
			"123456789012345678901234567890", `"a\u0041\""`} {
			c.mu.Lock()
			c.messages = nil
			c.mu.Unlock()
			c.send(`{"jsonrpc":"2.0","id":` + id + `,"method":` + method + `}`)
			c.answer(id)
		}
	}
}

func TestVersionsThatAreSpoken(t *testing.T) {
	for asked, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"2025-03-26": "2025-11-25", // has batches, which this server does not support
	} {
		c := connect(t, startToy(t))
		c.send(strings.Replace(initialize(`{}`), "2025-11-25", asked, 1))
		var r struct{ ProtocolVersion string }
		if decode(t, c.answer(`"i"`).Result, &r); r.ProtocolVersion != want {
			t.Errorf("%s: %s, want %s", asked, r.ProtocolVersion, want)
		}
	}
}

func TestEndOfInputBehindABurst(t *testing.T) {
	for _, n := range []int{1, 20, 300} {
		c := connect(t, startToy(t))
		lines := []string{initialize(`{}`), initialized}
		for i := range n {
			lines = append(lines, call(i, "add_thing", fmt.Sprintf(`{"name":"n%03d"}`, i)))
		}
		c.send(lines...)
		_ = c.in.Close()
		c.over()
		for i := range n {
			if e := envelopeOf(t, c.answer(fmt.Sprint(i))); !e.Success {
				t.Errorf("call %d: %+v", i, e.Error)
			}
		}
	}
}

// TestPipelinedMutationsLandInOrder sends calls without waiting, as hosts do with parallel tool calls.
func TestPipelinedMutationsLandInOrder(t *testing.T) {
	s := startToy(t)
	c := connect(t, s)
	c.send(initialize(`{}`), initialized)
	const n = 200
	var lines []string
	for i := range n {
		lines = append(lines, call(i, "add_thing", fmt.Sprintf(`{"name":"n%03d"}`, i)))
	}
	c.send(lines...)
	for i := range n {
		c.answer(fmt.Sprint(i))
	}
	var got listData
	decode(t, s.must(t, "list_things", `{}`).Data, &got)
	if len(got.Names) != n || !slices.IsSorted(got.Names) {
		t.Errorf("%d names, sorted %v", len(got.Names), slices.IsSorted(got.Names))
	}
}

func TestCancellation(t *testing.T) {
	s := startToy(t)
	started := make(chan struct{})
	s.toy.enter = func(ctx context.Context, name string) {
		if name == "first" {
			close(started)
			<-ctx.Done()
		}
	}
	c := connect(t, s)
	c.send(initialize(`{}`), initialized, call(1, "add_thing", `{"name":"first"}`))
	<-started
	// The second call waits for the first one's branch and is cancelled before it starts.
	c.send(call(2, "add_thing", `{"name":"second"}`), call("three", "add_thing", `{"name":"third"}`))
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"test"}}`)
	if e := envelopeOf(t, c.answer(`"three"`)); !e.Success {
		t.Errorf("%+v", e.Error)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":777}}`,
		`{"jsonrpc":"2.0","id":4,"method":"ping"}`)
	c.answer("4")
	if c.has(func(m message) bool { return string(m.ID) == "1" || string(m.ID) == "2" }) {
		t.Error("a cancelled call was answered")
	}
	var got listData
	decode(t, s.must(t, "list_things", `{}`).Data, &got)
	if names := strings.Join(got.Names, " "); strings.Contains(names, "second") || !strings.Contains(names, "third") {
		t.Errorf("names %v", names)
	}
}

// TestACommitIsFinishedAfterACancellation cancels the call between the decision and the append.
func TestACommitIsFinishedAfterACancellation(t *testing.T) {
	s := startToy(t)
	c := connect(t, s)
	inCommit, cancelled := make(chan struct{}), make(chan struct{})
	s.toy.before = func(string) {
		close(inCommit)
		<-cancelled
	}
	c.send(initialize(`{}`), initialized, call(1, "add_thing", `{"name":"a"}`))
	<-inCommit
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	c.answer("2")
	close(cancelled)
	_ = c.in.Close()
	c.over()
	if n := length(t, s.store, "model.m.branch.main"); n != 1 {
		t.Errorf("%d events", n)
	}
	if _, left := auditOf(t, s.store); left[1].Outcome != outcomeSuccess {
		t.Errorf("%+v", left[1])
	}
}

func TestSameIDTwice(t *testing.T) {
	c := connect(t, startToy(t))
	c.send(initialize(`{}`), initialized, call(1, "wait_long", `{}`), call(1, "list_things", `{}`))
	if m := c.answer("1"); m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("%s %+v", m.Result, m.Error)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
}

func TestProgressPrecedesTheResult(t *testing.T) {
	c := connect(t, startToy(t))
	c.send(initialize(`{}`), initialized, call(1, "report_progress", `{}`, `{"progressToken":"tok"}`),
		call(2, "report_progress", `{}`))
	c.answer("1")
	c.answer("2")
	c.mu.Lock()
	defer c.mu.Unlock()
	var seen []float64
	for _, m := range c.messages {
		if string(m.ID) == "1" {
			seen = append(seen, -1)
		}
		if m.Method == "notifications/progress" {
			var p struct {
				ProgressToken   string
				Progress, Total float64
			}
			decode(t, m.Params, &p)
			if p.ProgressToken != "tok" || p.Total != 5 {
				t.Errorf("%s", m.Params)
			}
			seen = append(seen, p.Progress)
		}
	}
	if fmt.Sprint(seen) != "[1 2 3 4 5 -1]" {
		t.Errorf("progress and result: %v", seen)
	}
}

func TestAPanicDoesNotEndTheServer(t *testing.T) {
	c := connect(t, startToy(t))
	c.send(initialize(`{}`), initialized, call(1, "panic_now", `{}`))
	if e := envelopeOf(t, c.answer("1")); e.Error.Name != "INTERNAL" {
		t.Errorf("%+v", e.Error)
	}
	c.send(call(2, "list_things", `{}`))
	envelopeOf(t, c.answer("2"))
}

func TestAskingTheUser(t *testing.T) {
	for _, capabilities := range []string{`{}`, `{"elicitation":{"url":{}}}`} {
		c := connect(t, startToy(t))
		c.send(initialize(capabilities), initialized, call(1, "ask_user", `{}`))
		if e := envelopeOf(t, c.answer("1")); e.Success ||
			c.has(func(m message) bool { return m.Method == "elicitation/create" }) {
			t.Errorf("%s: a client was asked that cannot ask", capabilities)
		}
	}
	s := start(t, memory.New(), func(c *Config) { c.Concurrency = 2 })
	c := connect(t, s)
	c.send(initialize(`{"elicitation":{}}`), initialized)
	const waiting = 110 // more than the number of slots
	for i := range waiting {
		c.send(call(i, "ask_user", `{}`))
	}
	isQuestion := func(m message) bool { return m.Method == "elicitation/create" }
	c.wait("a question", isQuestion)
	c.send(call("x", "list_things", `{}`)) // is answered while the questions wait
	envelopeOf(t, c.answer(`"x"`))
	answered := map[string]bool{}
	for n := range waiting {
		id := string(c.wait("another question", func(m message) bool {
			return isQuestion(m) &&
				!answered[string(m.ID)]
		}).ID)
		answered[id] = true
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"action":"%s"}}`, id,
			[]string{"accept", "decline", "cancel"}[n%3]))
	}
	for i := range waiting {
		if e := envelopeOf(t, c.answer(fmt.Sprint(i))); !e.Success {
			t.Errorf("%d: %+v", i, e.Error)
		}
	}
}

// TestAskingANewerClient checks that the question is returned as a result, and that its state cannot be forged or used
// twice.
func TestAskingANewerClient(t *testing.T) {
	c := connect(t, startToy(t))
	const can = `{"elicitation":{}}`
	c.send(call(1, "ask_user", `{}`, modern(`{}`)))
	if e := envelopeOf(t, c.answer("1")); e.Error.Name != "ILLEGAL_STATE" {
		t.Errorf("%+v", e.Error)
	}
	c.send(call(2, "ask_user", `{}`, modern(can)))
	var asked struct {
		ResultType    string
		RequestState  string
		InputRequests map[string]struct{ Method string }
	}
	decode(t, c.answer("2").Result, &asked)
	if asked.ResultType != "input_required" || asked.InputRequests["go"].Method != "elicitation/create" {
		t.Fatalf("%+v", asked)
	}
	again := func(id int, tool, state string) message {
		c.send(fmt.Sprintf(
			`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{},"requestState":%q,`+
				`"inputResponses":{"go":{"action":"accept"}},"_meta":%s}}`, id, tool, state, modern(can)))
		return c.answer(fmt.Sprint(id))
	}
	for i, state := range []string{"", "forged", asked.RequestState[:len(asked.RequestState)-2] + "AA"} {
		if e := envelopeOf(t, again(10+i, "ask_user", state)); e.Success {
			t.Errorf("state %q was taken", state)
		}
	}
	if e := envelopeOf(t, again(20, "ask_user", asked.RequestState)); !e.Success ||
		!strings.Contains(string(e.Data), "accept") {
		t.Errorf("%+v %s", e.Error, e.Data)
	}
	if e := envelopeOf(t, again(21, "ask_user", asked.RequestState)); e.Success {
		t.Error("one answer was used twice")
	}
}

func TestTheProcessEndsSoonAfterItIsAsked(t *testing.T) {
	c := connect(t, startToy(t))
	c.send(initialize(`{}`), initialized, call(1, "list_things", `{}`))
	c.answer("1")
	c.stop()
	c.over()
}

func TestTraceContextOfTheRequest(t *testing.T) {
	s := startToy(t)
	c := connect(t, s)
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	c.send(initialize(`{}`), initialized, call(1, "list_things", `{}`,
		`{"traceparent":"00-`+trace+`-00f067aa0ba902b7-01"}`))
	c.answer("1")
	_ = c.in.Close()
	c.over()
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	entered, left := auditOf(t, s.store)
	if entered[1].TraceID != trace || entered[1].ParentSpan != "00f067aa0ba902b7" || left[1].TraceID != trace {
		t.Errorf("%+v %+v", entered[1], left[1])
	}
}

// TestGoingAway ends the input, and the process, during a decision that never ends by itself.
func TestGoingAway(t *testing.T) {
	for _, tt := range []struct {
		name   string
		signal bool
		within time.Duration
	}{
		{"end of input", false, 2 * time.Second}, {"end of input, then SIGTERM", true, time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := startToy(t)
			started := make(chan struct{})
			s.toy.enter = func(ctx context.Context, _ string) {
				close(started)
				<-ctx.Done()
			}
			c := connect(t, s)
			c.send(initialize(`{}`), initialized, call(1, "add_thing", `{"name":"a"}`))
			<-started
			began := time.Now()
			_ = c.in.Close()
			if tt.signal {
				c.stop()
			}
			c.over()
			if took := time.Since(began); took > tt.within+patience/2 {
				t.Errorf("the server ended after %v", took)
			}
			if e := envelopeOf(t, c.answer("1")); e.Success || e.Error.Name != "CANCELLED" {
				t.Errorf("%+v", e.Error)
			}
			if n := length(t, s.store, "model.m.branch.main"); n != 0 {
				t.Errorf("%d events of a call that was cut", n)
			}
		})
	}
}
