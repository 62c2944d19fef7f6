package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/wire"
)

// Category says what a tool does to the model; rates and defaults differ by it.
type Category string

// The categories.
const (
	CategoryRead      Category = "read"      // changes nothing of the model; may record that it ran
	CategoryMutation  Category = "mutation"  // appends model events, under the write lock of its branch
	CategoryExecution Category = "execution" // starts or steers longer work
)

// Set is the smallest set of tools that a tool belongs to: every contract tool is in the default set, every default
// tool in the full one.
type Set string

// The sets, from small to large.
const (
	SetContract Set = "contract"
	SetDefault  Set = "default"
	SetFull     Set = "full"
)

// Tool is one row of the tool table.
type Tool struct {
	Name  string // verb_noun in snake case, unique over all servers, at most MaxNameBytes
	Title string // for people
	// for models, at most MaxDescriptionBytes: what and when, units, side effects, the tool to call next
	Description string
	Server      string // "geometry", "spatial", "validation", "documentation" or "coordination"
	Set         Set
	Core        bool // listed from the start by a server of all tools; the others are found by words
	Category    Category
	// Operation is the permission that a caller needs. Empty means READ for reads, DELETE for destructive tools and
	// MODIFY for the others.
	Operation Operation

	Destructive bool // may delete or overwrite what is there
	Records     bool // a read that appends that it ran, with what it found
	Additive    bool // only adds to what is there, although its permission is MODIFY
	People      bool // refused to all but people, and not listed for others
	Idempotent  bool // calling again with the same arguments changes nothing more
	OpenWorld   bool // reaches beyond the model store

	// App is the address of the resource in which hosts that do so show its results; "" for none. The reply is complete
	// without: nobody can tell what a host has shown.
	App string

	// Heavy says that a call may take seconds of all processors. Heavy calls wait for each other, not for light ones,
	// and light ones not for them.
	Heavy bool

	Input  any // zero value of the argument struct; its schema is derived by reflection
	Output any // zero value of the data struct

	// ReadScoped says that a question leaves out what lies outside of the caller's scope of READ. Others are refused to
	// callers whose scope is bounded: what they tell is of the whole model.
	ReadScoped bool

	// AskedFrom names the argument with the branch whose changes a call brings to its own: who may change that one may
	// ask for it, and it is done on the authority of who approves. "": a call needs the rights itself.
	AskedFrom string

	// TellsWhole says of a mutation that what it tells is of the whole model, as that of most questions is. Other
	// mutations leave out what lies outside of the caller's scope of READ.
	TellsWhole bool

	// Speculative says that the handler of a mutation may decide on the state that the call before it on its branch has
	// published (Call.SpeculativeState), before that state is stored. Other mutations wait until it is.
	Speculative bool

	// AlsoNeeds returns the permissions that a call takes beside Needs, as far as its arguments say: those of its
	// effects are known when it is decided. Nil for none.
	AlsoNeeds func(arguments json.RawMessage, all *Registry) []Operation

	// BranchIn is the name of the argument that holds the branch of a call; "" for the usual one, branch.
	BranchIn string

	// ReasonIn names the argument that says why, where the tool has one of its own. It stands for reasoning that is not
	// given.
	ReasonIn string

	// WaitsIn names the argument that says for how many seconds a call waits for a person; "" for none. Such a call may
	// be a task, and lasts as long as it says then.
	WaitsIn string

	Handle func(ctx context.Context, c *Call) (*Outcome, error)
}

// Needs returns the permission that a call of the tool needs.
func (t *Tool) Needs() Operation {
	switch {
	case t.Operation != "":
		return t.Operation
	case t.Category == CategoryRead:
		return OpRead
	case t.Destructive:
		return OpDelete
	}
	return OpModify
}

// DestructiveHint is the annotation destructiveHint: whether a call may change or remove what is there, instead of only
// adding to it.
func (e *Entry) DestructiveHint() bool {
	return e.Destructive || e.Category == CategoryMutation && !e.Additive && e.Needs() != OpCreate
}

// ReadOnlyHint is the annotation readOnlyHint: a read that records that it ran changes the store.
func (e *Entry) ReadOnlyHint() bool { return e.Category == CategoryRead && !e.Records }

// Outcome is what a handler decided. Nothing of it is written yet.
type Outcome struct {
	// Data must match the schema of the tool's Output. Nil slices are sent as empty lists.
	Data any
	// Warnings go into the envelope.
	Warnings []Warning
	// Images are sent beside the envelope, as image content. They are no part of what is validated, kept or hashed.
	Images []wire.Image
	// Affected counts the elements reached, cascades and derived ones included. Limits and approvals look at it.
	Affected int
	// Reach returns everything that the change makes another one, with its places before and after. Scopes are judged
	// by it: a change without is refused to principals whose scope is bounded.
	Reach func() []Reached
	// Related returns the elements of which only relations change, such as a room with other walls around it. They are
	// shown to the people who decide, as the reply shows them to the caller.
	Related func() []Reached
	// Checks returns the findings of the policy's checks about the change. nil if there are no checks.
	Checks func(context.Context, approvals.Policy) (*approvals.Checks, error)
	// Conflicts returns the conflicts that a merge resolves.
	Conflicts func(context.Context) ([]approvals.Conflict, error)
	// Drastic says in sentences by what the change amounts to a deletion, under a policy. nil: by nothing.
	Drastic func(approvals.Policy) []string
	// Plan says what would be appended, for approvals and previews. Without one nobody can be asked to approve.
	Plan *Plan
	// Instead is the first step of a way on that a person can approve, where Plan is nil.
	Instead map[string]any
	// Deletes says that element.deleted or branch.merged would be appended.
	Deletes bool
	// RunID says which run the call belongs to; empty keeps the one of the call.
	RunID string
	// EventID is the id of the first event that Commit would append, which derives from the command's id and is
	// therefore known before. The envelope is hashed and kept with the events, so it cannot wait for Commit.
	// Required together with Commit, except for reads.
	EventID string
	// Written says that calls which the handler made have stored events, of which EventID is the first.
	Written bool
	// Commit appends the events together with records, the audit and idempotency appends of the call, in one atomic
	// append, and returns the id of the first event. It returns ErrConflict, wrapped, when the head moved. Nil for
	// tools that write nothing.
	Commit func(ctx context.Context, records []eventstore.Append) (eventID string, err error)
	// Enqueue, where there is one, is used in place of Commit: it returns when the append has its place in the store's
	// queue, and wait returns what Commit would. NextState is the state of the branch after that append, for the next
	// call's Call.SpeculativeState. The append of that call must be refused when another state was stored
	// (eventstore.Append.PrevHash).
	Enqueue   func(ctx context.Context, records []eventstore.Append) (wait func() (eventID string, err error))
	NextState any
}

// Warning is something that a caller should know although the call succeeded.
type Warning struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data"`
}

// ErrConflict says that the head of the stream moved between the decision and the append. The chain then lets the
// handler decide again at the new head.
var ErrConflict = errors.New("the head of the stream moved")
