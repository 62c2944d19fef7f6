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

// Check is the result of a tool on one state of a model.
type Check struct {
	Tool       Tool
	Branch     string
	Revision   uint64
	StateHash  string
	Parameters json.RawMessage // parameters in canonical form; runs with equal parameters are the same test
	Criteria   json.RawMessage // parameters that judge findings, without those that select elements; nil for all
	Summary    json.RawMessage // summary of the tool besides the findings
	Findings   []Finding       // in the order of display
	Undecided  []Doubt
	Gaps       []Gap                          // rules that could not be judged
	Looked     func(state.ID) bool            // reports which elements were checked, if a query found them; nil for all
	Elements   func(state.ID) (Element, bool) // returns an element that a finding mentions

	// Linked lists the linked models that were checked too, in order. A check with other linked models is another test.
	Linked []Linked

	// Covers reports whether this check is at least as strict about a finding as the same tool with the given
	// parameters. If this check then does not find it, the other parameters cannot find it either. An example is an
	// overlap, if the given tolerance is larger. If Covers is nil, only a run with these parameters can resolve the
	// finding.
	Covers func(f Finding, parameters json.RawMessage) bool
	// Shape returns a digest of the place and size of an element. If it is nil, an approval holds while the finding is
	// found, even if its elements change.
	Shape func(state.ID) string

	gone, changed []string

	left *left // findings of earlier runs that this run could not judge; nil if it judged everything
}

// These are the limits of the stored events.
const (
	// MaxFindings is the greatest number of findings of one run: more than anybody will read, and 50 MB of record.
	MaxFindings = 100_000
	// partFindings is the number of findings in one event: some 200 kB, so that a page reads little more than it shows.
	partFindings = 500
	// appendParts is the number of parts that one append stores: well within the size limit of an append.
	appendParts = 20
)

// Events returns the id of the run and the appends that record it. The last append contains the event that makes the
// earlier appends valid. The error is OPERATION_TOO_LARGE if there are too many findings.
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

// criteria returns the digest of the parameters that judge findings, which is the same for all tools.
func (c *Check) criteria() string {
	if c.Criteria == nil {
		return c.test()
	}
	return testOf("", c.withLinks(c.Criteria))
}

// test returns the digest of the test that a check makes.
func (c *Check) test() string { return testOf(c.Tool, c.withLinks(c.Parameters)) }

// withLinks returns parameters of a check together with the ids of its links. The states of the linked models are left
// out.
func (c *Check) withLinks(parameters json.RawMessage) json.RawMessage {
	out := slices.Clone(parameters)
	for _, l := range c.Linked {
		out = append(out, "\n"+l.LinkID...)
	}
	return out
}

// testOf returns the digest of a test: a tool with parameters.
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

// stretch returns the part of a list with an index, or an empty part beyond the end of the list.
func stretch[T any](all []T, part int) []T {
	from := min(part*partFindings, len(all))
	return append([]T{}, all[from:min(from+partFindings, len(all))]...)
}
