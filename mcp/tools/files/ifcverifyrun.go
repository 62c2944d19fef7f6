package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/verify"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// ifcTest identifies a test: two checks of files with equal values are the same test.
type ifcTest struct {
	File  string   `json:"file"`
	Rules []string `json:"rules,omitempty"`
}

// ifcSummary holds the result of a recorded check of a file beside its findings.
type ifcSummary struct {
	SHA256    string           `json:"sha256"`
	Size      int              `json:"size"`
	Schema    string           `json:"schema"`
	Instances int              `json:"instances"`
	Valid     bool             `json:"valid"`
	Severity  ifcSeverity      `json:"severity"`
	Counts    []verify.CountOf `json:"counts"`
	Rules     ruleCounts       `json:"rules"`
}

// ifcFinding is a finding as it is recorded.
type ifcFinding struct {
	Key      string     `json:"key"`
	Elements []state.ID `json:"element_ids"`
	Level    state.ID   `json:"level_id,omitempty"`
	verify.Finding
}

// recordIFC makes the outcome of a check record a run of the model that the file belongs to. The error explains why it
// cannot be recorded.
func (b *Backend) recordIFC(ctx context.Context, c *mcp.Call, v *projections.View, a verifyIFC, report *verify.Report,
	out *ifcReport, outcome *mcp.Outcome) error {
	hash, err := v.StateHash(ctx)
	if err != nil {
		return err
	}
	check := b.ifcCheck(hash, v, a, report, out)
	runID, batches, err := checks.New(b.Backend).CheckEvents(ctx, c, v, check)
	if err != nil {
		return err
	}
	out.RunID = runID
	outcome.Commit = checks.NewValidations(b.Backend).Recording(validation.Stream(v.ModelID), batches)
	return nil
}

// ifcCheck returns the check to record for the findings in a file.
func (b *Backend) ifcCheck(hash string, v *projections.View, a verifyIFC, report *verify.Report,
	out *ifcReport) *validation.Check {
	check := &validation.Check{
		Tool: validation.VerifyIFC, Branch: v.Branch, Revision: v.Revision, StateHash: hash,
		Parameters: app.MustEncode(ifcTest{a.File, a.Rules}), Criteria: app.MustEncode(ifcTest{File: a.File}),
		Summary: app.MustEncode(ifcSummary{out.SHA256, out.Size, out.Schema, out.Instances, out.Valid,
			out.Severity, out.Counts, out.Rules}),
		Elements: checks.ElementsOf(v),
	}
	told := map[string]int{}
	for _, f := range report.Findings {
		recorded := ifcFinding{Elements: []state.ID{}, Finding: f}
		if id, err := ifc.ElementID(f.GlobalID); err == nil {
			if e, ok := v.Model.Element(id); ok {
				recorded.Elements, recorded.Level = append(recorded.Elements, id), elements.StoreyOf(v.Model, e)
			}
		}
		recorded.Key = ifcKey(f, told)
		check.Findings = append(check.Findings, validation.Finding{Key: recorded.Key, Elements: recorded.Elements,
			Level: recorded.Level, Data: app.MustEncode(recorded)})
	}
	for _, u := range report.NotRun {
		check.Undecided = append(check.Undecided, validation.Doubt{Elements: []state.ID{},
			Reason: u.Rule + ": " + u.Reason})
		check.Gaps = append(check.Gaps, validation.NewGaps(u.Rule, nil)...)
	}
	return check
}

// ifcKey returns a key of a finding that is the same in every check of a file: a hash of its rule, subject and message.
// Instances without GlobalId have other numbers in every file, so their findings are distinguished by their order.
func ifcKey(f verify.Finding, told map[string]int) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.Entity, f.GlobalID, f.Attribute, f.Message}, "\x00")))
	key := "ifc-" + f.Rule + "-" + hex.EncodeToString(sum[:8])
	told[key]++
	if n := told[key]; n > 1 {
		key = fmt.Sprintf("%s-%d", key, n)
	}
	return key
}
