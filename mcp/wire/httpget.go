package wire

import (
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// sessionOfRequest returns the session that a GET or DELETE names. If there is none, it answers the request and returns
// nil.
func (h *HTTP) sessionOfRequest(w http.ResponseWriter, r *http.Request, seen *Observation) *httpSession {
	id := r.Header.Get(mcp.HeaderSessionID)
	version := r.Header.Get(mcp.HeaderProtocolVersion)
	if version != "" && !mcp.IsValidProtocolVersion(version) {
		unknownVersion(w, nil, version)
		return nil
	}
	if id == "" {
		sessionMissing(w, nil)
		return nil
	}
	s, gone := h.sessions.find(id, h.server.options.Subject(r.Context()), time.Now())
	switch {
	case gone:
		noSession(w, nil)
	case s == nil:
		w.Header().Set("Retry-After", "5")
		refuseText(w, http.StatusTooManyRequests, "there are too many sessions in use")
	default:
		seen.Session, seen.Version = shortSession(id), s.versionName()
	}
	return s
}

// get opens a stream of a session: the rest of a lost stream, or the stream for messages that belong to no request.
func (h *HTTP) get(w http.ResponseWriter, r *http.Request) {
	started := time.Now()
	var seen Observation
	defer func() {
		seen.Took = time.Since(started)
		h.options.Observe(r, seen)
	}()
	if _, asStream := acceptable(r); !asStream {
		refuseText(w, http.StatusNotAcceptable, "a stream is text/event-stream: accept it")
		return
	}
	s := h.sessionOfRequest(w, r, &seen)
	if s == nil {
		return
	}
	if !s.listen(h.options.StreamsOfOne) {
		w.Header().Set("Retry-After", "5")
		refuseText(w, http.StatusTooManyRequests, "the session has too many open streams: close one")
		return
	}
	h.sessions.listeners.Add(1)
	h.garbage.moved(1)
	defer func() {
		s.unlisten()
		h.sessions.listeners.Add(-1)
		h.garbage.moved(1)
	}()
	if id, number, request, ok := parseEventID(r.Header.Get(mcp.HeaderLastEventID)); ok {
		h.resume(w, r, s, lostStream{id, number, request})
		return
	}
	h.listen(w, r, s)
}

// listen holds a reserved stream of a session open, for messages that belong to no request.
func (h *HTTP) listen(w http.ResponseWriter, r *http.Request, s *httpSession) {
	e := beginEventStream(w)
	st := newStream(nil)
	one := s.session(st)
	defer h.server.clients.add(&client{conn: one.connection, session: one, subject: s.subject, stream: s.id,
		viewer:   h.server.options.Viewer(r.Context()),
		watch:    func(uri string) error { return h.server.watch(r.Context(), uri) },
		admitted: h.admitted(r), end: func() { st.finish(nil) }})()
	h.server.renew(r.Context(), one.connection)
	if e.send([]byte(": open\n\n")) != nil {
		return
	}
	go func() {
		select {
		case <-h.closing.Done():
		case <-s.over:
		case <-r.Context().Done():
		}
		st.finish(nil)
	}()
	_ = h.follow(r.Context(), e, st, st.claim(), 0) // returns when the client has gone or the server ends
}

// admitted returns a function that reports whether the sender of a request may still use the server, or nil if there is
// no check.
func (h *HTTP) admitted(r *http.Request) func() bool {
	if h.options.Admitted == nil {
		return nil
	}
	return func() bool { return h.options.Admitted(r) }
}

// lostStream identifies the stream that a client wants to resume.
type lostStream struct {
	id      string
	number  uint64
	request []byte
}

// resume sends the rest of a stream. If the stream is no longer kept, it answers the request with an error, because the
// client would otherwise wait for ever.
func (h *HTTP) resume(w http.ResponseWriter, r *http.Request, s *httpSession, lost lostStream) {
	s.mu.Lock()
	st := s.streams[lost.id]
	s.mu.Unlock()
	if st == nil {
		e := beginEventStream(w)
		text, _ := encode(failure(lost.request, mcp.INTERNAL_ERROR, answerLost))
		_ = e.message("", text) // an error means that the client has gone again
		return
	}
	if events, over, _ := st.after(lost.number); over && len(events) == 0 {
		w.WriteHeader(http.StatusNoContent) // the client has everything; it would resume a stream that only ends
		return
	}
	_ = h.follow(r.Context(), beginEventStream(w), st, st.claim(), lost.number)
}

const answerLost = "the answer to this request is not kept any more; what it did was done or not: call again, with " +
	"the same idempotency_key where the call had one"

// delete ends a session.
func (h *HTTP) delete(w http.ResponseWriter, r *http.Request) {
	var seen Observation
	defer func() { h.options.Observe(r, seen) }()
	s := h.sessionOfRequest(w, r, &seen)
	if s == nil {
		return
	}
	if err := h.sessions.end(s); err != nil {
		h.log.Error("a session could not be ended", "error", err)
		refuseText(w, http.StatusInternalServerError, "the session could not be ended")
		return
	}
	h.garbage.moved(1)
	w.WriteHeader(http.StatusNoContent)
}

// listen counts an open stream, and reports false if there are too many.
func (s *httpSession) listen(most int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listeners >= most {
		return false
	}
	s.listeners++
	return true
}

func (s *httpSession) unlisten() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners--
	s.used = time.Now()
}
