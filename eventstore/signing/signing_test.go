package signing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestASignedStoreIsAStore checks that a signed store fulfils the contract of a store.
func TestASignedStoreIsAStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) eventstore.Store {
		return Wrap(memory.New(), In(t.TempDir()), Options{After: time.Hour, Every: 1 << 30})
	})
}

// lasting is a store that ignores Close.
type lasting struct{ eventstore.Store }

func (lasting) Close() error { return nil }

// written appends some events to a store under a key, as a separate process would.
func written(t *testing.T, inner eventstore.Store, in *Installation, place string, names ...string) {
	t.Helper()
	s := Wrap(lasting{inner}, in, Options{Place: place, After: time.Hour})
	for i, name := range names {
		if _, err := s.Append(t.Context(), storetest.Part(fmt.Sprintf("stream-%d", i%3), eventstore.Any, name),
			storetest.Part("audit", eventstore.Any, name+"-audit")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func names(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(prefix, i)
	}
	return out
}

func verified(t *testing.T, s eventstore.Store, in *Installation, place string) *Report {
	t.Helper()
	r, err := Verify(t.Context(), s, in, place)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// events returns all events of a store.
func events(t *testing.T, s eventstore.Store) []eventstore.Recorded {
	t.Helper()
	all, err := storetest.Drain(s.ReadAll(t.Context(), 0))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// rebuilt returns a store with the given events in a new hash chain, as anyone could make it who can write the file.
func rebuilt(t *testing.T, left []eventstore.Recorded) eventstore.Store {
	t.Helper()
	return rebuiltIn(t, memory.New(), left)
}

// engines are the engines to test.
var engines = map[string]func(t *testing.T) eventstore.Store{
	"memory": func(*testing.T) eventstore.Store { return memory.New() },
	"sqlite": func(t *testing.T) eventstore.Store {
		s, err := sqlite.Open(t.TempDir(), sqlite.Options{})
		return closedAtEnd(t, s, err)
	},
	"server": func(t *testing.T) eventstore.Store {
		d, err := double.Start(double.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Stop)
		s, err := kurrentdb.Open(d.URL(), kurrentdb.Options{MirrorDir: t.TempDir()})
		return closedAtEnd(t, s, err)
	},
}

func closedAtEnd(t *testing.T, s eventstore.Store, err error) eventstore.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// rebuiltIn implements rebuilt for a store of any engine.
func rebuiltIn(t *testing.T, s eventstore.Store, left []eventstore.Recorded) eventstore.Store {
	t.Helper()
	for _, r := range left {
		if _, err := s.Append(context.Background(), eventstore.Append{Stream: r.Stream, Expected: eventstore.Any,
			Events: []eventstore.Event{r.Event}}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestTheKeyIsMadeByTheFirstAppend checks that the first append creates the key, readable only by its owner. Before
// that no file may exist.
func TestTheKeyIsMadeByTheFirstAppend(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	s := Wrap(memory.New(), In(dir), Options{After: time.Hour})
	if _, err := s.Position(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a process that only reads has made %s", dir)
	}
	written(t, memory.New(), In(dir), "here", "a")
	info, err := os.Stat(filepath.Join(dir, keyFile))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Fatalf("the key: %v, %v", info, err)
	}
	if In(dir).Public() == nil {
		t.Error("the key is not read again")
	}
}

// TestOneKeyForAll checks that all processes get the same key if they create it at the same time.
func TestOneKeyForAll(t *testing.T) {
	dir := t.TempDir()
	keys := make(chan string)
	for range 16 {
		go func() {
			key, err := In(dir).Key()
			keys <- fmt.Sprint(KeyID(publicOf(key)), err)
		}()
	}
	first := <-keys
	for range 15 {
		if k := <-keys; k != first || !strings.HasSuffix(k, "<nil>") {
			t.Errorf("one has %s, another %s", k, first)
		}
	}
}

// TestWhatIsWrittenIsSigned checks that the events of one or several processes are signed, and that the signatures are
// valid.
func TestWhatIsWrittenIsSigned(t *testing.T) {
	inner, in := memory.New(), In(t.TempDir())
	written(t, inner, in, "here", names("a", 10)...)
	written(t, inner, in, "here", names("b", 10)...)
	r := verified(t, inner, in, "here")
	if len(r.Faults) > 0 || r.Unsigned != 0 || r.Heads[KeyID(in.Public())] != 2 {
		t.Errorf("%+v", r)
	}
	one, other := Wrap(lasting{inner}, in, Options{Place: "here", Every: 2}),
		Wrap(lasting{inner}, in, Options{Place: "here", Every: 2})
	for i := range 40 {
		for _, s := range []*Store{one, other} {
			if _, err := s.Append(t.Context(), storetest.Part("stream-0", eventstore.Any,
				fmt.Sprintf("c%d%p", i, s))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(one.Close(), other.Close()); err != nil {
		t.Fatal(err)
	}
	if r := verified(t, inner, in, "here"); len(r.Faults) > 0 || r.Unsigned != 0 {
		t.Errorf("%+v", r)
	}
}

// TestAnOldStoreIsSignedFromNowOn checks that a long history without signed heads is signed in its present state.
func TestAnOldStoreIsSignedFromNowOn(t *testing.T) {
	inner, in := memory.New(), In(t.TempDir())
	for i := range 2 * streamsPerHead {
		if _, err := inner.Append(t.Context(), storetest.Part(fmt.Sprint("old-", i), eventstore.NoStream,
			fmt.Sprint("o", i))); err != nil {
			t.Fatal(err)
		}
	}
	if r := verified(t, inner, in, "here"); len(r.Faults) > 0 || len(r.Heads) > 0 {
		t.Errorf("an old store: %+v", r)
	}
	written(t, inner, in, "here", "a")
	r := verified(t, inner, in, "here")
	if len(r.Faults) > 0 || r.Unsigned != 0 || r.Heads[KeyID(in.Public())] != 3 {
		t.Errorf("%+v", r)
	}
	left := slices.DeleteFunc(events(t, inner), func(e eventstore.Recorded) bool { return e.Stream == "old-7" })
	if r := verified(t, rebuilt(t, left), in, "here"); len(r.Faults) == 0 {
		t.Error("an old stream was deleted, and nothing is said")
	}
}

// TestTampering tries what a person can do who can write the store but lacks the key. All of it must be detected, at
// the place of the store and in a copy, with every engine.
func TestTampering(t *testing.T) {
	for name, open := range engines {
		t.Run(name, func(t *testing.T) { tamperings(t, open) })
	}
}

func tamperings(t *testing.T, open func(*testing.T) eventstore.Store) {
	inner, in := open(t), In(t.TempDir())
	written(t, inner, in, "here", names("a", 20)...)
	written(t, inner, in, "here", names("b", 20)...)
	all := events(t, inner)
	heads := StreamOf(in.Public())
	isHead := func(r eventstore.Recorded) bool { return r.Stream == heads }
	at := func(stream string, revision uint64) int {
		return slices.IndexFunc(all, func(r eventstore.Recorded) bool {
			return r.Stream == stream && r.Revision == revision
		})
	}
	changed := func(i int, data string) []eventstore.Recorded {
		out := slices.Clone(all)
		out[i].Data = []byte(data)
		return out
	}
	for name, left := range map[string][]eventstore.Recorded{
		"changed":           changed(at("stream-1", 5), `{"name":"x"}`),
		"the last":          changed(at("stream-0", 13), `{"name":"x"}`),
		"audit":             changed(at("audit", 39), `{"name":"x"}`),
		"the first":         changed(0, `{"name":"x"}`),
		"the first, no key": slices.DeleteFunc(changed(0, `{"name":"x"}`), isHead),
		"removed":           slices.Delete(slices.Clone(all), at("stream-2", 3), at("stream-2", 3)+1),
		"inserted": slices.Insert(slices.Clone(all), at("stream-2", 3), eventstore.Recorded{Stream: "stream-2",
			Event: storetest.Part("x", eventstore.Any, "new").Events[0]}),
		"cut by one":     all[:len(all)-1],
		"cut by three":   all[:len(all)-3],
		"cut to between": all[:len(all)-10],
		"no heads":       slices.DeleteFunc(slices.Clone(all), isHead),
		"a stream cut": slices.DeleteFunc(slices.Clone(all), func(r eventstore.Recorded) bool {
			return r.Stream == "stream-1" && r.Revision > 10
		}),
		"a stream cut, and the heads after it": slices.DeleteFunc(slices.Clone(all),
			func(r eventstore.Recorded) bool {
				return r.Stream == "stream-1" && r.Revision > 10 || isHead(r) && r.Revision > 0
			}),
		"a stream deleted": slices.DeleteFunc(slices.Clone(all), func(r eventstore.Recorded) bool {
			return r.Stream == "stream-1"
		}),
	} {
		for _, place := range []string{"here", "copy"} {
			t.Run(name+" "+place, func(t *testing.T) {
				if r := verified(t, rebuiltIn(t, open(t), left), in, place); len(r.Faults) == 0 {
					t.Errorf("nothing is said: %+v", r)
				}
			})
		}
	}
	for _, place := range []string{"here", "copy"} {
		if r := verified(t, rebuiltIn(t, open(t), all), in, place); len(r.Faults) > 0 {
			t.Errorf("nothing was done to it at %s, and it says %+v", place, r.Faults)
		}
	}
}

// TestAnotherKeyDoesNotStandIn checks that heads signed with another key do not replace the heads of the installation.
func TestAnotherKeyDoesNotStandIn(t *testing.T) {
	inner, in := memory.New(), In(t.TempDir())
	written(t, inner, in, "here", names("a", 10)...)
	all := events(t, inner)
	all = slices.DeleteFunc(all, func(r eventstore.Recorded) bool { return r.Stream == StreamOf(in.Public()) })
	all[3].Data = []byte(`{"name":"x"}`)
	forged, other := rebuilt(t, all), In(t.TempDir())
	written(t, forged, other, "here", "b")
	if r := verified(t, forged, in, "here"); len(r.Faults) == 0 || len(r.Strangers) != 1 {
		t.Errorf("%+v", r)
	}
	// The same data at another place, seen by another installation without records to compare.
	third := In(t.TempDir())
	r := verified(t, forged, third, "there")
	if len(r.Faults) > 0 || len(r.Strangers) != 1 {
		t.Errorf("a third one: %+v", r)
	}
	if err := third.Trust(fmt.Sprintf("%x", []byte(other.Public()))); err != nil {
		t.Fatal(err)
	}
	if r := verified(t, forged, third, "there"); len(r.Faults) > 0 || len(r.Strangers) != 0 || r.Unsigned != 0 {
		t.Errorf("which trusts the key: %+v", r)
	}
	if third.Trust("12") == nil {
		t.Error("12 is trusted as a key")
	}
}

// TestCopiesAreNoTampering checks that a copy is valid if it has the state at the end of a process's work or of a
// backup. Work may continue on such a copy.
func TestCopiesAreNoTampering(t *testing.T) {
	inner, in := memory.New(), In(t.TempDir())
	written(t, inner, in, "here", names("a", 10)...)
	closed := events(t, inner)
	open := Wrap(lasting{inner}, in, Options{Place: "here", After: time.Hour})
	for _, n := range names("b", 10) {
		if _, err := open.Append(t.Context(), storetest.Part("stream-1", eventstore.Any, n)); err != nil {
			t.Fatal(err)
		}
	}
	backup := events(t, inner)
	if err := in.NoteCopy(t.Context(), rebuilt(t, backup), "here", now()); err != nil {
		t.Fatal(err)
	}
	if err := open.Close(); err != nil {
		t.Fatal(err)
	}
	for name, left := range map[string][]eventstore.Recorded{"closed": closed, "backup": backup} {
		s := rebuilt(t, left)
		if r := verified(t, s, in, name); len(r.Faults) > 0 {
			t.Errorf("%s: %+v", name, r.Faults)
		}
		written(t, s, in, name, names(name, 7)...)
		if r := verified(t, s, in, name); len(r.Faults) > 0 || r.Unsigned != 0 {
			t.Errorf("%s, which went on: %+v", name, r)
		}
	}
	// An older store in place of the newer one is reported until someone accepts it.
	s := rebuilt(t, closed)
	if r := verified(t, s, in, "here"); len(r.Faults) != 1 || r.Faults[0].Kind != KindCut {
		t.Errorf("set back: %+v", r.Faults)
	}
	written(t, s, in, "here", names("c", 30)...)
	if r := verified(t, s, in, "here"); len(r.Faults) == 0 {
		t.Error("a store that was set back is whole because somebody wrote to it")
	}
	if err := in.Accept(t.Context(), s, "here", now()); err != nil {
		t.Fatal(err)
	}
	if r := verified(t, s, in, "here"); len(r.Faults) > 0 {
		t.Errorf("accepted: %+v", r.Faults)
	}
	// A new store in place of a removed one is no fault.
	fresh := memory.New()
	written(t, fresh, in, "here", names("d", 3)...)
	if r := verified(t, fresh, in, "here"); len(r.Faults) > 0 {
		t.Errorf("a new store: %+v", r.Faults)
	}
}

// TestNothingIsMissedBeforeTheFirstHead opens a store of another installation at two places. If the store is accepted
// at the first place, no head may be reported as missing at the second.
func TestNothingIsMissedBeforeTheFirstHead(t *testing.T) {
	store, in := memory.New(), In(t.TempDir())
	written(t, store, In(t.TempDir()), "elsewhere", names("a", 3)...)
	if _, err := in.Key(); err != nil {
		t.Fatal(err)
	}
	if err := in.Accept(t.Context(), store, "first", now()); err != nil {
		t.Fatal(err)
	}
	if faults := verified(t, store, in, "second").Faults; len(faults) > 0 {
		t.Errorf("missed at the second place: %+v", faults)
	}
}

// TestRandomTampering makes random changes to a signed store and rebuilds the chain. All must be detected.
func TestRandomTampering(t *testing.T) {
	inner, in := memory.New(), In(t.TempDir())
	for i := range 4 {
		written(t, inner, in, "here", names(fmt.Sprint("r", i, "-"), 15)...)
	}
	all, seed := events(t, inner), uint64(20)
	rounds := 300
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		rounds = 20_000
		seed = uint64(time.Now().UnixNano())
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	for round := range rounds {
		left, what := slices.Clone(all), ""
		for range 1 + rnd.IntN(3) {
			i := rnd.IntN(len(left))
			switch rnd.IntN(6) {
			case 0:
				what += fmt.Sprint(" change ", i)
				left[i].Data = []byte(fmt.Sprintf(`{"name":"x%d"}`, rnd.Int()))
			case 1:
				what += fmt.Sprint(" author ", i)
				left[i].Meta = []byte(fmt.Sprintf(`{"user":"x%d"}`, rnd.Int()))
			case 2:
				what += fmt.Sprint(" remove ", i)
				left = slices.Delete(left, i, i+1)
			case 3:
				what += fmt.Sprint(" insert ", i)
				left = slices.Insert(left, i, eventstore.Recorded{Stream: left[i].Stream,
					Event: storetest.Part("x", eventstore.Any, fmt.Sprint("new", rnd.Int())).Events[0]})
			case 4:
				i = max(i, len(left)/2)
				what += fmt.Sprint(" cut to ", i)
				left = left[:i]
			case 5:
				stream, from := left[i].Stream, rnd.IntN(20)
				what += fmt.Sprint(" cut ", stream, " at ", from)
				n := -1
				left = slices.DeleteFunc(left, func(r eventstore.Recorded) bool {
					if r.Stream == stream {
						n++
					}
					return r.Stream == stream && n >= from
				})
			}
			if len(left) == 0 {
				break
			}
		}
		if len(left) == 0 || same(left, all) {
			continue
		}
		if r := verified(t, rebuilt(t, left), in, "here"); len(r.Faults) == 0 {
			t.Fatalf("seed %d, round %d:%s: nothing is said", seed, round, what)
		}
	}
}

func same(a, b []eventstore.Recorded) bool {
	one, _ := json.Marshal(a)
	two, _ := json.Marshal(b)
	return string(one) == string(two)
}

// TestCodes checks that a code is valid only for its text, purpose and installation.
func TestCodes(t *testing.T) {
	dir := t.TempDir()
	in := In(dir)
	seal := in.Seal("state", []byte("a"), []byte("b"))
	for name, ok := range map[string]bool{
		"the same":         In(dir).Holds(seal, "state", []byte("a"), []byte("b")),
		"another text":     !in.Holds(seal, "state", []byte("a"), []byte("c")),
		"another division": !in.Holds(seal, "state", []byte("ab")),
		"another purpose":  !in.Holds(seal, "reply", []byte("a"), []byte("b")),
		"another key":      !In(t.TempDir()).Holds(seal, "state", []byte("a"), []byte("b")),
		"none":             !in.Holds("", "state", []byte("a"), []byte("b")),
	} {
		if !ok {
			t.Errorf("%s: no", name)
		}
	}
	other := In(t.TempDir())
	other.Seal("state")
	if in.Whose(seal) == other.Whose(seal) || !strings.Contains(other.Whose(seal), KeyID(in.Public())) {
		t.Errorf("%s; %s", in.Whose(seal), other.Whose(seal))
	}
}

// TestWithoutAPlaceForAKey checks that appends succeed without signatures if the key cannot be stored.
func TestWithoutAPlaceForAKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	in, inner := In(filepath.Join(file, "keys")), memory.New()
	written(t, inner, in, "here", "a")
	if all := events(t, inner); len(all) != 2 {
		t.Errorf("%d events", len(all))
	}
	if seal := in.Seal("x"); !in.Holds(seal, "x") {
		t.Error("a code does not hold in its own process")
	}
}
