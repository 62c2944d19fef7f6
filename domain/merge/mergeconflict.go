package merge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/bimstream/bimstream/domain/state"
)

// ConflictClass is the reason why two changes exclude each other.
type ConflictClass string

// The classes of conflicts. Two moves of one element are a conflict: they are never added up.
const (
	ConflictValue      ConflictClass = "value"         // 1: one facet, two values
	ConflictDeleted    ConflictClass = "delete_modify" // 2: deleted on one side, changed on the other
	ConflictStructural ConflictClass = "structural"    // 3: needed by one side, deleted by the other
	ConflictKey        ConflictClass = "same_key"      // 4: two things under one name or number that must be unique
	ConflictMoved      ConflictClass = "moved"         // 5: moved on both sides, or its points changed on the other
	ConflictSemantic   ConflictClass = "semantic"      // 6: each change is good, both together break a rule
)

// Enum lists the classes.
func (ConflictClass) Enum() []string {
	return []string{"value", "delete_modify", "structural", "same_key", "moved", "semantic"}
}

// The choices. TakeValue is possible for a conflict about a single facet, and for one about a name or number, where the
// value is for the element of theirs.
const (
	TakeOurs   state.Choice = "ours"
	TakeTheirs state.Choice = "theirs"
	TakeValue  state.Choice = "value"
)

// The policies.
const (
	PolicyOurs   state.MergePolicy = "ours"
	PolicyTheirs state.MergePolicy = "theirs"
)

// Conflict is a question that a merge does not decide automatically.
type Conflict struct {
	ID        string          `json:"conflict_id"` // hash of class, element, facet and the values on both sides
	Class     ConflictClass   `json:"class"`
	ElementID state.ID        `json:"element_id"` // an element, type or material
	Category  string          `json:"category"`
	Name      string          `json:"name"`
	Facet     state.Facet     `json:"facet"`
	Base      json.RawMessage `json:"base"` // null if the value or the element does not exist
	Ours      json.RawMessage `json:"ours"`
	Theirs    json.RawMessage `json:"theirs"`
	Involved  []Involved      `json:"involved"` // other elements in the conflict
	Message   string          `json:"message"`
	Choices   []state.Choice  `json:"choices"`
}

// Involved names another element in a conflict.
type Involved struct {
	ElementID state.ID `json:"element_id"`
	Category  string   `json:"category"`
	Name      string   `json:"name"`
}

// The origins of a decision.
const (
	ByDecision = "decision"
	ByRecord   = "record"
	ByPolicy   = "policy"
)

// conflictID returns the id of a conflict. It is the same whenever the same values meet.
func conflictID(c Conflict) string {
	c.ID, c.Message, c.Name = "", "", ""
	sum := sha256.Sum256(state.MustJSON(c))
	return hex.EncodeToString(sum[:8])
}
