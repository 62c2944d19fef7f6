package validation

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Check is what a tool found on one state of a model.
type Check struct {
	Tool       Tool
	Branch     string
	Revision   uint64
	StateHash  string
	Parameters json.RawMessage // what makes two runs the same test: in a canonical form, without branch and revision
	Criteria   json.RawMessage // of these, by what a finding is judged, not where it is looked for; nil for all
	Summary    json.RawMessage // what the tool says beside the findings
	Findings   []Finding       // in the order in which they are shown
	Undecided  []Doubt
	Gaps       []Gap                          // rules that could not be judged
	Looked     func(state.ID) bool            // which elements were checked, where a query found them; nil for all
	Elements   func(state.ID) (Element, bool) // what an element is that a finding speaks of

	// Linked are the linked models that were looked at, in order; a check of other ones is another test.
	Linked []Linked

	// Covers reports whether this check is so strict about a finding that the same tool with the given parameters
	// could not find it either, such as an overlap with a larger tolerance. If it is nil, only the other check itself
	// can say.
	Covers func(f Finding, parameters json.RawMessage) bool
	// Shape returns a digest of the place and size of an element. If it is nil, an approved finding stays approved
	// while it is found, however its elements change.
	Shape func(state.ID) string

	gone, changed []string

	left *left // what runs before found and this one could not judge; nil where everything was judged
}

// The bounds of what is stored.
const (
	// MaxFindings is how many findings one run may have: more than anybody will read, and 50 MB of record.
	MaxFindings = 100_000
	// partFindings is how many findings are in one event: some 200 kB, so that a page reads little more than it shows.
	partFindings = 500
	// appendParts is how many parts are stored in one append: within the size of an append with room to spare.
	appendParts = 20
)

// Events returns the id of the run and the appends that record it, the last one with the event that makes the others
// count. OPERATION_TOO_LARGE when there are too many findings.
func (c *Check) Events(meta projections.Meta) (runID string, batches [][]eventstore.Event, err error) {
	c.Tool.mustBeListed()
	n := max(len(c.Findings), len(c.Undecided))
	if n > MaxFindings {
		return "", nil, state.Errorf(state.OperationTooLarge,
			"%d findings, at most %d can be recorded of one run: test fewer elements at a time, by category or level",
			n, MaxFindings).
			With("findings", n).With("limit", MaxFindings)
	}
	parts := (max(n, len(c.Gaps)) + partFindings - 1) / partFindings
	runID = projections.EventID(meta.CommandID, parts)
	var batch []eventstore.Event
	for i := range parts {
		batch = append(batch, event(meta, i, EventFindings, c.part(runID, i)))
		if len(batch) == appendParts {
			batches, batch = append(batches, batch), nil
		}
	}
	completed := event(meta, parts, EventCompleted, validationCompleted{
		Tool: c.Tool, Branch: c.Branch, Revision: c.Revision, StateHash: c.StateHash,
		Test: c.test(), Criteria: c.criteria(),
		Parameters: c.Parameters, Summary: c.Summary, Findings: len(c.Findings),
		Undecided: len(c.Undecided), Parts: parts, Left: c.left,
		Linked: c.Linked, Gone: c.gone, Changed: c.changed,
	})
	return runID, append(batches, append(batch, completed)), nil
}

// criteria names that by which a check judges, the same for all tools.
func (c *Check) criteria() string {
	if c.Criteria == nil {
		return c.test()
	}
	return testOf("", c.withLinks(c.Criteria))
}

// test names the test that a check makes.
func (c *Check) test() string { return testOf(c.Tool, c.withLinks(c.Parameters)) }

// withLinks returns parameters of a check together with the links that it looked at, in any state of the linked models.
func (c *Check) withLinks(parameters json.RawMessage) json.RawMessage {
	out := slices.Clone(parameters)
	for _, l := range c.Linked {
		out = append(out, "\n"+l.LinkID...)
	}
	return out
}

// testOf names a test: a tool with parameters.
func testOf(tool Tool, parameters json.RawMessage) string {
	sum := sha256.Sum256(append([]byte(tool+"\n"), parameters...))
	return hex.EncodeToString(sum[:8])
}

func (c *Check) part(runID string, i int) findingsFound {
	out := findingsFound{
		RunID: runID, Part: i, Elements: []Element{},
		Findings: stretch(c.Findings, i), Undecided: stretch(c.Undecided, i), Gaps: stretch(c.Gaps, i),
	}
	told := map[state.ID]bool{}
	tell := func(ids ...state.ID) {
		for _, id := range ids {
			if e, ok := c.Elements(id); ok && !told[id] {
				told[id] = true
				out.Elements = append(out.Elements, e)
			}
		}
	}
	for _, f := range out.Findings {
		tell(f.Elements...)
		tell(f.Level)
	}
	for _, u := range out.Undecided {
		tell(u.Elements...)
	}
	slices.SortFunc(out.Elements, func(a, b Element) int { return cmp.Compare(a.ID, b.ID) })
	if c.Shape != nil {
		for _, e := range out.Elements {
			out.Shapes = append(out.Shapes, c.Shape(e.ID))
		}
	}
	return out
}

// stretch returns the part of a list with an index, an empty one beyond its end.
func stretch[T any](all []T, part int) []T {
	from := min(part*partFindings, len(all))
	return append([]T{}, all[from:min(from+partFindings, len(all))]...)
}
