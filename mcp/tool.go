package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/wire"
)

// Category is the kind of effect that a tool has on the model; rates and defaults depend on it.
type Category string

// The categories.
const (
	CategoryRead      Category = "read"      // does not change the model; may record that it ran
	CategoryMutation  Category = "mutation"  // appends model events, under the write lock of its branch
	CategoryExecution Category = "execution" // starts or controls longer work
)

// Set is the smallest set of tools that contains a tool: the default set contains every contract tool, and the full set
// contains every default tool.
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
	// Description is for models, with at most MaxDescriptionBytes: what the tool does and when, units, side effects,
	// the tool to call next.
	Description string
	Server      string // "geometry", "spatial", "validation", "documentation" or "coordination"
	Set         Set
	Core        bool // listed from the start by a server of all tools; other tools are found by a search
	Category    Category
	// Operation is the permission that a caller needs. Empty means READ for reads, DELETE for destructive tools and
	// MODIFY for other tools.
	Operation Operation

	Destructive bool // may delete or overwrite existing things
	Records     bool // a read that records its run and its findings
	Additive    bool // only adds to existing things, although its permission is MODIFY
	People      bool // for people only, and not listed for others
	Idempotent  bool // repeating it with the same arguments changes nothing more
	OpenWorld   bool // reaches beyond the model store

	// App is the address of the resource in which hosts may show its results; "" for none. The reply is complete
	// without it, because the server cannot know what a host has shown.
	App string

	// Heavy is true if a call may use all processors for seconds. Heavy and light calls have separate slots, so that
	// they do not wait for each other.
	Heavy bool

	Input  any // zero value of the argument struct; its schema is derived by reflection
	Output any // zero value of the data struct

	// ReadScoped is true if a question leaves out everything outside the caller's READ scope. Other questions are
	// refused to callers with a bounded scope, because their replies cover the whole model.
	ReadScoped bool

	// AskedFrom names the argument with the branch whose changes the call brings to its own branch. A caller who may
	// change that branch may request the call, which is then executed on the authority of its approver. If it is "",
	// the caller needs the permissions itself.
	AskedFrom string

	// TellsWhole is true for a mutation whose replies cover the whole model, like those of most questions. Other
	// mutations leave out everything outside the caller's READ scope.
	TellsWhole bool

	// Speculative is true if the handler of a mutation may decide on a state that is not stored yet: the one that the
	// previous call on its branch has published (Call.SpeculativeState). Other mutations wait until that state is
	// stored.
	Speculative bool

	// AlsoNeeds returns the permissions that a call needs in addition to Needs, as far as its arguments determine them.
	// The permissions for its effects are known only after the decision. nil means none.
	AlsoNeeds func(arguments json.RawMessage, all *Registry) []Operation

	// BranchIn is the name of the argument that holds the branch of a call; "" for the usual one, branch.
	BranchIn string

	// ReasonIn names a tool's own argument for the reason of a call. It is used if reasoning is not given.
	ReasonIn string

	// WaitsIn names the argument for the number of seconds that a call waits for a person; "" for none. Such a call may
	// be a task, and then lasts for that time.
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

// DestructiveHint returns the annotation destructiveHint: whether a call may change or remove existing things instead
// of only adding some.
func (e *Entry) DestructiveHint() bool {
	return e.Destructive || e.Category == CategoryMutation && !e.Additive && e.Needs() != OpCreate
}

// ReadOnlyHint returns the annotation readOnlyHint, which is false for a read that records that it ran.
func (e *Entry) ReadOnlyHint() bool { return e.Category == CategoryRead && !e.Records }

// Outcome is the decision of a handler, before anything is written.
type Outcome struct {
	// Data must match the schema of the tool's Output. Nil slices are sent as empty lists.
	Data any
	// Warnings go into the envelope.
	Warnings []Warning
	// Images are sent beside the envelope, as image content. They are not validated, stored or hashed.
	Images []wire.Image
	// Affected is the number of affected elements, including cascades and derived ones. Limits and approvals depend on
	// it.
	Affected int
	// Reach returns everything that the change affects, with its places before and after. Scopes are checked against
	// it. A change without Reach is refused to principals with a bounded scope.
	Reach func() []Reached
	// Related returns the elements whose relations alone change, such as a room with other walls around it. The people
	// who decide see them, as the caller does in the reply.
	Related func() []Reached
	// Checks returns the findings of the policy's checks about the change; nil if there are no checks.
	Checks func(context.Context, approvals.Policy) (*approvals.Checks, error)
	// Conflicts returns the conflicts that a merge resolves.
	Conflicts func(context.Context) ([]approvals.Conflict, error)
	// Drastic returns sentences that describe why the change amounts to a deletion under a policy; nil if it cannot.
	Drastic func(approvals.Policy) []string
	// Plan describes what would be appended, for approvals and previews. Without a plan nobody can be asked to approve.
	Plan *Plan
	// Instead is the first step of an alternative that a person can approve, if Plan is nil.
	Instead map[string]any
	// Deletes is true if element.deleted or branch.merged would be appended.
	Deletes bool
	// RunID is the run that the call belongs to; empty keeps the call's own.
	RunID string
	// EventID is the id of the first event that Commit would append. It derives from the command's id, so it is known
	// in advance: the envelope is hashed and stored with the events and cannot wait for Commit. It is required together
	// with Commit, except for reads.
	EventID string
	// Written is true if calls that the handler made have stored events; EventID is the first of them.
	Written bool
	// Commit appends the events and records, the audit and idempotency appends of the call, in one atomic append, and
	// returns the id of the first event. It returns a wrapped ErrConflict if the head moved. It is nil for tools that
	// write nothing.
	Commit func(ctx context.Context, records []eventstore.Append) (eventID string, err error)
	// Enqueue, if set, replaces Commit. It returns when the append has its place in the store's queue, and wait returns
	// what Commit would. NextState is the state of the branch after that append, for the next call's
	// Call.SpeculativeState. The store must refuse that call's append if another state was stored
	// (eventstore.Append.PrevHash).
	Enqueue   func(ctx context.Context, records []eventstore.Append) (wait func() (eventID string, err error))
	NextState any
}

// Warning is information for the caller of a call that succeeded.
type Warning struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data"`
}

// ErrConflict means that the head of the stream moved between the decision and the append. The chain then lets the
// handler decide again at the new head.
var ErrConflict = errors.New("the head of the stream moved")
