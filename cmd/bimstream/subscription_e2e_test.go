package main

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestClientsHearOfChanges subscribes to a model, its exports and the list of models, in both versions of the protocol.
// Changes by this process and another one are notified; changes of other resources are not.
func TestClientsHearOfChanges(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	mine, other := serveAll(t, data), serveAll(t, data)
	mine.must("create_model", arguments{"name": "Heard"}, nil)
	second := mine.do("create_model", arguments{"name": "Unheard"}).ModelID
	for _, uri := range []string{"bim://models", "bim://models/Heard", "bim://models/Heard/exports",
		"bim://models/Heard/branches/main/elements/nobody"} {
		if _, err := mine.request("resources/subscribe", arguments{"uri": uri}); err != nil {
			t.Fatalf("%s: %v", uri, err)
		}
	}
	for _, uri := range []string{"bim://models/nobody", "bim://models/Heard/branches/none", "bim://nothing"} {
		if _, err := mine.request("resources/subscribe", arguments{"uri": uri}); err == nil {
			t.Errorf("%s: there is no such resource, and one can subscribe to it", uri)
		}
	}
	mine.listenFor(t, "bim://models/Heard")
	of := arguments{"model_id": "Heard"}
	began := time.Now()
	other.do("create_level", with(of, arguments{"name": "Ground", "elevation": 0}))
	mine.awaitUpdates(t, "bim://models", "bim://models/Heard", "bim://models/Heard/branches/main/elements/nobody",
		"listen bim://models/Heard")
	t.Logf("a change of another process was told of after %s", time.Since(began).Round(time.Millisecond))
	other.must("export_ifc", with(of, arguments{"schema": "IFC4"}), nil)
	mine.awaitUpdates(t, "bim://models/Heard/exports")
	for _, uri := range []string{"bim://models", "bim://models/Heard/exports",
		"bim://models/Heard/branches/main/elements/nobody"} {
		if _, err := mine.request("resources/unsubscribe", arguments{"uri": uri}); err != nil {
			t.Fatal(err)
		}
	}
	mine.updates(t)
	other.must("create_level", arguments{"model_id": second, "name": "Ground", "elevation": 0}, nil)
	other.do("create_level", with(of, arguments{"name": "First", "elevation": 3000}))
	mine.awaitUpdates(t, "bim://models/Heard", "listen bim://models/Heard")
	if told := mine.updates(t); len(told) > 0 {
		t.Errorf("nobody asked for %v", told)
	}
}

// TestClientsHearOfSharedModels subscribes a user to the list of models and, once a model is shared with her, to that
// model. She must be notified when the model is shared, when its owner changes it, and when the sharing ends.
func TestClientsHearOfSharedModels(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	rights := arguments{"READ": arguments{}, "CREATE": arguments{}, "MODIFY": arguments{}, "APPROVE": arguments{}}
	ann, bea := serveAll(t, data, principal(t, "ann", "human", "", arguments{"permissions": rights})),
		serveAll(t, data, principal(t, "bea", "human", "", nil))
	shared := arguments{"model_id": ann.do("create_model", arguments{"name": "Shared"}).ModelID}
	subscribe := func(uri string) error {
		_, err := bea.request("resources/subscribe", arguments{"uri": uri})
		return err
	}
	if err := subscribe("bim://models"); err != nil {
		t.Fatal(err)
	}
	if err := subscribe("bim://models/Shared"); err == nil {
		t.Error("one can listen to the model of another")
	}
	share := func(access string) {
		t.Helper()
		ann.do("share_model", with(shared, arguments{"user": "bea", "access": access}))
	}
	share("read")
	bea.awaitUpdates(t, "bim://models")
	for _, uri := range []string{"bim://models/Shared", "bim://models/Shared/exports"} {
		if err := subscribe(uri); err != nil {
			t.Fatalf("%s: %v", uri, err)
		}
	}
	ann.do("create_level", with(shared, arguments{"name": "Ground", "elevation": 0}))
	bea.awaitUpdates(t, "bim://models", "bim://models/Shared")
	ann.must("export_ifc", with(shared, arguments{"schema": "IFC4"}), nil)
	bea.awaitUpdates(t, "bim://models/Shared/exports")
	share("none")
	bea.awaitUpdates(t, "bim://models")
	if err := subscribe("bim://models/Shared"); err == nil {
		t.Error("one can listen to a model that is not shared any more")
	}
	own := bea.do("create_model", arguments{"name": "Own"}).ModelID
	bea.awaitUpdates(t, "bim://models")
	ann.do("create_level", with(shared, arguments{"name": "First", "elevation": 3000}))
	ann.must("export_ifc", with(shared, arguments{"schema": "IFC4", "file_name": "later.ifc"}), nil)
	bea.do("create_level", arguments{"model_id": own, "name": "Ground", "elevation": 0})
	bea.awaitUpdates(t, "bim://models") // by then earlier changes would have been notified
	if told := bea.updates(t); len(told) > 0 {
		t.Errorf("of a model that is not shared any more: %v", told)
	}
}

