package main

import (
	"encoding/json"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTheOperatorSees checks health, readiness, metrics, the access log, and the notifications to systemd.
func TestTheOperatorSees(t *testing.T) {
	data := t.TempDir()
	socket := filepath.Join(data, "notify")
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = told.Close() }()
	t.Setenv("NOTIFY_SOCKET", socket)
	s := serveTeam(t, data, "--trusted-proxy", "127.0.0.1")
	buffer := make([]byte, 1000)
	_ = told.SetReadDeadline(time.Now().Add(answerLimit))
	if n, err := told.Read(buffer); err != nil || string(buffer[:n]) != "READY=1" {
		t.Errorf("systemd is told %q, %v", buffer[:n], err)
	}
	ann := s.begin(annsToken)
	body, _ := ann.call("1", "get_element", arguments{"model_id": "none", "element_id": "none"})
	ann.status(http.MethodPost, body, map[string]string{"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https"})
	for path, want := range map[string]string{
		"/healthz": "ok", "/readyz": "ready",
		"/metrics": `bimstream_calls_total{outcome="NOT_FOUND",tool="get_element"} 1`,
	} {
		r, err := http.Get(s.operations + path)
		if err != nil {
			t.Fatal(err)
		}
		if text := ann.text(r); r.StatusCode != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", path, r.StatusCode, text)
		}
	}
	if r, err := http.Get(strings.TrimSuffix(s.url, "/mcp") + "/metrics"); err != nil ||
		r.StatusCode != http.StatusNotFound {
		t.Errorf("metrics at the public address: %v %v", r.StatusCode, err)
	}
	var seen map[string]any
	for l := range strings.SplitSeq(s.log.String(), "\n") {
		var line map[string]any
		if json.Unmarshal([]byte(l), &line) == nil && line["tool"] == "get_element" {
			seen = line
		}
	}
	for name, want := range map[string]any{"principal": "ann", "token": "ann's laptop", "address": "203.0.113.5",
		"scheme": "https", "status": 200.0, "outcome": "NOT_FOUND"} {
		if seen[name] != want {
			t.Errorf("the access log has %s %v, want %v", name, seen[name], want)
		}
	}
	if log := s.log.String(); strings.Contains(log, "local person") || strings.Contains(log, annsToken) ||
		strings.Contains(log, ann.session) {
		t.Errorf("the log: %s", log)
	}
	s.stop()
	if n, err := told.Read(buffer); err != nil || string(buffer[:n]) != "STOPPING=1" {
		t.Errorf("systemd is told %q, %v", buffer[:n], err)
	}
}
