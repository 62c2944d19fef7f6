package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// The test binary also runs as the second process. If roleVariable is set, it plays that role on the store in
// dirVariable and runs no tests.
const (
	roleVariable = "BIMSTREAM_TEST_ROLE"
	dirVariable  = "BIMSTREAM_TEST_DIR"
)

func TestMain(m *testing.M) {
	roles := map[string]func(s *Store) error{"flood": floodRole, "partner": partnerRole,
		"racer": racerRole, "hermit": hermitRole}
	name := os.Getenv(roleVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	s, err := Open(os.Getenv(dirVariable), Options{})
	if err == nil {
		err = roles[name](s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// soak returns the number of rounds: ordinary, or many with BIMSTREAM_SOAK=1.
func soak(ordinary, many int) int {
	if os.Getenv("BIMSTREAM_SOAK") == "1" {
		return many
	}
	return ordinary
}

// process is a second process that plays a role.
type process struct {
	cmd    *exec.Cmd
	input  io.WriteCloser
	output *bufio.Reader
}

func startProcess(t testing.TB, role, dir string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(os.Environ(), roleVariable+"="+role, dirVariable+"="+dir)
	p.cmd.Stderr = os.Stderr
	var err error
	if p.input, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	output, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.output = bufio.NewReader(output)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// kill ends the process without a chance to clean up, and returns the lines that it had printed.
func (p *process) kill(t *testing.T) []string {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(p.output)
	if err != nil {
		t.Fatal(err)
	}
	p.input.Close()
	_ = p.cmd.Wait() // it reports the signal
	lines := strings.Split(string(rest), "\n")
	return lines[:len(lines)-1] // a last line without a line break was cut off by the kill
}

// ask sends a line and returns the line that the process answers.
func (p *process) ask(t testing.TB, line string) string {
	t.Helper()
	if _, err := fmt.Fprintln(p.input, line); err != nil {
		t.Fatal(err)
	}
	answer, err := p.output.ReadString('\n')
	if err != nil {
		t.Fatalf("no answer to %q: %v", line, err)
	}
	return strings.TrimSpace(answer)
}

// quit ends the process normally.
func (p *process) quit(t testing.TB) {
	t.Helper()
	p.input.Close()
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the second process: %v", err)
	}
}

const (
	floodWriters = 4
	floodEvents  = 3 // in one append to a writer's own stream; one more event goes to the common stream
	commonStream = "common"
)

func floodStream(writer int) string { return fmt.Sprintf("writer %d", writer) }

// floodAppend returns the n-th append of a writer.
func floodAppend(writer, n int) []eventstore.Append {
	own := eventstore.Append{Stream: floodStream(writer), Expected: eventstore.NoStream}
	if n > 0 {
		own.Expected = eventstore.At(uint64(n*floodEvents - 1))
	}
	for k := range floodEvents {
		own.Events = append(own.Events, storetest.NewEvent(fmt.Sprintf("%d %d %d", writer, n, k)))
	}
	common := eventstore.Append{Stream: commonStream, Expected: eventstore.Any}
	common.Events = append(common.Events, storetest.NewEvent(fmt.Sprintf("%d %d common", writer, n)))
	return []eventstore.Append{own, common}
}

// floodRole appends with several writers until it is killed. Each writer continues its own stream. floodRole prints
// "writer n" when the n-th append of a writer is acknowledged.
func floodRole(s *Store) error {
	failures := make(chan error)
	var printing sync.Mutex
	for w := range floodWriters {
		go func() {
			heads, err := s.Streams(context.Background(), floodStream(w))
			n := 0
			if len(heads) > 0 {
				n = int(heads[0].Revision+1) / floodEvents
			}
			for ; err == nil; n++ {
				if _, err = s.Append(context.Background(), floodAppend(w, n)...); err == nil {
					printing.Lock()
					_, err = fmt.Printf("%d %d\n", w, n)
					printing.Unlock()
				}
			}
			failures <- err
		}()
	}
	return <-failures
}

// partnerRole runs the commands of its parent, one per line: "append NAME", "head", "many COUNT PREFIX" (with
// optimistic retry) and "load COUNT STREAM" (without retry). The last command prints the longest wait in microseconds.
func partnerRole(s *Store) error {
	ctx := context.Background()
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		verb, rest, _ := strings.Cut(input.Text(), " ")
		var err error
		switch verb {
		case "append":
			var r eventstore.Result
			r, err = storetest.AppendRetrying(ctx, s, commonStream, rest)
			fmt.Println(r.LastRevision)
		case "head":
			var h eventstore.Head
			h, err = s.Head(ctx, commonStream)
			fmt.Println(h.Revision)
		case "many":
			count, prefix := 0, ""
			if _, err = fmt.Sscan(rest, &count, &prefix); err == nil {
				err = appendMany(ctx, s, count, prefix)
			}
			fmt.Println("done")
		case "load":
			count, stream := 0, ""
			var worst time.Duration
			if _, err = fmt.Sscan(rest, &count, &stream); err == nil {
				worst, err = load(ctx, s, count, stream)
			}
			fmt.Println(worst.Microseconds())
		}
		if err != nil {
			return err
		}
	}
	return s.Close()
}

func appendMany(ctx context.Context, s *Store, count int, prefix string) error {
	for i := range count {
		if _, err := storetest.AppendRetrying(ctx, s, commonStream, fmt.Sprintf("%s%d", prefix, i)); err != nil {
			return err
		}
	}
	return nil
}

// load appends single events to its own stream and returns the longest time of an append.
func load(ctx context.Context, s *Store, count int, stream string) (worst time.Duration, err error) {
	for i := range count {
		begin := time.Now()
		if _, err := s.Append(ctx, wallAppend(stream, fmt.Sprintf("%s %d", stream, i))); err != nil {
			return worst, err
		}
		worst = max(worst, time.Since(begin))
	}
	return worst, nil
}
