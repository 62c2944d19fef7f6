package mcp

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestNoEnvelopeIsTooLarge makes envelopes whose data, warnings or error are too large.
func TestNoEnvelopeIsTooLarge(t *testing.T) {
	s := startToy(t)
	long := strings.Repeat("x", MaxEnvelopeBytes)
	cc := s.newChainCall(t.Context(), s.registry.Find("list_things"), request("list_things", `{}`))
	e := cc.envelope()
	for i := range 1000 {
		e.Warnings = append(e.Warnings, Warning{Code: "W", Message: fmt.Sprintf("warning %d: %.80s", i, long)})
	}
	r, err := cc.withinSize(e)
	last := r.envelope.Warnings[max(0, len(r.envelope.Warnings)-1)]
	if err != nil || len(r.text) > MaxEnvelopeBytes || last.Code != "MORE_WARNINGS" ||
		last.Data["left_out"] != 1001-len(r.envelope.Warnings) {
		t.Errorf("%v %d bytes, %+v", err, len(r.text), last)
	}
	e.Data = []byte(`"` + long + `"`)
	if _, err := cc.withinSize(e); state.CodeOf(err) != state.OperationTooLarge {
		t.Errorf("data that is too large: %v", err)
	}
	// Quotes are escaped again in the copy as text, so fewer of them already make the message too long.
	e.Data = []byte(`"` + strings.Repeat(`\"`, MaxEnvelopeBytes*2/5) + `"`)
	if _, err := cc.withinSize(e); len(e.Data) > MaxEnvelopeBytes || state.CodeOf(err) != state.OperationTooLarge {
		t.Errorf("%d bytes of quotes: %v", len(e.Data), err)
	}
	for _, err := range []error{
		state.Errorf(state.NotFound, "there is no %s", long),
		state.Errorf(state.NotFound, "none").With("id", long), errors.New(long),
	} {
		if r := cc.fail(err); len(r.text) > MaxEnvelopeBytes || r.envelope.Error == nil {
			t.Errorf("%.40s: %d bytes", err, len(r.text))
		}
	}
}
