package wire

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// encoded returns an answer as JSON, and records its error code for the observation.
func (x *exchange) encoded(response any) []byte {
	var code int
	switch r := response.(type) {
	case nil:
		return nil
	case mcp.JSONRPCError:
		code = r.Error.Code
	case map[string]any:
		if e, ok := r["error"].(map[string]any); ok {
			code, _ = e["code"].(int)
		}
	}
	if code != 0 {
		x.outcome.set(strconv.Itoa(code), true)
		x.code.Store(int64(code))
	}
	text, err := encode(response)
	if err != nil {
		text, _ = json.Marshal(failure(x.frame.ID, mcp.INTERNAL_ERROR, "internal error"))
	}
	return text
}

// send waits for the results of a request and sends them: as JSON if the answer comes soon and alone, otherwise as a
// stream of events.
func (x *exchange) send(p *pending) {
	if !x.asStream {
		x.wait(nil)
		x.sendJSON()
		return
	}
	soon := time.NewTimer(x.http.options.StreamAfter)
	defer soon.Stop()
	if events := x.wait(soon.C); x.asJSON && events == nil {
		x.sendJSON()
		return
	}
	x.sendStream(p)
}

// wait waits for the answer, for another event that must be sent before it, or for the time to be up. It returns nil if
// the answer is the only event.
func (x *exchange) wait(soon <-chan time.Time) []event {
	for {
		events, over, changed := x.stream.after(0)
		if over && len(events) <= 1 || over && soon == nil {
			return nil
		}
		if len(events) > 0 && soon != nil {
			return events
		}
		select {
		case <-changed:
		case <-soon:
			return []event{}
		}
	}
}

// sendJSON sends the answer alone. A cancelled request has no answer.
func (x *exchange) sendJSON() {
	events, _, _ := x.stream.after(0)
	if len(events) == 0 || !x.stream.hasAnswer() {
		x.w.WriteHeader(http.StatusAccepted)
		return
	}
	status := http.StatusOK
	if x.modern {
		status = statusOf(int(x.code.Load()))
	}
	x.writeJSON(status, events[len(events)-1].text)
}

func (st *stream) hasAnswer() bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.answered
}

// sendStream sends the events as they occur.
func (x *exchange) sendStream(p *pending) {
	primed := false
	if x.of != nil && x.of.versionName() >= mcp.ProtocolVersion20251125 {
		x.stream.name(x.of)
		x.retire()
		primed = true
	}
	ctx := context.Background() // a half-closed connection still gets its answer
	if x.modern {
		ctx = x.r.Context()
	}
	reader := x.stream.claim() // claimed before the client has the id by which another connection may claim it
	e := beginEventStream(x.w)
	if primed {
		if e.prime(x.stream.eventID(0)) != nil {
			p.lose()
			return
		}
	}
	if err := x.http.follow(ctx, e, x.stream, reader, 0); err != nil {
		p.lose()
	}
}

// outcome is the result of a request. The work and the connection of the request may end in either order.
type outcome struct {
	mu      sync.Mutex
	name    string
	isError bool
}

type outcomeKey struct{}

func (o *outcome) set(name string, isError bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.name, o.isError = name, isError
}

func (o *outcome) get() (name string, isError bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.name, o.isError
}

// name gives a stream an id by which the session's clients can resume it.
func (st *stream) name(s *httpSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st.id, st.of = newStreamID(), s
	if s.streams == nil {
		s.streams = map[string]*stream{}
	}
	s.streams[st.id] = st
}

// minGzipBytes is the length from which compressing costs less than sending.
const minGzipBytes = 4 << 10

var gzips = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the error is nil for a valid level
	return w
}}

func (x *exchange) writeJSON(status int, text []byte) {
	header := x.w.Header()
	header.Set("Content-Type", "application/json")
	if x.http.options.Compress && len(text) >= minGzipBytes {
		header.Add("Vary", "Accept-Encoding")
		if takesGzip(x.r) {
			header.Set("Content-Encoding", "gzip")
			text = compressed(text)
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(text)))
	_ = http.NewResponseController(x.w).SetWriteDeadline(time.Now().Add(writeWithin))
	x.w.WriteHeader(status)
	_, _ = x.w.Write(text) // an error means that the client has gone
	_ = http.NewResponseController(x.w).SetWriteDeadline(time.Time{})
}

func compressed(text []byte) []byte {
	var out bytes.Buffer
	w := gzips.Get().(*gzip.Writer)
	defer gzips.Put(w)
	w.Reset(&out)
	_, _ = w.Write(text) // writing to a buffer never fails
	_ = w.Close()
	return out.Bytes()
}
