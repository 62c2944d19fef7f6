package merge

import (
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// MergeOutcome is the result of a merge. While conflicts are undecided, Decision shows the state in which ours is taken
// for them, and must not be stored.
type MergeOutcome struct {
	Conflicts   []Conflict         // decided or not, in the order in which the merge found them
	Resolutions []state.Resolution // of the decided ones, in the same order
	Automatic   []Automatic        // all changes that were made without asking
	Counts      state.MergeCounts
	Decision    change.Decision // the element events, without branch.merged
}

// Automatic is a change that a merge made without asking.
type Automatic struct {
	ElementID state.ID        `json:"element_id"`
	Category  string          `json:"category"`
	Name      string          `json:"name"`
	Action    AutomaticAction `json:"action"`
	Facet     state.Facet     `json:"facet,omitempty"`
	From      json.RawMessage `json:"from,omitempty"`
	To        json.RawMessage `json:"to,omitempty"`
	Reason    string          `json:"reason"`
}

// AutomaticAction is the kind of a change that a merge made without asking.
type AutomaticAction string

// The actions.
const (
	ActionCreated  AutomaticAction = "created"
	ActionTaken    AutomaticAction = "taken"
	ActionDeleted  AutomaticAction = "deleted"
	ActionRestored AutomaticAction = "restored"
	ActionDropped  AutomaticAction = "dropped"
	ActionFollowed AutomaticAction = "followed"
	ActionJoined   AutomaticAction = "joined"
	ActionParted   AutomaticAction = "parted"
)

// Enum lists the actions.
func (AutomaticAction) Enum() []string {
	return []string{"created", "taken", "deleted", "restored", "dropped", "followed", "joined", "parted"}
}

// Undecided returns the conflicts that neither a decision nor a policy resolved.
func (o MergeOutcome) Undecided() []Conflict {
	decided := map[string]bool{}
	for _, r := range o.Resolutions {
		decided[r.ConflictID] = true
	}
	return slices.DeleteFunc(slices.Clone(o.Conflicts), func(c Conflict) bool { return decided[c.ID] })
}

// mergeCountsCount counts an event of a merge, given the state of ours.
func mergeCountsCount(c *state.MergeCounts, e state.Event, ours *state.Model) {
	switch e := e.(type) {
	case *state.TypeDefined:
		_, again := ours.Type(e.ID)
		mergeCountsDefine(c, again)
	case *state.MaterialDefined:
		_, again := ours.Material(e.ID)
		mergeCountsDefine(c, again)
	case *state.ElementCreated, *state.ConstraintAdded:
		c.Created++
	case *state.ElementModified:
		c.Modified++
	case *state.ElementDeleted:
		c.Deleted += 1 + len(e.Cascade)
	case *state.ModelLinked, *state.ModelLinkSet, *state.ModelUnlinked:
		c.Links++
	case *state.ElementsJoined, *state.ElementsParted, *state.ElementsConnected, *state.ElementsDisconnected:
		c.Joins++
	}
}

func mergeCountsDefine(c *state.MergeCounts, again bool) {
	if again {
		c.Modified++
		return
	}
	c.Created++
}
