package kurrentdb

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"github.com/bimstream/bimstream/eventstore"
)

// encodeEnvelope writes the metadata of a record. e has what the record does not know.
func encodeEnvelope(r *eventstore.Recorded, e envelope) ([]byte, error) {
	e.ID, e.Stream, e.Revision, e.Schema = r.ID, r.Stream, r.Revision, r.Schema
	e.prevHash, e.hash = r.PrevHash, r.Hash
	if !r.RecordedAt.IsZero() {
		e.At = r.RecordedAt.UnixMicro()
	}
	e.CorrelationID, e.CausationID = linksOf(r.Meta)
	asJSON := len(bytes.TrimSpace(r.Meta)) == len(r.Meta)
	if !asJSON && e.Cut == nil {
		e.MetaText = string(r.Meta)
	}
	out, err := e.appendTo(make([]byte, 0, envelopeRoom+len(r.Meta)))
	if err != nil {
		return nil, err
	}
	if e.Cut == nil && asJSON && len(r.Meta) > 0 { // byte for byte: Marshal would compact it
		out = append(append(out, `,"meta":`...), r.Meta...)
	}
	return append(out, '}'), nil
}

// envelopeRoom is what the members of an envelope take in most cases.
const envelopeRoom = 512

// appendTo writes an envelope as encoding/json does, which takes four times as long, but for the caller's metadata as
// JSON and the last brace.
func (e *envelope) appendTo(out []byte) ([]byte, error) {
	w := jsonWriter{out: append(out, '{')}
	w.text("id", e.ID)
	w.text("stream", e.Stream)
	w.number("revision", e.Revision)
	w.number("schema", uint64(e.Schema))
	w.number("more", uint64(e.More))
	w.hash("prev_hash", e.prevHash)
	w.hash("hash", e.hash)
	if e.Commit != "" {
		w.text("commit", e.Commit)
	}
	if e.Known != 0 {
		w.number("known", e.Known)
	}
	if e.Begun != nil {
		w.number("begun", *e.Begun)
	}
	if e.Cut != nil {
		w.number("cut", uint64(*e.Cut))
	}
	if e.At != 0 {
		w.name("at")
		w.out = strconv.AppendInt(w.out, e.At, 10)
	}
	for _, x := range []struct{ name, value string }{
		{"$correlationId", e.CorrelationID}, {"$causationId", e.CausationID}, {"meta_text", e.MetaText}} {
		if x.value != "" {
			w.text(x.name, x.value)
		}
	}
	return w.out, w.err
}

// jsonWriter writes the members of an object.
type jsonWriter struct {
	out []byte
	err error
}

func (w *jsonWriter) name(name string) {
	if w.out[len(w.out)-1] != '{' {
		w.out = append(w.out, ',')
	}
	w.out = append(append(append(w.out, '"'), name...), '"', ':')
}

func (w *jsonWriter) number(name string, n uint64) {
	w.name(name)
	w.out = strconv.AppendUint(w.out, n, 10)
}

func (w *jsonWriter) hash(name string, h eventstore.Hash) {
	w.name(name)
	w.out = append(hex.AppendEncode(append(w.out, '"'), h[:]), '"')
}

// text writes a string. What is not printable ASCII, or has to be escaped, is left to encoding/json.
func (w *jsonWriter) text(name, value string) {
	w.name(name)
	for i := range len(value) {
		if c := value[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			b, err := json.Marshal(value)
			if w.out = append(w.out, b...); err != nil {
				w.err = err
			}
			return
		}
	}
	w.out = append(append(append(w.out, '"'), value...), '"')
}

// links are the two members of a caller's metadata that the server has its own names for.
type links struct {
	CorrelationID string `json:"correlation_id"`
	CausationID   string `json:"causation_id"`
}

// linksOf returns the links of a caller's metadata; "" for those that it has not. In the form in which this program
// writes them they come right behind the command.
func linksOf(meta []byte) (correlation, causation string) {
	if len(meta) == 0 {
		return "", ""
	}
	s := scanner{rest: meta, ok: true}
	s.bytes(`{"command_id":`)
	correlation, causation = s.text(`,"correlation_id":`), s.text(`,"causation_id":`)
	if s.ok && !bytes.Contains(s.rest, []byte(`ation_id"`)) {
		return correlation, causation
	}
	var l links
	if json.Unmarshal(meta, &l) != nil { // members of another type are not links
		return "", ""
	}
	return l.CorrelationID, l.CausationID
}
