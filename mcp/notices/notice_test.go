package notices

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
)

// receiver answers with one status after the other, and keeps what it was sent.
type receiver struct {
	statuses []int
	bodies   []string
	bad      int // signatures that do not fit
}

var secret = []byte(strings.Repeat("s", leastSecret))

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	if Sign(secret, request.Header.Get(TimeHeader), body) != request.Header.Get(SignatureHeader) {
		r.bad++
	}
	status := r.statuses[min(len(r.bodies), len(r.statuses)-1)]
	r.bodies = append(r.bodies, string(body))
	w.WriteHeader(status)
}

func request() *approvals.Approval {
	return &approvals.Approval{Status: approvals.Pending, Expires: "2026-01-02T00:00:00.000Z",
		Requested: approvals.Requested{ID: "a1", Requester: approvals.Party{ID: "secretive-bot"},
			Reasoning: "confidential", Plan: approvals.Plan{Classes: []approvals.Class{approvals.ClassDelete},
				Counts: approvals.Counts{Deleted: 3}, Branch: "secret-branch",
				Affected: []approvals.Affected{{Name: "Vault door"}}}}}
}

// A notice is signed, sent again while the receiver fails, ends at a refusal, and tells ids and counts alone.
func TestANoticeIsSignedAndSentAgain(t *testing.T) {
	for _, c := range []struct {
		name     string
		statuses []int
		sent     int
		fails    bool
	}{{"at once", []int{204}, 1, false}, {"after failures", []int{503, 429, 200}, 3, false},
		{"a refusal", []int{410}, 1, true}, {"never", []int{500}, len(tries), true}} {
		r := &receiver{statuses: c.statuses}
		server := httptest.NewServer(r)
		w := &Webhook{URL: server.URL, Secret: secret, Client: server.Client(), Now: time.Now,
			Pause: func(context.Context, time.Duration) error { return nil }}
		err := errors.Join(w.Check(), w.Send(context.Background(), Of("m1", request(), "2026-01-01T00:00:00.000Z")))
		server.Close()
		if len(r.bodies) != c.sent || (err != nil) != c.fails || r.bad > 0 {
			t.Errorf("%s: sent %d times, %d badly signed, %v", c.name, len(r.bodies), r.bad, err)
		}
		for _, body := range r.bodies {
			if body != r.bodies[0] || strings.ContainsAny(body, "VS") || strings.Contains(body, "secret") ||
				strings.Contains(body, "confidential") {
				t.Errorf("%s: %s", c.name, body)
			}
		}
		var n Notice
		if err := json.Unmarshal([]byte(r.bodies[0]), &n); err != nil || n.Counts.Deleted != 3 || n.ApprovalID != "a1" {
			t.Errorf("%s: %+v, %v", c.name, n, err)
		}
	}
}

// Each state of a request is told once, whoever follows.
func TestADecisionIsToldOnce(t *testing.T) {
	sent := Sent{t.TempDir()}
	const now = "2026-01-01T00:00:00.000Z"
	a := request()
	for i, want := range []bool{true, false} {
		if got, err := sent.Take(Of("m1", a, now)); got != want || err != nil {
			t.Errorf("time %d: %v, %v", i, got, err)
		}
	}
	a.Status = approvals.Given
	if got, err := sent.Take(Of("m1", a, now)); !got || err != nil {
		t.Errorf("a decision: %v, %v", got, err)
	}
}

// What would show a secret on the way, or is signed by what can be guessed, is refused.
func TestWeakWebhooksAreRefused(t *testing.T) {
	for _, w := range []Webhook{{URL: "http://example.com/x", Secret: secret}, {URL: "ftp://x/y", Secret: secret},
		{URL: "https://example.com", Secret: []byte("short")}, {URL: "", Secret: secret}} {
		if w.Check() == nil {
			t.Errorf("%q is taken", w.URL)
		}
	}
}
