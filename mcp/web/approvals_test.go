package web

import (
	"math"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/bodies"
)

// asks makes an agent request the deletion of a column, and returns the request as the page shows it.
func (p *page) asks(element string) approvalData {
	p.t.Helper()
	e := p.attempt(agent(), "delete_element", map[string]any{"element_ids": []string{element},
		"reasoning": "it stands in the way"})
	if e.Error == nil || e.Error.Name != "APPROVAL_REQUIRED" {
		p.t.Fatalf("the agent deletes: %+v", e.Error)
	}
	var open []approvalData
	p.get("/api/approvals?open=true", &open)
	id, _ := e.Error.Data["approval_id"].(string)
	at := slices.IndexFunc(open, func(a approvalData) bool { return a.ID == id })
	if at < 0 {
		p.t.Fatalf("%s is not among %+v", id, open)
	}
	return open[at]
}

// TestAPersonAgreesOnThePage checks that a person reads an agent's request, sees its effect and grants it by typing the
// phrase. The agent's call then succeeds, and the request is no longer open.
func TestAPersonAgreesOnThePage(t *testing.T) {
	p := house(t)
	a := p.asks("C1")
	if a.Requester.ID != "drafter" || a.Reasoning != "it stands in the way" || a.Counts.Deleted != 1 || !a.Open ||
		a.Phrase != "delete 1" || a.MayDecide != "" || a.Affected[0].Name != "C1" || a.ModelName != "House" {
		t.Errorf("the request is %+v", a)
	}
	if text := p.ask("GET", "/api/approvals/"+a.ID, nil).Body.String(); strings.Contains(text, ":null") {
		t.Errorf("a list of the request is none, which the page cannot go through: %s", text)
	}
	var d bodies.Delta
	p.get("/api/approvals/"+a.ID+"/delta", &d)
	if len(d.Changes) == 0 || d.Changes[0].Name != "C1" || d.Changes[0].Change != "deleted" || d.Before.URL == "" {
		t.Errorf("it would do %+v", d.Changes)
	}
	for _, b := range decodeChunk(t, p.ask("GET", d.Before.URL, nil).Body.Bytes()) {
		if math.Abs(b.volume) < 1e-3 {
			t.Errorf("what would be gone is %+v", b)
		}
	}
	decision := "/api/approvals/" + a.ID + "/decision"
	p.refused(400, "POST", decision, decisionData{Decision: "approve", Plan: a.Plan, Phrase: "delete 2"})
	p.refused(409, "POST", decision, decisionData{Decision: "approve", Plan: strings.Repeat("0", 64), Phrase: a.Phrase})
	p.refused(400, "POST", decision, decisionData{Decision: "maybe", Plan: a.Plan, Phrase: a.Phrase})
	below := p.refused(403, "POST", decision, decisionData{Decision: "approve", Plan: a.Plan, Phrase: a.Phrase})
	if !strings.Contains(below.Message, "tty") {
		t.Errorf("a deletion takes a terminal, and without one it is refused by %q", below.Message)
	}
	w := p.ask("POST", "/api/approvals/"+a.ID+"/code", nil)
	if w.Code != 200 || strings.Contains(w.Body.String(), p.codes[0]) {
		t.Fatalf("the code: %d %s", w.Code, w.Body)
	}
	var after approvalData
	p.read(p.ask("POST", decision, decisionData{Decision: "approve", Plan: a.Plan, Phrase: a.Phrase, Code: p.codes[0]}),
		&after)
	if after.Status != "granted" || len(after.Grants) != 1 || after.Grants[0].Level != "tty" ||
		after.Grants[0].By != "local" {
		t.Errorf("after the decision it is %+v", after)
	}
	p.do(agent(), "delete_element", map[string]any{"element_ids": []string{"C1"}, "approval_id": a.ID,
		"reasoning": "it stands in the way"})
	var open []approvalData
	if p.get("/api/approvals?open=true", &open); len(open) != 0 {
		t.Errorf("open is %+v", open)
	}
}

// TestCodes checks that a code is valid once, for its plan, for two minutes and three tries.
func TestCodes(t *testing.T) {
	p := house(t)
	a, other := p.asks("C1"), p.asks("C2")
	try := func(id, plan, code string) *mcp.Failure {
		t.Helper()
		return p.refused(403, "POST", "/api/approvals/"+id+"/decision",
			decisionData{Decision: "approve", Plan: plan, Phrase: "delete 1", Code: code})
	}
	show := func(id string) string {
		t.Helper()
		if w := p.ask("POST", "/api/approvals/"+id+"/code", nil); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		return p.codes[len(p.codes)-1]
	}
	try(a.ID, a.Plan, "000000") // no code was shown yet
	code := show(a.ID)
	try(other.ID, other.Plan, code)
	wrong := "000000"
	if code == wrong {
		wrong = "000001"
	}
	for range codeTries {
		try(a.ID, a.Plan, wrong)
	}
	try(a.ID, a.Plan, code)
	code = show(a.ID)
	p.wait(codeLifetime + time.Second)
	try(a.ID, a.Plan, code)
	first, second := show(a.ID), show(a.ID)
	if first != second {
		try(a.ID, a.Plan, first)
	}
	var out approvalData
	p.read(p.ask("POST", "/api/approvals/"+a.ID+"/decision", decisionData{Decision: "reject", Plan: a.Plan,
		Note: "it bears the beam"}), &out)
	if out.Status != "rejected" || !strings.Contains(out.Reason, "it bears the beam") {
		t.Errorf("rejected: %+v", out)
	}
	p.refused(409, "POST", "/api/approvals/"+a.ID+"/decision",
		decisionData{Decision: "reject", Plan: a.Plan, Note: "again"})
}

