package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// told is an event as a page reads it.
type told struct{ event, id, data string }

// follow opens the stream of changes, and returns its events.
func (p *page) follow(t *testing.T, after string) (<-chan told, context.CancelFunc) {
	t.Helper()
	s := httptest.NewServer(p.server)
	t.Cleanup(s.Close)
	p.server.config.Hosts = append(p.server.config.Hosts, strings.TrimPrefix(s.URL, "http://"))
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/api/live"+after, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%v %+v", err, answer)
	}
	out := make(chan told, 100)
	go func() {
		defer close(out)
		defer func() { _ = answer.Body.Close() }()
		var one told
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				one.event = value
			case "id":
				one.id = value
			case "data":
				one.data = value
			case "":
				if one.event != "" {
					out <- one
				}
				one = told{}
			}
		}
	}()
	return out, cancel
}

// next waits for an event of a kind, or any event if the kind is "", and skips others.
func next(t *testing.T, from <-chan told, event string) told {
	t.Helper()
	for limit := time.After(20 * time.Second); ; {
		select {
		case one, ok := <-from:
			if !ok {
				t.Fatalf("the stream ends before %s", event)
			}
			if event == "" || one.event == event {
				return one
			}
		case <-limit:
			t.Fatalf("no %s arrives", event)
		}
	}
}

// TestAPageHearsWhatHappens checks that a page gets events about changes with their author and reason, and about
// requests, tasks, checks and branches. A page that was disconnected gets the missed events.
func TestAPageHearsWhatHappens(t *testing.T) {
	p := house(t)
	heard, stop := p.follow(t, "")
	begun := next(t, heard, "hello")
	p.do(agent(), "modify_parameter", map[string]any{"element_id": "C1", "parameter_name": "name", "value": "Post",
		"reasoning": "as the engineer calls it"})
	var head struct {
		ModelID string    `json:"model_id"`
		Branch  string    `json:"branch"`
		Change  changeSet `json:"change"`
	}
	if err := json.Unmarshal([]byte(next(t, heard, "head").data), &head); err != nil {
		t.Fatal(err)
	}
	if c := head.Change; head.ModelID != p.model || head.Branch != "main" || c.Agent != "drafter" ||
		c.Reason != "as the engineer calls it" || c.Modified != 1 {
		t.Errorf("it hears %+v", head)
	}
	p.asks("C2")
	next(t, heard, "approvals")
	p.do(p.who, "add_task", map[string]any{"title": "Look at C2", "priority": "high"})
	next(t, heard, "tasks")
	p.do(p.who, "create_branch", map[string]any{"name": "opt"})
	next(t, heard, "models")
	p.do(p.who, "model_quality", map[string]any{})
	next(t, heard, "checks")
	stop()
	again, end := p.follow(t, "?after="+begun.id)
	defer end()
	next(t, again, "hello")
	missed := map[string]bool{"approvals": true, "head": true, "tasks": true, "checks": true}
	for len(missed) > 0 {
		one, ok := <-again
		if !ok {
			t.Fatalf("the stream ends, and %v was not told", missed)
		}
		delete(missed, one.event)
	}
}

// TestWhoHasLoggedOutHearsNothing checks that a person who has logged out gets no more events, even while events occur
// all the time.
func TestWhoHasLoggedOutHearsNothing(t *testing.T) {
	p := house(t)
	heard, stop := p.follow(t, "")
	defer stop()
	next(t, heard, "hello")
	p.ask("DELETE", "/api/session", nil)
	p.do(p.who, "modify_parameter", map[string]any{"element_id": "C1", "parameter_name": "name", "value": "Post"})
	for one := range heard {
		if one.event == "head" {
			t.Errorf("it hears %+v", one)
		}
	}
}

// TestNobodyHearsOfModelsOfOthers checks that nobody gets events about models that they may not see.
func TestNobodyHearsOfModelsOfOthers(t *testing.T) {
	p := house(t)
	owner := p.who
	p.who.ID = "somebody else"
	heard, stop := p.follow(t, "")
	defer stop()
	next(t, heard, "hello")
	p.do(owner, "modify_parameter", map[string]any{"element_id": "C1", "parameter_name": "name", "value": "Post"})
	p.do(p.who, "create_model", map[string]any{"name": "Mine"})
	var own struct {
		ModelID string `json:"model_id"`
	}
	if err := json.Unmarshal([]byte(next(t, heard, "head").data), &own); err != nil || own.ModelID == p.model {
		t.Errorf("they hear of %+v", own)
	}
}
