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

// MaxBodyBytes bounds one message over HTTP.
const MaxBodyBytes = 8 << 20

// HTTPOptions says how the protocol is served over HTTP. The zero value serves with the defaults, and session ids that
// this process alone knows.
type HTTPOptions struct {
	// Key signs the ids of sessions: every process with the same key accepts them. Empty means a random one.
	Key []byte
	// Ended is the file of sessions that were ended, which processes with the same Key share; "" keeps them in memory.
	Ended string

	Sessions      int           // kept of all principals; zero means DefaultSessions
	SessionsOfOne int           // kept of one principal; zero means DefaultSessionsOfOne
	SessionIdle   time.Duration // after which what is kept of a session is let go; zero means DefaultSessionIdle
	StreamsOfOne  int           // GET streams of one session; zero means DefaultStreamsOfOne
	RequestsOfOne int           // requests of one principal on their way; zero means DefaultRequestsOfOne
	KeepAlive     time.Duration // between comments on an open stream; zero means DefaultKeepAlive
	ResumeWithin  time.Duration // for which a stream can be asked for again; zero means DefaultResumeWithin
	// from which on an answer that is not ready comes as a stream; zero means DefaultStreamAfter
	StreamAfter time.Duration
	Compress    bool // gzip answers to clients that take it
	// for a body to arrive, beside its length at MinBodyRate; zero means DefaultBodyAllowance
	BodyAllowance time.Duration
	// Admitted reports whether who sent a request may still use the server as it did then. It is asked of open streams
	// before something is told over them, and every so often; nil: they may.
	Admitted func(r *http.Request) bool
	Observe  func(r *http.Request, o Observation)
	Logger   *slog.Logger
}

// Observation is what a request turned out to be, for the access log and the metrics.
type Observation struct {
	Method  string // of the protocol; "" when the body could not be read
	Tool    string // of a tool call of a tool that there is
	Version string // of the protocol
	Session string // beginning of the session's id, by which its requests can be found
	IsError bool   // the answer is an error of the protocol, or the failure of a tool
	Outcome string // name of the failure of a tool, or the code of the protocol's error
	Took    time.Duration
}

// Defaults of HTTPOptions.
const (
	// DefaultSessions at about 1 kB each, are 4 MB.
	DefaultSessions      = 4096
	DefaultSessionsOfOne = 1024
	DefaultSessionIdle   = time.Hour
	// DefaultStreamsOfOne: a client needs one; after a broken connection the old one may stay for a while.
	DefaultStreamsOfOne  = 8
	DefaultRequestsOfOne = 512
	DefaultKeepAlive     = 15 * time.Second // proxies give up after 30 to 60 s
	DefaultResumeWithin  = 5 * time.Minute
	// DefaultStreamAfter is more than an ordinary call takes, and less than a person notices.
	DefaultStreamAfter   = 250 * time.Millisecond
	DefaultBodyAllowance = 10 * time.Second
	// MinBodyRate, in bytes a second, is what a line of 256 kbit/s carries.
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

// HTTP serves the protocol over streamable HTTP. It does not authenticate and looks at no Host or Origin: wrap it, so
// that Options.Subject knows the caller by the request's context.
type HTTP struct {
	server   *Server
	options  HTTPOptions
	sessions *sessionTable
	bodies   *bodyBudget
	loads    *loads
	workers  *workers
	garbage  garbage
	marked   map[string]*mcp.Tool // tools that mark parameters by x-mcp-header
	log      *slog.Logger

	closing context.Context // ends when the end has begun
	close   context.CancelFunc
	cut     context.Context
	cutOff  context.CancelFunc
	running sync.WaitGroup // requests
	active  atomic.Int64
	admit   sync.RWMutex // over beginning requests, and over the end of that
	ended   chan struct{}
}

// HTTP returns a server of the protocol over HTTP. Close it.
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

// ServeHTTP serves a request to the endpoint of the protocol.
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

// begin admits a request unless the end has begun.
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

// Drain takes no more requests, ends the streams that wait for nothing, and lets calls end until ctx does; then it cuts
// them off, so that each is answered with what became of it. It returns when all are answered, or it gave them up.
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

// graceAfterCutHTTP is for handlers to notice that their context ended, for commits, and for the answers to be sent.
const graceAfterCutHTTP = 2 * time.Second

// Close lets go of what is kept of sessions.
func (h *HTTP) Close() error {
	h.close()
	h.cutOff()
	close(h.ended)
	return h.sessions.close()
}

// sweepEvery is how often what has become old is let go.
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

// Stats are figures of the moment.
type Stats struct {
	Sessions int   // of which something is kept
	Requests int64 // tool calls and others on their way
	Streams  int64 // open GET streams
	Retained int64 // bytes of streams that can be asked for again
	Bodies   int64 // bytes of messages that are being read or worked on
}

// Stats returns figures of the moment.
func (h *HTTP) Stats() Stats {
	return Stats{
		Sessions: h.sessions.count(), Requests: h.active.Load(), Streams: h.sessions.listeners.Load(),
		Retained: h.sessions.retained.Load(), Bodies: h.bodies.used.Load(),
	}
}
