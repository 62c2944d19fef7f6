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

// receiver answers with the given statuses in order, and keeps the bodies.
type receiver struct {
	statuses []int
	bodies   []string
	bad      int // requests with a wrong signature
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

// TestANoticeIsSignedAndSentAgain checks that a notice is signed, retried while the receiver fails, not retried after a
// refusal, and has only ids and counts.
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

// TestADecisionIsToldOnce checks that one notice is sent for each status of a request, however many processes follow.
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

// TestWeakWebhooksAreRefused checks that Check refuses addresses that would reveal the notice and secrets that can be
// guessed.
func TestWeakWebhooksAreRefused(t *testing.T) {
	for _, w := range []Webhook{{URL: "http://example.com/x", Secret: secret}, {URL: "ftp://x/y", Secret: secret},
		{URL: "https://example.com", Secret: []byte("short")}, {URL: "", Secret: secret}} {
		if w.Check() == nil {
			t.Errorf("%q is taken", w.URL)
		}
	}
}
