package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// TestACopyThatIsKilledGoesOn kills the program at random moments while it copies a store to a server, and again while
// it copies it back. Repeating the commands must end with stores that export the same bytes. The long form has 50
// rounds, which can be run in parts by their names.
func TestACopyThatIsKilledGoesOn(t *testing.T) {
	t.Parallel()
	rounds := 3
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		rounds = 50
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "source")
	must := func(t *testing.T, args ...string) string {
		t.Helper()
		out, log, code := run(t, args...)
		if code != 0 {
			t.Fatalf("%v: %d\n%s%s", args, code, out, log)
		}
		return out
	}
	must(t, "generate", "--data", source, "--storeys", "3", "--elements", "600")
	exported := func(t *testing.T, store string) string {
		t.Helper()
		file := store + ".ifc"
		must(t, "export", "--data", store, file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want := exported(t, source)
	d := startDouble(t, double.Options{})
	began := time.Now()
	must(t, "copy", "--from", source, "--to", d.URL(), "--data", filepath.Join(dir, "timed"))
	full := time.Since(began)
	for round := range rounds {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			random, folder := rand.New(rand.NewPCG(uint64(round), 23)), t.TempDir()
			onServer, back := fmt.Sprintf("%s&namespace=round%d", d.URL(), round), filepath.Join(folder, "back")
			for _, way := range [][2]string{{source, onServer}, {onServer, back}} {
				args := []string{"copy", "--from", way[0], "--to", way[1], "--data", filepath.Join(folder, "mirrors")}
				killed := exec.Command(program(t), args...)
				killed.Env = environment()
				if err := killed.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(random.Int64N(int64(full))))
				_ = killed.Process.Kill()
				_ = killed.Wait()
				must(t, args...)
			}
			if exported(t, back) != want {
				t.Error("the copy of the copy exports other bytes")
			}
		})
	}
}
