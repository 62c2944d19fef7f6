//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// webPage is a process that serves the page at a terminal of its own, and a browser with a session.
type webPage struct {
	t        testing.TB
	command  *exec.Cmd
	terminal *os.File // the person's end
	said     *lockedBuffer
	url      string // http://localhost:PORT
	token    string
}

// servePageAt starts the page of a person on a data folder.
func servePageAt(t testing.TB, data, who string, words ...string) *webPage {
	t.Helper()
	person, theirs := openTerminal(t)
	p := &webPage{t: t, terminal: person, said: &lockedBuffer{}}
	p.command = exec.Command(program(t), append([]string{"web", "--data", data, "--port", "0"}, words...)...)
	p.command.Env = environment(who)
	p.command.Stdin, p.command.Stdout, p.command.Stderr = theirs, theirs, theirs
	p.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	_ = theirs.Close()
	go func() { _, _ = io.Copy(p.said, person) }()
	t.Cleanup(func() { _ = p.command.Process.Kill(); _ = p.command.Wait() })
	link := p.waitFor(`open (http://localhost:\d+)/#k=(\S+)`)
	p.url = link[1]
	p.enter(link[2])
	return p
}

// waitFor waits until the terminal shows a text that matches a pattern, and returns the match with its groups.
func (p *webPage) waitFor(pattern string) []string {
	p.t.Helper()
	sought := regexp.MustCompile(pattern)
	for end := time.Now().Add(answerLimit); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		all := sought.FindAllStringSubmatch(p.said.String(), -1)
		if len(all) > 0 {
			return all[len(all)-1]
		}
	}
	p.t.Fatalf("the terminal does not show %s: %s", pattern, p.said)
	return nil
}

// enter starts a session with the key of a link.
func (p *webPage) enter(key string) {
	p.t.Helper()
	var session struct{ Token string }
	if status := p.ask("POST", "/api/session", map[string]string{"key": key}, &session); status != 200 {
		p.t.Fatalf("the link lets nobody in: %d", status)
	}
	p.token = session.Token
}

func (p *webPage) ask(method, path string, body, into any) (status int) {
	p.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, bytes.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	if err == nil && into != nil {
		err = json.Unmarshal(content, into)
	}
	if err != nil {
		p.t.Fatalf("%s %s: %v: %s", method, path, err, content)
	}
	return answer.StatusCode
}

// TestAPersonDecidesOnThePage requests a deletion as an agent in another process. The page is notified and shows the
// elements to be deleted. The person requests a code, which the terminal of the page shows, types it with the phrase,
// and the agent's call succeeds at level tty.
func TestAPersonDecidesOnThePage(t *testing.T) {
	g := newGoverned(t)
	p := servePageAt(t, g.data, g.annIs)
	events := p.follow()
	id := g.asks("delete_element", g.deletion())
	p.hear(events, "approvals")
	var a struct {
		ID, Phrase, Status, Level string
		Plan                      string `json:"plan_sha256"`
		Counts                    struct{ Deleted int }
		MayDecide                 string `json:"may_decide"`
	}
	if status := p.ask("GET", "/api/approvals/"+id, nil, &a); status != 200 || a.Phrase != "delete 5" ||
		a.Counts.Deleted != 5 || a.MayDecide != "" || a.Level != "tty" {
		t.Fatalf("%d: %+v", status, a)
	}
	var d struct {
		Changes []struct{ Change string }
		Before  struct{ URL string }
	}
	if status := p.ask("GET", "/api/approvals/"+id+"/delta", nil, &d); status != 200 || d.Before.URL == "" {
		t.Fatalf("%d: %+v", status, d)
	}
	decide := map[string]string{"decision": "approve", "plan_sha256": a.Plan, "phrase": a.Phrase}
	if status := p.ask("POST", "/api/approvals/"+id+"/decision", decide, nil); status != http.StatusForbidden {
		t.Errorf("without the terminal's code it is answered with %d", status)
	}
	if status := p.ask("POST", "/api/approvals/"+id+"/code", nil, nil); status != 200 {
		t.Fatalf("the code: %d", status)
	}
	decide["code"] = p.waitFor(`code (\d{6}), typed`)[1]
	if said := p.said.String(); !strings.Contains(said, "5 DELETED") {
		t.Errorf("the terminal does not say what the code is for: %s", said)
	}
	if status := p.ask("POST", "/api/approvals/"+id+"/decision", decide, &a); status != 200 || a.Status != "granted" {
		t.Fatalf("%d: %+v", status, a)
	}
	if done := g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id})); !done.Success {
		t.Fatalf("the approved call: %s", done.Text)
	}
	p.hear(events, "head")
}

// follow opens the stream of notifications, and returns when it has begun.
func (p *webPage) follow() *bufio.Scanner {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.url+"/api/live", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	p.hear(lines, "hello")
	return lines
}

func (p *webPage) hear(lines *bufio.Scanner, event string) {
	p.t.Helper()
	for lines.Scan() {
		if lines.Text() == "event: "+event {
			return
		}
	}
	p.t.Fatalf("the stream ends before %s: %v", event, lines.Err())
}

// TestThePageAtATerminal checks that Enter prints another link, which admits another browser, and that both loopback
// addresses serve the page. SIGTERM ends the page at once, even while browsers follow it.
func TestThePageAtATerminal(t *testing.T) {
	data := t.TempDir()
	p := servePageAt(t, data, "")
	first := p.token
	if _, err := p.terminal.WriteString("\n"); err != nil {
		t.Fatal(err)
	}
	another := p.waitFor(`(?s)open http://localhost:\d+/#k=\S+.*open http://localhost:\d+/#k=(\S+)`)
	p.enter(another[1])
	if p.token == first {
		t.Error("the session of another browser is the same")
	}
	port := p.url[strings.LastIndexByte(p.url, ':')+1:]
	for _, host := range []string{"127.0.0.1", "::1"} {
		if l, err := net.Listen("tcp", net.JoinHostPort(host, port)); err == nil {
			_ = l.Close()
			if host != "::1" || hasIPv6() {
				t.Errorf("%s is left to others", l.Addr())
			}
		}
	}
	if _, stderr, code := run(t, "web", "--data", data, "--port", port); code == 0 ||
		!strings.Contains(stderr, "--port takes another one") {
		t.Errorf("a second page at the port ends with %d: %s", code, stderr)
	}
	if _, stderr, code := run(t, "web", "--data", data, "--port", "80000"); code == 0 ||
		!strings.Contains(stderr, "--port 80000 is no port") {
		t.Errorf("a page at port 80000 ends with %d: %s", code, stderr)
	}
	p.follow()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- p.command.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ends with %v: %s", err, p.said)
		}
	case <-time.After(answerLimit):
		t.Error("it does not end")
	}
}

func hasIPv6() bool {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err == nil {
		_ = l.Close()
	}
	return err == nil
}

// TestAnAgentGetsNoPage checks that the page refuses to start for an agent.
func TestAnAgentGetsNoPage(t *testing.T) {
	c := exec.Command(program(t), "web", "--data", t.TempDir(), "--port", "0")
	c.Env = environment(principal(t, "bot", "agent", "ann", arguments{}))
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "the page is for people") {
		t.Errorf("%v: %s", err, out)
	}
}
