package sqlite

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// wallEvent returns an event of the size of a new wall: about 290 bytes of data and 85 of metadata.
func wallEvent(name string) eventstore.Event {
	e := storetest.NewEvent(name)
	e.Type = "element.created"
	e.Data = fmt.Appendf(nil, `{"element":%q,"category":"wall","level":"storey-01","start":{"x":12500.125,"y":-8300},`+
		`"end":{"x":17500.125,"y":-8300},"height":2750,"thickness":175,"profile":"rectangular","material":"concrete-c30/37",`+
		`"load_bearing":true,"fire_rating":"REI 90","name":"Wall %s"}`, e.ID, name)
	e.Meta = fmt.Appendf(nil, `{"actor":"architect","tool":"create_wall","command":%q}`, e.ID)
	return e
}

func wallAppend(stream, name string) eventstore.Append {
	return eventstore.Append{Stream: stream, Expected: eventstore.Any, Events: []eventstore.Event{wallEvent(name)}}
}

func benchStore(b *testing.B) *Store {
	b.Helper()
	s := openPath(b, b.TempDir())
	b.Cleanup(func() { s.Close() })
	if _, err := s.Append(b.Context(), wallAppend("first", "first")); err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkRawWrite is the lower bound: it appends the bytes of one event to a file and flushes it.
func BenchmarkRawWrite(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	e := wallEvent("raw")
	record := append(append([]byte(nil), e.Data...), e.Meta...)
	for b.Loop() {
		if _, err := f.Write(record); err != nil {
			b.Fatal(err)
		}
		if err := flushData(f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendOne(b *testing.B) {
	s := benchStore(b)
	n := 0
	for b.Loop() {
		if _, err := s.Append(b.Context(), wallAppend("walls", fmt.Sprint(n))); err != nil {
			b.Fatal(err)
		}
		n++
	}
}

// BenchmarkAppendEight runs eight callers that append one event each, and reports the time of one append. It also
// reports the number of appends in a commit, which does not depend on other load on the disk.
func BenchmarkAppendEight(b *testing.B) {
	const callers = 8
	s := openPath(b, b.TempDir())
	defer s.Close()
	commits, wake := 0, s.writer.written
	s.writer.written = func(position uint64) { commits++; wake(position) }
	b.SetParallelism((callers + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0))
	var mu sync.Mutex
	caller := 0
	b.RunParallel(func(pb *testing.PB) {
		mu.Lock()
		caller++
		stream := fmt.Sprint("walls ", caller)
		mu.Unlock()
		for n := 0; pb.Next(); n++ {
			if _, err := s.Append(context.Background(), wallAppend(stream, fmt.Sprint(n))); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/float64(commits), "appends/commit")
}

// BenchmarkAppendHundred appends a hundred events at once and reports the time for all of them.
func BenchmarkAppendHundred(b *testing.B) {
	s := benchStore(b)
	events := make([]eventstore.Event, 100)
	for i := range events {
		events[i] = wallEvent(fmt.Sprint(i))
	}
	for b.Loop() {
		if _, err := s.Append(b.Context(), eventstore.Append{
			Stream: "walls", Expected: eventstore.Any, Events: events,
		}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHead(b *testing.B) {
	s := benchStore(b)
	for b.Loop() {
		if _, err := s.Head(b.Context(), "first"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadTail reads the last three events of a stream, like a process that follows others.
func BenchmarkReadTail(b *testing.B) {
	s := benchStore(b)
	for i := range 100 {
		if _, err := s.Append(b.Context(), wallAppend("walls", fmt.Sprint(i))); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		for _, err := range s.Read(b.Context(), "walls", 97) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkPosition(b *testing.B) {
	s := benchStore(b)
	for b.Loop() {
		if _, err := s.Position(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFourProcesses runs four processes that append single events as fast as they can. It reports the time of one
// append, and the longest wait, which shows how fair the process lock is.
func BenchmarkFourProcesses(b *testing.B) {
	const processes = 4
	dir := b.TempDir()
	each := max(1, b.N/processes)
	var running []*process
	for range processes {
		running = append(running, startProcess(b, "partner", dir))
	}
	var group sync.WaitGroup
	waits := make([]uint64, processes)
	b.ResetTimer()
	for i, p := range running {
		group.Go(func() { waits[i] = revisionFrom(b, p.ask(b, fmt.Sprintf("load %d stream%d", each, i))) })
	}
	group.Wait()
	b.StopTimer()
	for _, p := range running {
		p.quit(b)
	}
	b.ReportMetric(float64(slices.Max(waits))/1000, "worst-ms")
}

const readEvents = 100_000

func fillForReading(b *testing.B) *Store {
	b.Helper()
	s := benchStore(b)
	const group = 5000
	for n := 0; n < readEvents; n += group {
		var events []eventstore.Event
		for i := range group {
			events = append(events, wallEvent(fmt.Sprint(n+i)))
		}
		if _, err := s.Append(b.Context(), eventstore.Append{Stream: "walls", Expected: eventstore.Any,
			Events: events}); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

func BenchmarkReadStream(b *testing.B) {
	s := fillForReading(b)
	for b.Loop() {
		n := 0
		for _, err := range s.Read(b.Context(), "walls", 0) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != readEvents {
			b.Fatalf("%d events", n)
		}
	}
	b.ReportMetric(float64(readEvents*b.N)/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkCheck(b *testing.B) {
	s := fillForReading(b)
	for b.Loop() {
		if err := s.Check(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
