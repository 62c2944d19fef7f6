package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collectlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectmetrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	collecttraces "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/bimstream/bimstream/mcp"
)

// collector is an OTLP collector that stores what it receives.
type collector struct {
	*httptest.Server
	mu      sync.Mutex
	spans   []*traces.Span
	metrics []string
	logs    []*logs.LogRecord
}

func newCollector(t *testing.T) *collector {
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		c.mu.Lock()
		defer c.mu.Unlock()
		switch {
		case err != nil:
		case r.URL.Path == "/v1/traces":
			var m collecttraces.ExportTraceServiceRequest
			err = proto.Unmarshal(body, &m)
			for _, of := range m.ResourceSpans {
				for _, in := range of.ScopeSpans {
					c.spans = append(c.spans, in.Spans...)
				}
			}
		case r.URL.Path == "/v1/metrics":
			var m collectmetrics.ExportMetricsServiceRequest
			err = proto.Unmarshal(body, &m)
			c.metrics = append(c.metrics, m.String())
		case r.URL.Path == "/v1/logs":
			var m collectlogs.ExportLogsServiceRequest
			err = proto.Unmarshal(body, &m)
			for _, of := range m.ResourceLogs {
				for _, in := range of.ScopeLogs {
					c.logs = append(c.logs, in.LogRecords...)
				}
			}
		default:
			err = fmt.Errorf("path %s", r.URL.Path)
		}
		if err != nil {
			t.Errorf("the collector: %v", err)
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// TestTracesReachACollector checks that each call is a span with the ids of its audit record, below the span that the
// client named. Steps of runs are below their call, and the duration of calls is measured.
func TestTracesReachACollector(t *testing.T) {
	t.Parallel()
	c := newCollector(t)
	data := t.TempDir()
	s := serveAll(t, data, "OTEL_EXPORTER_OTLP_ENDPOINT="+c.URL)
	s.do("create_model", arguments{"name": "Traced"})
	level := s.make("create_level", arguments{"name": "Ground", "elevation": 0})
	const trace, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	if _, err := s.request("tools/call", arguments{"name": "model_overview", "arguments": arguments{},
		"_meta": arguments{"traceparent": "00-" + trace + "-" + parent + "-01"}}); err != nil {
		t.Fatal(err)
	}
	s.ask("create_wall", arguments{"level_id": level, "start": mm{0, 0}, "end": mm{0, 0},
		"height": 2500, "thickness": 200})
	s.must("run_start", arguments{"configuration": arguments{"name": "r", "steps": []arguments{
		{"tool": "create_wall", "args": arguments{"level_id": level, "start": mm{0, 0}, "end": mm{5000, 0},
			"height": 2500, "thickness": 200}}},
		"gates": []arguments{{"name": "clashes", "tool": "clash_detection", "args": arguments{}}}}}, nil)
	s.close()
	c.mu.Lock()
	defer c.mu.Unlock()
	byTool := map[string][]*traces.Span{}
	for _, span := range c.spans {
		byTool[strings.TrimPrefix(span.Name, "tools/call ")] = append(byTool[strings.TrimPrefix(span.Name,
			"tools/call ")], span)
	}
	read := byTool["model_overview"]
	if len(read) != 1 || hex.EncodeToString(read[0].TraceId) != trace ||
		hex.EncodeToString(read[0].ParentSpanId) != parent {
		t.Fatalf("the call with a parent: %v", read)
	}
	walls, runs := byTool["create_wall"], byTool["run_start"]
	if len(walls) != 2 || len(runs) != 1 || walls[0].Status.GetMessage() != "DEGENERATE_GEOMETRY" ||
		string(walls[1].ParentSpanId) != string(runs[0].SpanId) || string(walls[1].TraceId) != string(runs[0].TraceId) {
		t.Fatalf("the refused wall, the run and its step: %v, %v", walls, runs)
	}
	checkRecordedSpans(t, data, c.spans)
	checkLoggedCalls(t, data, c.logs)
	if got := strings.Join(c.metrics, " "); !strings.Contains(got, "mcp.server.operation.duration") ||
		!strings.Contains(got, "create_wall") {
		t.Errorf("metrics: %s", got)
	}
}

// checkLoggedCalls compares the logs of calls with the lines that bimstream audit prints.
func checkLoggedCalls(t *testing.T, data string, sent []*logs.LogRecord) {
	t.Helper()
	told := map[string]map[string]string{}
	for _, r := range sent {
		fields := map[string]string{}
		for _, a := range r.Attributes {
			fields[a.Key] = a.Value.GetStringValue()
		}
		told[hex.EncodeToString(r.SpanId)] = fields
	}
	lines := 0
	for line := range strings.Lines(mustRun(t, "audit", "--lines", "--data", data)) {
		var is mcp.AuditLine
		if err := json.Unmarshal([]byte(line), &is); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		lines++
		log := told[is.SpanID]
		if log["tool"] != is.Tool || log["arguments_sha256"] != is.ArgumentsSHA256 || log["outcome"] != is.Outcome ||
			log["caller.id"] != is.Caller.ID || log["error"] != is.Error || log["event_id"] != is.EventID {
			t.Errorf("the record is %s, the log %v", line, log)
		}
	}
	if lines == 0 || lines != len(told) {
		t.Errorf("%d lines of the audit, %d logs", lines, len(told))
	}
}

// checkRecordedSpans compares the spans with the records of the calls.
func checkRecordedSpans(t *testing.T, data string, spans []*traces.Span) {
	t.Helper()
	sent := map[string]bool{}
	for _, span := range spans {
		sent[hex.EncodeToString(span.TraceId)+hex.EncodeToString(span.SpanId)] = true
	}
	recorded := 0
	for line := range strings.Lines(mustRun(t, "events", "--all", "--data", data)) {
		var e struct {
			Type string `json:"type"`
			Data struct {
				TraceID string `json:"trace_id"`
				SpanID  string `json:"span_id"`
			} `json:"data"`
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Type != "call.entered" {
			continue
		}
		if recorded++; !sent[e.Data.TraceID+e.Data.SpanID] {
			t.Errorf("no span of the call %s", line)
		}
	}
	if recorded == 0 || recorded != len(sent) {
		t.Errorf("%d calls on record, %d spans", recorded, len(sent))
	}
}

// TestNoCollectorStopsNothing serves and ends while the collector cannot be reached. It also checks that an unsupported
// protocol is refused.
func TestNoCollectorStopsNothing(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir(), "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1")
	s.do("create_model", arguments{"name": "Alone"})
	s.close()
	if _, err := launch(t, environment("OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1",
		"OTEL_EXPORTER_OTLP_PROTOCOL=grpc"), program(t), "mcp", "all", "--data", t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "http/protobuf") {
		t.Errorf("another protocol: %v", err)
	}
}
