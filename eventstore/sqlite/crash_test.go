package sqlite

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// roundsOfOneStore is the number of rounds after which a test begins a new store. It limits the size of a store,
// because each round reads all of it.
const roundsOfOneStore = 25

// TestKilledWriterLosesNothing kills a process at random moments while four of its goroutines append. Acknowledged
// appends must be stored, and no append may be stored in part.
func TestKilledWriterLosesNothing(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	dir, acknowledged := "", 0
	for round := range soak(25, 400) {
		if round%roundsOfOneStore == 0 {
			dir = t.TempDir()
		}
		// In every second round a reader keeps the shared memory alive when the writer dies.
		watcher := openPath(t, dir)
		if round%2 == 1 {
			if _, err := watcher.Position(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		lines := floodFor(t, dir, time.Duration(random.IntN(30))*time.Millisecond, round%5 != 0)
		acknowledged += len(lines)
		s := openPath(t, dir)
		checkFlood(t, s, lines)
		closeStores(t, s, watcher)
		if t.Failed() {
			t.Fatalf("round %d", round)
		}
	}
	t.Logf("%d appends acknowledged", acknowledged)
	if acknowledged == 0 {
		t.Error("every process was killed before its first append: the test has shown nothing")
	}
}

// floodFor lets a process append for a while and then kills it. The time counts from the first acknowledgement or from
// the start of the process. floodFor returns the acknowledged appends.
func floodFor(t *testing.T, dir string, while time.Duration, fromFirst bool) []string {
	t.Helper()
	p := startProcess(t, "flood", dir)
	var first []string
	if fromFirst {
		line, err := p.output.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		first = append(first, strings.TrimSpace(line))
	}
	time.Sleep(while)
	return append(first, p.kill(t)...)
}

func openPath(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeStores(t *testing.T, stores ...*Store) {
	t.Helper()
	for _, s := range stores {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkFlood checks a store written by floodRole, and that it has the acknowledged appends.
func checkFlood(t *testing.T, s *Store, acknowledged []string) {
	t.Helper()
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	there := map[string]bool{}
	for w := range floodWriters {
		for n := range floodLength(t, s, w) {
			there[fmt.Sprintf("%d %d", w, n)] = true
		}
	}
	for _, line := range acknowledged {
		if !there[line] {
			t.Errorf("append %q was acknowledged and is lost", line)
		}
	}
	common := countEvents(t, s)[commonStream]
	if common != len(there) {
		t.Errorf("%d events in the common stream belong to %d appends", common, len(there))
	}
}

// floodLength returns how many appends of a writer are stored, and fails if the last one is stored only in part.
func floodLength(t *testing.T, s *Store, writer int) int {
	t.Helper()
	stream := floodStream(writer)
	n := countEvents(t, s)[stream]
	if n%floodEvents != 0 {
		t.Errorf("%s has %d events: an append is there by half", stream, n)
	}
	if n == 0 {
		return 0
	}
	for r, err := range s.Read(t.Context(), stream, 0) {
		want := storetest.ID(fmt.Sprintf("%d %d %d", writer, r.Revision/floodEvents, r.Revision%floodEvents))
		if err != nil || r.ID != want {
			t.Fatalf("%s at %d: event %s, want %s (%v)", stream, r.Revision, r.ID, want, err)
		}
	}
	return n / floodEvents
}

func countEvents(t *testing.T, s *Store) map[string]int {
	t.Helper()
	counts := map[string]int{}
	heads, err := s.Streams(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		counts[h.Stream] = int(h.Revision) + 1
	}
	return counts
}

// TestDamagedLog cuts, changes and blanks copies of the write-ahead log of a killed process. Each must open to a prefix
// of complete appends of the undamaged log.
func TestDamagedLog(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	database, wal := killedStore(t)
	whole := hashesIn(t, storeFrom(t, database, wal))
	if len(whole) < 20*(floodEvents+1) {
		t.Fatalf("only %d events in the log", len(whole))
	}
	shortened := 0
	for round := range soak(30, 600) {
		damaged, what := damage(random, round, wal)
		s := storeFrom(t, database, damaged)
		checkFlood(t, s, nil)
		got := hashesIn(t, s)
		if len(got) > len(whole) || fmt.Sprint(got) != fmt.Sprint(whole[:len(got)]) {
			t.Errorf("%s: %d events that are no prefix of the %d before", what, len(got), len(whole))
		}
		if len(got) < len(whole) {
			shortened++
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if shortened == 0 {
		t.Error("no damage had any effect: the test has shown nothing")
	}
}

// killedStore returns the database file and the write-ahead log that a killed process leaves behind.
func killedStore(t *testing.T) (database, wal []byte) {
	t.Helper()
	dir := t.TempDir()
	p := startProcess(t, "flood", dir)
	for range 200 {
		if _, err := p.output.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	p.kill(t)
	path := filepath.Join(dir, databaseFile)
	return readFile(t, path), readFile(t, path+"-wal")
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func storeFrom(t *testing.T, database, wal []byte) *Store {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string][]byte{databaseFile: database, databaseFile + "-wal": wal} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return openPath(t, dir)
}

// damage returns a damaged copy of the log. The kind of damage depends on the round.
func damage(random *rand.Rand, round int, wal []byte) (damaged []byte, what string) {
	const sector = 512
	damaged = append([]byte(nil), wal...)
	at := random.IntN(len(wal))
	switch round % 3 {
	case 0:
		return damaged[:at], fmt.Sprintf("cut at %d", at)
	case 1:
		damaged[at] ^= byte(1 + random.IntN(255))
		return damaged, fmt.Sprintf("byte changed at %d", at)
	}
	at -= at % sector
	clear(damaged[at:min(at+sector, len(damaged))])
	return damaged, fmt.Sprintf("sector blank at %d", at)
}

func hashesIn(t *testing.T, s *Store) []eventstore.Hash {
	t.Helper()
	var hashes []eventstore.Hash
	for r, err := range s.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, r.Hash)
	}
	return hashes
}
