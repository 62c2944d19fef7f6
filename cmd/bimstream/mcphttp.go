package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/google/uuid"
	"github.com/spf13/pflag"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/httpd"
	"github.com/bimstream/bimstream/mcp/wire"
)

// httpOptions are the flags for serving over HTTP.
type httpOptions struct {
	address, operations      string
	tokens, oauth, publicURL string
	appDomain                string
	hosts, origins, proxies  []string
	anyone, quiet            bool
	drain, idle, quietFor    time.Duration
	sessions, sessionsOfOne  int
	connections              int
	maxUpload                int // MiB
}

func (o *httpOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.address, "http", "",
		"serve streamable HTTP at this address (such as 127.0.0.1:8080; port 0 takes a free one) instead")
	f.StringVar(&o.operations, "http-operations", "",
		"address of /metrics, /healthz and /readyz for the operator, such as 127.0.0.1:9090")
	f.StringVar(&o.tokens, "tokens", "",
		"JSON file of bearer tokens (SHA-256) and the principals they stand for, for HTTP; read again on SIGHUP")
	f.StringVar(&o.oauth, "oauth", "",
		"JSON file that names an identity provider whose JWTs count, and the principals they stand for; read again "+
			"on SIGHUP")
	f.StringVar(&o.publicURL, "public-url", "",
		"address of /mcp as clients see it behind a proxy, such as https://bim.example/team/mcp")
	f.StringVar(&o.appDomain, "app-domain", "",
		"origin of the view in a chat, where the host asks a server over HTTP for one; \"claude\" is what Claude "+
			"expects of --public-url")
	f.StringSliceVar(&o.hosts, "allowed-host", nil, "host names by which a proxy on this machine asks for the server")
	f.StringSliceVar(&o.origins, "allowed-origin", nil, "web pages that may call, such as https://bim.example")
	f.StringSliceVar(&o.proxies, "trusted-proxy", nil,
		"addresses or networks of proxies whose X-Forwarded-For, -Proto and -Host count")
	f.BoolVar(&o.anyone, "http-anonymous", false,
		"let HTTP calls without a token act as the configured principal; loopback addresses only, and without a "+
			"proxy before it")
	f.BoolVar(&o.quiet, "no-access-log", false, "do not log each request to standard error")
	f.DurationVar(&o.drain, "drain", defaultDrain, "how long calls may go on after SIGTERM")
	f.DurationVar(&o.idle, "session-idle", wire.DefaultSessionIdle,
		"after which what is kept of a session is let go; its id stays good")
	f.DurationVar(&o.quietFor, "connection-idle", defaultConnectionIdle,
		"after which a connection that carries no request is closed")
	f.IntVar(&o.sessions, "max-sessions", wire.DefaultSessions,
		"sessions of which something is kept, of all principals")
	f.IntVar(&o.maxUpload, "max-upload", defaultMaxUpload, "MiB of a file that is sent by POST /files")
	f.IntVar(&o.connections, "max-connections", wire.DefaultConnections,
		"connections that are open at the same time; 256 at most have had no request let in")
	f.IntVar(&o.sessionsOfOne, "max-sessions-of-one", wire.DefaultSessionsOfOne, "the same of one principal")
}

// defaultDrain is shorter than the 90 s after which systemd kills, and the 30 s of Kubernetes.
const defaultDrain = 10 * time.Second

// defaultMaxUpload is the size of the largest file that check_ids and verify_ifc read, in MiB.
const defaultMaxUpload = 256

// Bounds of connections. The server keeps idle connections longer than the minute of common proxies, because the proxy
// must be the first to close a connection.
const (
	headerWithin          = 10 * time.Second
	defaultConnectionIdle = 2 * time.Minute
	maxHeader             = 32 << 10
)

// launchPrincipal returns the caller for requests that carry no identity of their own. It prints that this is a local
// person only if the server accepts such requests.
func launchPrincipal(o serveOptions) (*mcp.Caller, error) {
	var notice io.Writer = console.Errors
	if o.http.address != "" && !o.http.anyone {
		notice = io.Discard
	}
	return mcp.CallerOf(o.principalFile, o.Data, os.LookupEnv, notice)
}

