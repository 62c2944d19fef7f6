package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// attempt is a line of testdata/hostile/http.jsonl: an attack on Ann by Bob, who has a token of his own.
type attempt struct {
	Name      string            `json:"name"`
	By        string            `json:"by"` // his role: session, modern, stolen (Ann's session id with Bob's token) ...
	Method    string            `json:"method"`
	Path      string            `json:"path"` // "" is the protocol's endpoint
	Header    map[string]string `json:"header"`
	Body      json.RawMessage   `json:"body"`
	Raw       string            `json:"raw"`
	Tool      string            `json:"tool"`
	Arguments arguments         `json:"arguments"`
	Token     string            `json:"token"` // for progress
	Long      int               `json:"long"`  // bytes of a message
	Deep      int               `json:"deep"`  // brackets in an argument
	Repeat    int               `json:"repeat"`
	Stream    bool              `json:"stream"`
	Status    int               `json:"status"`
	Says      string            `json:"says"`
	Not       []string          `json:"not"`
	Echo      string            `json:"echo"` // the part of an answer that repeats what Bob sent
}

// hostile is a scenario in which Ann works and Bob attacks her.
type hostile struct {
	t         *testing.T
	s         *httpServer
	ann, bob  *httpCaller
	modern    *httpCaller
	names     *strings.Replacer // what Bob knows about Ann's objects
	secrets   []string          // what no answer to Bob may contain
	sessions  []*httpCaller
	lastEvent string
}