// TestCodesAreFew checks that a typing error in the phrase does not use up the code. It also checks that the number of
// codes in an hour is limited against guessing.
func TestCodesAreFew(t *testing.T) {
	p := house(t)
	a := p.asks("C1")
	show := "/api/approvals/" + a.ID + "/code"
	for range codesAnHour {
		if w := p.ask("POST", show, nil); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	p.refused(429, "POST", show, nil)
	d := decisionData{Decision: approve, Plan: a.Plan, Phrase: "delete", Code: p.codes[len(p.codes)-1]}
	p.refused(400, "POST", "/api/approvals/"+a.ID+"/decision", d)
	d.Phrase = a.Phrase
	var after approvalData
	if p.read(p.ask("POST", "/api/approvals/"+a.ID+"/decision", d), &after); after.Status != "granted" {
		t.Errorf("after a slip: %+v", after)
	}
	p.wait(time.Hour)
	b := p.asks("C2")
	if w := p.ask("POST", "/api/approvals/"+b.ID+"/code", nil); w.Code != 200 {
		t.Errorf("an hour later: %d %s", w.Code, w.Body)
	}
}

// TestWithoutATerminalThereIsNoCode checks that without a terminal no code is shown, and that the page names another
// way to decide.
func TestWithoutATerminalThereIsNoCode(t *testing.T) {
	p := house(t)
	a := p.asks("C1")
	p.server.config.ShowCode = nil
	f := p.refused(409, "POST", "/api/approvals/"+a.ID+"/code", nil)
	if !strings.Contains(f.Message, "bimstream approvals approve "+a.ID) {
		t.Errorf("%q", f.Message)
	}
}

// TestWhoMayNotDecide checks that a person without the permission to approve can read the request, and the reason why
// they cannot decide.
func TestWhoMayNotDecide(t *testing.T) {
	p := house(t)
	p.asks("C1")
	p.who.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {}}
	var open []approvalData
	p.get("/api/approvals?open=true", &open)
	if len(open) != 1 || open[0].MayDecide == "" {
		t.Fatalf("%+v", open)
	}
	p.refused(403, "POST", "/api/approvals/"+open[0].ID+"/code", nil)
	p.refused(403, "POST", "/api/approvals/"+open[0].ID+"/decision", decisionData{Decision: "approve",
		Plan: open[0].Plan, Phrase: open[0].Phrase})
	p.who.ID = "somebody else"
	p.refused(404, "GET", "/api/approvals/"+open[0].ID, nil)
	p.refused(404, "GET", "/api/approvals/"+open[0].ID+"/delta", nil)
}

// TestARequestExpires checks that a request, undecided or granted, is denied after its lifetime. The agent's call is
// then refused, and nobody can grant the request any more.
func TestARequestExpires(t *testing.T) {
	p := house(t)
	silent, granted := p.asks("C1"), p.asks("C2")
	agree := func(a approvalData) *httptest.ResponseRecorder {
		p.read(p.ask("POST", "/api/approvals/"+a.ID+"/code", nil), new(any))
		return p.ask("POST", "/api/approvals/"+a.ID+"/decision", decisionData{Decision: "approve", Plan: a.Plan,
			Phrase: a.Phrase, Code: p.codes[len(p.codes)-1]})
	}
	p.read(agree(granted), new(approvalData))
	p.wait(31 * time.Minute)
	for a, element := range map[*approvalData]string{&silent: "C1", &granted: "C2"} {
		e := p.attempt(agent(), "delete_element", map[string]any{"element_ids": []string{element}, "approval_id": a.ID,
			"reasoning": "it stands in the way"})
		if e.Error == nil || e.Error.Name != "APPROVAL_REJECTED" || !strings.Contains(e.Error.Message, "expired") {
			t.Errorf("the call of %s answers %+v", element, e.Error)
		}
	}
	if w := agree(silent); w.Code == 200 || !strings.Contains(w.Body.String(), "expired") {
		t.Errorf("a request that has expired is decided: %d %s", w.Code, w.Body)
	}
}
