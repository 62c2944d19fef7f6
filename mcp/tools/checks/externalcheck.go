package checks

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/external"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/validation"
)

type externalCheck struct {
	Command string    `json:"command" jsonschema:"name of a program of the operator's list (bimstream mcp --checkers)"`
	ModelID string    `json:"model_id,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	At      mcp.At    `json:"at,omitempty"`
	Limit   mcp.Limit `json:"limit,omitempty"`
	Cursor  string    `json:"cursor,omitempty"`
}

// externalTest identifies a test: two checks with equal values are the same test. A program of the same name with
// another command is another test.
type externalTest struct {
	Command string `json:"command"`
	SHA256  string `json:"sha256"` // of the words of the command
	Schema  string `json:"schema"`
}

// externalSummary holds the result of a recorded check beside its findings.
type externalSummary struct {
	Verdict    rules.Verdict `json:"verdict" jsonschema:"pass, fail where an error was found, or incomplete"`
	NotChecked []string      `json:"not_checked,omitempty" jsonschema:"why not all was checked"`
	Schema     string        `json:"schema" jsonschema:"of the file that the program was given"`
	Exit       int           `json:"exit" jsonschema:"0 passed, 1 found something, others did not check"`
	Output     string        `json:"output,omitempty" jsonschema:"other lines that the program wrote, the last of them"`
	Errors     string        `json:"errors,omitempty" jsonschema:"end of what it wrote to standard error"`
}

type externalData struct {
	RunID    string            `json:"validation_run_id"`
	ModelID  string            `json:"model_id"`
	Branch   string            `json:"branch"`
	Revision uint64            `json:"revision"`
	Command  string            `json:"command"`
	Findings []externalFinding `json:"findings" jsonschema:"the gravest first"`
	externalSummary
	app.Paging
}

// externalFinding is a finding as it is recorded.
type externalFinding struct {
	Key      string         `json:"key"`
	Elements []state.ID     `json:"element_ids"`
	Level    state.ID       `json:"level_id,omitempty"`
	Severity rules.Severity `json:"severity"`
	Rule     string         `json:"rule,omitempty"`
	Message  string         `json:"message"`
}

// externalLine is a line of a program's output that is a finding.
type externalLine struct {
	Message   string   `json:"message"`
	Severity  string   `json:"severity"`
	Rule      string   `json:"rule"`
	GlobalID  string   `json:"global_id"`
	GlobalIDs []string `json:"global_ids"`
}

// Bounds of the parts of a program's answer that are kept.
const (
	externalElements = 50        // elements of one finding
	externalText     = 2000      // bytes kept of the end of the other lines
	maxExternalLine  = 64 << 10  // bytes of a line: a message and 50 GlobalIds have some 5,000
	wholeCheck       = "checker" // the rule of a gap if a program did not do its work
)

func externalCheckTool(r *Validations) mcp.Tool {
	return mcp.Tool{
		Name: "check_external", Heavy: true, Records: true, OpenWorld: true, Title: "External check",
		Server: "validation", Set: mcp.SetFull, Category: mcp.CategoryRead,
		Description: "Hands the model as an IFC file to an external program of the operator's list and reads its " +
			"findings. verdict is incomplete where the program did not do its work. Records a validation run.",
		Input: externalCheck{}, Output: externalData{}, Handle: r.externalCheck,
	}
}

// externalCheck runs a program on the model and records its findings. A call with a cursor reads the next page of the
// recorded run.
func (r *Validations) externalCheck(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a externalCheck
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if c.Common.Cursor != "" {
		at, asked, run, found, err := r.resume(ctx, c)
		if err != nil {
			return nil, err
		}
		data, err := externalPage(c, asked.ModelID, run, found, at)
		return &mcp.Outcome{Data: data}, err
	}
	b := r.Backend
	checker, err := b.Checkers.Named(a.Command)
	if err != nil {
		return nil, err
	}
	if _, err := checker.Program(); err != nil { // check it first, because an export takes long
		return nil, err
	}
	v, err := b.ViewAt(ctx, c, &app.Page{})
	if err != nil {
		return nil, err
	}
	schema := cmp.Or(checker.Schema, export.SchemaIFC4)
	var file bytes.Buffer
	if _, err := app.WriteIFC(ctx, b.Store, v, &file, app.ExportOptions{Schema: schema,
		Version: b.Version}); err != nil {
		return nil, err
	}
	result, err := checker.Run(ctx, file.Bytes())
	if err != nil {
		return nil, err
	}
	findings, summary := readExternal(v, a.Command, result)
	summary.Schema = schema
	return r.recordExternal(ctx, c, v, a.Command, checker, findings, summary)
}

// recordExternal returns a reply with the findings of a program, and records them.
func (r *Validations) recordExternal(ctx context.Context, c *mcp.Call, v *projections.View, name string,
	checker external.Checker, findings []externalFinding, summary externalSummary) (*mcp.Outcome, error) {
	hash, err := v.StateHash(ctx)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(strings.Join(checker.Command, "\x00")))
	run := &validation.Check{
		Tool: validation.ExternalCheck, Branch: v.Branch, Revision: v.Revision, StateHash: hash,
		Parameters: app.MustEncode(externalTest{name, hex.EncodeToString(sum[:]), summary.Schema}),
		Summary:    app.MustEncode(summary),
		Elements:   ElementsOf(v),
	}
	for _, f := range findings {
		run.Findings = append(run.Findings, validation.Finding{Key: f.Key, Elements: f.Elements, Level: f.Level,
			Data: app.MustEncode(f)})
	}
	if len(summary.NotChecked) > 0 {
		run.Gaps = validation.NewGaps(wholeCheck, nil)
	}
	recorded, _, batches, err := r.preview(ctx, c, v, run)
	if err != nil {
		return nil, err
	}
	data, err := externalPage(c, v.ModelID, recorded, &validation.Found{Findings: run.Findings},
		runCursor{RunID: recorded.ID})
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: data, Commit: r.keeping(ctx, v.ModelID, run, batches)}, nil
}

// externalPage returns the findings of a recorded run from a place on.
func externalPage(c *mcp.Call, model string, run *validation.Run, found *validation.Found,
	at runCursor) (*externalData, error) {
	data := &externalData{RunID: run.ID, ModelID: model, Branch: run.Branch, Revision: run.Revision}
	var test externalTest
	if err := cmp.Or(json.Unmarshal(run.Parameters, &test),
		json.Unmarshal(run.Summary, &data.externalSummary)); err != nil {
		return nil, err
	}
	data.Command = test.Command
	all := make([]externalFinding, len(found.Findings))
	for i, f := range found.Findings {
		if err := json.Unmarshal(f.Data, &all[i]); err != nil {
			return nil, err
		}
	}
	page := &app.Page{Call: c, Offset: at.Offset, Size: mcp.Limit(c.Common.Limit).Size()}
	data.Findings, data.Paging = app.Take(page, all, app.BytesOf[externalFinding])
	if data.NextCursor != "" {
		at.Offset += len(data.Findings)
		data.NextCursor = c.CursorAt(at.place())
	}
	return data, nil
}

// readExternal returns the findings in a program's answer, and a summary of the rest. A line that is a JSON object with
// a message is a finding. If the exit status reports findings but no line is a finding, the end of the output becomes
// the only finding.
func readExternal(v *projections.View, name string, r *external.Result) ([]externalFinding, externalSummary) {
	findings, rest, keys := []externalFinding{}, []string{}, map[string]int{}
	var not []string
	left := 0
	for raw := range strings.SplitSeq(string(r.Output), "\n") {
		line := strings.TrimSpace(raw)
		var said externalLine
		switch {
		case line == "":
		case len(line) > maxExternalLine, len(findings) == validation.MaxFindings:
			left++
		case line[0] == '{' && json.Unmarshal([]byte(line), &said) == nil && said.Message != "":
			findings = append(findings, said.finding(v, name, keys))
		default:
			rest = append(rest, line)
		}
	}
	if left > 0 {
		not = append(not, fmt.Sprintf("%d lines of the program's output were too long or too many", left))
	}
	if r.Cut {
		not = append(not, "the program wrote more than is read")
	}
	if r.Exit != 0 && r.Exit != 1 {
		not = append(not, fmt.Sprintf("the program ended with status %d", r.Exit))
	}
	summary := externalSummary{NotChecked: not, Exit: r.Exit, Output: lastOf(rest),
		Errors: lastOf(strings.Split(r.Errors, "\n"))}
	if r.Exit == 1 && len(findings) == 0 {
		said := externalLine{Message: cmp.Or(summary.Output, summary.Errors, name+" did not pass the model")}
		findings = append(findings, said.finding(v, name, keys))
	}
	slices.SortStableFunc(findings, func(a, b externalFinding) int {
		order := rules.Severity("").Enum()
		return cmp.Compare(slices.Index(order, string(a.Severity)), slices.Index(order, string(b.Severity)))
	})
	summary.Verdict = verdictOf(findings, r.Exit, not)
	return findings, summary
}

// verdictOf returns the verdict of an answer: a finding of severity error or exit status 1 fails, even if parts were
// not checked.
func verdictOf(findings []externalFinding, exit int, not []string) rules.Verdict {
	switch {
	case exit == 1, len(findings) > 0 && findings[0].Severity == rules.Error:
		return rules.Fail
	case len(not) > 0:
		return rules.Incomplete
	}
	return rules.Pass
}

// lastOf returns the end of lines of foreign text, with control characters removed and its length bounded.
func lastOf(lines []string) string {
	out := text.Block(strings.ToValidUTF8(strings.TrimSpace(strings.Join(lines, "\n")), "\uFFFD"))
	if len(out) > externalText {
		out = strings.ToValidUTF8(out[len(out)-externalText:], "")
	}
	return out
}

// finding returns the finding to record for a line. Its key is the same in every check: a hash of the rule, or of the
// message if no rule is named, and of the elements. keys counts how often each key has occurred.
func (l externalLine) finding(v *projections.View, name string, keys map[string]int) externalFinding {
	out := externalFinding{Elements: []state.ID{}, Severity: severityOf(l.Severity), Rule: Bounded(text.Line(l.Rule)),
		Message: Bounded(text.Line(l.Message))}
	ids := l.GlobalIDs
	if l.GlobalID != "" {
		ids = append([]string{l.GlobalID}, ids...)
	}
	for _, global := range ids[:min(len(ids), externalElements)] {
		id, err := ifc.ElementID(global)
		if err != nil {
			continue
		}
		if e, ok := v.Model.Element(id); ok && !slices.Contains(out.Elements, e.ID) {
			out.Elements = append(out.Elements, e.ID)
			out.Level = cmp.Or(out.Level, elements.StoreyOf(v.Model, e))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(append([]string{name, cmp.Or(l.Rule, l.Message)}, ids...), "\x00")))
	out.Key = "external-" + hex.EncodeToString(sum[:8])
	keys[out.Key]++
	if n := keys[out.Key]; n > 1 {
		out.Key = fmt.Sprintf("%s-%d", out.Key, n)
	}
	return out
}

// severityOf returns the severity that a program names, or error if the name is unknown.
func severityOf(s string) rules.Severity {
	if one := rules.Severity(strings.ToLower(s)); slices.Contains([]rules.Severity{rules.Warning, rules.Note}, one) {
		return one
	}
	return rules.Error
}
