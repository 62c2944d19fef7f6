package wire

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"
)

func TestLines(t *testing.T) {
	const limit = 10
	tests := []struct {
		in   string
		want []string // "!" means a line that is too long
	}{
		{"", nil},
		{"a\nbc\r\n\nd", []string{"a", "bc", "", "d"}},
		{strings.Repeat("x", limit) + "\nb\n", []string{strings.Repeat("x", limit), "b"}},
		{strings.Repeat("x", limit+1) + "\nb\n", []string{"!", "b"}},
		{strings.Repeat("x", 300_000) + "\nb", []string{"!", "b"}},
		{strings.Repeat("x", 300_000), []string{"!"}},
	}
	for _, tt := range tests {
		for name, in := range map[string]io.Reader{
			"at once": strings.NewReader(tt.in), "byte by byte": iotest.OneByteReader(strings.NewReader(tt.in)),
		} {
			got := readLines(t, newLineReader(in, limit))
			if strings.Join(got, "|") != strings.Join(tt.want, "|") || len(got) != len(tt.want) {
				t.Errorf("%.20q %s: %q", tt.in, name, got)
			}
		}
	}
}

func readLines(t interface{ Fatalf(string, ...any) }, r *lineReader) (got []string) {
	for {
		line, err := r.next()
		switch {
		case errors.Is(err, io.EOF):
			return got
		case errors.Is(err, errLineTooLong):
			got = append(got, "!")
		case err != nil:
			t.Fatalf("%v", err)
		default:
			got = append(got, string(line))
		}
	}
}

// TestLinesComeBack writes random short lines and expects to read the same lines.
func TestLinesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.StringMatching(`[a-z]{0,20}`)).Draw(t, "lines")
		const limit = 10
		var in bytes.Buffer
		var want []string
		for _, l := range lines {
			in.WriteString(l + "\n")
			if len(l) > limit {
				l = "!"
			}
			want = append(want, l)
		}
		if got := readLines(t, newLineReader(&in, limit)); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

func TestReadingEndsWithTheReadersError(t *testing.T) {
	broken := errors.New("broken")
	if _, err := newLineReader(iotest.ErrReader(broken), 10).next(); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestSeal(t *testing.T) {
	s := &sealer{key: []byte("key")}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	mine, other := []byte("call"), []byte("another call")
	tests := []struct {
		name    string
		binding []byte
		after   time.Duration
		by      *sealer
		want    bool
	}{
		{"at once", mine, 0, s, true},
		{"in time", mine, questionLifetime, s, true},
		{"too late", mine, questionLifetime + time.Second, s, false},
		{"another call", other, 0, s, false},
		{"another server", mine, 0, &sealer{key: []byte("other key")}, false},
	}
	for _, tt := range tests {
		state := s.issue(mine, now)
		if got := tt.by.redeem(state, tt.binding, now.Add(tt.after)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
		if tt.by.redeem(state, tt.binding, now.Add(tt.after)) {
			t.Errorf("%s: twice", tt.name)
		}
	}
	if n := len(s.used); n > 2 {
		t.Errorf("%d used states are kept", n)
	}
}

func TestInFlightIsBounded(t *testing.T) {
	var f inflight
	var kept []*pending
	for i := range MaxInFlight + 1 {
		p := &pending{id: strings.Repeat("i", i+1), cancel: func() {}}
		switch got := f.add(p); {
		case i < MaxInFlight && got != accepted, i == MaxInFlight && got != tooMany:
			t.Fatalf("request %d: %v", i, got)
		}
		kept = append(kept, p)
	}
	f.free(kept[0])
	if got := f.add(kept[1]); got != duplicateID {
		t.Errorf("a running id: %v", got)
	}
	f.done(kept[0])
	if got := f.add(kept[0]); got != accepted {
		t.Errorf("a free id: %v", got)
	}
}
