package sqlite

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// attempt is one call of a process on a stream with its result and the times at which it began and ended. All processes
// read the same clock of one machine.
type attempt struct {
	Begin, End int64
	Stream     string
	Append     bool  // otherwise it reads the head
	Expected   int64 // of an append: a revision, or eventstore.Any
	Refused    bool
	Revision   int64 // of the append, of the head, or of the head that a refusal names; -1 for an empty stream
}

// racerRole reads lines of the form "NAME COUNT SEED". For each line it makes that number of attempts, and prints them
// as one line of JSON.
func racerRole(s *Store) error {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		var name string
		var count int
		var seed uint64
		if _, err := fmt.Sscan(input.Text(), &name, &count, &seed); err != nil {
			return err
		}
		attempts, err := race(s, name, count, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			return err
		}
		line, err := json.Marshal(attempts)
		if err != nil {
			return err
		}
		fmt.Println(string(line))
	}
	return s.Close()
}

// race makes attempts of three kinds at random: an append that expects the head that it knows, an append without
// expectation, and a read of the head.
func race(s *Store, name string, count int, random *rand.Rand) ([]attempt, error) {
	known := eventstore.NoStream
	var out []attempt
	for i := range count {
		a := attempt{Stream: commonStream, Append: random.IntN(3) > 0, Expected: int64(eventstore.Any),
			Begin: time.Now().UnixNano()}
		var err error
		if a.Append {
			if random.IntN(3) > 0 {
				a.Expected = int64(known)
			}
			err = a.append(s, fmt.Sprintf("%s-%d", name, i))
		} else {
			err = a.head(s)
		}
		a.End = time.Now().UnixNano()
		if err != nil {
			return nil, err
		}
		if known = eventstore.NoStream; a.Revision >= 0 {
			known = eventstore.At(uint64(a.Revision))
		}
		out = append(out, a)
	}
	return out, nil
}

func (a *attempt) append(s *Store, name string) error {
	results, err := s.Append(context.Background(), eventstore.Append{
		Stream: a.Stream, Expected: eventstore.Expected(a.Expected),
		Events: []eventstore.Event{storetest.NewEvent(name)},
	})
	if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](err); ok {
		a.Refused, a.Revision = true, max(-1, int64(wrong.Actual))
		return nil
	}
	if err == nil {
		a.Revision = int64(results[0].LastRevision)
	}
	return err
}

func (a *attempt) head(s *Store) error {
	head, err := s.Head(context.Background(), a.Stream)
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		a.Revision = -1
		return nil
	}
	a.Revision = int64(head.Revision)
	return err
}

// listed reads the head of a stream like the method head, but from the list of all streams with the same first letter.
func (a *attempt) listed(s *Store) error {
	heads, err := s.Streams(context.Background(), a.Stream[:1])
	a.Revision = -1
	for _, h := range heads {
		if h.Stream == a.Stream {
			a.Revision = int64(h.Revision)
		}
	}
	return err
}

// streamModel models a stream as its callers see it: a number that grows by one with each append. Overlapping calls may
// run in any order.
var streamModel = porcupine.Model{
	Init: func() any { return int64(-1) },
	Step: func(state, input, output any) (bool, any) {
		head, in, out := state.(int64), input.(attempt), output.(attempt)
		switch {
		case !in.Append && out.Revision == unknown:
			return true, head
		case !in.Append:
			return out.Revision == head, head
		case in.Expected == int64(eventstore.Any) || in.Expected == head ||
			(in.Expected == int64(eventstore.NoStream) && head == -1):
			return !out.Refused && (out.Revision == head+1 || out.Revision == unknown), head + 1
		}
		return out.Revision == unknown || out.Refused && out.Revision == head, head
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v", output) },
}

// TestFourProcessesAreLinearizable lets four processes call one stream. There must be an order of the calls that agrees
// with the clock and in which every answer is right.
func TestFourProcessesAreLinearizable(t *testing.T) {
	const processes = 4
	count := soak(150, 1500)
	for round := range soak(2, 10) {
		dir := t.TempDir()
		history := make([][]attempt, processes)
		var busy sync.WaitGroup
		for p := range processes {
			racer := startProcess(t, "racer", dir)
			busy.Go(func() {
				answer := racer.ask(t, fmt.Sprintf("racer%d %d %d", p, count, round*processes+p))
				if err := json.Unmarshal([]byte(answer), &history[p]); err != nil {
					t.Error(err)
				}
				racer.quit(t)
			})
		}
		busy.Wait()
		if n := judge(t, history, porcupine.Ok); n < processes*count/2 {
			t.Errorf("only %d appends and refusals", n)
		}
	}
}

// judge runs the checker, and returns how many attempts were appends.
func judge(t *testing.T, history [][]attempt, want porcupine.CheckResult) (appends int) {
	t.Helper()
	operations := map[string][]porcupine.Operation{} // by stream
	for client, attempts := range history {
		for _, a := range attempts {
			operations[a.Stream] = append(operations[a.Stream],
				porcupine.Operation{ClientId: client, Input: a, Call: a.Begin, Output: a, Return: a.End})
			if a.Append {
				appends++
			}
		}
	}
	for stream, of := range operations {
		if got := porcupine.CheckOperationsTimeout(streamModel, of, 20*time.Second); got != want {
			t.Errorf("the checker says %s of %q, want %s", got, stream, want)
		}
	}
	return appends
}

// TestTheCheckerFindsWhatMustNotBe checks that the checker detects errors: an acknowledged append that a later read
// does not see, a revision given twice, a refusal without reason.
func TestTheCheckerFindsWhatMustNotBe(t *testing.T) {
	appended := func(begin, end, revision int64) attempt {
		return attempt{Begin: begin, End: end, Append: true, Expected: int64(eventstore.Any), Revision: revision}
	}
	for name, history := range map[string][]attempt{
		"a lost append":    {appended(1, 2, 0), {Begin: 3, End: 4, Revision: -1}},
		"a revision twice": {appended(1, 2, 0), appended(3, 4, 0)},
		"a groundless no": {appended(1, 2, 0), {Begin: 3, End: 4, Append: true, Expected: 0,
			Refused: true, Revision: 0}},
		"an old head":        {appended(1, 2, 0), appended(3, 4, 1), {Begin: 5, End: 6, Revision: 0}},
		"a gap in revisions": {appended(1, 2, 0), appended(3, 4, 2)},
	} {
		t.Run(name, func(t *testing.T) { judge(t, [][]attempt{history}, porcupine.Illegal) })
	}
	judge(t, [][]attempt{{appended(1, 5, 1)}, {appended(2, 6, 0)}}, porcupine.Ok)
}
