package projections

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/state"
)

// metaText parses metadata in the form that EncodeMeta writes: no white space, no escapes, fields in order. For any
// other form it sets strange, and encoding/json parses the text. For every text that it accepts, encoding/json must
// give the same result, which a fuzz test checks.
type metaText struct {
	rest    string
	strange bool
}

// quickMeta parses metadata; ok is false for any unusual form.
func quickMeta(b []byte) (m Meta, ok bool) {
	s := metaText{rest: string(b)}
	s.need(`{"command_id":`)
	m.CommandID = s.text()
	for _, field := range []struct {
		name string
		into *string
	}{
		{`,"correlation_id":`, &m.CorrelationID}, {`,"causation_id":`, &m.CausationID}, {`,"tool":`, &m.Tool},
		{`,"user_id":`, &m.UserID}, {`,"agent_id":`, &m.AgentID}, {`,"reasoning":`, &m.Reasoning},
	} {
		s.optional(field.name, field.into)
	}
	s.need(`,"occurred_at":`)
	if m.OccurredAt.UnmarshalText([]byte(s.text())) != nil {
		s.strange = true
	}
	s.optional(`,"trace_id":`, &m.TraceID)
	s.optional(`,"span_id":`, &m.SpanID)
	if s.take(`,"base_revision":`) {
		m.BaseRevision = s.revision()
	}
	if s.take(`,"touched":[`) {
		m.Touched = s.touched()
	}
	s.need("}")
	return m, !s.strange && s.rest == ""
}

// take skips a text if it comes next, and reports whether it did.
func (s *metaText) take(text string) bool {
	rest, found := strings.CutPrefix(s.rest, text)
	s.rest = rest
	return found
}

// need skips a text that must come next.
func (s *metaText) need(text string) { s.strange = !s.take(text) || s.strange }

func (s *metaText) optional(name string, into *string) {
	if s.take(name) {
		*into = s.text()
	}
}

// text parses a string without escapes, control characters or invalid UTF-8.
func (s *metaText) text() string {
	s.need(`"`)
	end := strings.IndexByte(s.rest, '"')
	if end < 0 {
		s.strange = true
		return ""
	}
	out := s.rest[:end]
	s.rest = s.rest[end+1:]
	for i := range len(out) {
		if out[i] == '\\' || out[i] < ' ' {
			s.strange = true
		}
	}
	s.strange = s.strange || !utf8.ValidString(out)
	return out
}

// revision parses a whole number.
func (s *metaText) revision() *uint64 {
	end := strings.IndexAny(s.rest, ",}")
	if end < 1 || (s.rest[0] == '0' && end > 1) || s.rest[0] == '+' {
		s.strange = true
		return nil
	}
	n, err := strconv.ParseUint(s.rest[:end], 10, 64)
	s.strange = s.strange || err != nil
	s.rest = s.rest[end:]
	return &n
}

// touched parses the touched elements up to the end of the list, which has at least one entry.
func (s *metaText) touched() []state.Touch {
	var out []state.Touch
	for !s.strange {
		s.need(`{"element_id":`)
		touch := state.Touch{ElementID: state.ID(s.text())}
		s.need(`,"facets":[`)
		for !s.strange {
			touch.Facets = append(touch.Facets, state.Facet(s.text()))
			if s.take("]") {
				break
			}
			s.need(",")
		}
		s.need("}")
		out = append(out, touch)
		if s.take("]") {
			break
		}
		s.need(",")
	}
	return out
}
