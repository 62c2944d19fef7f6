package wire

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// MaxBodyBytes bounds the length of one message over HTTP.
const MaxBodyBytes = 8 << 20

// HTTPOptions configures the protocol over HTTP. The zero value means the defaults and session ids that only this
// process accepts.
type HTTPOptions struct {
	// Key signs the ids of sessions: every process with the same key accepts them. An empty key means a random one.
	Key []byte
	// Ended is the file of ended sessions, which processes with the same Key share; "" keeps the record in memory.
	Ended string

	Sessions      int           // number of sessions kept; zero means DefaultSessions
	SessionsOfOne int           // number of sessions kept for one principal; zero means DefaultSessionsOfOne
	SessionIdle   time.Duration // idle time after which a session's data is dropped; zero means DefaultSessionIdle
	StreamsOfOne  int           // GET streams of one session; zero means DefaultStreamsOfOne
	RequestsOfOne int           // concurrent requests of one principal; zero means DefaultRequestsOfOne
	KeepAlive     time.Duration // between comments on an open stream; zero means DefaultKeepAlive
	ResumeWithin  time.Duration // how long a client can resume a stream; zero means DefaultResumeWithin
	// StreamAfter is the time after which an unfinished answer is sent as a stream; zero means DefaultStreamAfter.
	StreamAfter time.Duration
	Compress    bool // gzip answers to clients that accept it
	// BodyAllowance is the time for a body to arrive, in addition to its length at MinBodyRate; zero means
	// DefaultBodyAllowance.
	BodyAllowance time.Duration
	// Admitted reports whether the sender of a request may still use the server with the same rights. It is called for
	// open streams before each message and at regular intervals; nil means that every sender may.
	Admitted func(r *http.Request) bool
	Observe  func(r *http.Request, o Observation)
	Logger   *slog.Logger
}

// Observation describes a request for the access log and the metrics.
type Observation struct {
	Method  string // of the protocol; "" if the body could not be read
	Tool    string // name of the called tool, if the tool exists
	Version string // of the protocol
	Session string // beginning of the session's id, to find its requests in the log
	IsError bool   // the answer is a protocol error or a failure of a tool
	Outcome string // name of a tool's failure, or the code of a protocol error
	Took    time.Duration
}

// Defaults of HTTPOptions.
const (
	// DefaultSessions takes 4 MB at about 1 kB per session.
	DefaultSessions      = 4096
	DefaultSessionsOfOne = 1024
	DefaultSessionIdle   = time.Hour
	// DefaultStreamsOfOne is more than the one stream that a client needs, because after a broken connection the old
	// stream may stay for a while.
	DefaultStreamsOfOne  = 8
	DefaultRequestsOfOne = 512
	DefaultKeepAlive     = 15 * time.Second // proxies give up after 30 to 60 s
	DefaultResumeWithin  = 5 * time.Minute
	// DefaultStreamAfter is longer than an ordinary call takes, and shorter than a person notices.
	DefaultStreamAfter   = 250 * time.Millisecond
	DefaultBodyAllowance = 10 * time.Second
	// MinBodyRate is the rate of a line with 256 kbit/s, in bytes per second.
	MinBodyRate = 32 << 10
)

func (o *HTTPOptions) setDefaults() {
	set := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	count := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	set(&o.SessionIdle, DefaultSessionIdle)
	set(&o.KeepAlive, DefaultKeepAlive)
	set(&o.ResumeWithin, DefaultResumeWithin)
	set(&o.StreamAfter, DefaultStreamAfter)
	set(&o.BodyAllowance, DefaultBodyAllowance)
	count(&o.Sessions, DefaultSessions)
	count(&o.SessionsOfOne, DefaultSessionsOfOne)
	count(&o.StreamsOfOne, DefaultStreamsOfOne)
	count(&o.RequestsOfOne, DefaultRequestsOfOne)
	if o.Observe == nil {
		o.Observe = func(*http.Request, Observation) {}
	}
}

