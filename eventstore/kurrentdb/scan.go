package kurrentdb

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// scanEnvelope reads the metadata of an event in the very form in which encodeEnvelope writes it. encoding/json took a
// third of the work of fetching a log. It is false for every other form, also for JSON that means the same: then
// encoding/json decides. That the caller's metadata is JSON is left to the hash of the event, which covers it.
func scanEnvelope(b []byte) (e envelope, ok bool) {
	s := scanner{rest: b, ok: true}
	e.ID = s.text(`{"id":`)
	e.Stream = s.text(`,"stream":`)
	e.Revision = s.number(`,"revision":`)
	e.Schema = int(s.number(`,"schema":`))
	e.More = int(s.number(`,"more":`))
	e.PrevHash = s.text(`,"prev_hash":`)
	e.Hash = s.text(`,"hash":`)
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
	e.Stay = s.has(`,"stay":true`)
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

// text takes a name and a string without escapes.
func (s *scanner) text(name string) string {
	if !s.has(name) || !s.has(`"`) {
		s.ok = false
		return ""
	}
	end := bytes.IndexByte(s.rest, '"')
	if end < 0 || bytes.ContainsFunc(s.rest[:end], func(r rune) bool { return r == '\\' || r < ' ' }) {
		s.ok = false
		return ""
	}
	out := string(s.rest[:end])
	s.rest = s.rest[end+1:]
	return out
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