// recordFile records the content of the caller's principal file, now and whenever the file changes.
func recordFile(ctx context.Context, caller *mcp.Caller, store stores.Engine, logger *slog.Logger) {
	record := func() {
		err := caller.RecordFile(ctx, store, time.Now(), func() string { return uuid.Must(uuid.NewV7()).String() })
		if err != nil {
			logger.Warn("what the file of the principal says could not be recorded", "error", err)
		}
	}
	record()
	caller.OnChange = record
}

// check refuses flags under which unidentified callers could get in.
func (o *httpOptions) check(logger *slog.Logger) error {
	host, _, err := net.SplitHostPort(o.address)
	if err != nil {
		return fmt.Errorf("--http: %w", err)
	}
	switch loopback := isLoopback(host); {
	case o.appDomain == claudeApps && o.publicURL == "":
		return errors.New("--app-domain claude needs --public-url: the origin derives from it")
	case o.anyone && !loopback:
		return fmt.Errorf("--http-anonymous is for loopback addresses, not for %q", host)
	case o.anyone && (len(o.proxies) > 0 || len(o.hosts) > 0 || o.publicURL != ""):
		return errors.New("--http-anonymous is for one person at this machine: behind a proxy everybody who reaches " +
			"the proxy would be that person; use --tokens or --oauth")
	case !o.anyone && o.tokens == "" && o.oauth == "":
		return errors.New("HTTP needs --tokens FILE or --oauth FILE, or --http-anonymous on a loopback address")
	case o.anyone && (o.tokens != "" || o.oauth != ""):
		return errors.New("--http-anonymous lets in whoever sends no token: leave it, or --tokens and --oauth, away")
	case !loopback && len(o.proxies) == 0:
		logger.Warn("tokens cross the network unencrypted: put a proxy with TLS before this address (docs/http.md), "+
			"and name it by --trusted-proxy", "address", o.address)
	}
	if o.anyone {
		logger.Warn("calls over HTTP are taken without a token: whoever reaches this address, as everybody does who " +
			"reaches a proxy before it, is the configured principal")
	}
	return nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// served is the server and the store that are served over HTTP.
type served struct {
	server    *mcp.Server
	backend   *app.Backend
	store     eventstore.Store
	principal mcp.Principal // of calls without a token, if they are accepted
}

// serveHTTP serves until ctx ends. It then waits until the current calls have ended or the drain time is over.
func serveHTTP(ctx context.Context, what served, o serveOptions, logger *slog.Logger) (err error) {
	if err := o.http.check(logger); err != nil {
		return err
	}
	service, err := newService(what, o, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Close()) }()
	bounds := wire.NewConnections(o.http.connections, wire.DefaultStrangers)
	main, err := listen(o.http.address, o.http.quietFor, service, bounds, logger)
	if err != nil {
		return err
	}
	defer func() { _ = main.server.Close() }()
	operations, err := listenOperations(o, service, logger)
	if err != nil {
		return err
	}
	defer func() { _ = operations.server.Close() }()
	logger.Log(ctx, levelNotice, "serving", "url", "http://"+main.address+"/mcp", "operations", operations.address)
	notify(daemon.SdNotifyReady, logger)
	stop := reloading(ctx, service, logger)
	defer stop()
	select {
	case err := <-main.failed:
		return err
	case err := <-operations.failed:
		return err
	case <-ctx.Done():
	}
	return end(service, main, o.http.drain, logger)
}

// levelNotice is the level of messages that an operator must always see although they are not warnings.
const levelNotice = slog.LevelWarn

// end waits for current calls to end, at most for the drain time. Calls that remain are cancelled, and their replies
// report it.
func end(service *httpd.Service, main *listening, drain time.Duration, logger *slog.Logger) error {
	notify(daemon.SdNotifyStopping, logger)
	logger.Log(context.Background(), levelNotice, "ending", "drain", drain.String())
	draining, cancel := context.WithTimeout(context.Background(), drain)
	defer cancel()
	service.Drain(draining)
	closing, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	if err := main.server.Shutdown(closing); err != nil {
		logger.Warn("connections were cut", "error", err)
	}
	return nil
}

