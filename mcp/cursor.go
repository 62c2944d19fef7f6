package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// boundBytes is how much a cursor carries of the hash of each of the two things that it is bound to. That another call
// has the same by chance is one case in 2^32. More is not needed: a cursor gives no right, since each page is asked for
// by a call that is judged like the first.
const boundBytes = 4

// besideThePages are the arguments that do not decide what a list is of: which page is asked for, how the call is
// recorded and whether it commits. Model, branch and state are bound beside the others: a branch that is left out is
// main, and a revision may be a number or a text.
var besideThePages = []string{"approval_id", "at", "branch", "cursor", "dry_run", "expected_revision",
	"idempotency_key", "limit", "model_id", "reasoning"}

// besideARun are the arguments that do not decide what a recorded run is of.
var besideARun = append([]string{"detail"}, besideThePages...)

// Meaning is what a call says it is about, in the one spelling that cursors are bound to.
type Meaning struct {
	// Models has the id of the model first that the call names, "" when it names none, and then, where what it leaves
	// out can only be one, that.
	Models []string
	At     string // of the branch of the call; "" for its current state
}

// meant returns what the call is about, as its arguments have it where nobody can say more.
func (c *Call) meant() Meaning {
	if c.meaning == nil {
		return Meaning{Models: []string{c.Common.ModelID}, At: string(c.Common.At)}
	}
	return c.meaning()
}

// CursorAt returns the cursor with which the call goes on at a place in what it answers. It is bound to the call: to
// tool, caller, model, branch, state and the other arguments, not to the length of a page nor to the process.
func (c *Call) CursorAt(place string) string {
	is := c.meant()
	bound := append(c.cursorAbout(is.Models[0], is.At), c.cursorAsked()...)
	return base64.RawURLEncoding.EncodeToString(append(bound, place...))
}

// CursorPlace returns the place that the cursor of the call names, empty when the call has none. The cursor of another
// call is refused: its place is one in another list.
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

// CursorPlaceOfRun is CursorPlace of a cursor that names a recorded run, whose call may leave out what the run was
// asked. A call that asks something has to ask the same.
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

// checkCursorAbout refuses a cursor that is not of this tool, caller, model, branch and state, in whatever words.
func (c *Call) checkCursorAbout(about []byte) error {
	is := c.meant()
	same := func(model string) bool { return bytes.Equal(about, c.cursorAbout(model, is.At)) }
	if slices.ContainsFunc(is.Models, same) {
		return nil
	}
	return foreignCursor("the cursor is of another tool, model, branch, state (at) or caller, or not one that " +
		"this server gave: repeat the call that gave it, or start again without it")
}

// cursorAbout is what a cursor is bound to of whose list of what it is.
func (c *Call) cursorAbout(model, at string) []byte {
	// strings always encode
	text, _ := json.Marshal([]string{c.Tool.Name, c.Principal.identity(), model, c.Common.Branch, at})
	sum := sha256.Sum256(text)
	return sum[:boundBytes]
}

// cursorAsked is what a cursor is bound to of the arguments.
func (c *Call) cursorAsked() []byte {
	rest, _ := c.ArgumentsWithout(besideThePages) // arguments that were checked are an object
	sum := sha256.Sum256([]byte(rest))
	return sum[:boundBytes]
}

// cursorParts takes the cursor of the call apart. All parts are empty when it has none.
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

// ErrUnknownCursor is the refusal of a cursor that no call was given.
func ErrUnknownCursor() error {
	return foreignCursor("the cursor is not one that this server gave: start again without it")
}

func foreignCursor(message string) error {
	return state.Errorf(state.InvalidInput, "%s", message).With("parameter", "cursor")
}
