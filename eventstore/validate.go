package eventstore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of one append. They are the same for every engine, so that no engine refuses a history that another one
// accepts. A KurrentDB node of version 25.1 or later has higher limits (16 MiB for one event).
const (
	// MaxAppendBytes is the maximum total size of the identifiers, types, data and metadata of all events in one Append
	// call.
	MaxAppendBytes = 16 << 20
	// MaxStreamName is the maximum length of a stream's name, in bytes of UTF-8.
	MaxStreamName = 200
	// MaxTypeName is the maximum length of an event's type, in bytes of UTF-8.
	MaxTypeName = 200
)

// nilUUID is refused as an identifier, because clients of KurrentDB replace it by a random one, which would break
// idempotency.
const nilUUID = "00000000-0000-0000-0000-000000000000"

// Validate checks whether an append is well formed, before an engine looks at any state. Every engine calls it first,
// so that all engines refuse the same inputs. The error wraps ErrInvalidEvent or ErrTooLarge and names the stream and
// the event.
func Validate(parts []Append) error {
	if len(parts) == 0 {
		return fmt.Errorf("%w: an append without parts", ErrInvalidEvent)
	}
	streams := make(map[string]bool, len(parts))
	ids := make(map[string]bool)
	for _, p := range parts {
		if streams[p.Stream] {
			return fmt.Errorf("%w: stream %q occurs twice in one append", ErrInvalidEvent, p.Stream)
		}
		streams[p.Stream] = true
		if err := validatePart(p, ids); err != nil {
			return err
		}
	}
	if n := Size(parts); n > MaxAppendBytes {
		return fmt.Errorf("%w: %d bytes, at most %d; split it into several appends", ErrTooLarge, n, MaxAppendBytes)
	}
	return nil
}

// Size returns the size of an append that counts against MaxAppendBytes.
func Size(parts []Append) int {
	n := 0
	for _, p := range parts {
		for _, e := range p.Events {
			n += len(e.ID) + len(e.Type) + len(e.Data) + len(e.Meta)
		}
	}
	return n
}

func validatePart(p Append, ids map[string]bool) error {
	if reason := faultOfName(p.Stream, MaxStreamName); reason != "" {
		return fmt.Errorf("%w: stream name %q %s", ErrInvalidEvent, p.Stream, reason)
	}
	if strings.HasPrefix(p.Stream, "$") {
		return fmt.Errorf("%w: stream name %q starts with $, which is reserved", ErrInvalidEvent, p.Stream)
	}
	if p.Expected < StreamExists {
		return fmt.Errorf("%w: stream %q: %d is no expected revision", ErrInvalidEvent, p.Stream, p.Expected)
	}
	if len(p.Events) == 0 {
		return fmt.Errorf("%w: stream %q: no events", ErrInvalidEvent, p.Stream)
	}
	if n := len(p.RecordedAt); n > 0 && n != len(p.Events) {
		return fmt.Errorf("%w: stream %q: %d times for %d events", ErrInvalidEvent, p.Stream, n, len(p.Events))
	}
	for i, e := range p.Events {
		reason := faultOfEvent(e)
		if reason == "" && ids[e.ID] {
			reason = "has an id that occurs twice in one append"
		}
		if reason != "" {
			return fmt.Errorf("%w: stream %q, event %d (%q) %s", ErrInvalidEvent, p.Stream, i, e.ID, reason)
		}
		ids[e.ID] = true
	}
	return nil
}

func faultOfEvent(e Event) string {
	if !isCanonicalUUID(e.ID) || e.ID == nilUUID {
		return "has an id that is not a UUID in canonical lower-case form"
	}
	if reason := faultOfName(e.Type, MaxTypeName); reason != "" {
		return "has a type that " + reason
	}
	if e.Schema < 1 {
		return fmt.Sprintf("has schema version %d; versions start at 1", e.Schema)
	}
	if !isObject(e.Data) {
		return "has data that is not a JSON object in UTF-8"
	}
	if len(e.Meta) > 0 && !isObject(e.Meta) {
		return "has metadata that is not a JSON object in UTF-8"
	}
	return ""
}

// faultOfName returns the reason why a name cannot be shown on one line or stored as UTF-8, or "" if it can.
func faultOfName(name string, limit int) string {
	switch {
	case name == "":
		return "is empty"
	case len(name) > limit:
		return fmt.Sprintf("has %d bytes, at most %d", len(name), limit)
	case !utf8.ValidString(name):
		return "is not UTF-8"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "has a control character"
	}
	return ""
}

// isCanonicalUUID reports whether a text has the form 8-4-4-4-12 of lower-case hexadecimal digits (RFC 9562 section 4).
// It accepts every version, because the author of a command chooses the version of the ids that are derived from it.
func isCanonicalUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func isObject(b []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte("{")) && utf8.Valid(b) && json.Valid(b)
}
