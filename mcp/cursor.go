package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// boundBytes is how many bytes a cursor carries of each of the two hashes that it is bound to. Another call has the
// same hash by chance once in 2^32. That suffices, because a cursor gives no rights: each page is a call with its own
// checks.
const boundBytes = 4

// besideThePages lists the arguments that do not affect the contents of a list: the page, the recording of the call,
// and whether it commits. Model, branch and state are bound separately, because main may be omitted, and a revision may
// be a number or a text.
var besideThePages = []string{"approval_id", "at", "branch", "cursor", "dry_run", "expected_revision",
	"idempotency_key", "limit", "model_id", "reasoning"}

// besideARun lists the arguments that do not affect a recorded run.
var besideARun = append([]string{"detail"}, besideThePages...)

// Meaning is what a call concerns, in the normalized form that cursors are bound to.
type Meaning struct {
	// Models begins with the id of the model that the call names, or "" if it names none. A second entry, if any, is
	// equivalent to the first: the caller's only model is equivalent to "".
	Models []string
	At     string // state of the branch; "" for its current state
}

// meant returns what the call concerns, from the arguments alone if there is no better source.
func (c *Call) meant() Meaning {
	if c.meaning == nil {
		return Meaning{Models: []string{c.Common.ModelID}, At: string(c.Common.At)}
	}
	return c.meaning()
}

// CursorAt returns the cursor with which the call continues at a place in its list. It is bound to tool, caller, model,
// branch, state and the other arguments, but neither to the page length nor to the process.
func (c *Call) CursorAt(place string) string {
	is := c.meant()
	bound := append(c.cursorAbout(is.Models[0], is.At), c.cursorAsked()...)
	return base64.RawURLEncoding.EncodeToString(append(bound, place...))
}

// CursorPlace returns the place in the call's cursor, or "" if the call has no cursor. It returns an error for the
// cursor of another call, because its place belongs to another list.
func (c *Call) CursorPlace() (string, error) {
	about, asked, place, err := c.cursorParts()
	if err != nil || place == "" {
		return "", err
	}
	if err := c.checkCursorAbout(about); err != nil {
		return "", err
	}
	if !bytes.Equal(asked, c.cursorAsked()) {
		return "", foreignCursor("the cursor was given with other arguments: repeat the call that gave it with the " +
			"same ones (limit may be another), or start again without it")
	}
	return place, nil
}

// CursorPlaceOfRun is CursorPlace for a cursor that names a recorded run. The call may omit the arguments of the run;
// if it has any, they must be the same.
func (c *Call) CursorPlaceOfRun() (string, error) {
	if rest, _ := c.ArgumentsWithout(besideARun); rest != "{}" {
		return c.CursorPlace()
	}
	about, _, place, err := c.cursorParts()
	if err == nil && place != "" {
		err = c.checkCursorAbout(about)
	}
	return place, err
}

// checkCursorAbout returns an error for a cursor of another tool, caller, model, branch or state.
func (c *Call) checkCursorAbout(about []byte) error {
	is := c.meant()
	same := func(model string) bool { return bytes.Equal(about, c.cursorAbout(model, is.At)) }
	if slices.ContainsFunc(is.Models, same) {
		return nil
	}
	return foreignCursor("the cursor is of another tool, model, branch, state (at) or caller, or not one that " +
		"this server gave: repeat the call that gave it, or start again without it")
}

// cursorAbout returns the hash of the caller and subject that a cursor is bound to.
func (c *Call) cursorAbout(model, at string) []byte {
	// strings always encode
	text, _ := json.Marshal([]string{c.Tool.Name, c.Principal.identity(), model, c.Common.Branch, at})
	sum := sha256.Sum256(text)
	return sum[:boundBytes]
}

// cursorAsked returns the hash of the arguments that a cursor is bound to.
func (c *Call) cursorAsked() []byte {
	rest, _ := c.ArgumentsWithout(besideThePages) // validated arguments are always an object
	sum := sha256.Sum256([]byte(rest))
	return sum[:boundBytes]
}

// cursorParts splits the cursor of the call. All parts are empty if there is none.
func (c *Call) cursorParts() (about, asked []byte, place string, err error) {
	if c.Common.Cursor == "" {
		return nil, nil, "", nil
	}
	text, err := base64.RawURLEncoding.Strict().DecodeString(c.Common.Cursor)
	if err != nil || len(text) <= 2*boundBytes {
		return nil, nil, "", ErrUnknownCursor()
	}
	return text[:boundBytes], text[boundBytes : 2*boundBytes], string(text[2*boundBytes:]), nil
}

// ErrUnknownCursor returns the error for a cursor that this server did not issue.
func ErrUnknownCursor() error {
	return foreignCursor("the cursor is not one that this server gave: start again without it")
}

func foreignCursor(message string) error {
	return state.Errorf(state.InvalidInput, "%s", message).With("parameter", "cursor")
}
