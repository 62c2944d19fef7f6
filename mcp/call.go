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

// Call is one call of a tool, as passed to its handler. The handler must not modify it.
type Call struct {
	Tool      *Tool
	Principal Principal
	// Scope bounds where the principal may use the tool's operation. Branch patterns are already checked. Categories,
	// levels and regions are checked by the handler, which knows the elements. Principal.Scope returns the scope of
	// other operations.
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
	// Progress reports to the client how much work is done; done must increase. It never fails and may be called even
	// if the client did not ask.
	Progress func(done, total float64, message string)

	// SpeculativeState is the state of the branch after the previous call (that call's Outcome.NextState), whose append
	// is not stored yet. It is nil if the store has the newest state. Only tools with Tool.Speculative get it.
	SpeculativeState any

	parsed  *schema.Document // Arguments; nil if they were not parsed before
	meaning func() Meaning   // what the call concerns; nil if the arguments state it

	pinned    map[string]string
	staged    []StagedFile
	elicit    elicitor
	invoke    invoker
	face      func(tool string) *Entry
	speculate speculator
	// unbounded is the caller without the bounds of a run; nil if the call does not belong to a run.
	unbounded *Principal
	idle      func(ctx context.Context, wait func() error) error
	shown     func(model string) (Shown, bool) // nil if the call quotes nothing
}

// Shown is the seed from which a dry run or a request derived the ids of new elements: the id of a command, or the hash
// of a head. A later call that uses the same seed makes elements with the ids that were shown.
type Shown struct {
	Head    []byte
	Command string
}

// Quotes reports whether the call quotes an approval or a preview.
func (c *Call) Quotes() bool { return c.shown != nil }

// Shown returns the seed of the ids in the approval or preview that the call quotes, for a model. It returns false if
// the call quotes nothing, or quotes something that does not exist.
func (c *Call) Shown(model string) (Shown, bool) {
	if c.shown == nil {
		return Shown{}, false
	}
	return c.shown(model)
}

// Idle runs a function that waits, such as for a person, without holding a slot that others need.
func (c *Call) Idle(ctx context.Context, wait func() error) error {
	if c.idle == nil {
		return wait()
	}
	return c.idle(ctx, wait)
}

// ArgumentsWithout returns the arguments without the named ones, sorted by name, so that equal requests give equal
// texts. It returns false if the arguments are not an object.
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

// Decode decodes the arguments into the tool's argument struct. Types that decode themselves get numbers as they were
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

// undecodable returns the error for a value that fits the schema but not the Go type, such as 1.0 for a whole number.
func undecodable(raw json.RawMessage, err error) error {
	if found, ok := TypeIssue(raw, err); ok {
		return invalidInput([]issue{found})
	}
	return state.Errorf(state.InvalidInput, "an argument has a value that cannot be used: %w", err)
}

// TypeIssue returns where a document has a value that its Go type cannot hold, such as a whole number out of range. err
// is the error of json.Unmarshal; ok is false if it is another kind of error.
func TypeIssue(document json.RawMessage, err error) (found schema.Issue, ok bool) {
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return found, false
	}
	pointer, token := pointerAt(document, e.Offset)
	if number, ok := token.(json.Number); !ok || e.Value != "number "+string(number) {
		pointer = pointerOf(e.Field) // the offset is that of a value that a type decodes itself
	}
	return schema.Issue{Pointer: pointer, Reason: e.Value + " is not written as " + kindName(e.Type)}, true
}

// pointerAt returns the pointer to the first value of a document that ends at or after an offset, and the value's last
// token. It returns "" if there is none.
func pointerAt(document json.RawMessage, offset int64) (pointer string, last json.Token) {
	type level struct {
		list bool
		name string // name of the next value in an object
		item int    // index of the next value in a list
		key  bool   // whether a name comes next
	}
	var path []level
	done := func() { // called at the end of a value
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

// pointerOf converts the path of a Go field to a JSON pointer. It omits embedded structs, whose names begin with a
// capital letter and which are no level in JSON.
func pointerOf(field string) string {
	var b strings.Builder
	for name := range strings.SplitSeq(field, ".") {
		if name != "" && !unicode.IsUpper(rune(name[0])) {
			b.WriteString("/" + name)
		}
	}
	return b.String()
}

// kindName describes in the terms of JSON the values that a Go type can hold.
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
