//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// governed is a house that belongs to ann, and her agent. The agent's calls commit unless their arguments request a dry
// run.
type governed struct {
	t            testing.TB
	data         string
	ann          *server
	bot          agentCaller
	annIs, botIs string
	h            smallHouse
	// connect starts a server of its own on the folder for a caller, with the bot's transport: standard input or HTTP.
	connect func(who string) agentCaller
	// asking does the same as connect for a client that can ask its user.
	asking func(who string, asked func(json.RawMessage) string) agentCaller
}

// agentCaller is an agent's connection.
type agentCaller interface {
	ask(tool string, args any) answer
	must(tool string, args, data any) answer
	try(tool string, args any) (answer, error)
	do(tool string, args arguments) change
	listed() []string
	close()
	kill()
}

// overHTTP is an agent that calls over HTTP.
type overHTTP struct {
	*httpCaller
	asked func(json.RawMessage) string
}

func (o overHTTP) ask(tool string, args any) answer {
	o.t.Helper()
	a, err := o.try(tool, args)
	if err != nil {
		o.t.Fatalf("%s: %v\n%s", tool, err, o.server.log)
	}
	return a
}

func (o overHTTP) must(tool string, args, data any) answer {
	o.t.Helper()
	a := o.ask(tool, args)
	if !a.Success {
		o.t.Fatalf("%s: %s", tool, a.Text)
	}
	if data != nil {
		if err := json.Unmarshal(a.Data, data); err != nil {
			o.t.Fatal(err)
		}
	}
	return a
}

func (o overHTTP) try(tool string, args any) (answer, error) {
	given, _ := args.(arguments)
	return o.attempt(tool, given)
}

func (o overHTTP) close() { o.server.stop() }

func (o overHTTP) kill() {
	_ = o.server.command.Process.Kill()
	<-o.server.ended
}

func (o overHTTP) listed() (names []string) {
	o.t.Helper()
	for cursor := ""; ; {
		body, err := json.Marshal(arguments{"jsonrpc": "2.0", "id": 1, "method": "tools/list",
			"params": arguments{"cursor": cursor}})
		if err != nil {
			o.t.Fatal(err)
		}
		m, ok := o.stream(o.send(http.MethodPost, string(body), nil)).next()
		var list struct {
			Tools      []struct{ Name string } `json:"tools"`
			NextCursor string                  `json:"nextCursor"`
		}
		if err := json.Unmarshal(m.Result, &list); err != nil || !ok {
			o.t.Fatal(err)
		}
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
		}
		if cursor = list.NextCursor; cursor == "" {
			return names
		}
	}
}

// listed returns the tools that the server lists for its caller.
func (s *server) listed() []string { return slices.Sorted(maps.Keys(s.tools())) }

// attempt makes a call whose server may be killed meanwhile.
func (o overHTTP) attempt(tool string, args arguments) (answer, error) {
	id := strconv.FormatInt(o.last.Add(1)+1000, 10)
	body, header := o.call(id, tool, args)
	r, err := httpClient.Do(o.request(http.MethodPost, o.server.url, body, header))
	if err != nil {
		return answer{}, err
	}
	stream := o.stream(r)
	for {
		m, ok := stream.next()
		if !ok {
			return answer{}, errEnded
		}
		switch {
		case m.Method == "elicitation/create" && o.asked != nil:
			said := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, o.asked(m.Params))
			if status, text := o.status(http.MethodPost, said, nil); status != http.StatusAccepted {
				return answer{}, fmt.Errorf("the answer of the user: %d %s", status, text)
			}
		case string(m.ID) == id && m.Error != nil:
			return answer{}, m.Error
		case string(m.ID) == id && m.Method == "":
			var r toolResult
			if err := json.Unmarshal(m.Result, &r); err != nil {
				return answer{}, err
			}
			return r.read()
		}
	}
}

func (o overHTTP) do(tool string, args arguments) change {
	o.t.Helper()
	var c change
	o.must(tool, args, &c)
	return c
}

// transport is a way for agents to call. asked, if not nil, answers the questions to the client.
type transport struct {
	name    string
	connect func(t testing.TB, data, who string, asked func(json.RawMessage) string) agentCaller
}

var transports = []transport{
	{"stdio", func(t testing.TB, data, who string, asked func(json.RawMessage) string) agentCaller {
		s, err := launchAsked(t, asked, environment(who), program(t), "mcp", "all", "--tools", "full", "--data", data)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.close)
		return s
	}},
	{"http", func(t testing.TB, data, who string, asked func(json.RawMessage) string) agentCaller {
		tokens := filepath.Join(t.TempDir(), "tokens.json")
		writePrivate(t, tokens, "["+tokenLine("a-token", "somebody",
			strings.TrimPrefix(who, "BIMSTREAM_PRINCIPAL="), "")+"]")
		return overHTTP{serveHTTPProcess(t, data, "--tokens", tokens).begin("a-token"), asked}
	}},
}

// newGoverned serves the bot on standard input.
func newGoverned(t testing.TB) *governed { return governedBy(t, transports[0]) }

func governedBy(t testing.TB, on transport) *governed {
	t.Helper()
	g := &governed{t: t, data: t.TempDir()}
	g.asking = func(who string, asked func(json.RawMessage) string) agentCaller {
		return on.connect(t, g.data, who, asked)
	}
	g.connect = func(who string) agentCaller { return g.asking(who, nil) }
	rights := arguments{"READ": arguments{}, "CREATE": arguments{}, "MODIFY": arguments{},
		"DELETE": arguments{}, "APPROVE": arguments{}}
	g.annIs = principal(t, "ann", "human", "", arguments{"permissions": rights})
	g.botIs = principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false})
	g.ann = serveAll(t, g.data, g.annIs)
	g.h = buildHouse(t, g.ann, "Ann's house")
	g.bot = g.connect(g.botIs)
	return g
}

// asks makes a call of the agent that needs approval, and returns the id of the request.
func (g *governed) asks(tool string, args arguments) string {
	g.t.Helper()
	before := g.ann.where(g.h.Model)
	a := g.bot.ask(tool, args)
	if a.code() != 1201 || a.Error.Retryable || a.EventID != nil {
		g.t.Fatalf("%s: %s", tool, a.Text)
	}
	if now := g.ann.where(g.h.Model); now != before {
		g.t.Errorf("a request for approval changes the model: %+v", now)
	}
	id, _ := a.Error.Data["approval_id"].(string)
	return id
}

// approve approves a request as a person at a terminal.
func (g *governed) approve(id, phrase string) {
	g.t.Helper()
	if said, err := atTerminal(g.t, g.annIs, phrase, "approvals", "approve", id, "--data", g.data); err != nil ||
		!strings.Contains(said, "approved:") {
		g.t.Fatalf("approving at a terminal: %v\n%s", err, said)
	}
}

func (g *governed) deletion() arguments {
	return arguments{"element_ids": []string{g.h.South}, "reasoning": "in the way"}
}