// TestRevokedListenersHearNothingOverHTTP subscribes two users over HTTP to a model, and ends the sharing with one of
// them: only the other is notified of later changes.
func TestRevokedListenersHearNothingOverHTTP(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	owners := strings.Replace(teamTokens(), `"CREATE":{}`, `"CREATE":{},"APPROVE":{}`, 1)
	writePrivate(t, filepath.Join(data, "tokens.json"), owners)
	s := serveTeam(t, data)
	ann, bob := s.begin(annsToken), s.begin(bobsToken)
	var made change
	ann.must("create_model", arguments{"name": "Shared"}, &made)
	of := arguments{"model_id": made.ModelID}
	share := func(access string) {
		ann.must("share_model", with(of, arguments{"user": "bob", "access": access}), nil)
	}
	share("read")
	uri := "bim://models/" + made.ModelID
	mine, his := s.modernly(annsToken).listens(uri), s.modernly(bobsToken).listens(uri)
	ann.must("create_level", with(of, arguments{"name": "Ground", "elevation": 0}), nil)
	for _, stream := range []*httpStream{mine, his} {
		if told := stream.hears(); !told {
			t.Fatal("a change of a model that one may see is not told of")
		}
	}
	share("none")
	ann.must("create_level", with(of, arguments{"name": "First", "elevation": 3000}), nil)
	if !mine.hears() {
		t.Error("the owner is told nothing more")
	}
	if his.hears() {
		t.Error("a change of a model that is not shared any more is told of")
	}
	again := `{"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"` + uri + `"}}`
	if status, text := bob.status(http.MethodPost, again, nil); !strings.Contains(text, "no resource") {
		t.Errorf("one can listen to it again: %d %s", status, text)
	}
}

