package approvals

import (
	"errors"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// Texts that a person writes on a request are shown to others, so they are bounded and cannot control a terminal.
func TestWhatIsSaidOnARequestIsPlainAndBounded(t *testing.T) {
	for _, tt := range []struct {
		name, said string
		code       state.Code
	}{
		{"words", "no: the wall <stays>, “as it is”\n\tand the door", 0},
		{"the longest", strings.Repeat("\u00fc", 4000), 0},
		{"one more", strings.Repeat("\u00fc", 4001), state.OutOfRange},
		{"a colour", "no\x1b[31m", state.OutOfRange},
		{"a turn of direction", "no\u202eon", state.OutOfRange},
		{"a separator of lines", "no\u2028yes", state.OutOfRange},
		{"no UTF-8", "no\xff", state.OutOfRange},
	} {
		r := asked(1, LevelTTY)
		d := yes(ann, LevelTTY)
		d.Note, d.Reason = tt.said, tt.said
		_, err := NewBook().Fold(&r).Grant(d)
		_, refused := NewBook().Fold(&r).Reject(d)
		for _, err := range []error{err, refused} {
			if (tt.code == 0) != (err == nil) || state.CodeOf(err) != tt.code && err != nil {
				t.Errorf("%s: %v, want code %d", tt.name, err, tt.code)
			}
		}
	}
	grant := StandingGranted{ID: "s", By: ann, To: bot, Classes: []Class{Classes[0]}, Elements: 1, At: noon, Until: end,
		Reason: "a\x07"}
	if _, err := NewBook().GrantStanding(grant); state.CodeOf(err) != state.OutOfRange {
		t.Errorf("a standing grant: %v", err)
	}
	grant.Reason = ""
	b := NewBook().Fold(&grant)
	if _, err := b.RevokeStanding("s", ann, "a\x07", later); state.CodeOf(err) != state.OutOfRange {
		t.Errorf("its end: %v", err)
	}
}

// A message quotes the reason of a rejection and cuts long ones, also in records older than the bound. The data holds
// up to the maximum length.
func TestAMessageQuotesWhatWasSaid(t *testing.T) {
	r := asked(1, LevelTTY)
	said := "\x1b[31m" + strings.Repeat("x", 9000)
	b := NewBook().Fold(&r)
	b = b.Evolve(&Rejected{ID: "a", By: ann, Level: LevelTTY, Reason: said, At: later})
	_, err := b.Consume(use(nil))
	e, ok := errors.AsType[*state.Error](err)
	if !ok || e.Code != state.ApprovalRejected {
		t.Fatal(err)
	}
	if reason, _ := e.Data["reason"].(string); len(e.Message) > 500 || len(reason) < 4000 || len(reason) > 4100 ||
		!strings.Contains(e.Message, `rejected by ann: "\x1b[31mxxx`) || strings.ContainsRune(reason, 0x1b) {
		t.Errorf("message of %d, reason of %d: %.80s", len(e.Message), len(reason), e.Message)
	}
}
