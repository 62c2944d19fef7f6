package approvals

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Kept describes the events of a plan that are stored beside its request, for a drawing of the planned state.
type Kept struct {
	Events  int    `json:"events"`
	LeftOut int    `json:"left_out,omitempty"` // events beyond MaxKept
	SHA256  string `json:"sha256"`             // of Planned as it is stored
}

// MaxKept is the maximum size of the stored events of a plan, in bytes: about three hundred walls. It also bounds the
// arguments and the reached elements, each separately.
const MaxKept = 256 << 10

// PlannedEvent is an event as it would be stored.
type PlannedEvent struct {
	Type   string          `json:"type"`
	Schema int             `json:"schema"`
	Data   json.RawMessage `json:"data"`
}

// Planned holds the stored events of a plan. It has its own stream, because each call that needs an approval reads the
// requests, while Planned is read only when a person looks at the plan.
type Planned struct {
	ID       string         `json:"id"`       // of the request
	Revision uint64         `json:"revision"` // of the branch that the events follow
	Digest   string         `json:"digest,omitempty"`
	Events   []PlannedEvent `json:"events"`
	// Later is set if the call decides its events step by step during execution, so that the plan's hash cannot cover
	// them. The hash then covers their inputs, such as a file.
	Later bool `json:"later,omitempty"`
	// Call holds the arguments of the call, so that the plan can be computed anew for a viewer. It is nil if the result
	// would differ for another caller, or if the arguments are in Packed.
	Call json.RawMessage `json:"call,omitempty"`
	// Packed is Call in packed form, if only that fits MaxKept (projections/approving.Pack).
	Packed []byte `json:"packed,omitempty"`
	// Read is the requester's READ scope on the branch, as stored with the principal, or nil if the requester may read
	// everything. Names in the arguments are looked up within this scope.
	Read json.RawMessage `json:"read,omitempty"`
	// Approves is set if the requester has the permission APPROVE on the branch, which allows more in some calls.
	Approves bool `json:"approves,omitempty"`
	// Reached holds the elements that the plan reaches, in the order of Plan.Affected, to compare with a later
	// decision. LeftOut is the number of elements that are not stored.
	Reached []Row `json:"reached,omitempty"`
	LeftOut int   `json:"left_out,omitempty"`
	// Further are the ids of changed and deleted elements that Reached leaves out, up to MaxKept bytes of them.
	Further []string `json:"further,omitempty"`
	// Findings are the first MaxKeptFindings findings that the plan brings.
	Findings []Finding `json:"findings,omitempty"`
}

// MaxKeptFindings bounds the findings that are stored with a plan.
const MaxKeptFindings = 200

func (*Planned) evolve(*Book) {}

// Keep returns the first events of a plan, up to MaxKept, and their description for the request. all is the total
// number of events, which may be more than are given.
func Keep(p Planned, all int) (*Planned, *Kept) {
	if len(p.Call) > MaxKept {
		p.Call = nil
	}
	if len(p.Packed) > MaxKept {
		p.Packed = nil
	}
	reached := p.Reached
	p.Reached, p.LeftOut = keptReached(reached)
	p.Further = furtherReached(reached[len(p.Reached):])
	size := 0
	for i, e := range p.Events {
		if size += len(e.Data); size > MaxKept {
			p.Events = p.Events[:i:i]
			break
		}
	}
	_, _, data := Encode(&p)
	return &p, &Kept{Events: len(p.Events), LeftOut: max(0, all-len(p.Events)), SHA256: hash(data)}
}

// furtherReached returns the ids of changed or deleted elements in rows, up to MaxKept bytes of ids.
func furtherReached(rows []Row) []string {
	var out []string
	size := 0
	for _, r := range rows {
		if !r.Changes() {
			continue
		}
		if size += len(r.ElementID); size > MaxKept {
			break
		}
		out = append(out, r.ElementID)
	}
	return out
}

// Changing returns the ids of the elements that the plan changes or deletes. For a very large plan it returns only the
// first ones, because only those are stored.
func (p *Planned) Changing() []string {
	var out []string
	for _, r := range p.Reached {
		if r.Changes() {
			out = append(out, r.ElementID)
		}
	}
	return append(out, p.Further...)
}

// Is reports whether stored events belong to a plan. It also checks them against the plan's hash if all events are
// stored and the hash covers them.
func (p *Planned) Is(plan Plan) bool {
	_, _, data := Encode(p)
	if plan.Kept == nil || plan.Kept.SHA256 != hash(data) {
		return false
	}
	return plan.Kept.LeftOut > 0 || p.Later || plan.Hash(p.Digest, p.Events) == plan.SHA256
}

// Hash returns the SHA-256 of the canonical plan: the state that it binds to, inputs other than the branch (digest),
// and all events with their data. It returns "" if the data of an event is not JSON.
func (p Plan) Hash(digest string, events []PlannedEvent) string {
	canonical := struct {
		Tool, ModelID, Branch, Head, Arguments, Digest string
		Revision                                       uint64
		Events                                         []PlannedEvent
	}{p.Tool, p.ModelID, p.Branch, p.Head, p.Arguments, digest, p.Revision, events}
	text, err := json.Marshal(canonical)
	if err != nil {
		return ""
	}
	return hash(text)
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
