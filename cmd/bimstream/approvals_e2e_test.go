//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// openTerminal returns both ends of a new pseudo-terminal.
func openTerminal(t testing.TB) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	number, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	if program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = person.Close(); _ = program.Close() })
	return person, program
}

// atTerminal runs a command at a terminal of its own, where a person types a line, and returns the output.
func atTerminal(t testing.TB, who, typed string, words ...string) (said string, err error) {
	t.Helper()
	person, program_ := openTerminal(t)
	c := exec.Command(program(t), words...)
	c.Env = environment(who)
	c.Stdin, c.Stdout, c.Stderr = program_, program_, program_
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_ = program_.Close()
	var out lockedBuffer
	read := make(chan struct{})
	go func() { _, _ = io.Copy(&out, person); close(read) }()
	if _, err := person.WriteString(typed + "\n"); err != nil {
		t.Error(err)
	}
	stop := time.AfterFunc(commandLimit, func() { _ = c.Process.Kill() })
	defer stop.Stop()
	err = c.Wait()
	select { // wait until all output is read; the terminal ends with its last program
	case <-read:
	case <-time.After(answerLimit):
		t.Errorf("the terminal does not end; so far it said %s", out.String())
		_ = person.SetReadDeadline(time.Now())
		<-read
	}
	return out.String(), err
}

// detached runs a command without a controlling terminal, like an agent's shell tool.
func detached(t testing.TB, who string, words ...string) (string, error) {
	t.Helper()
	c := exec.Command(program(t), words...)
	c.Env = environment(who)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.String(), err
}

// anAgentDeletesWhenAPersonApproves takes a deletion from the request to its execution, which uses up the grant.
func anAgentDeletesWhenAPersonApproves(t *testing.T, g *governed) {
	id := g.asks("delete_element", g.deletion())
	if again := g.asks("delete_element", g.deletion()); again != id {
		t.Errorf("the same call asks twice: %s and %s", id, again)
	}
	quoting := with(g.deletion(), arguments{"approval_id": id})
	if a := g.bot.ask("delete_element", quoting); a.code() != 1201 {
		t.Errorf("undecided, the call is answered with %s", a.Text)
	}
	if said, err := detached(t, g.annIs, "approvals", "approve", id, "--data", g.data); err == nil ||
		!strings.Contains(said, "no terminal") {
		t.Errorf("approved without a terminal: %v %s", err, said)
	}
	if said, err := atTerminal(t, g.annIs, "yes", "approvals", "approve", id, "--data", g.data); err == nil ||
		!strings.Contains(said, "nothing was approved") {
		t.Errorf("approved by another word: %v %s", err, said)
	}
	if said, err := atTerminal(t, g.botIs, "delete 5", "approvals", "approve", id, "--data", g.data); err == nil {
		t.Errorf("the agent approves itself: %s", said)
	}
	g.approve(id, "delete 5")
	var granted struct {
		Status    string `json:"status"`
		Decisions []struct {
			By    string `json:"by"`
			Level string `json:"level"`
		} `json:"decisions"`
	}
	g.bot.must("get_approval", arguments{"approval_id": id, "wait_seconds": 5}, &granted)
	if granted.Status != "granted" || len(granted.Decisions) != 1 || granted.Decisions[0].By != "ann" ||
		granted.Decisions[0].Level != "tty" {
		t.Errorf("%+v", granted)
	}
	before := g.ann.where(g.h.Model)
	if a := g.bot.ask("delete_element", with(quoting, arguments{"dry_run": true})); !a.Success || a.EventID != nil {
		t.Errorf("a dry run with an approval: %s", a.Text)
	}
	if a := g.bot.ask("delete_element", quoting); !a.Success || a.EventID == nil {
		t.Fatalf("the approved call: %s", a.Text)
	}
	if now := g.ann.where(g.h.Model); now == before {
		t.Error("the approved call changes nothing")
	}
	if a := g.bot.ask("undo", arguments{"reasoning": "r"}); a.Success || a.code() == 1499 {
		t.Logf("the agent takes its deletion back: %s", clip(a.Text))
	}
	if a := g.bot.ask("delete_element", quoting); a.Success {
		t.Errorf("a grant is used twice: %s", a.Text)
	}
}