// TestOneStreamOfASessionIsTold opens two streams of one session. A change must be notified on only one of them. After
// that stream is closed, changes must be notified on the other.
func TestOneStreamOfASessionIsTold(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	writePrivate(t, filepath.Join(data, "tokens.json"), teamTokens())
	ann := serveTeam(t, data).begin(annsToken)
	var made change
	ann.must("create_model", arguments{"name": "Watched"}, &made)
	watch := `{"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"bim://models/` +
		made.ModelID + `"}}`
	if status, text := ann.status(http.MethodPost, watch, nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	first := ann.stream(ann.send(http.MethodGet, "", nil))
	last := ann.stream(ann.send(http.MethodGet, "", nil))
	ann.must("create_level", arguments{"model_id": made.ModelID, "name": "Ground", "elevation": 0}, nil)
	if !last.hears() {
		t.Error("the last stream is told nothing")
	}
	_ = last.response.Body.Close()
	time.Sleep(200 * time.Millisecond) // until the server has noticed the closed stream
	ann.must("create_level", arguments{"model_id": made.ModelID, "name": "First", "elevation": 3000}, nil)
	if !first.hears() {
		t.Error("the other stream is not told when the last one has gone")
	}
	if first.hears() {
		t.Error("the other stream was told of both changes")
	}
}

// TestStreamsEndWithTheirToken removes a token from the file while it has open streams of both protocols, and lets
// another token expire. Their streams end, and report nothing of later changes. Streams of other tokens continue.
func TestStreamsEndWithTheirToken(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	tokens := filepath.Join(data, "tokens.json")
	const cids, dans = "token-of-cid", "token-of-dan"
	team := func(cid, dan string) string {
		sharing := strings.Replace(person("ann"), `"READ"`, `"APPROVE":{},"READ"`, 1)
		return "[" + strings.Join([]string{tokenLine(annsToken, "ann", sharing, ""),
			tokenLine(bobsToken, "bob", person("bob"), ""), tokenLine(cid, "cid", person("cid"), ""),
			tokenLine(dans, "dan", person("dan"), dan)}, ",") + "]"
	}
	writePrivate(t, tokens, team(cids, ""))
	s := serveTeam(t, data)
	ann := s.begin(annsToken)
	var made change
	ann.must("create_model", arguments{"name": "Watched"}, &made)
	uri := "bim://models/" + made.ModelID
	watch := `{"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"` + uri + `"}}`
	open := map[string][]*httpStream{}
	others := map[string]string{"bob": bobsToken, "cid": cids, "dan": dans}
	for name := range others {
		ann.must("share_model", arguments{"model_id": made.ModelID, "user": name, "access": "read"}, nil)
	}
	for name, token := range others {
		older := s.begin(token)
		if status, text := older.status(http.MethodPost, watch, nil); status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
		open[name] = []*httpStream{older.stream(older.send(http.MethodGet, "", nil)), s.modernly(token).listens(uri)}
	}
	ann.must("create_level", arguments{"model_id": made.ModelID, "name": "Ground", "elevation": 0}, nil)
	for name, streams := range open {
		for i, stream := range streams {
			if !stream.hears() {
				t.Errorf("stream %d of %s is told nothing", i, name)
			}
		}
	}
	writePrivate(t, tokens, team("another-token-of-cid", `,"expires":"2020-01-01T00:00:00Z"`))
	ann.must("create_level", arguments{"model_id": made.ModelID, "name": "First", "elevation": 3000}, nil)
	for name, streams := range open {
		for i, stream := range streams {
			if told := stream.hears(); told != (name == "bob") {
				t.Errorf("stream %d of %s, whose token is gone: told %v", i, name, told)
			}
		}
	}
}

// TestSubscriptionsFollowThePermissions narrows the permissions of a person who has subscribed to two branches: a
// stream that is opened later reports only the branch that is left.
func TestSubscriptionsFollowThePermissions(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	tokens := filepath.Join(data, "tokens.json")
	team := func(read string) string {
		narrow := strings.Replace(person("ann"), `"READ":{}`, `"READ":`+read, 1)
		return "[" + tokenLine(annsToken, "ann", narrow, "") + "," +
			tokenLine(bobsToken, "same", person("ann"), "") + "]"
	}
	writePrivate(t, tokens, team("{}"))
	s := serveTeam(t, data)
	ann, free := s.begin(annsToken), s.begin(bobsToken)
	var made change
	free.must("create_model", arguments{"name": "Watched"}, &made)
	of := arguments{"model_id": made.ModelID}
	free.must("create_branch", with(of, arguments{"name": "secret"}), nil)
	for _, branch := range []string{"main", "secret"} {
		watch := `{"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"bim://models/` +
			made.ModelID + `/branches/` + branch + `"}}`
		if status, text := ann.status(http.MethodPost, watch, nil); status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
	}
	change := func(branch, name string, elevation int) {
		free.must("create_level", with(of, arguments{"branch": branch, "name": name, "elevation": elevation}), nil)
	}
	before := ann.stream(ann.send(http.MethodGet, "", nil))
	if change("secret", "Ground", 0); !before.hears() {
		t.Fatal("a change of a branch that one may read is not told of")
	}
	writePrivate(t, tokens, team(`{"branch_patterns":["main"]}`))
	after := ann.stream(ann.send(http.MethodGet, "", nil))
	if change("main", "Ground", 0); !after.hears() {
		t.Error("a change of a branch that one may still read is not told of")
	}
	if change("secret", "First", 3000); after.hears() {
		t.Error("a change of a branch that one may not read any more is told of")
	}
}

// TestTokensOfOnePersonHearWhatEachMayRead opens streams with two tokens of one person. One token may read only main,
// so its stream must not report other branches. The stream of the other token must still report them.
func TestTokensOfOnePersonHearWhatEachMayRead(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	tokens := filepath.Join(data, "tokens.json")
	team := func(read string) string {
		narrow := strings.Replace(person("ann"), `"READ":{}`, `"READ":`+read, 1)
		return "[" + tokenLine(annsToken, "ann", person("ann"), "") + "," +
			tokenLine(bobsToken, "narrow", narrow, "") + "]"
	}
	writePrivate(t, tokens, team("{}"))
	s := serveTeam(t, data)
	wide, narrow := s.begin(annsToken), s.begin(bobsToken)
	var made change
	wide.must("create_model", arguments{"name": "Watched"}, &made)
	of := arguments{"model_id": made.ModelID}
	wide.must("create_branch", with(of, arguments{"name": "secret"}), nil)
	uri := "bim://models/" + made.ModelID + "/branches/secret"
	watch := `{"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"` + uri + `"}}`
	for _, c := range []*httpCaller{wide, narrow} {
		if status, text := c.status(http.MethodPost, watch, nil); status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
	}
	older, newer := wide.stream(wide.send(http.MethodGet, "", nil)), s.modernly(annsToken).listens(uri)
	writePrivate(t, tokens, team(`{"branch_patterns":["main"]}`))
	cut, refused := narrow.stream(narrow.send(http.MethodGet, "", nil)), s.modernly(bobsToken).listens(uri)
	wide.must("create_level", with(of, arguments{"branch": "secret", "name": "Ground", "elevation": 0}), nil)
	for name, stream := range map[string]*httpStream{"older": older, "newer": newer} {
		if !stream.hears() {
			t.Errorf("the %s stream of the token that may read the branch is told nothing", name)
		}
	}
	for name, stream := range map[string]*httpStream{"older": cut, "newer": refused} {
		if stream.hears() {
			t.Errorf("the %s stream of the token that may not read the branch is told of it", name)
		}
	}
}

// listens opens a subscription of the newer protocol to a resource.
func (c *httpCaller) listens(uri string) *httpStream {
	c.t.Helper()
	meta := arguments{"io.modelcontextprotocol/protocolVersion": "2026-07-28",
		"io.modelcontextprotocol/clientCapabilities": arguments{},
		"io.modelcontextprotocol/clientInfo":         arguments{"name": "e2e", "version": "1"}}
	body, err := json.Marshal(arguments{"jsonrpc": "2.0", "id": "listening", "method": "subscriptions/listen",
		"params": arguments{"notifications": arguments{"resourceSubscriptions": []string{uri}}, "_meta": meta}})
	if err != nil {
		c.t.Fatal(err)
	}
	stream := c.stream(c.send(http.MethodPost, string(body), map[string]string{"Mcp-Protocol-Version": "2026-07-28",
		"Mcp-Method": "subscriptions/listen"}))
	for {
		m, ok := stream.next()
		if !ok {
			c.t.Fatal("the subscription ended")
		}
		if m.Method == "notifications/subscriptions/acknowledged" {
			return stream
		}
	}
}

// hears reports whether a notification of a changed resource arrives soon. After a call that returned false, the stream
// must not be read again.
func (s *httpStream) hears() bool {
	told := make(chan bool, 1)
	go func() {
		for {
			m, ok := s.next()
			if !ok || m.Method == "notifications/resources/updated" {
				told <- ok
				return
			}
		}
	}()
	select {
	case is := <-told:
		return is
	case <-time.After(3 * time.Second):
		return false
	}
}

// listenFor opens a subscription of the newer protocol.
func (s *server) listenFor(t *testing.T, uri string) {
	t.Helper()
	meta := arguments{"io.modelcontextprotocol/protocolVersion": "2026-07-28",
		"io.modelcontextprotocol/clientCapabilities": arguments{},
		"io.modelcontextprotocol/clientInfo":         arguments{"name": "e2e", "version": "1"}}
	line, err := json.Marshal(arguments{"jsonrpc": "2.0", "id": "listening", "method": "subscriptions/listen",
		"params": arguments{"notifications": arguments{"resourceSubscriptions": []string{uri}}, "_meta": meta}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.write(line); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		known := slices.ContainsFunc(s.strays, func(m message) bool {
			return m.Method ==
				"notifications/subscriptions/acknowledged"
		})
		s.mu.Unlock()
		if known {
			return
		}
		if time.Since(began) > answerLimit {
			t.Fatalf("the subscription is not acknowledged: %v", s.strays)
		}
	}
}

// updates returns the resources notified so far, and clears them; "listen" marks subscriptions of the newer protocol.
func (s *server) updates(t *testing.T) []string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	s.strays = slices.DeleteFunc(s.strays, func(m message) bool {
		if m.Method != "notifications/resources/updated" {
			return false
		}
		var p struct {
			URI  string         `json:"uri"`
			Meta map[string]any `json:"_meta"`
		}
		readInto(t, m.Params, &p)
		if p.Meta != nil {
			p.URI = "listen " + p.URI
		}
		out = append(out, p.URI)
		return true
	})
	return out
}

// awaitUpdates waits until changes of all these resources are notified, and fails on any other.
func (s *server) awaitUpdates(t *testing.T, uris ...string) {
	t.Helper()
	missing := slices.Clone(uris)
	for began := time.Now(); len(missing) > 0; time.Sleep(time.Millisecond) {
		for _, uri := range s.updates(t) {
			if !slices.Contains(uris, uri) {
				t.Errorf("nobody changed %s", uri)
			}
			missing = slices.DeleteFunc(missing, func(m string) bool { return m == uri })
		}
		if time.Since(began) > answerLimit {
			t.Fatalf("nothing is told of %v", missing)
		}
	}
}

// TestAddressesAreCompleted requests the values of each argument of the addresses of resources, and reads the resources
// that they name.
func TestAddressesAreCompleted(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "Small house")
	model := arguments{"model_id": "Small house", "branch": "main"}
	for _, tt := range []struct {
		template, argument, value string
		want                      string
	}{
		{"bim://models/{model_id}", "model_id", "sm", "Small house"},
		{"bim://models/{model_id}/branches/{branch}", "branch", "", "main"},
		{"bim://models/{model_id}/branches/{branch}", "branch", "var", "variant"},
		{"bim://models/{model_id}/branches/{branch}/levels/{level_id}", "level_id", "gr", "Ground"},
		{"bim://models/{model_id}/branches/{branch}/types/{type_id}", "type_id", "", ""},
		{"bim://models/{model_id}/branches/{branch}/elements/{element_id}", "element_id", "wall", ""},
	} {
		values := s.completed(t, tt.template, tt.argument, tt.value, model)
		if len(values) == 0 || tt.want != "" && !slices.Contains(values, tt.want) || len(values) > 100 {
			t.Errorf("%s of %q: %q", tt.argument, tt.value, values)
		}
	}
	if values := s.completed(t, "bim://models/{model_id}/branches/{branch}/levels/{level_id}", "level_id", "",
		arguments{}); len(values) > 0 {
		t.Errorf("levels of no model: %q", values)
	}
	stranger, err := launch(t, environment(principal(t, "stranger", "human", "", arguments{})), program(t), "mcp",
		"all", "--data", s.command.Args[len(s.command.Args)-1])
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.close()
	if values := stranger.completed(t, "bim://models/{model_id}", "model_id", "", arguments{}); len(values) > 0 {
		t.Errorf("a stranger learns of %q", values)
	}
	for _, uri := range []string{"bim://models", "bim://models/Small%20house",
		"bim://models/" + h.Model + "/branches/main", "bim://models/" + h.Model + "/exports",
		"bim://models/" + h.Model + "/branches/main/levels/" + h.Ground,
		"bim://models/" + h.Model + "/branches/main/elements/" + h.South} {
		if _, err := s.request("resources/read", arguments{"uri": uri}); err != nil {
			t.Errorf("%s: %v", uri, err)
		}
		if _, err := stranger.request("resources/read", arguments{"uri": uri}); (err == nil) !=
			(uri == "bim://models") {
			t.Errorf("a stranger reads %s: %v", uri, err)
		}
		if _, err := stranger.request("resources/subscribe", arguments{"uri": uri}); (err == nil) !=
			(uri == "bim://models") {
			t.Errorf("a stranger subscribes to %s: %v", uri, err)
		}
	}
}

