package httpd

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
)

// Config says how a server is reached over HTTP.
type Config struct {
	Server *mcp.Server

	Tokens string // file of bearer tokens; "" for none
	OAuth  string // file that names an identity provider; "" for none
	// Anonymous is whose requests without a token are; nil refuses them. Only for a server that nobody else can reach.
	Anonymous *mcp.Principal

	AllowedHosts   []string // names by which proxies ask for the server, beside those of this machine
	AllowedOrigins []string // web pages that may call, besides those of this machine
	TrustedProxies []string // addresses or networks whose forwarded headers count
	// of the endpoint as clients see it, such as https://bim.example/team/mcp; "" to tell by the request
	PublicURL string

	Wire wire.HTTPOptions
	// Files gives out and takes files; nil for none. MaxUpload bounds one that is taken, in bytes.
	Files     *app.Backend
	MaxUpload int64
	// Store remembers which ids providers have let in; nil: this process remembers them alone.
	Store eventstore.Store
	// Ready says what keeps the server from answering; nil when nothing does.
	Ready func(ctx context.Context) error

	Logger *slog.Logger
	Access *slog.Logger // a line for each request; nil for none
}

// Service serves requests over HTTP. It is safe for concurrent use.
type Service struct {
	config    Config
	protocol  *wire.HTTP
	guard     guard
	proxies   proxies
	callers   atomic.Pointer[callers]
	twins     *twins
	stamp     atomic.Pointer[string] // of the file of tokens as it was read
	slow      slowdown
	uploads   *semaphore.Weighted
	metrics   *metrics
	log       *slog.Logger
	draining  atomic.Bool
	endpoints http.Handler
}

// New returns a service. Close it.
func New(c Config) (*Service, error) {
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	trusted, err := parseProxies(c.TrustedProxies)
	if err != nil {
		return nil, err
	}
	s := &Service{config: c, proxies: trusted, guard: guard{hosts: c.AllowedHosts, origins: c.AllowedOrigins},
		twins: newTwins(c.Store), log: c.Logger, uploads: semaphore.NewWeighted(maxUploading)}
	if err := s.guard.check(); err != nil {
		return nil, err
	}
	if err := s.Reload(); err != nil {
		return nil, err
	}
	c.Wire.Observe, c.Wire.Admitted = observe, s.admitted
	if c.Wire.Logger == nil {
		c.Wire.Logger = c.Logger
	}
	if s.protocol, err = c.Server.HTTP(c.Wire); err != nil {
		return nil, err
	}
	s.metrics = newMetrics(s)
	s.endpoints = s.routes()
	return s, nil
}

// Reload reads the files of tokens and of the identity provider again, and asks the provider for its keys when the next
// of its tokens comes. When the files do not hold, what was read before stays in force.
func (s *Service) Reload() error { return s.reload(false) }

// reload is Reload; keep lets the keys of the provider count on.
func (s *Service) reload(keep bool) error {
	stamp := mcp.StampOf(s.config.Tokens)
	s.stamp.Store(&stamp)
	read, err := readCallers(s.config, s.twins)
	if err != nil {
		return err
	}
	if before := s.callers.Load(); before != nil {
		if keep {
			read.oauth.keepKeys(before.oauth)
		} else {
			read.oauth.keepBounds(before.oauth)
		}
	}
	s.callers.Store(read)
	return nil
}

// follow reads the file of tokens again when it is another one, so that what was granted or revoked counts from the
// next request on.
func (s *Service) follow() {
	if s.config.Tokens == "" || mcp.StampOf(s.config.Tokens) == *s.stamp.Load() {
		return
	}
	if err := s.reload(true); err != nil {
		s.log.Error("the file of tokens has changed and does not hold: what was read before stays in force",
			"error", err)
	}
}

// endpoint is where the protocol is spoken.
const endpoint = "/mcp"

// routes are the addresses of the service. Those of the protocol and of files are for callers who are let in.
func (s *Service) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle(endpoint, s.letIn(s.protocol))
	if s.config.Files != nil {
		mux.Handle("/files", s.letIn(http.HandlerFunc(s.takeFile)))
		mux.Handle("/files/{id}", s.letIn(http.HandlerFunc(s.giveFile)))
	}
	mux.HandleFunc("/healthz", s.healthz)
	mux.HandleFunc("/readyz", s.readyz)
	mux.HandleFunc("/register", s.register)
	mux.HandleFunc("/.well-known/", s.wellKnown)
	mux.HandleFunc("/", s.nothing)
	return mux
}

// ServeHTTP serves a request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	started := time.Now()
	l := &line{address: s.proxies.client(r), scheme: s.proxies.scheme(r)}
	count := &counter{ResponseWriter: w}
	r = r.WithContext(context.WithValue(r.Context(), lineKey{}, l))
	defer func() { s.tell(r, l, count, time.Since(started)) }()
	if refusal := s.guard.refuses(r); refusal != "" {
		refuseRequest(count, r, http.StatusForbidden, refusal)
		return
	}
	s.guard.allow(count, r)
	if r.Method == http.MethodOptions && r.Header.Get("Origin") != "" {
		s.guard.preflight(count)
		return
	}
	s.endpoints.ServeHTTP(count, r)
}

// Operations serves what is for the operator alone: metrics, and the two questions of a supervisor.
func (s *Service) Operations() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("/healthz", s.healthz)
	mux.HandleFunc("/readyz", s.readyz)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refusal := s.guard.refuses(r); refusal != "" { // a page whose name leads here reads no figures
			plain(w, r, http.StatusForbidden, refusal)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// Drain makes the service not ready, takes no more requests, and lets those under way end until ctx does.
func (s *Service) Drain(ctx context.Context) {
	s.draining.Store(true)
	s.protocol.Drain(ctx)
}

// Close lets go of everything.
func (s *Service) Close() error { return s.protocol.Close() }

// healthz says that the process is alive.
func (s *Service) healthz(w http.ResponseWriter, r *http.Request) { plain(w, r, http.StatusOK, "ok") }

// readyBound is how long the store may take to answer.
const readyBound = 3 * time.Second

var errDraining = errors.New("the server is about to end")

// readyz says whether the process should be sent requests.
func (s *Service) readyz(w http.ResponseWriter, r *http.Request) {
	if err := s.ready(r.Context()); err != nil {
		text := "the store cannot be reached"
		if errors.Is(err, errDraining) {
			text = err.Error()
		} else {
			s.log.Warn("not ready", "error", err)
		}
		plain(w, r, http.StatusServiceUnavailable, text)
		return
	}
	plain(w, r, http.StatusOK, "ready")
}

func (s *Service) ready(ctx context.Context) error {
	if s.draining.Load() {
		return errDraining
	}
	if s.config.Ready == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyBound)
	defer cancel()
	return s.config.Ready(ctx)
}

// plain replies with a line of text. Anything but GET and HEAD is refused.
func plain(w http.ResponseWriter, r *http.Request, status int, text string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		status, text = http.StatusMethodNotAllowed, "this address takes GET"
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n")) // a client that has gone needs no answer
}

func (s *Service) nothing(w http.ResponseWriter, r *http.Request) {
	wire.RefuseUnread(w, r, http.StatusNotFound,
		"there is nothing at this address: the protocol is spoken at "+endpoint)
}
