package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// codes are the one-time codes that the terminal has shown, each for one plan of one request. A person who types a code
// proves that they read the terminal.
type codes struct {
	now func() time.Time

	mu    sync.Mutex
	shown map[string]oneTime // by request
	made  []time.Time        // times of the codes of the last hour
}

type oneTime struct {
	code  digest
	plan  string // SHA-256 of the plan that it was shown for
	until time.Time
	tries int
}

// The bounds of codes. Three guesses among a million codes in two minutes have little chance.
const (
	codeDigits   = 6
	codeLifetime = 2 * time.Minute
	codeTries    = 3
	// codesAnHour limits guessing by repeated requests for codes: on average it takes 16,000 hours of guessing to find
	// a code.
	codesAnHour = 20
)

func newCodes(now func() time.Time) *codes { return &codes{now: now, shown: map[string]oneTime{}} }

// make returns a new code for a plan, which invalidates the previous one. The error is RATE_LIMITED after too many
// codes.
func (c *codes) make(id, plan string) (string, time.Time, error) {
	n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // never fails: the runtime ends the process instead
	code := fmt.Sprintf("%0*d", codeDigits, n)
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	c.made = slices.DeleteFunc(c.made, func(at time.Time) bool { return now.Sub(at) >= time.Hour })
	if len(c.made) >= codesAnHour {
		return "", time.Time{}, state.Errorf(state.RateLimited,
			"%d codes were shown within an hour: if it was not you who asked for them, end all sessions; decide at a "+
				"terminal by bimstream approvals", codesAnHour)
	}
	c.made = append(c.made, now)
	until := now.Add(codeLifetime)
	c.shown[id] = oneTime{sha256.Sum256([]byte(code)), plan, until, codeTries}
	return code, until, nil
}

// take uses up a code. The error states why a code is not valid.
func (c *codes) take(id, plan, code string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.shown[id]
	if !ok || !c.now().Before(known.until) || known.plan != plan {
		delete(c.shown, id)
		return state.Errorf(state.PermissionDenied, "no code counts for this plan now: have a new one shown")
	}
	given := sha256.Sum256([]byte(code))
	if subtle.ConstantTimeCompare(given[:], known.code[:]) == 1 {
		delete(c.shown, id)
		return nil
	}
	if known.tries--; known.tries == 0 {
		delete(c.shown, id)
		return state.Errorf(state.PermissionDenied, "that was not the code, for the third time: have a new one shown")
	}
	c.shown[id] = known
	return state.Errorf(state.PermissionDenied, "that is not the code at the terminal: %d more tries", known.tries)
}

// code serves POST /api/approvals/ID/code: the terminal shows a one-time code and its purpose.
func (s *Server) code(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	a, asked, err := s.asked(r, who)
	if err != nil {
		return err
	}
	if s.config.ShowCode == nil {
		return state.Errorf(state.IllegalState,
			"the server was not started at a terminal, so that it can show no code: bimstream approvals approve %s "+
				"decides at another one", asked.ID).
			With("state", "no terminal").With("allowed", []string{"decide elsewhere"})
	}
	if err := a.MayDecide(asked); err != nil {
		return err
	}
	code, until, err := s.codes.make(asked.ID, asked.Plan.SHA256)
	if err != nil {
		return err
	}
	if err := s.config.ShowCode(asked, code); err != nil {
		return err
	}
	answer(w, map[string]any{"expires": until.UTC().Format(time.RFC3339)})
	return nil
}

// decisionData is a person's decision on the plan that was shown.
type decisionData struct {
	Decision string `json:"decision"`
	Plan     string `json:"plan_sha256"`
	Phrase   string `json:"phrase"`
	Code     string `json:"code"`
	Note     string `json:"note"`
}

// approve is the decision that requires the phrase.
const approve = "approve"

// decision serves POST /api/approvals/ID/decision. The level is tty with a code from the terminal, and client without.
func (s *Server) decision(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	var d decisionData
	if err := decode(r, &d); err != nil {
		return err
	}
	a, asked, err := s.asked(r, who)
	if err != nil {
		return err
	}
	if d.Plan != asked.Plan.SHA256 {
		return state.Errorf(state.StaleApproval, "this is not the plan that is asked for: read it again").
			With("approval_id", asked.ID)
	}
	if phrase := mcp.Phrase(asked.Approval); d.Decision == approve && d.Phrase != phrase {
		return state.Errorf(state.InvalidInput, "type %q to approve: nothing was approved", phrase).
			With("parameter", "phrase")
	}
	level := approvals.LevelClient
	if d.Code != "" {
		if err := s.codes.take(asked.ID, asked.Plan.SHA256, d.Code); err != nil {
			return err
		}
		level = approvals.LevelTTY
	}
	switch d.Decision {
	case approve:
		err = a.Grant(r.Context(), asked, level, d.Note)
	case "reject":
		err = a.Reject(r.Context(), asked, level, d.Note)
	default:
		err = state.Errorf(state.InvalidInput, "decision is %q: give approve or reject", d.Decision).
			With("parameter", "decision")
	}
	if err != nil {
		return err
	}
	return s.approval(w, r, who)
}
