package sqlite

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// unknown is the revision of an attempt without a known result, because its process was killed.
const unknown = -2

// hermitRole makes attempts one after the other, in turns on two stores of one folder, until it is killed or its input
// ends. It prints each attempt twice: before it begins and after it ends. Most attempts are reads, because unchanged
// heads are answered from memory. Sometimes hermitRole changes the files. It moves the log into the database and
// truncates it, makes a backup, or closes a store and opens it again.
func hermitRole(s *Store) error {
	input := bufio.NewScanner(os.Stdin)
	input.Scan()
	var name string
	var seed uint64
	if _, err := fmt.Sscan(input.Text(), &name, &seed); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		input.Scan()
		close(ended)
	}()
	h := &hermit{stores: []*Store{s, nil}, random: rand.New(rand.NewPCG(seed, 1)), name: name,
		known: map[string]eventstore.Expected{}}
	for n := 0; ; n++ {
		select {
		case <-ended:
			return h.close()
		default:
		}
		if err := h.attempt(n); err != nil {
			return err
		}
		if err := h.disturb(n); err != nil {
			return err
		}
	}
}

type hermit struct {
	stores []*Store // nil if closed
	random *rand.Rand
	name   string
	known  map[string]eventstore.Expected // by stream
}

func (h *hermit) store(i int) (s *Store, err error) {
	if h.stores[i] == nil {
		h.stores[i], err = Open(os.Getenv(dirVariable), Options{})
	}
	return h.stores[i], err
}

func (h *hermit) attempt(n int) error {
	s, err := h.store(h.random.IntN(2))
	if err != nil {
		return err
	}
	stream := []string{"walls", "doors"}[h.random.IntN(2)]
	known, ok := h.known[stream]
	if !ok {
		known = eventstore.NoStream
	}
	a := attempt{Stream: stream, Append: h.random.IntN(8) == 0, Expected: int64(known), Revision: unknown}
	a.Begin = time.Now().UnixNano()
	if err := printLine(a); err != nil {
		return err
	}
	switch {
	case a.Append:
		err = a.append(s, fmt.Sprintf("%s-%d", h.name, n))
	case h.random.IntN(2) == 0:
		err = a.head(s)
	default:
		err = a.listed(s)
	}
	if err != nil {
		return err
	}
	a.End = time.Now().UnixNano()
	if h.known[stream] = eventstore.NoStream; a.Revision >= 0 {
		h.known[stream] = eventstore.At(uint64(a.Revision))
	}
	return printLine(a)
}

func printLine(a attempt) error {
	line, err := json.Marshal(a)
	if err == nil {
		_, err = fmt.Println(string(line))
	}
	return err
}

// disturb changes the files in some of its calls.
func (h *hermit) disturb(n int) error {
	switch i := h.random.IntN(2); h.random.IntN(150) {
	case 0:
		return h.cutLog()
	case 1:
		if s := h.stores[i]; s != nil {
			h.stores[i] = nil
			return s.Close()
		}
	case 2:
		if s := h.stores[i]; s != nil {
			to := filepath.Join(os.Getenv(dirVariable), fmt.Sprintf("backup-%s-%d", h.name, n))
			if err := s.Backup(context.Background(), to); err != nil && !errors.Is(err, eventstore.ErrStreamNotFound) {
				return err // there is nothing to copy before the first append
			}
			return os.RemoveAll(to)
		}
	case 3:
		time.Sleep(time.Duration(h.random.IntN(20)) * time.Millisecond)
	}
	return nil
}

// cutLog truncates the log. It is no error if this fails because others read or write.
func (h *hermit) cutLog() error {
	path := filepath.Join(os.Getenv(dirVariable), databaseFile)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	c, err := connect(path, false, "busy_timeout=20")
	if err != nil {
		return nil
	}
	_ = c.exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return c.close()
}

func (h *hermit) close() (err error) {
	for _, s := range h.stores {
		if s != nil {
			err = errors.Join(err, s.Close())
		}
	}
	return err
}

// attemptsOf parses the output of a hermit. The result of a last attempt that has not ended is unknown.
func attemptsOf(t *testing.T, lines []string) (attempts []attempt) {
	t.Helper()
	for i, line := range lines {
		var a attempt
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if a.Revision == unknown && i < len(lines)-1 {
			continue // its end is in the next line
		}
		if a.Revision == unknown {
			a.End = math.MaxInt64
		}
		attempts = append(attempts, a)
	}
	return attempts
}

// hermits are processes, some of which are killed while the others continue.
type hermits struct {
	dir     string
	seed    uint64
	mu      sync.Mutex
	history [][]attempt
}

// live starts a hermit and ends it after a while, by a kill or normally.
func (h *hermits) live(t *testing.T, while time.Duration, killed bool) {
	h.mu.Lock()
	h.seed++
	seed := h.seed
	h.mu.Unlock()
	p := startProcess(t, "hermit", h.dir)
	if _, err := fmt.Fprintf(p.input, "hermit%d %d\n", seed, seed); err != nil {
		t.Error(err)
		return
	}
	lines := make(chan []string)
	go func() { lines <- p.lines() }()
	time.Sleep(while)
	if killed {
		_ = p.cmd.Process.Kill()
	}
	p.input.Close()
	printed := <-lines
	if err := p.cmd.Wait(); err != nil && !killed {
		t.Errorf("a hermit: %v", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.history = append(h.history, attemptsOf(t, printed))
}

// lines reads all complete lines that a process prints.
func (p *process) lines() (lines []string) {
	for {
		line, err := p.output.ReadString('\n')
		if err != nil {
			return lines
		}
		lines = append(lines, strings.TrimSpace(line))
	}
}

// TestHeadsFromMemoryAreLinearizable lets processes read and write two streams, each with two stores. Meanwhile the log
// is truncated, copied, recovered and removed, and processes are killed at random moments, sometimes all at once. There
// must be an order of the calls that agrees with the clock and in which every result is right. This includes heads and
// lists of heads that are answered from memory.
func TestHeadsFromMemoryAreLinearizable(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 2))
	kills, attempts, appends := 0, 0, 0
	for range soak(2, 40) {
		h := &hermits{dir: t.TempDir(), seed: random.Uint64N(1 << 40)}
		for range 3 { // generations: none outlives another, so that the last one leaves the log or removes it
			var alive sync.WaitGroup
			for range 4 {
				for p, while := 0, time.Duration(0); p < 2; p++ {
					killed := random.IntN(4) > 0
					if killed {
						kills++
					}
					begin := while
					while += time.Duration(20+random.IntN(120)) * time.Millisecond
					alive.Go(func() {
						time.Sleep(begin)
						h.live(t, while-begin, killed)
					})
				}
			}
			alive.Wait()
		}
		if t.Failed() {
			return
		}
		for _, of := range h.history {
			attempts += len(of)
		}
		appends += judge(t, h.history, "Ok")
	}
	t.Logf("%d kills, %d attempts, %d of them appends", kills, attempts, appends)
	if appends == 0 {
		t.Error("nothing was written: the test has shown nothing")
	}
}
