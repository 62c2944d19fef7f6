package notices

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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

// TestADecisionIsToldOnce checks that one notice is sent for each status of a request, regardless of the number of
// processes.
func TestADecisionIsToldOnce(t *testing.T) {
	sent, now := Sent{t.TempDir()}, time.Now()
	const at = "2026-01-01T00:00:00.000Z"
	a := request()
	take := func(want State) {
		t.Helper()
		if got, err := sent.Take(Of("m1", a, at).ID, now); got != want || err != nil {
			t.Errorf("%v instead of %v, %v", got, want, err)
		}
	}
	take(Mine)
	take(UnderWay)
	if err := sent.Finish(Of("m1", a, at).ID); err != nil {
		t.Error(err)
	}
	now = now.Add(2 * ClaimLasts)
	take(Finished)
	a.Status = approvals.Given
	take(Mine)
}

// TestANoticeOutlivesWhoWasToSendIt ends processes after they claimed a notice and before they sent it. When the claim
// has expired, exactly one other process sends the notice.
func TestANoticeOutlivesWhoWasToSendIt(t *testing.T) {
	sent, now, a := Sent{t.TempDir()}, time.Now(), Of("m1", request(), "2026-01-01T00:00:00.000Z")
	for turn := range mostClaims {
		all := map[State]int{}
		for range 5 {
			got, err := sent.Take(a.ID, now)
			if err != nil {
				t.Fatal(err)
			}
			all[got]++
		}
		if all[Mine] != 1 || all[UnderWay] != 4 {
			t.Fatalf("turn %d: %v", turn, all)
		}
		if err := age(sent, ClaimLasts+time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := sent.Take(a.ID, now); got != Finished || err != nil {
		t.Errorf("after a day it is tried again: %v, %v", got, err)
	}
}

// age makes all files of a folder older.
func age(s Sent, by time.Duration) error {
	files, err := os.ReadDir(s.Folder)
	for _, f := range files {
		at := time.Now().Add(-by)
		err = errors.Join(err, os.Chtimes(filepath.Join(s.Folder, f.Name()), at, at))
	}
	return err
}

// TestADecisionIsToldToWhoWasToldOfTheRequest checks that Begun reports true for a decision if a notice of its request
// was claimed, even if the effect of the request changed in between. Without such a notice Begun reports false.
func TestADecisionIsToldToWhoWasToldOfTheRequest(t *testing.T) {
	const at = "2026-01-01T00:00:00.000Z"
	for _, told := range []bool{true, false} {
		sent, a := Sent{t.TempDir()}, request()
		if told {
			if _, err := sent.Take(Of("m1", a, at).ID, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		a.Status, a.Revised = approvals.Given, make([]*approvals.Revised, 2)
		if got, err := sent.Begun(Of("m1", a, at), ""); got != told || err != nil {
			t.Errorf("%v instead of %v, %v", got, told, err)
		}
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
