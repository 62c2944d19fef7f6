package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// longCalls are calls that take some time on a tower.
func longCalls(model, file string) []baseline {
	of := arguments{"model_id": model}
	return []baseline{
		{"clash_detection", of}, {"verify_ifc", with(of, arguments{"file": file})},
		{"export_ifc", with(of, arguments{"schema": "IFC4", "file_name": "closed.ifc"})},
		{"import_ifc", arguments{"file": file, "name": "again"}},
		{"export_mesh", with(of, arguments{"format": "glb", "file_name": "closed.glb"})},
		{"accessibility_check", of}, {"code_compliance", with(of, arguments{"standard": "IBC",
			"severity_threshold": "info"})},
		{"create_elevation", with(of, arguments{"from": "south", "scale": 100, "format": "svg",
			"file_name": "closed.svg"})},
		{"export_table", with(of, arguments{"takeoff": arguments{}, "format": "csv", "file_name": "closed.csv"})},
		{"model_overview", with(of, arguments{"include_state_hash": true})},
	}
}

// How the TypeScript clients end a server: they close its input, send SIGTERM after 2 s and SIGKILL after 4 s.
const (
	terminatedAfter = 2 * time.Second
	killedAfter     = 4 * time.Second
)

// TestClosedWhileAtWork closes the server as the TypeScript clients do during each long call. The server must end
// before it would be terminated, leave no partial file, and the store must be intact. BIMSTREAM_SOAK=1 does it a
// hundred times for every call, or BIMSTREAM_CLOSED times.
func TestClosedWhileAtWork(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM")
	}
	t.Parallel()
	h := makeTower(t, 4, 3000)
	data, times, one := h.data, 1, 5 // the short form makes one call in five
	if soak() {
		times, one = 100, 1
		if given, err := strconv.Atoi(os.Getenv("BIMSTREAM_CLOSED")); err == nil {
			times = given
		}
	}
	killed, late, slowest := 0, 0, time.Duration(0)
	for round := range times {
		for i, c := range h.longTools() {
			if i%one != 0 {
				continue
			}
			s := serveFrom(t, data, data)
			s.begin(t, c.tool, c.args, fmt.Sprintf("%d-%d", round, i))
			time.Sleep(time.Duration(i*37+round*53) % 400 * time.Millisecond)
			lasted, ended := s.closeAsClientsDo(t)
			if !ended {
				t.Errorf("%s: the server was killed", c.tool)
				killed++
			}
			if slowest = max(slowest, lasted); lasted > terminatedAfter {
				t.Logf("%s: ended %v after its input", c.tool, lasted)
				late++
			}
		}
	}
	t.Logf("%d rounds of %d calls: the slowest server ended %v after its input, %d heard SIGTERM", times,
		len(h.longTools()), slowest, late)
	if left, _ := filepath.Glob(filepath.Join(data, "out", ".*")); killed == 0 && len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if text, complaints, code := run(t, "doctor", "--data", data); code != 0 {
		t.Errorf("the store is not whole: %s %s", text, complaints)
	}
	log, _, _ := run(t, "events", "--all", "--data", data)
	for _, name := range folderNames(t, filepath.Join(data, "out")) {
		if !strings.Contains(log, strconv.Quote(name)) {
			t.Errorf("%s is in the output folder, and no event names it", name)
		}
	}
}

// closeAsClientsDo ends the process. It returns the time that this took, and false if the process had to be killed.
func (s *server) closeAsClientsDo(t *testing.T) (lasted time.Duration, ended bool) {
	t.Helper()
	begun := time.Now()
	_ = s.in.Close()
	gone := make(chan struct{})
	go func() {
		<-s.ended
		_ = s.command.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return time.Since(begun), true
	case <-time.After(terminatedAfter):
	}
	_ = s.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-gone:
		return time.Since(begun), true
	case <-time.After(killedAfter - terminatedAfter):
	}
	_ = s.command.Process.Kill()
	<-gone
	return time.Since(begun), false
}

// TestHeavyCallsWaitTheirTurn makes forty clash tests at once. All are answered, and light calls do not wait for them.
func TestHeavyCallsWaitTheirTurn(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	succeed(t, "generate", "--data", data, "--storeys", "3", "--elements", "1500")
	s := serveFrom(t, data, data)
	tests := make(chan error, 40)
	for i := range cap(tests) {
		go func() {
			a, err := s.try("clash_detection", arguments{"tolerance": 1 + i/2}) // every second call is a repetition
			if err == nil && !a.Success {
				err = fmt.Errorf("%s", clip(a.Text))
			}
			tests <- err
		}()
	}
	passed := 0
	for answered := 0; answered < cap(tests); {
		s.must("server_ping", arguments{}, nil)
		s.must("list_models", arguments{}, nil)
		passed++
		for more := true; more; {
			select {
			case err := <-tests:
				if answered++; err != nil {
					t.Errorf("a clash test: %v", err)
				}
			default:
				more = false
			}
		}
	}
	if passed < 3 {
		t.Errorf("%d light calls passed forty heavy ones", passed)
	}
	s.close()
}
