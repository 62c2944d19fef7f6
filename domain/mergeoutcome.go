package domain

import (
	"encoding/json"
	"slices"
)

// MergeOutcome is the result of a merge. While conflicts are undecided, the decision shows the state in which ours wins
// them; it must not be stored.
type MergeOutcome struct {
	Conflicts   []Conflict   // decided or not, in the order in which they were met
	Resolutions []Resolution // of the decided ones, in the same order
	Automatic   []Automatic  // everything that was decided without asking
	Counts      MergeCounts
	Decision    Decision // the element events, without branch.merged
}

// MergeCounts counts the changes of a merge.
type MergeCounts struct {
	Created   int `json:"created"`
	Modified  int `json:"modified"`
	Deleted   int `json:"deleted"`
	Joins     int `json:"joins"`
	Conflicts int `json:"conflicts"`
	Automatic int `json:"automatic"`
}

// Automatic is a change that a merge made without asking.
type Automatic struct {
	ElementID ID              `json:"element_id"`
	Category  string          `json:"category"`
	Name      string          `json:"name"`
	Action    AutomaticAction `json:"action"`
	Facet     Facet           `json:"facet,omitempty"`
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

// Undecided returns the conflicts that nobody and no policy decided.
func (o MergeOutcome) Undecided() []Conflict {
	decided := map[string]bool{}
	for _, r := range o.Resolutions {
		decided[r.ConflictID] = true
	}
	return slices.DeleteFunc(slices.Clone(o.Conflicts), func(c Conflict) bool { return decided[c.ID] })
}

// count counts an event of a merge into ours.
func (c *MergeCounts) count(e Event, ours *Model) {
	switch e := e.(type) {
	case *TypeDefined:
		_, again := ours.Type(e.ID)
		c.define(again)
	case *MaterialDefined:
		_, again := ours.Material(e.ID)
		c.define(again)
	case *ElementCreated, *ConstraintAdded:
		c.Created++
	case *ElementModified:
		c.Modified++
	case *ElementDeleted:
		c.Deleted += 1 + len(e.Cascade)
	case *ElementsJoined, *ElementsParted, *ElementsConnected, *ElementsDisconnected:
		c.Joins++
	}
}

func (c *MergeCounts) define(again bool) {
	if again {
		c.Modified++
		return
	}
	c.Created++
}
