package kurrentdb

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"unicode/utf8"

	"github.com/bimstream/bimstream/eventstore"
)

// scanEnvelope reads the metadata of an event in the very form in which encodeEnvelope writes it. encoding/json took a
// third of the work of fetching a log. It is false for every other form, also for JSON that means the same: then
// encoding/json decides. That the caller's metadata is JSON is left to the hash of the event, which covers it.
//
// Streams are the names of those that were met, so that each is made once; nil does without.
func scanEnvelope(b []byte, streams names) (e envelope, ok bool) {
	s := scanner{rest: b, ok: true}
	e.ID = s.text(`{"id":`)
	e.Stream = s.name(`,"stream":`, streams)
	e.Revision = s.number(`,"revision":`)
	e.Schema = int(s.number(`,"schema":`))
	e.More = int(s.number(`,"more":`))
	e.prevHash = s.hash(`,"prev_hash":`)
	e.hash = s.hash(`,"hash":`)
	e.hashed = true
	e.scanLater(&s)
	if s.has(`,"$correlationId":`) {
		e.CorrelationID = s.text("")
	}
	if s.has(`,"$causationId":`) {
		e.CausationID = s.text("")
	}
	if s.has(`,"meta":`) && len(s.rest) > 0 {
		e.Meta, s.rest = s.rest[:len(s.rest)-1], s.rest[len(s.rest)-1:]
		s.ok = s.ok && bytes.HasPrefix(e.Meta, []byte("{")) && bytes.HasSuffix(e.Meta, []byte("}"))
	}
	return e, s.ok && string(s.rest) == "}" && utf8.Valid(b)
}

// scanLater takes the members that not all logs have. A cut event is left to encoding/json.
func (e *envelope) scanLater(s *scanner) {
	if s.has(`,"commit":`) {
		e.Commit = s.text("")
	}
	if s.has(`,"known":`) {
		e.Known = s.number("")
	}
	if s.has(`,"begun":`) {
		n := s.number("")
		e.Begun = &n
	}
	if s.has(`,"at":`) {
		e.At = int64(s.number(""))
	}
	_ = s.has(`,"stay":true`) // by which earlier versions kept their turn
}

// scanner takes one piece after the other. Once a piece is not what it should be, it is not ok.
type scanner struct {
	rest []byte
	ok   bool
}

// has takes a piece if it comes next.
func (s *scanner) has(piece string) bool {
	if !s.ok || len(s.rest) < len(piece) || string(s.rest[:len(piece)]) != piece {
		return false
	}
	s.rest = s.rest[len(piece):]
	return true
}

// bytes takes a name and a string without escapes.
func (s *scanner) bytes(name string) []byte {
	if s.has(name) && s.has(`"`) {
		for i, c := range s.rest {
			switch {
			case c == '"':
				out := s.rest[:i]
				s.rest = s.rest[i+1:]
				return out
			case c == '\\', c < ' ':
				s.ok = false
				return nil
			}
		}
	}
	s.ok = false
	return nil
}

func (s *scanner) text(name string) string { return string(s.bytes(name)) }

// name is text for one of a few.
func (s *scanner) name(name string, known names) string { return known.of(s.bytes(name)) }

// hash takes a name and a hash in hexadecimal digits.
func (s *scanner) hash(name string) (h eventstore.Hash) {
	digits := s.bytes(name)
	if len(digits) != hex.EncodedLen(len(h)) {
		s.ok = false
		return h
	}
	if _, err := hex.Decode(h[:], digits); err != nil {
		s.ok = false
	}
	return h
}

// names are strings that come again and again, each of which is made once.
type names map[string]string

// mostNames bounds what is kept. All are dropped then: those in use come back at once.
const mostNames = 1024

// of returns bytes as a string.
func (n names) of(b []byte) string {
	if s, known := n[string(b)]; known {
		return s
	}
	s := string(b)
	if n != nil {
		if len(n) >= mostNames {
			clear(n)
		}
		n[s] = s
	}
	return s
}

// number takes a name and a number of at most 18 digits, which every integer type here can hold.
func (s *scanner) number(name string) uint64 {
	const most = 18
	named := s.has(name)
	end := 0
	for end < len(s.rest) && end <= most && s.rest[end] >= '0' && s.rest[end] <= '9' {
		end++
	}
	n, err := strconv.ParseUint(string(s.rest[:end]), 10, 64)
	if !named || err != nil || end > most || (end > 1 && s.rest[0] == '0') {
		s.ok = false
		return 0
	}
	s.rest = s.rest[end:]
	return n
}