// TestHostilePair lets Bob make the attempts in the file while Ann works. Ann's work ends as if he were not there, and
// no answer to him contains data of hers.
func TestHostilePair(t *testing.T) {
	t.Parallel()
	h := prepareHostile(t)
	long := h.ann.start("7", "fixture_record", arguments{"milliseconds": 20_000,
		"branch": "work", "text": "secret of ann"})
	if _, ok := long.next(); !ok {
		t.Fatal("no progress")
	}
	cut := h.ann.start(`"c"`, "fixture_record", arguments{"milliseconds": 20_000,
		"branch": "cut", "text": "secret of ann"})
	if _, ok := cut.next(); !ok {
		t.Fatal("no progress")
	}
	_ = cut.response.Body.Close()
	h.lastEvent = cut.lastID
	file, err := os.Open(filepath.Join("..", "..", "testdata", "hostile", "http.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	lines, count := bufio.NewScanner(file), 0
	for lines.Scan() {
		var a attempt
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&a); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		count += max(1, a.Repeat)
		h.try(a)
	}
	if lines.Err() != nil || count < 30 {
		t.Errorf("%d attempts, %v", count, lines.Err())
	}
	t.Logf("%d attempts", count)
	if a := long.answer("7"); !a.Success {
		t.Errorf("Ann's call: %s", a.Text)
	}
	resumed := h.ann.stream(h.ann.send(http.MethodGet, "", map[string]string{"Last-Event-ID": cut.lastID}))
	if a := resumed.answer(`"c"`); !a.Success {
		t.Errorf("Ann's lost call: %s", a.Text)
	}
	if status, text := h.ann.status(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, nil); status !=
		http.StatusOK {
		t.Errorf("Ann's session: %d %s", status, text)
	}
}

func prepareHostile(t *testing.T) *hostile {
	s := serveTeam(t, t.TempDir())
	h := &hostile{t: t, s: s, ann: s.begin(annsToken), bob: s.begin(bobsToken), modern: s.modernly(bobsToken)}
	var model struct {
		ModelID string `json:"model_id"`
	}
	h.ann.must("create_model", arguments{"name": "House of Ann"}, &model)
	h.ann.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	export := h.ann.must("export_ifc", arguments{"schema": "IFC4"}, nil)
	kept := h.ann.must("fixture_record", arguments{"idempotency_key": "ann-1", "branch": "bob"}, nil)
	h.names = strings.NewReplacer("$model", model.ModelID, "$file", *export.EventID, "$event", *kept.EventID)
	h.secrets = []string{"House of Ann", "secret of ann", h.ann.session, *kept.EventID, h.s.data, annsToken}
	return h
}

// try makes an attempt and checks the answer.
func (h *hostile) try(a attempt) {
	h.t.Helper()
	switch a.By {
	case "flood":
		for range a.Repeat {
			h.sessions = append(h.sessions, h.s.begin(bobsToken))
		}
		return
	case "slow":
		for range a.Repeat {
			_ = slowBody(h.t, h.s, bobsToken, h.bob.session)
		}
		return
	case "endall":
		for _, c := range h.sessions {
			if status, text := c.status(http.MethodDelete, "", nil); status != a.Status {
				h.t.Errorf("%s: %d %s", a.Name, status, text)
			}
		}
		return
	}
	for n := range max(1, a.Repeat) {
		began := time.Now()
		r, err := httpClient.Do(h.request(a, n))
		if err != nil {
			if a.Long == 0 { // the answer may be lost while the message is still being sent
				h.t.Errorf("%s: %v", a.Name, err)
			}
			return
		}
		text := h.read(a, r)
		if a.Echo != "" {
			text = strings.ReplaceAll(text, a.Echo, "")
		}
		if r.StatusCode != a.Status || !strings.Contains(text, a.Says) || time.Since(began) > 15*time.Second {
			h.t.Errorf("%s: %d after %s: %.400s", a.Name, r.StatusCode, time.Since(began), text)
		}
		for _, not := range append(h.secrets, a.Not...) {
			if strings.Contains(text, h.names.Replace(not)) {
				h.t.Errorf("%s: the answer has %q in it: %.400s", a.Name, not, text)
			}
		}
	}
}

// read reads an answer. If the answer is a stream that stays open, it reads only the part that arrives soon.
func (h *hostile) read(a attempt, r *http.Response) string {
	if !a.Stream {
		return h.bob.text(r)
	}
	timer := time.AfterFunc(time.Second, func() { _ = r.Body.Close() })
	defer timer.Stop()
	text := make([]byte, 4096)
	n, _ := r.Body.Read(text)
	return string(text[:n])
}

// request returns Bob's request.
func (h *hostile) request(a attempt, n int) *http.Request {
	caller := *h.callerOf(a.By)
	body, header := a.Raw, map[string]string{}
	switch {
	case a.Long > 0:
		body = `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", a.Long) + `"}`
	case a.Deep > 0:
		body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_models","arguments":{"a":` +
			strings.Repeat("[", a.Deep) + strings.Repeat("]", a.Deep) + `}}}`
	case a.Tool != "":
		body, header = caller.call("7", a.Tool, h.named(a.Arguments))
		if a.Token != "" {
			body = strings.Replace(body, "progress of 7", a.Token, 1)
		}
	case a.Body != nil:
		body = strings.ReplaceAll(h.names.Replace(string(a.Body)), `"$n"`, strconv.Itoa(n))
		if caller.modern {
			header = map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "notifications/cancelled"}
		}
	}
	method := a.Method
	if method == "" {
		method = http.MethodPost
	}
	url := h.s.url
	if a.Path != "" {
		url = strings.TrimSuffix(h.s.url, "mcp") + h.names.Replace(a.Path)
	}
	if a.By == "query" {
		url += "?access_token=" + annsToken
	}
	if header == nil {
		header = map[string]string{}
	}
	at, _, _ := strings.Cut(h.lastEvent, ".")
	known := strings.NewReplacer("$stream0", strings.Replace(h.lastEvent, at+".", at+".0", 1), "$stream", h.lastEvent)
	for name, value := range a.Header {
		header[name] = known.Replace(value)
	}
	r := caller.request(method, url, body, header)
	if host := a.Header["Host"]; host != "" {
		r.Host = host
	}
	switch a.By {
	case "both":
		r.Header["Mcp-Session-Id"] = []string{h.ann.session, h.bob.session}
	case "twotokens":
		r.Header["Authorization"] = []string{"Bearer " + bobsToken, "Bearer x"}
	}
	return r
}

func (h *hostile) named(args arguments) arguments {
	text, err := json.Marshal(args)
	if err != nil {
		h.t.Fatal(err)
	}
	var out arguments
	if err := json.Unmarshal([]byte(h.names.Replace(string(text))), &out); err != nil {
		h.t.Fatal(err)
	}
	return out
}

// callerOf returns the client in whose role Bob calls.
func (h *hostile) callerOf(by string) *httpCaller {
	c := &httpCaller{t: h.t, server: h.s, token: bobsToken, session: h.bob.session}
	switch by {
	case "modern":
		return h.modern
	case "stolen", "both":
		c.session = h.ann.session
	case "turned":
		turned := []byte(h.ann.session)
		turned[len(turned)/2] ^= 1
		c.session = string(turned)
	case "nobody's":
		c.session = ""
	case "stale":
		c.token = staleToken
	case "hash":
		c.token = strings.Split(tokenLine(annsToken, "", "", ""), `"`)[3]
	case "query":
		c.token = ""
	}
	return c
}
