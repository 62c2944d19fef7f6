package approvals

import "slices"

// Level is the degree of assurance that a person, and not a program, decided.
type Level string

// The levels, from the lowest. A client can answer its own questions. A terminal is as secure as the account that
// opened it. A key is as secure as its storage.
const (
	LevelClient Level = "client"
	LevelTTY    Level = "tty"
	LevelKey    Level = "key"
)

var levels = []Level{LevelClient, LevelTTY, LevelKey}

// Enum lists the levels from the lowest.
func (Level) Enum() []string {
	return []string{string(LevelClient), string(LevelTTY), string(LevelKey)}
}

// Known reports whether the level exists.
func (l Level) Known() bool { return slices.Contains(levels, l) }

// Reaches reports whether the level is at least as high as another level.
func (l Level) Reaches(least Level) bool {
	return l.Known() && slices.Index(levels, l) >= slices.Index(levels, least)
}

// Class is a reason why a change needs approval.
type Class string

// The classes.
const (
	ClassDelete  Class = "delete"  // element.deleted would be appended
	ClassDrastic Class = "drastic" // elements would lose their volume or their place, or rooms would disappear
	ClassMerge   Class = "merge"   // branch.merged would be appended
	ClassBulk    Class = "bulk"    // many elements would be reached
	ClassEvent   Class = "event"   // an event of a type that the requester needs approval for
)

// Classes lists the classes.
var Classes = []Class{ClassDelete, ClassDrastic, ClassMerge, ClassBulk, ClassEvent}

// Enum lists the classes.
func (Class) Enum() []string {
	out := make([]string, len(Classes))
	for i, c := range Classes {
		out[i] = string(c)
	}
	return out
}

// Requirement holds the conditions of an approval.
type Requirement struct {
	Level     Level `json:"level"`
	Approvers int   `json:"approvers"`
}

// Policy sets which changes need approval, and the conditions of the approval.
type Policy struct {
	Classes map[Class]Requirement `json:"classes"`
	// BulkThreshold is the largest number of elements of a change that is not bulk.
	BulkThreshold int `json:"bulk_threshold"`
	// DrasticLoss is the share of its volume, in percent, that an element may lose before the change is drastic.
	// DrasticAway is the greatest distance from all other elements, in metres, to which an element may be moved before
	// the change is drastic.
	DrasticLoss int `json:"drastic_loss"`
	DrasticAway int `json:"drastic_away"`
	// Checks are the tools whose findings about a change are shown to the people who decide on it.
	Checks []string `json:"checks,omitempty"`
	// LifetimeMS is the time in milliseconds for which a request stays open and a grant stays valid.
	LifetimeMS int64 `json:"lifetime_ms"`
	// People is set if requests of people also need another person's approval.
	People bool `json:"people,omitempty"`
}

// Defaults of a policy.
const (
	DefaultBulkThreshold = 50
	DefaultDrasticLoss   = 90
	DefaultDrasticAway   = 10
	DefaultLifetimeMS    = 30 * 60 * 1000
)

// DefaultChecks returns the checks of a policy that does not set any.
func DefaultChecks() []string { return []string{"clash_detection", "model_quality"} }

// DefaultPolicy returns the policy used if none is configured. Destructive changes need more than a client's answer.
func DefaultPolicy() Policy {
	one := func(l Level) Requirement { return Requirement{Level: l, Approvers: 1} }
	return Policy{
		Classes: map[Class]Requirement{ClassDelete: one(LevelTTY), ClassDrastic: one(LevelTTY),
			ClassMerge: one(LevelTTY),
			ClassBulk:  one(LevelClient), ClassEvent: one(LevelClient)},
		BulkThreshold: DefaultBulkThreshold, DrasticLoss: DefaultDrasticLoss, DrasticAway: DefaultDrasticAway,
		LifetimeMS: DefaultLifetimeMS, Checks: DefaultChecks(),
	}
}

// Requires returns the strictest requirement of the classes of a change. A class that the policy lacks has the default
// requirement of a deletion.
func (p Policy) Requires(classes []Class) Requirement {
	out := Requirement{Level: LevelClient, Approvers: 1}
	for _, c := range classes {
		r, ok := p.Classes[c]
		if !ok {
			r = Requirement{Level: LevelTTY, Approvers: 1}
		}
		if r.Level.Reaches(out.Level) {
			out.Level = r.Level
		}
		out.Approvers = max(out.Approvers, r.Approvers)
	}
	return out
}
