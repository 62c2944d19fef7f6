package approvals

import (
	"fmt"
	"slices"
	"strings"
)

// Conflict is a conflict that a merge cannot resolve by itself. It has the last change on each side and the decision.
type Conflict struct {
	ConflictID string `json:"conflict_id"`
	Says       string `json:"says"` // the facet, and its values at the base and on both sides
	// Ours is the change that gave the branch its value, Theirs the change that gave the source its value. A side
	// without a change is nil.
	Ours   *Side  `json:"ours,omitempty"`
	Theirs *Side  `json:"theirs,omitempty"`
	Take   string `json:"take" jsonschema:"ours: branch; theirs: source"`
	Value  string `json:"value,omitempty"` // set if Take is value
	By     string `json:"by"`              // what decided: decision, record or policy
	// DecidedBy names the author of a recorded decision.
	DecidedBy string `json:"decided_by,omitempty"`
}

// Side is the last change on one branch of the facet in conflict.
type Side struct {
	User   string  `json:"user"`
	Agent  string  `json:"agent,omitempty"`
	Reason string  `json:"reason,omitempty"`
	At     Instant `json:"at"`
}

// Who returns the author of a change, as "agent for user" if an agent made it.
func (s *Side) Who() string {
	if s.Agent == "" {
		return s.User
	}
	return s.Agent + " for " + s.User
}

// ConflictWord is the prefix of the sentences about conflicts in Plan.Also.
const ConflictWord = "conflict: "

// Besides returns the sentences of Also, without those about conflicts if Conflicts has them in full.
func (p Plan) Besides() []string {
	return slices.DeleteFunc(slices.Clone(p.Also), func(sentence string) bool {
		return len(p.Conflicts) > 0 && strings.HasPrefix(sentence, ConflictWord)
	})
}

// Judgement describes the resolved conflicts and the findings of the checks in sentences.
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

// Checks counts the findings about the elements of a plan that exist only after the plan (new) or only before it
// (gone).
type Checks struct {
	New       int       `json:"new"`
	Gone      int       `json:"gone"`
	Unchecked int       `json:"unchecked,omitempty" jsonschema:"elements reached beyond those that are checked"`
	First     []Finding `json:"first" jsonschema:"new ones first"`
	brought   []Finding // all new findings, sorted by key
}

// Finding is a fault that a check finds only after a planned change (new), or only before it (gone).
type Finding struct {
	Check string `json:"check"` // the tool that found it
	Key   string `json:"key"`
	Gone  bool   `json:"gone,omitempty"`
	Says  string `json:"says"`
}

// Word returns "new" or "gone".
func (f Finding) Word() string {
	if f.Gone {
		return "gone"
	}
	return "new"
}

// MaxConflicts and MaxFindings bound the conflicts and findings that a plan lists.
const (
	MaxConflicts = 20
	MaxFindings  = 20
)

// ChecksOf counts findings and lists the first of them, new ones before gone ones.
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

// news returns the keys of the findings that are new.
func (c *Checks) news() (out []string) {
	if c == nil {
		return nil
	}
	for _, f := range c.brought {
		out = append(out, f.Key)
	}
	return out
}

// Nothing reports whether there are neither new nor gone findings.
func (c *Checks) Nothing() bool { return c == nil || len(c.First) == 0 }

// Brought returns the first MaxKeptFindings new findings, which are stored with the request.
func (c *Checks) Brought() []Finding {
	if c == nil {
		return nil
	}
	return c.brought[:min(len(c.brought), MaxKeptFindings)]
}
