package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestCreationsOutliveTheirConnections sends creations and closes each connection at once. All take effect, once, and
// repeating the calls returns their answers.
func TestCreationsOutliveTheirConnections(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	ann.must("create_model", arguments{"name": "House"}, nil)
	const creations = 30
	level := func(i int) arguments {
		return arguments{"name": fmt.Sprintf("Level %d", i), "elevation": 3000 * i,
			"idempotency_key": fmt.Sprint("level ", i)}
	}
	for i := range creations {
		body, _ := ann.call(fmt.Sprint(100+i), "create_level", level(i))
		c, err := net.Dial("tcp", s.address())
		if err != nil {
			t.Fatal(err)
		}
		if err := ann.request(http.MethodPost, s.url, body, nil).Write(c); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i%6) * time.Millisecond)
		_ = c.Close()
	}
	made := func() int { return strings.Count(s.events(), `"Level `) }
	s.eventually("all levels are made, though nobody waited", func() bool { return made() >= creations })
	before := made()
	for i := range creations {
		if a := ann.must("create_level", level(i), nil); a.EventID == nil {
			t.Errorf("the answer to creation %d: %s", i, a.Text)
		}
	}
	if after := made(); after != before {
		t.Errorf("the retries made %d more", after-before)
	}
}

// TestTheLogIsForMachinesAndSaysWhatIsRisky checks that every line of standard error is JSON, whatever a client does,
// and the warnings about addresses that others can reach.
func TestTheLogIsForMachinesAndSaysWhatIsRisky(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	c, err := net.Dial("tcp", s.address())
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(c, "\x16\x03\x01 this is no HTTP\r\n\r\n")
	_, _ = io.Copy(io.Discard, c)
	_ = c.Close()
	ann := s.begin(annsToken)
	ann.must("list_models", arguments{}, nil)
	s.stop()
	for line := range strings.Lines(s.log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("a line of the log is no JSON: %s", line)
		}
	}
	data := t.TempDir()
	open := serveHTTPProcess(t, data, "--http-anonymous")
	if log := open.log.String(); !strings.Contains(log, "as everybody does who reaches a proxy before it") ||
		!strings.Contains(log, "local person") {
		t.Errorf("the anonymous mode says: %s", log)
	}
	tokens := t.TempDir() + "/tokens.json"
	writePrivate(t, tokens, teamTokens())
	far := serveHTTPProcess(t, data, "--http", "0.0.0.0:0", "--tokens", tokens)
	if log := far.log.String(); !strings.Contains(log, "tokens cross the network unencrypted") ||
		strings.Contains(log, "local person") {
		t.Errorf("tokens off the loopback: %s", log)
	}
	taken := strings.TrimPrefix(strings.TrimSuffix(open.url, "/mcp"), "http://")
	if _, stderr, code := run(t, "mcp", "all", "--data", data, "--http", taken, "--tokens", tokens); code == 0 ||
		strings.Contains(stderr, `"serving"`) {
		t.Errorf("at an address that is taken: exit code %d, %s", code, stderr)
	}
}

// TestAgentsAreToldNoPath calls server_health as an agent and as a person. The answer to the agent must contain no
// path.
func TestAgentsAreToldNoPath(t *testing.T) {
	data := t.TempDir()
	agent := `{"id":"drafter","kind":"agent","on_behalf_of":"ann","permissions":{"READ":{}}}`
	writePrivate(t, data+"/tokens.json", "["+tokenLine(annsToken, "ann", person("ann"), "")+","+
		tokenLine("token-of-drafter", "drafter", agent, "")+"]")
	s := serveTeam(t, data)
	for token, told := range map[string]bool{annsToken: true, "token-of-drafter": false} {
		a := s.begin(token).must("server_health", arguments{}, nil)
		if strings.Contains(string(a.Text), data) != told {
			t.Errorf("%s: %s", token, a.Text)
		}
	}
}

// TestMetricsAreThose checks the names of metrics that operators rely on, and that systemd is notified of a reload.
func TestMetricsAreThose(t *testing.T) {
	data := t.TempDir()
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: data + "/notify", Net: "unixgram"})
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = told.Close() }()
	t.Setenv("NOTIFY_SOCKET", data+"/notify")
	s := serveTeam(t, data)
	ann := s.begin(annsToken)
	ann.must("list_models", arguments{}, nil)
	stream := ann.stream(ann.send(http.MethodGet, "", nil))
	r, err := http.Get(s.operations + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text := ann.text(r)
	for _, want := range []string{
		`bimstream_calls_total{outcome="ok",tool="list_models"} 1`,
		`bimstream_call_duration_seconds_count{tool="list_models"} 1`,
		`bimstream_http_requests_total{path="/mcp",status="200"} 2`, "bimstream_calls_waiting 0",
		"bimstream_heavy_calls_waiting 0",
		"bimstream_sessions 1", "bimstream_streams 1", "bimstream_store_up 1", "bimstream_retained_bytes 0",
		"process_resident_memory_bytes",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %s:\n%s", want, text)
		}
	}
	_ = stream.response.Body.Close()
	if err := s.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 1000)
	var said []string
	for len(said) < 3 {
		_ = told.SetReadDeadline(time.Now().Add(answerLimit))
		n, err := told.Read(buffer)
		if err != nil {
			t.Fatalf("systemd is told %q, then %v", said, err)
		}
		said = append(said, string(buffer[:n]))
	}
	if said[0] != "READY=1" || !strings.HasPrefix(said[1], "RELOADING=1\nMONOTONIC_USEC=") || said[2] != "READY=1" {
		t.Errorf("systemd is told %q", said)
	}
}

// zeros is the content of a file that is generated while it is read.
type zeros struct{}

func (zeros) Read(into []byte) (int, error) { clear(into); return len(into), nil }

// TestLargeFilesGoToTheDisk uploads a file that the server does not hold in memory, and downloads it again.
func TestLargeFilesGoToTheDisk(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	const size, takes = 128 << 20, 48 << 20
	before := s.resident()
	most := before
	watch := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for {
			select {
			case <-watch:
				return
			case <-time.After(10 * time.Millisecond):
				most = max(most, s.resident())
			}
		}
	}()
	r := ann.request(http.MethodPost, strings.TrimSuffix(s.url, "mcp")+"files?name=large.ifc", "",
		map[string]string{"Content-Type": "application/octet-stream"})
	r.Body, r.ContentLength = io.NopCloser(io.LimitReader(zeros{}, size)), size
	answer, err := httpClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	text := ann.text(answer)
	var sent struct {
		ID   string
		Size int64
	}
	if err := json.Unmarshal([]byte(text), &sent); err != nil || sent.Size != size {
		t.Fatalf("%d %s", answer.StatusCode, text)
	}
	back, err := httpClient.Do(ann.request(http.MethodGet, strings.TrimSuffix(s.url, "mcp")+"files/"+sent.ID, "", nil))
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, back.Body)
	_ = back.Body.Close()
	close(watch)
	<-watched
	if n != size || err != nil || most-before > takes {
		t.Errorf("%d bytes came back, %v; the server grew by %d MB", n, err, (most-before)>>20)
	}
}
