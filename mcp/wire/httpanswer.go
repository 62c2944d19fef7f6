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

// encoded is an answer as it is sent, and what it means for those who watch.
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

// send waits for what comes of a request and sends it: as JSON when the answer is there soon and is all there is, else
// as a stream of events.
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

// wait waits until the answer is there, or something else that must be sent before it, or time is up. It returns nil
// when the answer is all there is.
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

// sendJSON sends the answer alone. A request that was cancelled has none.
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

// sendStream sends what comes as it comes.
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
	reader := x.stream.claim() // before the client has the id by which another connection may claim the stream
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

// outcome is what became of a request. Its work and its connection may end in either order.
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

// name gives a stream its id, by which its session's clients can ask for it again.
func (st *stream) name(s *httpSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st.id, st.of = newStreamID(), s
	if s.streams == nil {
		s.streams = map[string]*stream{}
	}
	s.streams[st.id] = st
}

// minGzipBytes is from where on compressing costs less than sending.
const minGzipBytes = 4 << 10

var gzips = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is one that there is
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
	_, _ = x.w.Write(text) // a client that has gone needs no answer
	_ = http.NewResponseController(x.w).SetWriteDeadline(time.Time{})
}

func compressed(text []byte) []byte {
	var out bytes.Buffer
	w := gzips.Get().(*gzip.Writer)
	defer gzips.Put(w)
	w.Reset(&out)
	_, _ = w.Write(text) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}
