package files

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/verify"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
)

// ifcSeverity is the severity of a finding.
type ifcSeverity string

// Enum lists the severities, the gravest first.
func (ifcSeverity) Enum() []string {
	var out []string
	for _, s := range verify.Severities() {
		out = append(out, string(s))
	}
	return out
}

// ifcList names a list of a report.
type ifcList string

// The lists of a report.
const (
	listFindings  ifcList = "findings"
	listRules     ifcList = "rules"
	listUndecided ifcList = "undecided"
)

// Enum returns the names of the lists.
func (ifcList) Enum() []string {
	return []string{string(listFindings), string(listRules), string(listUndecided)}
}

type verifyIFC struct {
	File     string      `json:"file" jsonschema:"path, or name in the output folder"`
	Severity ifcSeverity `json:"severity,omitempty" jsonschema:"valid means: no finding so grave or graver; default informal_proposition"`
	Rules    []string    `json:"rules,omitempty" jsonschema:"ids; default all"`
	List     ifcList     `json:"list,omitempty" jsonschema:"default findings"`
	ModelID  string      `json:"model_id,omitempty" jsonschema:"that the file is of: the run is recorded there"`
	Branch   string      `json:"branch,omitempty"`
	Limit    mcp.Limit   `json:"limit,omitempty"`
	Cursor   string      `json:"cursor,omitempty"`
}

type ifcReport struct {
	RunID     string               `json:"validation_run_id,omitempty" jsonschema:"none on later pages"`
	File      string               `json:"file"`
	SHA256    string               `json:"sha256"`
	Size      int                  `json:"size"`
	Schema    string               `json:"schema" jsonschema:"as the file names it"`
	Instances int                  `json:"instances"`
	Valid     bool                 `json:"valid"`
	Severity  ifcSeverity          `json:"severity"`
	Counts    []verify.CountOf     `json:"counts" jsonschema:"findings by severity"`
	Rules     ruleCounts           `json:"rules"`
	Findings  []verifiedFinding    `json:"findings,omitempty"`
	Outcomes  []verify.Outcome     `json:"outcomes,omitempty" jsonschema:"list rules"`
	Undecided []verify.Unevaluated `json:"undecided,omitempty" jsonschema:"list undecided: rules that could not be evaluated"`
	app.Paging
}

// verifiedFinding is a finding with the element of the model that its instance belongs to, if there is one.
type verifiedFinding struct {
	verify.Finding
	ElementID state.ID `json:"element_id,omitempty" jsonschema:"of the model"`
	Name      string   `json:"name,omitempty"`
}

// verifiedFindings adds the elements of a model to the findings of a file that was exported from it.
func verifiedFindings(v *projections.View, found []verify.Finding) []verifiedFinding {
	out := make([]verifiedFinding, len(found))
	for i, f := range found {
		out[i].Finding = f
		if v == nil {
			continue
		}
		if id, err := ifc.ElementID(f.GlobalID); err == nil && app.Has(v.Model, id) {
			_, out[i].Name = app.Named(v.Model, id)
			out[i].ElementID = id
		}
	}
	return out
}

// ruleCounts counts the results of the rules.
type ruleCounts struct {
	Passed       int `json:"passed"`
	Failed       int `json:"failed"`
	NotApplied   int `json:"not_applicable"`
	NotEvaluated int `json:"not_evaluated"`
	Undecided    int `json:"undecided" jsonschema:"WHERE rules"`
}

func verifyIFCTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "verify_ifc", Heavy: true, Records: true, Title: "Verify IFC", Server: "validation", Set: mcp.SetFull,
		Category: mcp.CategoryRead,
		Description: "Checks an IFC file as bimstream verify-ifc does: syntax of ISO 10303-21, header, schema with " +
			"its WHERE rules, implementers' agreements. " +
			"Findings by rule with severity and instance; valid says whether any is as grave as severity. Lists are " +
			"paged, nothing is left out. Records a validation run of the model. After export_ifc.",
		Input: verifyIFC{}, Output: ifcReport{}, Handle: b.verifyIFC,
	}
}

func (b *Backend) verifyIFC(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	a := verifyIFC{}
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	if err := checkRules(a.Rules); err != nil {
		return nil, err
	}
	v, unrecorded, err := checks.New(b.Backend).ModelOfFile(ctx, c)
	if err != nil {
		return nil, err
	}
	data, err := b.ReadFile(ctx, c, a.File, checks.MaxVerified, app.HoldImport(ctx))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	outcome := &mcp.Outcome{}
	state := binary.BigEndian.Uint64(sum[:])
	if p.Resumed && p.Revision != state {
		outcome.Warnings = []mcp.Warning{checks.FileChanged(a.File)}
	}
	p.Revision = state
	report, err := verify.Bytes(ctx, data, verify.Options{Rules: a.Rules, MaxPerRule: math.MaxInt})
	if err != nil {
		return nil, err
	}
	if a.Severity == "" {
		a.Severity = ifcSeverity(verify.Proposition)
	}
	out := ifcReport{File: a.File, SHA256: hex.EncodeToString(sum[:]), Size: len(data), Severity: a.Severity}
	out.fill(v, report, a.List, p)
	if v != nil && !p.Resumed { // a further page belongs to a recorded run
		unrecorded = b.recordIFC(ctx, c, v, a, report, &out, outcome)
	}
	if unrecorded != nil && !p.Resumed {
		outcome.Warnings = append(outcome.Warnings, checks.NotRecorded(unrecorded))
	}
	outcome.Data = out
	return outcome, nil
}

// checkRules refuses ids of rules that do not exist.
func checkRules(ids []string) error {
	known := map[string]bool{}
	var names []string
	for _, r := range verify.Rules() {
		known[r.ID] = true
		names = append(names, r.ID)
	}
	for _, id := range ids {
		if !known[id] {
			return state.Errorf(state.OutOfRange, "there is no rule %q%s: docs/ifc-rules.md lists them", id,
				app.Suggestion(strings.ToUpper(id), names)).
				With("parameter", "rules").With("allowed", names)
		}
	}
	return nil
}

// fill copies a report into the reply, with the page of the list that the call asks for.
func (d *ifcReport) fill(v *projections.View, r *verify.Report, list ifcList, p *app.Page) {
	d.Schema, d.Instances, d.Counts = r.Schema, r.Instances, r.Counts
	d.Valid = !r.Worst(verify.Severity(d.Severity))
	d.Rules.Undecided = len(r.NotRun)
	for _, o := range r.Rules {
		switch o.Status {
		case verify.Passed:
			d.Rules.Passed++
		case verify.Failed:
			d.Rules.Failed++
		case verify.NotApplied:
			d.Rules.NotApplied++
		default:
			d.Rules.NotEvaluated++
		}
	}
	switch list {
	case listRules:
		d.Outcomes, d.Paging = app.Take(p, r.Rules, app.BytesOf[verify.Outcome])
	case listUndecided:
		d.Undecided, d.Paging = app.Take(p, r.NotRun, app.BytesOf[verify.Unevaluated])
	default:
		d.Findings, d.Paging = app.Take(p, verifiedFindings(v, r.Findings), app.BytesOf[verifiedFinding])
	}
}
