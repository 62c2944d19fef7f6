package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// Transcript lists the recorded calls of one run of a server: of one session over stdio, or of all sessions over HTTP.
type Transcript struct {
	Session string           `json:"session"` // the id of the server's run
	Calls   []TranscriptCall `json:"calls"`   // in the order in which they entered
}

// TranscriptCall is one call. The outcome is "unfinished" if the server was killed before the call ended.
type TranscriptCall struct {
	Seq       uint64    `json:"seq"`
	At        time.Time `json:"at"`
	Caller    string    `json:"caller"`
	Tool      string    `json:"tool"`
	Reasoning string    `json:"reasoning,omitempty"`
	Outcome   string    `json:"outcome"`
	Error     string    `json:"error,omitempty"` // the name of the error's code
	DryRun    bool      `json:"dry_run,omitempty"`
	Affected  int       `json:"affected,omitempty"` // elements
	Bytes     int       `json:"bytes"`              // of the reply; 0 if not recorded
	US        int64     `json:"duration_us"`
}

// outcomeUnfinished replaces the missing outcome of a call.
const outcomeUnfinished = "unfinished"

// Sessions returns the ids of the servers with recorded calls, the most recent last.
func Sessions(ctx context.Context, store eventstore.Store) ([]string, error) {
	heads, err := store.Streams(ctx, AuditStreamPrefix)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(heads, func(a, b eventstore.Head) int { return cmp.Compare(a.Position, b.Position) })
	out := make([]string, len(heads))
	for i, h := range heads {
		out[i] = h.Stream[len(AuditStreamPrefix):]
	}
	return out, nil
}

// ReadTranscript returns the calls of a session. It returns an error if a record does not decode.
func ReadTranscript(ctx context.Context, store eventstore.Store, session string) (Transcript, error) {
	t := Transcript{Session: session, Calls: []TranscriptCall{}}
	places := map[uint64]int{}
	for r, err := range store.Read(ctx, AuditStreamPrefix+session, 0) {
		if err != nil {
			return t, err
		}
		switch r.Type {
		case eventCallEntered:
			var e callEntered
			if err := json.Unmarshal(r.Data, &e); err != nil {
				return t, fmt.Errorf("record %s: %w", r.ID, err)
			}
			c := TranscriptCall{Seq: e.Seq, At: e.At, Caller: e.Caller.ID, Tool: e.Tool, Outcome: outcomeUnfinished}
			if e.Reasoning != nil {
				c.Reasoning = *e.Reasoning
			}
			places[e.Seq] = len(t.Calls)
			t.Calls = append(t.Calls, c)
		case eventCallLeft:
			var l callLeft
			if err := json.Unmarshal(r.Data, &l); err != nil {
				return t, fmt.Errorf("record %s: %w", r.ID, err)
			}
			t.left(places, l)
		}
	}
	slices.SortStableFunc(t.Calls, func(a, b TranscriptCall) int { return cmp.Compare(a.Seq, b.Seq) })
	return t, nil
}

// left adds the end of a call. The end of a mutation is recorded in the append of its events, which may precede the
// record of its entry.
func (t *Transcript) left(places map[uint64]int, l callLeft) {
	i, entered := places[l.Seq]
	if !entered {
		i = len(t.Calls)
		places[l.Seq] = i
		t.Calls = append(t.Calls, TranscriptCall{Seq: l.Seq, At: l.At, Tool: l.Tool})
	}
	c := &t.Calls[i]
	c.Outcome, c.Error, c.DryRun, c.Affected, c.Bytes, c.US = l.Outcome, l.Error, l.DryRun,
		l.Affected, l.ResultBytes, l.DurationUS
}

// TranscriptLine is the sum of calls of one kind.
type TranscriptLine struct {
	Name     string `json:"name"`
	Calls    int    `json:"calls"`
	Failures int    `json:"failures"`
	Bytes    int    `json:"bytes"`
	US       int64  `json:"duration_us"`
}

// ByTool sums the calls by tool, those with the most failures first.
func (t Transcript) ByTool() []TranscriptLine {
	return t.sums(func(c TranscriptCall) string { return c.Tool })
}

// ByError sums the failed calls by code and tool.
func (t Transcript) ByError() []TranscriptLine {
	return t.sums(func(c TranscriptCall) string {
		if c.Error == "" {
			return ""
		}
		return c.Error + " " + c.Tool
	})
}

func (t Transcript) sums(name func(TranscriptCall) string) []TranscriptLine {
	lines := map[string]*TranscriptLine{}
	for _, c := range t.Calls {
		key := name(c)
		if key == "" {
			continue
		}
		l := lines[key]
		if l == nil {
			l = &TranscriptLine{Name: key}
			lines[key] = l
		}
		l.Calls, l.Bytes, l.US = l.Calls+1, l.Bytes+c.Bytes, l.US+c.US
		if c.Error != "" {
			l.Failures++
		}
	}
	out := make([]TranscriptLine, 0, len(lines))
	for _, l := range lines {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b TranscriptLine) int {
		return cmp.Or(cmp.Compare(b.Failures, a.Failures), cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name))
	})
	return out
}
