package web

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
)

// Config describes the person and the sources of the page.
type Config struct {
	Server  *mcp.Server
	Backend *app.Backend
	Store   eventstore.Store
	// Person returns the person who uses the page. It is called at each request, and must return a human principal.
	Person func() mcp.Principal
	// Hosts are the names, with port, under which the server can be reached, such as localhost:7423.
	Hosts []string
	// ShowCode shows a one-time code and its purpose at the person's terminal; nil if there is no terminal.
	ShowCode func(asked mcp.Asked, code string) error

	Version string
	Now     func() time.Time // nil means time.Now
	NewID   func() string    // a fresh UUID
	Logger  *slog.Logger     // nil means slog.Default
}

// Server serves the requests of the page. It is safe for concurrent use.
type Server struct {
	config    Config
	sessions  *sessions
	codes     *codes
	blobs     *blobs
	histories *histories
	streams   chan struct{} // bounds the number of followers
	instance  string        // distinguishes this process from others that served at the same address
	routes    http.Handler
}

// New returns a server.
func New(c Config) (*Server, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if len(c.Hosts) == 0 {
		return nil, errors.New("web: no host by which the page may be asked for")
	}
	if kind := c.Person().Kind; kind != mcp.KindHuman {
		return nil, errors.New("the page is for people: the configured principal is of kind " + string(kind))
	}
	s := &Server{config: c, sessions: newSessions(c.Now), codes: newCodes(c.Now), blobs: newBlobs(),
		histories: newHistories(c.Store), streams: make(chan struct{}, maxStreams), instance: secret()[:instanceLength]}
	s.routes = s.mux()
	return s, nil
}

// instanceLength is enough to distinguish processes: 8 characters of base64 are 48 bits.
const instanceLength = 8

// Link returns the path of the page with a key that admits one browser.
func (s *Server) Link() string { return "/#k=" + s.sessions.key() }

// mux returns the routes. Everything but the shell needs a session.
func (s *Server) mux() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.shell("index.html"))
	for _, name := range []string{"app.js", "app.css", "favicon.svg"} {
		mux.HandleFunc("GET /"+name, s.shell(name))
	}
	mux.HandleFunc("POST /api/session", s.begin)
	for pattern, answer := range s.answers() {
		mux.HandleFunc(pattern, s.letIn(answer))
	}
	mux.HandleFunc("/", s.nothing)
	return mux
}

// answers returns the handlers that need a session, by pattern.
func (s *Server) answers() map[string]answering {
	const branch = "/api/models/{model}/branches/{branch}/"
	return map[string]answering{
		"GET /api/session":                   s.session,
		"DELETE /api/session":                s.end,
		"POST /api/tools/{tool}":             s.callTool,
		"GET /api/models":                    s.models,
		"GET /api/models/{model}/overlaps":   s.overlaps,
		"GET " + branch + "scene":            s.scene,
		"GET " + branch + "chunks/{rev}/{n}": s.chunk,
		"GET " + branch + "delta":            s.delta,
		"GET " + branch + "changes":          s.changes,
		"GET " + branch + "timeline":         s.timeline,
		"GET " + branch + "picture.png":      s.picture,
		"GET /api/blobs/{sha256}":            s.blob,
		"GET /api/files/{id}":                s.file,
		"GET /api/approvals":                 s.approvals,
		"GET /api/approvals/{id}":            s.approval,
		"GET /api/approvals/{id}/delta":      s.approvalDelta,
		"POST /api/approvals/{id}/code":      s.code,
		"POST /api/approvals/{id}/decision":  s.decision,
		"GET /api/live":                      s.live,
	}
}

// ServeHTTP serves a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	boundBody(w, r)
	if refusal := s.refuses(r); refusal != "" {
		http.Error(w, refusal, http.StatusMisdirectedRequest)
		return
	}
	s.routes.ServeHTTP(w, r)
}

// The bounds of requests. A body holds the arguments of a tool; the longest arguments are the corners of an outline.
const (
	maxBody    = 1 << 20
	bodyWithin = 30 * time.Second // the browser is on this machine, so even the longest body takes milliseconds
	maxStreams = 16               // a browser opens six connections to one origin; a page needs one stream
)

// boundBody bounds the size and the time of a request's body. Without a time limit, a client that sends one byte at a
// time holds its connection for ever, even if no handler reads the body, because the server waits for its end before
// the next request.
func boundBody(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if r.ContentLength == 0 {
		return
	}
	control := http.NewResponseController(w)
	if control.SetReadDeadline(time.Now().Add(bodyWithin)) == nil {
		r.Body = &timedBody{r.Body, func() { _ = control.SetReadDeadline(time.Time{}) }}
	}
}

// timedBody removes the read deadline at the end of the body, so that the answer may take longer.
type timedBody struct {
	io.ReadCloser
	untimed func()
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.untimed()
	}
	return n, err
}

// answering handles a request of the person; its error is written in the form of a tool's error.
type answering func(w http.ResponseWriter, r *http.Request, who mcp.Principal) error

// letIn returns a handler that admits only requests of a session, and writes errors in the form of a tool's error.
func (s *Server) letIn(answer answering) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who := s.config.Person()
		if !s.sessions.has(bearer(r)) {
			s.refuse(w, who, errNoSession)
			return
		}
		wire.LetIn(r.Context())
		r = r.WithContext(mcp.WithPrincipal(r.Context(), who))
		if err := answer(w, r, who); err != nil && !errors.Is(err, context.Canceled) {
			s.refuse(w, who, err)
		}
	}
}

func (s *Server) nothing(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, s.config.Person(), notFound("there is nothing at %s", r.URL.Path))
}

// reader returns a reader on behalf of the person.
func (s *Server) reader(who mcp.Principal) app.Reader { return s.config.Backend.ReaderOf(who) }