func newService(what served, o serveOptions, logger *slog.Logger) (*httpd.Service, error) {
	key, err := sessionKey(o.Data)
	if err != nil {
		return nil, err
	}
	c := httpd.Config{
		Server: what.server, Store: what.store, Files: what.backend, MaxUpload: int64(o.http.maxUpload) << 20,
		Tokens: o.http.tokens, OAuth: o.http.oauth, AllowedHosts: o.http.hosts,
		AllowedOrigins: o.http.origins, TrustedProxies: o.http.proxies,
		PublicURL: strings.TrimSuffix(o.http.publicURL, "/"), Logger: logger,
		Wire: wire.HTTPOptions{
			Key: key, Ended: filepath.Join(o.Data, endedFile), Compress: true, Sessions: o.http.sessions,
			SessionsOfOne: o.http.sessionsOfOne, SessionIdle: o.http.idle,
		},
		Ready: func(ctx context.Context) error {
			_, err := what.store.Position(ctx)
			return err
		},
	}
	if o.http.anyone {
		c.Anonymous = &what.principal
	}
	if !o.http.quiet {
		c.Access = slog.New(slog.NewJSONHandler(console.Errors, nil))
	}
	return httpd.New(c)
}

// Files of a data folder that its processes over HTTP share.
const (
	keyFile   = "http.key"
	endedFile = "http.ended"
	keyBytes  = 32
	// folderMode is the mode with which the store creates its folder.
	folderMode = 0o700
)

// sessionKey returns the key that signs the ids of sessions. If the folder has none, the first process makes it.
func sessionKey(folder string) ([]byte, error) {
	path := filepath.Join(folder, keyFile)
	key, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(folder, path); err != nil {
			return nil, fmt.Errorf("make the key of sessions: %w", err)
		}
		key, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("read the key of sessions: %w", err)
	}
	if len(key) != keyBytes {
		return nil, fmt.Errorf("the key of sessions %s has %d bytes, not %d: remove it, and clients begin anew", path,
			len(key), keyBytes)
	}
	return key, nil
}

// makeKey stores a complete key atomically, or leaves the key that another process stored meanwhile.
func makeKey(folder, path string) error {
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, ".http-key-*") // readable by its owner only
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	key := make([]byte, keyBytes)
	_, _ = rand.Read(key) // never fails: the runtime ends the process instead
	_, err = f.Write(key)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// listening is a server at an address.
type listening struct {
	server  *http.Server
	address string // with the bound port
	failed  chan error
}

// listen binds an address, then serves at it.
func listen(address string, idle time.Duration, handler http.Handler, bounds *wire.Connections,
	logger *slog.Logger) (*listening, error) {
	bound, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	l := &listening{
		address: bound.Addr().String(), failed: make(chan error, 1),
		server: &http.Server{
			Handler: handler, ReadHeaderTimeout: headerWithin, IdleTimeout: idle, MaxHeaderBytes: maxHeader,
			ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelInfo),
		},
	}
	bounds.Bound(l.server)
	go func() {
		if err := l.server.Serve(bound); !errors.Is(err, http.ErrServerClosed) {
			l.failed <- err
		}
	}()
	return l, nil
}

// listenOperations serves the operator's endpoints if the flags give an address for them.
func listenOperations(o serveOptions, service *httpd.Service, logger *slog.Logger) (*listening, error) {
	if o.http.operations == "" {
		return &listening{server: &http.Server{}}, nil //nolint:gosec // serves nothing
	}
	bounds := wire.NewConnections(wire.DefaultStrangers, wire.DefaultStrangers) // no caller has credentials here
	return listen(o.http.operations, o.http.quietFor, service.Operations(), bounds, logger)
}

// notify sends a state to systemd, if systemd started this process.
func notify(state string, logger *slog.Logger) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		logger.Warn("systemd could not be told", "state", state, "error", err)
	}
}
