package httpd

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/wire"
)

// metrics are the figures for Prometheus. Labels are only the names of existing tools and never a text that a client
// chose, so that nobody can create many of them.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	calls    *prometheus.CounterVec
	took     *prometheus.HistogramVec
	refused  prometheus.Counter
}

func newMetrics(s *Service) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "bimstream_http_requests_total",
			Help: "Requests over HTTP."}, []string{"path", "status"}),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "bimstream_calls_total",
			Help: "Tool calls; outcome is ok or the name of the error."}, []string{"tool", "outcome"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "bimstream_call_duration_seconds",
			Help:    "From the request to the end of its answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 25, 50}},
			[]string{"tool"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{Name: "bimstream_tokens_refused_total",
			Help: "Requests with a wrong or expired token."}),
	}
	m.registry.MustRegister(m.requests, m.calls, m.took, m.refused, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	stats := func() wire.Stats { return s.protocol.Stats() }
	load := func() mcp.Load { return s.config.Server.Load() }
	for _, g := range []struct {
		name, help string
		value      func() float64
	}{
		{"bimstream_sessions", "Sessions of which something is kept.",
			func() float64 { return float64(stats().Sessions) }},
		{"bimstream_requests_running", "Requests of the protocol on their way.",
			func() float64 { return float64(stats().Requests) }},
		{"bimstream_streams", "Open streams of sessions.", func() float64 { return float64(stats().Streams) }},
		{"bimstream_retained_bytes", "Answers kept for connections that were lost.",
			func() float64 { return float64(stats().Retained) }},
		{"bimstream_body_bytes", "Large messages that are read or worked on.",
			func() float64 { return float64(stats().Bodies) }},
		{"bimstream_calls_waiting", "Calls of light tools that wait for a slot.",
			func() float64 { return float64(load().WaitingLight) }},
		{"bimstream_heavy_calls_waiting", "Calls of heavy tools that wait for a slot.",
			func() float64 { return float64(load().WaitingHeavy) }},
		{"bimstream_calls_at_work", "Calls of light tools at work.", func() float64 { return float64(load().Light) }},
		{"bimstream_heavy_calls_at_work", "Calls of heavy tools at work.",
			func() float64 { return float64(load().Heavy) }},
		{"bimstream_store_up", "1 when the store answers.", func() float64 { return s.storeUp() }},
	} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: g.name, Help: g.help}, g.value))
	}
	return m
}

// storeUp returns 1 if the store answers and 0 if not. The check costs microseconds.
func (s *Service) storeUp() float64 {
	if s.config.Ready == nil {
		return 1
	}
	ctx, cancel := context.WithTimeout(context.Background(), readyBound)
	defer cancel()
	if s.config.Ready(ctx) != nil {
		return 0
	}
	return 1
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 2 * readyBound})
}

// count counts a request, and the tool call if the request was one.
func (m *metrics) count(r *http.Request, l *line, status int, took time.Duration) {
	m.requests.WithLabelValues(pathLabel(r.URL.Path), strconv.Itoa(status)).Inc()
	if !l.spoke || l.seen.Tool == "" {
		return
	}
	outcome := "ok"
	switch {
	case l.seen.Outcome != "":
		outcome = l.seen.Outcome
	case l.seen.IsError:
		outcome = "error"
	}
	m.calls.WithLabelValues(l.seen.Tool, outcome).Inc()
	m.took.WithLabelValues(l.seen.Tool).Observe(took.Seconds())
}

// pathLabel returns the label for a path: the path itself for an address of the service, otherwise "other".
func pathLabel(path string) string {
	switch {
	case path == "/mcp", path == "/healthz", path == "/readyz", path == "/register", path == "/files":
		return path
	case len(path) > len("/files/") && path[:len("/files/")] == "/files/":
		return "/files/"
	}
	return "other"
}
