package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// In these scenarios processes of the program share a store on a server, the double, and the tests check the messages
// to users.

// startDouble starts a server that ends with the test.
func startDouble(t testing.TB, options double.Options) *double.Server {
	t.Helper()
	d, err := double.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Stop)
	return d
}

// serveStore starts a process for a store on a server, with a mirror of its own. The connection string is in a file, as
// it would be with a password.
func serveStore(t testing.TB, connection, data string) *server {
	t.Helper()
	file := filepath.Join(t.TempDir(), "store")
	if err := os.WriteFile(file, []byte(connection+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := launch(t, environment(), program(t), "mcp", "all", "--tools", "full", "--data", data, "--store", "@"+file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// storeHealth is the part of server_health that is about the store's server.
type storeHealth struct {
	Status     string `json:"status"`
	Position   uint64 `json:"position"`
	Connection struct {
		State     string     `json:"state"`
		Problem   string     `json:"problem"`
		Node      string     `json:"node"`
		Version   string     `json:"version"`
		Since     *time.Time `json:"since"`
		Log       string     `json:"log"`
		LogEvents uint64     `json:"log_events"`
		Mirrored  uint64     `json:"mirrored_events"`
		Foreign   uint64     `json:"foreign_events"`
		First     string     `json:"first_foreign_event"`
	} `json:"connection"`
}

func (s *server) health() (h storeHealth) {
	s.t.Helper()
	s.must("server_health", arguments{}, &h)
	return h
}

// startLineWithin is the time in which a process must print the state of its store: 5 s, and the time that a busy
// machine takes to start it.
const startLineWithin = 5*time.Second + 5*time.Second

// TestEveryCauseIsToldToItsUser connects to servers that do not exist, and to servers that refuse for different
// reasons. The messages must name the reason.
func TestEveryCauseIsToldToItsUser(t *testing.T) {
	t.Parallel()
	secured, authority, err := double.Certificate()
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := double.Certificate()
	if err != nil {
		t.Fatal(err)
	}
	ca := func(pem []byte) string {
		file := filepath.Join(t.TempDir(), "ca.crt")
		if err := os.WriteFile(file, pem, 0o600); err != nil {
			t.Fatal(err)
		}
		return "tlsCaFile=" + url.QueryEscape(file)
	}
	const password = "open-sesame"
	users := map[string]double.User{"anna": {Password: password}, "ben": {Password: password, Denied: true}}
	safe, plain := startDouble(t, double.Options{TLS: secured, Users: users}), startDouble(t, double.Options{})
	preview, stopped, frozen := startDouble(t, double.Options{Version: "25.1.0-rc.1"}),
		startDouble(t, double.Options{}), startDouble(t, double.Options{})
	stopped.Stop()
	frozen.Freeze()
	const refused, unavailable = 1406, 1400
	for name, c := range map[string]struct {
		store   string
		code    int // 0: no error
		state   string
		reasons []string
	}{
		"a wrong password": {"esdb://anna:not-" + password + "@" + safe.Address() + "?" + ca(authority), refused,
			"refused", []string{"anna", "password", safe.Address()}},
		"a user without rights": {"esdb://ben:" + password + "@" + safe.Address() + "?" + ca(authority), refused,
			"refused", []string{"ben", "right", safe.Address()}},
		"an unknown authority": {"esdb://anna:" + password + "@" + safe.Address() + "?" + ca(other), refused,
			"refused", []string{"authority", "tlsCaFile", safe.Address()}},
		"TLS met without TLS": {"esdb://" + safe.Address() + "?tls=false", refused, "refused",
			[]string{"tls=false", safe.Address()}},
		"no TLS met with TLS": {"esdb://" + plain.Address(), refused, "refused",
			[]string{"does not speak TLS", plain.Address()}},
		"a version that is none": {preview.URL(), refused, "refused", []string{"25.1.0-rc.1", preview.Address()}},
		"nobody there": {stopped.URL(), unavailable, "connecting",
			[]string{"nobody listens", stopped.Address()}},
		"a frozen server": {frozen.URL(), unavailable, "connecting",
			[]string{"does not answer", frozen.Address()}},
		"all is well": {"esdb://anna:" + password + "@" + safe.Address() + "?" + ca(authority), 0,
			"connected", []string{"connected", safe.Address(), "version", "bimstream-log"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program(t)
			began := time.Now()
			s := serveStore(t, c.store, t.TempDir()) // it prints its line before the handshake
			if took := time.Since(began); took > startLineWithin {
				t.Errorf("its start took %s", took)
			}
			if c.code != 0 {
				defer s.kill() // it cannot write its audit, and would report that
			}
			line := s.log.String()
			h := s.health()
			a := s.ask("create_model", arguments{"name": "House"})
			for _, want := range c.reasons {
				if !strings.Contains(line, want) {
					t.Errorf("standard error %q: want %q", line, want)
				}
				if c.code != 0 && (!strings.Contains(h.Connection.Problem, want) ||
					!strings.Contains(a.Error.Message+fmt.Sprint(a.Error.Data), want)) {
					t.Errorf("health %+v, error %s: want %q", h, a.Text, want)
				}
			}
			if strings.Count(line, "the store's server:") != 1 || h.Connection.State != c.state || a.code() != c.code ||
				c.code == refused && a.Error.Retryable {
				t.Errorf("standard error %q, health %+v, answer %s", line, h, a.Text)
			}
			if c.code == 0 && (h.Connection.Since == nil || h.Connection.Version == "" ||
				h.Connection.Log != "bimstream-log" || h.Connection.Mirrored != h.Connection.LogEvents) {
				t.Errorf("health %+v", h)
			}
			if all := s.log.String() + fmt.Sprint(h) + string(a.Text); strings.Contains(all, password) {
				t.Errorf("the password is told: %s", all)
			}
		})
	}
}

// TestDamageWhileProcessesRun damages the log while two processes write. Neither these processes nor a later one may
// acknowledge a change that is requested after the damage.
func TestDamageWhileProcessesRun(t *testing.T) {
	t.Parallel()
	const stream = "bimstream-log"
	for name, c := range map[string]struct {
		damage func(*double.Server)
		reason string
	}{
		"a soft delete": {func(d *double.Server) { d.Log().SoftDelete(stream) }, "$tb"},
		"a tombstone":   {func(d *double.Server) { d.Log().Tombstone(stream) }, "deleted"},
		"$maxCount":     {func(d *double.Server) { d.Log().SetMetadata(stream, `{"$maxCount":5}`) }, "$maxCount"},
		"$maxAge":       {func(d *double.Server) { d.Log().SetMetadata(stream, `{"$maxAge":60}`) }, "$maxAge"},
		"$tb":           {func(d *double.Server) { d.Log().SetMetadata(stream, `{"$tb":3}`) }, "$tb"},
		"an older copy": {func(d *double.Server) {
			d.Stop()
			d.Log().Truncate(d.Log().Len() / 4)
			if err := d.Restart(); err != nil {
				t.Error(err)
			}
		}, "went back"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := startDouble(t, double.Options{})
			w := startWriting(t, d, 2)
			w.waitAcked(t, 8)
			c.damage(d)
			w.damaged()
			time.Sleep(300 * time.Millisecond)
			w.end(t)
			for i, s := range w.servers {
				defer s.kill() // it could not write the last records of its audit, and would report that
				w.wantDamaged(t, s, fmt.Sprint("process ", i), c.reason)
			}
			again := serveStore(t, d.URL(), w.folders[0])
			defer again.kill()
			w.wantDamaged(t, again, "the first one, started again", "the log")
			if name != "an older copy" { // a process that never saw the lost events cannot miss them
				fresh := serveStore(t, d.URL(), t.TempDir())
				defer fresh.kill()
				w.wantDamaged(t, fresh, "a new machine", "")
			}
		})
	}
}

// writing is a set of processes that write walls to one model as fast as they can.
type writing struct {
	servers []*server
	folders []string
	level   string
	stop    chan struct{}
	busy    sync.WaitGroup

	mu     sync.Mutex
	at     time.Time // when the damage was done
	acked  []int     // acknowledged before it, by each process
	faults []string
}

func startWriting(t *testing.T, d *double.Server, processes int) *writing {
	t.Helper()
	w := &writing{stop: make(chan struct{}), acked: make([]int, processes)}
	for range processes {
		w.folders = append(w.folders, t.TempDir())
		w.servers = append(w.servers, serveStore(t, d.URL(), w.folders[len(w.folders)-1]))
	}
	w.servers[0].do("create_model", arguments{"name": "Shared"})
	w.level = w.servers[0].make("create_level", arguments{"name": "Ground", "elevation": 0})
	for i, s := range w.servers {
		w.busy.Go(func() { w.write(s, i) })
	}
	return w
}

func (w *writing) wall(process, n int) arguments {
	x, y := 6000*(n/90), 100_000*process+1000*(n%90) // a fast machine writes thousands of walls
	return arguments{"level_id": w.level, "start": []int{x, y}, "end": []int{x + 5000, y},
		"height": 2500, "thickness": 200}
}

func (w *writing) write(s *server, process int) {
	for n := 0; ; n++ {
		select {
		case <-w.stop:
			return
		default:
		}
		began := time.Now()
		a, err := s.try("create_wall", w.wall(process, n))
		w.mu.Lock()
		late := !w.at.IsZero() && began.After(w.at)
		switch {
		case err != nil:
			w.faults = append(w.faults, err.Error())
		case a.Success && late:
			w.faults = append(w.faults,
				fmt.Sprintf("process %d: a change was acknowledged that was asked for %s after the damage", process,
					began.Sub(w.at)))
		case a.Success:
			w.acked[process]++
		case w.at.IsZero() && !w.inDoubt(a):
			w.faults = append(w.faults, "before the damage: "+string(a.Text))
		}
		w.mu.Unlock()
		if err != nil {
			return
		}
		time.Sleep(time.Millisecond) // so that the logs stay short
	}
}

// inDoubt reports whether a call failed because the damage was being done during it.
func (w *writing) inDoubt(a answer) bool { return a.code() == 1400 || a.code() == 1402 }

// waitAcked waits until each process has written a number of walls.
func (w *writing) waitAcked(t *testing.T, n int) {
	t.Helper()
	for limit := time.Now().Add(answerLimit); ; time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		least := slices.Min(w.acked)
		w.mu.Unlock()
		if least >= n {
			return
		}
		if time.Now().After(limit) {
			t.Fatalf("the processes have written %v walls in %s", w.acked, answerLimit)
		}
	}
}

func (w *writing) damaged() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = time.Now()
}

func (w *writing) end(t *testing.T) {
	t.Helper()
	close(w.stop)
	w.busy.Wait()
	for _, fault := range w.faults {
		t.Error(fault)
	}
}

// wantDamaged checks that a process writes nothing more and reports the reason.
func (w *writing) wantDamaged(t *testing.T, s *server, who, reason string) {
	t.Helper()
	a := s.ask("create_wall", w.wall(9, 0))
	if reason == "" && a.code() == 1300 { // the model is lost with the log
		a = s.ask("create_model", arguments{"name": "New"})
	}
	// A process that follows a log with a limit may notice the removed events before it notices the limit.
	said := func(text string) bool {
		return strings.Contains(text, reason) || strings.Contains(text, "were removed from the log")
	}
	if h := s.health(); a.code() != 1402 || !said(fmt.Sprint(a.Error.Data["reason"])) ||
		h.Connection.State != "damaged" || !said(h.Connection.Problem) {
		t.Errorf("%s: %s, health %+v; want the reason %q", who, a.Text, h, reason)
	}
}

// TestForeignEventsStopNobody lets another program write into the log after every append of two processes. Both
// processes must go on.
func TestForeignEventsStopNobody(t *testing.T) {
	t.Parallel()
	d := startDouble(t, double.Options{})
	d.Log().Interleave("bimstream-log", func(int) bool { return true })
	w := startWriting(t, d, 2)
	w.waitAcked(t, 30)
	w.end(t)
	var hashes []string
	for _, s := range append(w.servers, serveStore(t, d.URL(), t.TempDir())) {
		var overview struct {
			StateHash string `json:"state_hash"`
		}
		s.must("model_overview", arguments{"include_state_hash": true}, &overview)
		hashes = append(hashes, overview.StateHash)
		if h := s.health(); h.Connection.Foreign < uint64(w.acked[0]+w.acked[1]) ||
			!strings.Contains(h.Connection.First, `type "foreign"`) || h.Connection.State != "connected" {
			t.Errorf("health %+v after %v changes", h, w.acked)
		}
	}
	if hashes[0] != hashes[1] || hashes[0] != hashes[2] {
		t.Errorf("the states are %v", hashes)
	}
	file := filepath.Join(t.TempDir(), "store")
	if err := os.WriteFile(file, []byte(d.URL()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, log, code := run(t, "doctor", "--data", t.TempDir(), "--store", "@"+file)
	if code != 0 || !strings.Contains(out, "foreign events") || !strings.Contains(out, `type "foreign"`) {
		t.Errorf("doctor: %d\n%s%s", code, out, log)
	}
}
