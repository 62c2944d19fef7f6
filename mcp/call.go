package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/schema"
)

// Call is one call of a tool as its handler sees it. The handler must not modify it.
type Call struct {
	Tool      *Tool
	Principal Principal
	// Scope bounds where the principal may use the tool's operation. Branch patterns are checked already; categories,
	// levels and regions are for the handler, which knows the elements. Principal.Scope tells it for other operations.
	Scope     Scope
	Arguments json.RawMessage // a JSON object that matches the input schema
	Common    CommonArguments
	RunID     string
	// CommandID is a UUID from which the ids of all events of the call derive. With an idempotency key it is a function
	// of principal, tool and key, so a retry is the same command.
	CommandID string
	// Now is the time at which the call arrived. Handlers use no other clock.
	Now   time.Time
	Trace TraceContext
	// Progress tells the client how far the work is; done must grow. It never fails and may be called when the client
	// did not ask.
	Progress func(done, total float64, message string)

	// SpeculativeState is the state of the branch after the call before (Outcome.NextState of that call), whose append
	// is on its way to the store. Nil when the store has the newest state. Only tools with Tool.Speculative see it.
	SpeculativeState any

	parsed  *schema.Document // Arguments; nil for one that others have not looked at yet
	meaning func() Meaning   // what the call is about; nil: as its arguments have it

	pinned    map[string]string
	staged    []StagedFile
	elicit    elicitor
	invoke    invoker
	face      func(tool string) *Entry
	speculate speculator
	// unbounded is whoever calls without what a run allows itself; nil: the call is of no run's.
	unbounded *Principal
	idle      func(ctx context.Context, wait func() error) error
	shown     func(model string) (Shown, bool) // nil: the call quotes nothing
}

// Shown is the seed from which a dry run or a request derived the ids of new elements: the id of a command, or the hash
// of a head. A later call that uses the same seed makes elements with the ids that were shown.
type Shown struct {
	Head    []byte
	Command string
}

// Quotes reports whether the call quotes an approval or a preview.
func (c *Call) Quotes() bool { return c.shown != nil }

// Shown returns what the ids were derived from in what the call quotes, of a model. False where it quotes nothing that
// there is.
func (c *Call) Shown(model string) (Shown, bool) {
	if c.shown == nil {
		return Shown{}, false
	}
	return c.shown(model)
}

// Idle runs something that waits and does no work, such as for a person, without holding a slot that others need.
func (c *Call) Idle(ctx context.Context, wait func() error) error {
	if c.idle == nil {
		return wait()
	}
	return c.idle(ctx, wait)
}

// ArgumentsWithout returns the arguments without some of them, sorted by name: the same for calls that ask for the
// same. False when they are no object.
func (c *Call) ArgumentsWithout(names []string) (string, bool) {
	parsed := c.parsed
	if parsed == nil {
		parsed = schema.Parse(c.Arguments)
	}
	text, ok := parsed.CanonicalWithout(names)
	return string(text), ok
}

// DryRun reports whether the call must not commit.
func (c *Call) DryRun() bool { return c.Common.DryRun != nil && *c.Common.DryRun }

// Decode reads the arguments into the tool's argument struct. Numbers reach types that decode themselves as they were
// written.
func (c *Call) Decode(into any) error {
	return decodeArguments(c.Arguments, into)
}

func decodeArguments(raw json.RawMessage, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return undecodable(raw, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return state.Errorf(state.InvalidInput, "the arguments are followed by more data; send one JSON object")
	}
	return refuseZeros(raw, into)
}

// undecodable reports a value that fits the schema and not the Go type, such as 1.0 for a whole number.
func undecodable(raw json.RawMessage, err error) error {
	if found, ok := TypeIssue(raw, err); ok {
		return invalidInput([]issue{found})
	}
	return state.Errorf(state.InvalidInput, "an argument has a value that cannot be used: %w", err)
}

// TypeIssue returns where a document has a value that its Go type does not take, such as a number out of the range of
// whole ones. err is what json.Unmarshal says; ok is false where it says something else.
func TypeIssue(document json.RawMessage, err error) (found schema.Issue, ok bool) {
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return found, false
	}
	pointer, token := pointerAt(document, e.Offset)
	if number, ok := token.(json.Number); !ok || e.Value != "number "+string(number) {
		pointer = pointerOf(e.Field) // the offset is that of a value which a type of its own has read
	}
	return schema.Issue{Pointer: pointer, Reason: e.Value + " is not written as " + kindName(e.Type)}, true
}

// pointerAt returns the pointer to the value of a document that ends at an offset or is the first to end after it, and
// its last token; "" for none.
func pointerAt(document json.RawMessage, offset int64) (pointer string, last json.Token) {
	type level struct {
		list bool
		name string // of the value that comes next in an object
		item int    // its number in a list
		key  bool   // whether a name comes next
	}
	var path []level
	done := func() { // a value is done
		if n := len(path); n > 0 && path[n-1].list {
			path[n-1].item++
		} else if n > 0 {
			path[n-1].key = true
		}
	}
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return "", nil
		}
		delimiter, is := token.(json.Delim)
		switch {
		case is && (delimiter == '{' || delimiter == '['):
			path = append(path, level{list: delimiter == '[', key: delimiter == '{'})
			continue
		case is:
			path = path[:len(path)-1]
		case len(path) > 0 && path[len(path)-1].key:
			path[len(path)-1].name, path[len(path)-1].key = token.(string), false
			continue
		}
		if d.InputOffset() >= offset {
			var out strings.Builder
			for _, l := range path {
				out.WriteString("/")
				if l.list {
					out.WriteString(strconv.Itoa(l.item))
				} else {
					out.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(l.name))
				}
			}
			return out.String(), token
		}
		done()
	}
}

// pointerOf makes a JSON pointer of the path of a Go field. Embedded structs, which the path names by their Go type,
// are no level in JSON; its own names begin with a small letter.
func pointerOf(field string) string {
	var b strings.Builder
	for name := range strings.SplitSeq(field, ".") {
		if name != "" && !unicode.IsUpper(rune(name[0])) {
			b.WriteString("/" + name)
		}
	}
	return b.String()
}

// kindName says in the words of JSON what a Go type takes.
func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number that is not negative"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a " + t.Kind().String()
}
