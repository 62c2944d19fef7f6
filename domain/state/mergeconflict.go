package state

import (
	"encoding/json"
)

// Choice is the decision of a conflict. Ours is the target branch of the merge, theirs the source branch.
type Choice string

// Enum lists the choices.
func (Choice) Enum() []string { return []string{"ours", "theirs", "value"} }

// MergePolicy decides all conflicts that have no decision of their own; "" leaves them undecided.
type MergePolicy string

// Enum lists the policies.
func (MergePolicy) Enum() []string { return []string{"ours", "theirs"} }

// Resolution is the decision of a conflict and the origin of the decision: given with the merge, recorded before the
// merge, or made by the policy.
type Resolution struct {
	ConflictID string          `json:"conflict_id"`
	Take       Choice          `json:"take"`
	Value      json.RawMessage `json:"value,omitempty"`
	By         string          `json:"by,omitempty"`
}

// MergeCounts counts the changes of a merge.
type MergeCounts struct {
	Created   int `json:"created"`
	Modified  int `json:"modified"`
	Deleted   int `json:"deleted"`
	Joins     int `json:"joins"`
	Conflicts int `json:"conflicts"`
	Automatic int `json:"automatic"`
	Links     int `json:"links,omitempty"` // added, ended or changed links
}
