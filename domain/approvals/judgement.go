package approvals

import (
	"fmt"
	"slices"
	"strings"
)

// Conflict is a question that a merge does not decide by itself, with who stands on both sides and what was decided.
type Conflict struct {
	ConflictID string `json:"conflict_id"`
	Says       string `json:"says"` // facet, and the value at the base and on both sides
	// Ours is how the branch came to its value, Theirs how the source did. nil: the side changed nothing.
	Ours   *Side  `json:"ours,omitempty"`
	Theirs *Side  `json:"theirs,omitempty"`
	Take   string `json:"take" jsonschema:"ours: branch; theirs: source"`
	Value  string `json:"value,omitempty"` // with take value
	By     string `json:"by"`              // decision, record or policy
	// DecidedBy is who recorded the decision, where it is on record.
	DecidedBy string `json:"decided_by,omitempty"`
}

// Side is the last change of what a conflict is about on one branch.
type Side struct {
	User   string  `json:"user"`
	Agent  string  `json:"agent,omitempty"`
	Reason string  `json:"reason,omitempty"`
	At     Instant `json:"at"`
}

// Who names who made a change, and for whom.
func (s *Side) Who() string {
	if s.Agent == "" {
		return s.User
	}
	return s.Agent + " for " + s.User
}

// ConflictWord begins the sentences of Plan.Also that tell of conflicts.
const ConflictWord = "conflict: "

// Besides returns what a plan does besides, but for the conflicts where these are told in full.
func (p Plan) Besides() []string {
	return slices.DeleteFunc(slices.Clone(p.Also), func(sentence string) bool {
		return len(p.Conflicts) > 0 && strings.HasPrefix(sentence, ConflictWord)
	})
}

// Judgement says in sentences which conflicts a merge decides, and what checks find.
func (p Plan) Judgement() (out []string) {
	for _, c := range p.Conflicts {
		says := ConflictWord + c.Says
		for _, s := range []struct {
			name string
			side *Side
		}{{"ours", c.Ours}, {"theirs", c.Theirs}} {
			if s.side != nil {
				says += fmt.Sprintf("; %s by %s (%q)", s.name, s.side.Who(), s.side.Reason)
			}
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s; takes %s %s, by %s %s", says, c.Take, c.Value, c.By,
			c.DecidedBy)))
	}
	if p.Checks == nil {
		return out
	}
	for _, f := range p.Checks.First {
		out = append(out, fmt.Sprintf("finding %s, %s: %s", f.Word(), f.Check, f.Says))
	}
	if more := p.Checks.New + p.Checks.Gone - len(p.Checks.First); more > 0 {
		out = append(out, fmt.Sprintf("and %d more findings that are new or gone", more))
	}
	if p.Checks.Unchecked > 0 {
		out = append(out, fmt.Sprintf("%d of the elements are too many to be checked", p.Checks.Unchecked))
	}
	return out
}

// Checks is what checks find of what a plan touches, after it and not before, and the reverse.
type Checks struct {
	New       int       `json:"new"`
	Gone      int       `json:"gone"`
	Unchecked int       `json:"unchecked,omitempty" jsonschema:"elements reached beyond those that are checked"`
	First     []Finding `json:"first" jsonschema:"new ones first"`
	brought   []Finding // all new ones, by key
}

// Finding is something that a check finds.
type Finding struct {
	Check string `json:"check"` // the tool
	Key   string `json:"key"`
	Gone  bool   `json:"gone,omitempty"`
	Says  string `json:"says"`
}

// Word says whether a finding is new or gone.
func (f Finding) Word() string {
	if f.Gone {
		return "gone"
	}
	return "new"
}

// MaxConflicts and MaxFindings bound what of conflicts and findings a plan tells.
const (
	MaxConflicts = 20
	MaxFindings  = 20
)

// ChecksOf counts findings and tells the first of them, those that are new before those that are gone.
func ChecksOf(found []Finding, unchecked int) *Checks {
	out := &Checks{Unchecked: unchecked, First: []Finding{}}
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b Finding) int {
		switch {
		case a.Gone == b.Gone:
			return 0
		case b.Gone:
			return -1
		}
		return 1
	})
	for _, f := range found {
		if f.Gone {
			out.Gone++
		} else {
			out.New++
			out.brought = append(out.brought, Finding{Check: f.Check, Key: f.Key, Says: short(f.Says, MaxChange)})
		}
		if len(out.First) < MaxFindings {
			f.Says = short(f.Says, MaxChange)
			out.First = append(out.First, f)
		}
	}
	slices.SortFunc(out.brought, func(a, b Finding) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// news returns the keys of the findings that a plan brings.
func (c *Checks) news() (out []string) {
	if c == nil {
		return nil
	}
	for _, f := range c.brought {
		out = append(out, f.Key)
	}
	return out
}

// Nothing reports whether nothing was found.
func (c *Checks) Nothing() bool { return c == nil || len(c.First) == 0 }

// Brought returns the first of the findings that a plan brings, as they are kept beside its request.
func (c *Checks) Brought() []Finding {
	if c == nil {
		return nil
	}
	return c.brought[:min(len(c.brought), MaxKeptFindings)]
}