// aGrantIsForOnePlan checks when a grant stays valid. Other arguments or another caller make it void, and another
// effect sends it back to the approver. Other reasoning, and changes elsewhere, do not affect it.
func aGrantIsForOnePlan(t *testing.T, g *governed) {
	other := arguments{"element_ids": []string{g.h.North}, "reasoning": "in the way"}
	id := g.asks("delete_element", g.deletion())
	g.approve(id, "delete 5")
	before := g.ann.where(g.h.Model)
	a := g.bot.ask("delete_element", with(other, arguments{"approval_id": id}))
	if a.code() != 1307 || !strings.Contains(fmt.Sprint(a.Error.Data["changed"]), "arguments") {
		t.Errorf("another element: %s", a.Text)
	}
	if a := g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id})); a.code() != 1307 {
		t.Errorf("the void grant is good again: %s", a.Text)
	}
	if now := g.ann.where(g.h.Model); now != before {
		t.Errorf("the model changed: %+v", now)
	}
	id = g.asks("delete_element", g.deletion())
	g.approve(id, "delete 5")
	g.ann.do("modify_parameter", arguments{"model_id": g.h.Model, "element_id": g.h.South, "parameter_name": "height",
		"value": 2600})
	a = g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id}))
	if a.code() != 1201 || a.Error.Data["approval_id"] != id ||
		!strings.Contains(fmt.Sprint(a.Error.Data["changed"]), "volume") {
		t.Errorf("what is deleted is another wall now: %s", a.Text)
	}
	g.ann.do("modify_parameter", arguments{"model_id": g.h.Model, "element_id": g.h.South, "parameter_name": "height",
		"value": 2700})
	said, err := atTerminal(t, g.annIs, "delete 5", "approvals", "approve", id, "--data", g.data)
	if err != nil || !strings.Contains(said, "CHANGED") {
		t.Errorf("who decides again is told nothing: %v %s", err, said)
	}
	g.ann.do("create_level", arguments{"model_id": g.h.Model, "name": "Between", "elevation": 1500})
	a = g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id, "reasoning": "because",
		"effects": "figures"}))
	if !a.Success {
		t.Errorf("what others do elsewhere makes a grant void: %s", a.Text)
	}
	g.ann.do("undo", arguments{"model_id": g.h.Model})
	id = g.asks("delete_element", g.deletion())
	g.approve(id, "delete 5")
	second := g.connect(principal(t, "bot2", "agent", "ann", arguments{"dry_run_default": false}))
	if a := second.ask("delete_element", with(g.deletion(), arguments{"approval_id": id})); a.code() != 1300 {
		t.Errorf("another agent uses the grant: %s", a.Text)
	}
	if a := g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id})); !a.Success {
		t.Errorf("a stranger's attempt makes a grant void: %s", a.Text)
	}
}

// aPersonSaysNo checks that a rejection names the person and the reason.
func aPersonSaysNo(t *testing.T, g *governed) {
	id := g.asks("delete_element", g.deletion())
	if said, err := detached(t, g.annIs, "approvals", "reject", id, "--reason", "the wall stays",
		"--data", g.data); err != nil {
		t.Fatalf("%v %s", err, said)
	}
	a := g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id}))
	if a.code() != 1208 || !strings.Contains(a.Error.Message, "the wall stays") ||
		!strings.Contains(a.Error.Message, "ann") {
		t.Errorf("%s", a.Text)
	}
	if list := mustRun(t, "approvals", "list", "--all", "--data", g.data); !strings.Contains(list, "rejected") {
		t.Errorf("%s", list)
	}
}

// aSignatureApproves checks that a signature by the person's key approves, and a signature by another key does not.
func aSignatureApproves(t *testing.T, g *governed) {
	keys := t.TempDir()
	mine, other := filepath.Join(keys, "mine.pem"), filepath.Join(keys, "other.pem")
	public := strings.TrimSpace(mustRun(t, "approvals", "keygen", mine))
	mustRun(t, "approvals", "keygen", other)
	id := g.asks("delete_element", g.deletion())
	rights := arguments{"READ": arguments{}, "APPROVE": arguments{}}
	who := principal(t, "ann", "human", "", arguments{"permissions": rights, "approval_keys": []string{public}})
	sign := func(key string) string {
		c := exec.Command(program(t), "approvals", "sign", id, "--key", key, "--data", g.data)
		c.Env = environment(who)
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	if said, err := detached(t, who, "approvals", "approve", id, "--signature", sign(other),
		"--data", g.data); err == nil {
		t.Errorf("another key approves: %s", said)
	}
	if said, err := detached(t, who, "approvals", "approve", id, "--signature", sign(mine),
		"--data", g.data); err != nil {
		t.Fatalf("%v %s", err, said)
	}
	if a := g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id})); !a.Success {
		t.Errorf("%s", a.Text)
	}
}

