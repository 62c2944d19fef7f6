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

// Config describes how a server is reached over HTTP.
type Config struct {
	Server *mcp.Server

	Tokens string // file of bearer tokens; "" for none
	OAuth  string // file that names an identity provider; "" for none
	// Anonymous is the principal of requests without a token; nil refuses them. It is only for a server that nobody
	// else can reach.
	Anonymous *mcp.Principal

	AllowedHosts   []string // host names that proxies use for the server, beside those of this machine
	AllowedOrigins []string // web pages that may call, besides those of this machine
	TrustedProxies []string // addresses or networks whose forwarded headers are trusted
	// PublicURL is the address of the endpoint as clients see it, such as https://bim.example/team/mcp; "" derives it
	// from the request.
	PublicURL string

	Wire wire.HTTPOptions
	// Files serves and stores files; nil means no files. MaxUpload bounds the size of a stored file, in bytes.
	Files     *app.Backend
	MaxUpload int64
	// Store records which ids of providers were admitted; nil means that only this process remembers them.
	Store eventstore.Store
	// Ready returns an error that states why the server cannot answer; nil means that it always can.
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
	stamp     atomic.Pointer[string] // of the token file when it was last read
	slow      slowdown
	uploads   *semaphore.Weighted
	metrics   *metrics
	log       *slog.Logger
	draining  atomic.Bool
	endpoints http.Handler
}

// New returns a service. The caller must close it.
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

// Reload rereads the files of tokens and of the identity provider. The provider's keys are fetched again at its next
// token. If the files are invalid, the previous contents stay in force.
func (s *Service) Reload() error { return s.reload(false) }

// reload is Reload; keep retains the keys of the provider.
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

// follow rereads the file of tokens if it has changed, so that granted or revoked tokens take effect at the next
// request.
func (s *Service) follow() {
	if s.config.Tokens == "" || mcp.StampOf(s.config.Tokens) == *s.stamp.Load() {
		return
	}
	if err := s.reload(true); err != nil {
		s.log.Error("the file of tokens has changed and does not hold: what was read before stays in force",
			"error", err)
	}
}

// endpoint is the address of the protocol.
const endpoint = "/mcp"

// routes returns the handlers of the service's addresses. Those of the protocol and of files are for admitted callers
// only.
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

// Operations returns the handler for the operator: metrics and the health checks of a supervisor.
func (s *Service) Operations() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("/healthz", s.healthz)
	mux.HandleFunc("/readyz", s.readyz)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refusal := s.guard.refuses(r); refusal != "" { // no figures for a page that got here by DNS rebinding
			plain(w, r, http.StatusForbidden, refusal)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// Drain makes the service not ready, refuses new requests, and lets running requests continue until ctx ends.
func (s *Service) Drain(ctx context.Context) {
	s.draining.Store(true)
	s.protocol.Drain(ctx)
}

// Close releases all resources.
func (s *Service) Close() error { return s.protocol.Close() }

// healthz answers that the process is alive.
func (s *Service) healthz(w http.ResponseWriter, r *http.Request) { plain(w, r, http.StatusOK, "ok") }

// readyBound is how long the store may take to answer.
const readyBound = 3 * time.Second

var errDraining = errors.New("the server is about to end")

// readyz answers whether the process should receive requests.
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
	_, _ = w.Write([]byte(text + "\n")) // an error means that the client has gone
}

func (s *Service) nothing(w http.ResponseWriter, r *http.Request) {
	wire.RefuseUnread(w, r, http.StatusNotFound,
		"there is nothing at this address: the protocol is spoken at "+endpoint)
}
