package approvals

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Kept says what of a plan's events lies beside its request: for a drawing of what would be, when a person looks.
type Kept struct {
	Events  int    `json:"events"`
	LeftOut int    `json:"left_out,omitempty"` // events beyond MaxKept
	SHA256  string `json:"sha256"`             // of Planned as it is stored
}

// MaxKept bounds the data of the events that are kept of a plan, in bytes: some three hundred walls. It bounds the
// arguments and what is reached as well, each for itself.
const MaxKept = 256 << 10

// PlannedEvent is an event as it would be stored.
type PlannedEvent struct {
	Type   string          `json:"type"`
	Schema int             `json:"schema"`
	Data   json.RawMessage `json:"data"`
}

// Planned has the events of a plan that are kept. It lies in a stream of its own: requests are read with each call that
// needs one, this when a person looks.
type Planned struct {
	ID       string         `json:"id"`       // of the request
	Revision uint64         `json:"revision"` // of the branch that the events follow
	Digest   string         `json:"digest,omitempty"`
	Events   []PlannedEvent `json:"events"`
	// Later says that the call decides its events when it is done, step by step, so that the plan's hash does not cover
	// them: it covers what they are made of, such as a file.
	Later bool `json:"later,omitempty"`
	// Call is the arguments of the call, so that it can be decided anew by who looks; nil: it comes to something else
	// by somebody else, or the arguments are in Packed.
	Call json.RawMessage `json:"call,omitempty"`
	// Packed is Call in packed form where it is longer than MaxKept and this is not (projections/approving.Pack).
	Packed []byte `json:"packed,omitempty"`
	// Read is the requester's scope of READ on the branch, as the principal has it, or nil where all may be read. Names
	// in the arguments are looked up within it.
	Read json.RawMessage `json:"read,omitempty"`
	// Approves says that the requester has the permission to APPROVE on the branch, which some calls do more by.
	Approves bool `json:"approves,omitempty"`
	// Reached is what the plan reaches, in the order of Plan.Affected: what a later decision is held against. LeftOut
	// is how many of it are not kept.
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

// Keep returns the first events of a plan, up to MaxKept, and what the request says of them. all is how many there
// are, or more than are given.
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

// furtherReached returns the ids of the elements in rows that are changed or deleted, up to MaxKept bytes of ids.
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

// Changing returns the ids of the elements that the plan changes or deletes. Of a very large plan it returns the first
// ones, because only those are stored.
func (p *Planned) Changing() []string {
	var out []string
	for _, r := range p.Reached {
		if r.Changes() {
			out = append(out, r.ElementID)
		}
	}
	return append(out, p.Further...)
}

// Is reports whether kept events are those that a request was made with: all of them those of its hash, where it covers
// them.
func (p *Planned) Is(plan Plan) bool {
	_, _, data := Encode(p)
	if plan.Kept == nil || plan.Kept.SHA256 != hash(data) {
		return false
	}
	return plan.Kept.LeftOut > 0 || p.Later || plan.Hash(p.Digest, p.Events) == plan.SHA256
}

// Hash returns the SHA-256 of the canonical plan: what it binds to, what it rests on beside the branch (digest), and
// all events with their data. "" for an event whose data is no JSON.
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