func (s *server) completed(t *testing.T, template, argument, value string, known arguments) []string {
	t.Helper()
	raw, err := s.request("completion/complete", arguments{"ref": arguments{"type": "ref/resource", "uri": template},
		"argument": arguments{"name": argument, "value": value}, "context": arguments{"arguments": known}})
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Completion struct{ Values []string }
	}
	readInto(t, raw, &r)
	return r.Completion.Values
}

// TestWhoAsksHearsOfTheDecision subscribes agents, on standard input and over HTTP, to a request for approval and to
// the list of requests. A decision at a terminal is notified; a request of another agent is not.
func TestWhoAsksHearsOfTheDecision(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	stdio := g.bot.(*server)
	wall := func(y float64) string {
		return g.ann.make("create_wall", arguments{"model_id": g.h.Model, "level_id": g.h.Ground,
			"start": mm{40000, y}, "end": mm{45000, y}, "height": 2500, "thickness": 200})
	}
	asks := func(element string) string {
		return g.asks("delete_element", arguments{"model_id": g.h.Model, "element_ids": []string{element},
			"reasoning": "r"})
	}
	first, second := asks(wall(0)), asks(wall(3000))
	all := "bim://models/" + g.h.Model + "/approvals"
	for _, uri := range []string{all, all + "/" + first} {
		if _, err := stdio.request("resources/subscribe", arguments{"uri": uri}); err != nil {
			t.Fatalf("%s: %v", uri, err)
		}
	}
	if _, err := stdio.request("resources/subscribe", arguments{"uri": all + "/none"}); err == nil {
		t.Error("one can subscribe to a request that there is not")
	}
	tokens := filepath.Join(t.TempDir(), "tokens.json")
	other := principal(t, "bot2", "agent", "ann", arguments{"dry_run_default": false})
	writePrivate(t, tokens, "["+tokenLine("bots", "bot", strings.TrimPrefix(g.botIs, "BIMSTREAM_PRINCIPAL="), "")+","+
		tokenLine("others", "bot2", strings.TrimPrefix(other, "BIMSTREAM_PRINCIPAL="), "")+"]")
	web := serveHTTPProcess(t, g.data, "--tokens", tokens)
	bots, others := web.modernly("bots").listens(all+"/"+first), web.modernly("others").listens(all)
	stranger := web.begin("others")
	none := `{"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"` + all + "/" + first + `"}}`
	if _, text := stranger.status(http.MethodPost, none, nil); !strings.Contains(text, "no resource") {
		t.Errorf("another agent listens to the request: %s", text)
	}
	g.approve(first, "delete 1")
	stdio.awaitUpdates(t, all, all+"/"+first)
	if !bots.hears() {
		t.Error("over HTTP the requester is told nothing")
	}
	if others.hears() {
		t.Error("another agent is told of the request")
	}
	if said, err := detached(t, g.annIs, "approvals", "reject", second, "--reason", "it stays", "--data",
		g.data); err != nil {
		t.Fatalf("%v %s", err, said)
	}
	stdio.awaitUpdates(t, all)
	read, err := stdio.request("resources/read", arguments{"uri": all + "/" + first})
	if err != nil || !strings.Contains(string(read), `\"status\":\"granted\"`) {
		t.Errorf("the request reads %s, %v", read, err)
	}
}