// HTTP serves the protocol over streamable HTTP. It does not authenticate and does not check Host or Origin. Wrap it in
// a handler that does, so that Options.Subject finds the caller in the request's context.
type HTTP struct {
	server   *Server
	options  HTTPOptions
	sessions *sessionTable
	bodies   *bodyBudget
	loads    *loads
	workers  *workers
	garbage  garbage
	marked   map[string]*mcp.Tool // tools that mark parameters with x-mcp-header
	log      *slog.Logger

	closing context.Context // cancelled when draining begins
	close   context.CancelFunc
	cut     context.Context
	cutOff  context.CancelFunc
	running sync.WaitGroup // requests
	active  atomic.Int64
	admit   sync.RWMutex // held for reading when a request begins, and for writing when draining begins
	ended   chan struct{}
}

// HTTP returns a server of the protocol over HTTP. The caller must close it.
func (s *Server) HTTP(o HTTPOptions) (*HTTP, error) {
	o.setDefaults()
	if o.Logger == nil {
		o.Logger = s.options.Logger
	}
	table, err := newSessionTable(o)
	if err != nil {
		return nil, err
	}
	h := &HTTP{
		server: s, options: o, sessions: table, bodies: newBodyBudget(),
		loads: &loads{most: o.RequestsOfOne}, log: o.Logger,
		marked: s.marked(), ended: make(chan struct{}),
	}
	h.workers = newWorkers(h.ended)
	h.closing, h.close = context.WithCancel(context.Background())
	h.cut, h.cutOff = context.WithCancel(context.Background())
	go h.sweep()
	return h, nil
}

// ServeHTTP serves a request to the protocol's endpoint.
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !h.begin() {
		w.Header().Set("Retry-After", "1")
		RefuseMessage(w, r, http.StatusServiceUnavailable,
			"the server is about to end: send the request again in a second")
		return
	}
	defer h.running.Done()
	switch modern := mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)); {
	case r.Method == http.MethodPost:
		h.post(w, r)
	case r.Method == http.MethodGet && !modern:
		h.get(w, r)
	case r.Method == http.MethodDelete && !modern:
		h.delete(w, r)
	case modern:
		notAllowed(w, "POST")
	default:
		notAllowed(w, "GET, POST, DELETE")
	}
}

// begin admits a request unless draining has begun.
func (h *HTTP) begin() bool {
	h.admit.RLock()
	defer h.admit.RUnlock()
	if h.isDraining() {
		return false
	}
	h.running.Add(1)
	return true
}

func (h *HTTP) isDraining() bool { return h.closing.Err() != nil }

// Drain refuses new requests, ends idle streams, and lets calls run until ctx ends. It then cancels the remaining
// calls, so that each gets an answer about its outcome. Drain returns when all calls are answered, or after a grace
// period.
func (h *HTTP) Drain(ctx context.Context) {
	h.admit.Lock()
	h.close()
	h.admit.Unlock()
	done := make(chan struct{})
	go func() {
		h.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	h.cutOff()
	if !within(context.Background(), done, graceAfterCutHTTP) {
		h.log.Error("requests were still running when the server ended", "requests", h.active.Load())
	}
}

// graceAfterCutHTTP is the time for handlers to notice that their context ended, to commit, and to send the answers.
const graceAfterCutHTTP = 2 * time.Second

// Close releases the data of the sessions.
func (h *HTTP) Close() error {
	h.close()
	h.cutOff()
	close(h.ended)
	return h.sessions.close()
}

// sweepEvery is the interval at which old data is dropped.
const sweepEvery = 20 * time.Second

func (h *HTTP) sweep() {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		select {
		case now := <-ticker.C:
			h.garbage.moved(h.sessions.sweep(now))
			h.server.clients.endRefused()
		case <-h.ended:
			return
		}
	}
}

// Stats are current figures of the server.
type Stats struct {
	Sessions int   // sessions with stored data
	Requests int64 // requests in progress, including tool calls
	Streams  int64 // open GET streams
	Retained int64 // bytes of streams that clients can resume
	Bodies   int64 // bytes of messages that are being read or processed
}

// Stats returns current figures of the server.
func (h *HTTP) Stats() Stats {
	return Stats{
		Sessions: h.sessions.count(), Requests: h.active.Load(), Streams: h.sessions.listeners.Load(),
		Retained: h.sessions.retained.Load(), Bodies: h.bodies.used.Load(),
	}
}