// fourProcessesRaceForAGrant checks that only one of four processes can use a grant.
func fourProcessesRaceForAGrant(t *testing.T, g *governed) {
	bots := []agentCaller{g.bot}
	for range 3 {
		bots = append(bots, g.connect(g.botIs))
	}
	rounds := 3
	if soak() {
		rounds = 200
	}
	for range rounds {
		wall := g.ann.make("create_wall", arguments{"model_id": g.h.Model, "level_id": g.h.Ground,
			"start": mm{40000, 0}, "end": mm{45000, 0}, "height": 2500, "thickness": 200})
		args := arguments{"element_ids": []string{wall}, "reasoning": "r"}
		id := g.asks("delete_element", args)
		g.approve(id, "delete 1")
		var wg sync.WaitGroup
		answers := make([]answer, len(bots))
		for i, b := range bots {
			wg.Go(func() { answers[i], _ = b.try("delete_element", with(args, arguments{"approval_id": id})) })
		}
		wg.Wait()
		done := 0
		for _, a := range answers {
			if a.Success {
				done++
			} else if a.code() != 1307 && a.code() != 1300 {
				t.Errorf("who comes late is answered with %s", a.Text)
			}
		}
		if done != 1 {
			t.Errorf("a grant is used %d times", done)
		}
	}
}

// aPreviewBinds checks that a call that quotes a preview has exactly the effect of the preview, or none.
func aPreviewBinds(t *testing.T, g *governed) {
	args := arguments{"model_id": g.h.Model, "name": "Third", "elevation": 6000, "reasoning": "r"}
	preview := func() string {
		a := g.bot.ask("create_level", with(args, arguments{"dry_run": true}))
		if a.PreviewID == "" || !a.Success {
			t.Fatalf("a dry run has no preview: %s", a.Text)
		}
		return a.PreviewID
	}
	id := preview()
	if a := g.bot.ask("create_level", with(args, arguments{"approval_id": id, "elevation": 6500})); a.code() != 1307 {
		t.Errorf("another plan passes: %s", a.Text)
	}
	if a := g.bot.ask("create_level", with(args, arguments{"approval_id": "pv_1_2_3"})); a.code() != 1307 {
		t.Errorf("a made-up preview passes: %s", a.Text)
	}
	g.ann.do("create_level", arguments{"model_id": g.h.Model, "name": "Between", "elevation": 1500})
	if a := g.bot.ask("create_level", with(args, arguments{"approval_id": id, "effects": "figures"})); !a.Success ||
		a.EventID == nil {
		t.Errorf("what others do elsewhere makes a preview void: %s", a.Text)
	}
	if a := g.bot.ask("create_level", with(args, arguments{"approval_id": id})); a.Success {
		t.Errorf("a preview makes two of one: %s", a.Text)
	}
}

// aGrantOutlivesAKill kills the process that executes an approved deletion at a random moment. Afterwards either the
// wall is deleted and the grant used, or neither.
func aGrantOutlivesAKill(t *testing.T, g *governed) {
	rounds := 4
	if soak() {
		rounds = 200
	}
	for i := range rounds {
		wall := g.ann.make("create_wall", arguments{"model_id": g.h.Model, "level_id": g.h.Ground,
			"start": mm{40000, 0}, "end": mm{45000, 0}, "height": 2500, "thickness": 200})
		args := arguments{"element_ids": []string{wall}, "reasoning": "r"}
		id := g.asks("delete_element", args)
		g.approve(id, "delete 1")
		doomed := g.connect(g.botIs)
		called := make(chan struct{})
		go func() {
			defer close(called)
			_, _ = doomed.try("delete_element", with(args, arguments{"approval_id": id}))
		}()
		time.Sleep(time.Duration(i%20) * time.Millisecond)
		doomed.kill()
		<-called
		gone := !g.ann.ask("get_element", arguments{"model_id": g.h.Model, "element_id": wall}).Success
		var a struct {
			Status string `json:"status"`
		}
		g.bot.must("get_approval", arguments{"approval_id": id}, &a)
		if gone != (a.Status == "consumed") {
			t.Errorf("round %d: gone %v, the grant is %s", i, gone, a.Status)
		}
		if again := g.bot.ask("delete_element", with(args, arguments{"approval_id": id})); again.Success == gone {
			t.Errorf("round %d: gone %v, and the call again: %s", i, gone, again.Text)
		}
	}
}
