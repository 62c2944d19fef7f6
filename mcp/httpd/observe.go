package httpd

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/bimstream/bimstream/mcp/wire"
)

// line is the access log entry of a request.
type line struct {
	address          netip.Addr
	scheme           string
	principal, token string
	outcome          string
	seen             wire.Observation
	spoke            bool // a protocol message was handled, so that seen is valid
}

type lineKey struct{}

// lineOf returns the log line of a request, or a line that is discarded if there is none.
func lineOf(ctx context.Context) *line {
	if l, ok := ctx.Value(lineKey{}).(*line); ok {
		return l
	}
	return &line{}
}

// observe stores the protocol's observation of a request.
func observe(r *http.Request, seen wire.Observation) {
	l := lineOf(r.Context())
	l.seen, l.spoke = seen, true
	if l.outcome == "" {
		l.outcome = seen.Outcome
	}
}

// tell logs and counts a request. Health checks by supervisors are not logged, because they come every second.
func (s *Service) tell(r *http.Request, l *line, w *counter, took time.Duration) {
	s.metrics.count(r, l, w.status, took)
	if s.config.Access == nil || r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
		return
	}
	fields := append(make([]slog.Attr, 0, 14),
		slog.String("principal", l.principal), slog.String("token", l.token),
		slog.String("address", l.address.String()),
		slog.String("scheme", l.scheme), slog.String("http", r.Method), slog.String("path", r.URL.Path),
		slog.Int("status", w.status), slog.Int64("bytes", w.bytes),
		slog.Float64("took_ms", float64(took.Microseconds())/1000),
	)
	for _, f := range [...]struct{ name, value string }{
		{"method", l.seen.Method}, {"tool", l.seen.Tool}, {"outcome", l.outcome}, {"session", l.seen.Session},
		{"protocol", l.seen.Version},
	} {
		if f.value != "" {
			fields = append(fields, slog.String(f.name, f.value))
		}
	}
	s.config.Access.LogAttrs(r.Context(), slog.LevelInfo, "request", fields...)
}

// counter records the status and the bytes of an answer.
type counter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap lets http.ResponseController reach the connection.
func (c *counter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (c *counter) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (c *counter) Write(text []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(text)
	c.bytes += int64(n)
	return n, err
}

// ReadFrom lets a file be sent without passing through this process's memory.
func (c *counter) ReadFrom(from io.Reader) (int64, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	n, err := io.Copy(c.ResponseWriter, from)
	c.bytes += n
	return n, err
}
