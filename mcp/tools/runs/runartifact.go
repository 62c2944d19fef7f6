package runs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strings"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections/runlog"
)

// runPart names an artifact of a run.
type runPart string

// Enum lists the artifacts.
func (runPart) Enum() []string { return []string{"report", "configuration", "log"} }

type runArtifact struct {
	RunID   string  `json:"run_id" jsonschema:"from run_start or run_list"`
	Name    runPart `json:"name,omitempty" jsonschema:"default report"`
	ModelID string  `json:"model_id,omitempty"`
	Cursor  string  `json:"cursor,omitempty"`
}

type runText struct {
	ModelID     string  `json:"model_id"`
	RunID       string  `json:"run_id"`
	Name        runPart `json:"name"`
	ContentType string  `json:"content_type"`
	SHA256      string  `json:"sha256" jsonschema:"of the whole"`
	Size        int     `json:"size" jsonschema:"bytes of the whole"`
	Text        string  `json:"text"`
	TextPaging
}

// textBytes is how many bytes of a text one reply holds. JSON in JSON can double that.
const textBytes = 12_000

func (r *executions) artifact(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a runArtifact
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	f, err := r.run(ctx, c, a.RunID)
	if err != nil {
		return nil, err
	}
	if a.Name == "" {
		a.Name = "report"
	}
	text, contentType, err := r.left(ctx, c, f, a.Name)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(text))
	data := runText{ModelID: f.modelID, RunID: f.Is.ID, Name: a.Name, ContentType: contentType,
		SHA256: hex.EncodeToString(sum[:]), Size: len(text)}
	data.Text, data.TextPaging, err = PageOfText(c, text)
	return &mcp.Outcome{Data: data, RunID: f.Is.ID}, err
}

// TextPaging describes which part of a text a reply holds, in bytes.
type TextPaging struct {
	Total      int    `json:"total" jsonschema:"bytes of the whole"`
	NextCursor string `json:"next_cursor,omitempty" jsonschema:"more follows: call again with this cursor"`
	Left       int    `json:"left,omitempty" jsonschema:"bytes that follow"`
	Cut        bool   `json:"cut_by_size,omitempty" jsonschema:"the whole would be too long"`
}

// textPlaceForm has a place in a text, in bytes, and a checksum of the text before it.
const textPlaceForm = "%d:%d"

func textPlace(text string, to int) string {
	return fmt.Sprintf(textPlaceForm, to, crc32.ChecksumIEEE([]byte(text[:to])))
}

// textFrom returns the byte at which the page of a call begins. A text may have grown since the page before. If the
// text before the place has changed, for example in a later file of the same name, the error is ILLEGAL_STATE.
func textFrom(c *mcp.Call, text string) (from int, err error) {
	place, err := c.CursorPlace()
	if err != nil || place == "" {
		return 0, err
	}
	var before uint32
	if _, err := fmt.Sscanf(place, textPlaceForm, &from, &before); err != nil || from < 0 {
		return 0, mcp.ErrUnknownCursor()
	}
	if from > len(text) || place != textPlace(text, from) {
		return 0, state.Errorf(state.IllegalState,
			"the text is another one than when the page before was read: start again without the cursor").
			With("state", "text_changed").With("allowed", []string{c.Tool.Name}).With("parameter", "cursor")
	}
	return from, nil
}

// PageOfText returns a part of a text that ends between two characters, and the paging that leads to the rest.
func PageOfText(c *mcp.Call, text string) (part string, paging TextPaging, err error) {
	from, err := textFrom(c, text)
	if err != nil {
		return "", TextPaging{}, err
	}
	to := min(from+textBytes, len(text))
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	paging.Total = len(text)
	if to < len(text) {
		paging.NextCursor, paging.Left, paging.Cut = c.CursorAt(textPlace(text, to)), len(text)-to, true
	}
	return text[from:to], paging, nil
}

func (r *executions) left(ctx context.Context, c *mcp.Call, f *found, name runPart) (text, contentType string,
	err error) {
	run := toldRun(c.Principal, f.Is)
	switch name {
	case "configuration":
		pretty, err := json.MarshalIndent(run.Config, "", "  ")
		return string(pretty) + "\n", "application/json", err
	case "log":
		return r.logOf(ctx, c, f)
	}
	return reportOf(run), app.Markdown, nil
}

func (r *executions) logOf(ctx context.Context, c *mcp.Call, f *found) (string, string, error) {
	var b strings.Builder
	for e, err := range r.backend.Store.Read(ctx, runlog.Stream(f.modelID, f.Is.ID), 0) {
		if err != nil {
			return "", "", err
		}
		entry, err := app.EntryOf(e, true)
		if err != nil {
			return "", "", err
		}
		if !c.Principal.ReadsBranch(f.Is.Config.Base) {
			if err := withoutBase(&entry); err != nil {
				return "", "", err
			}
		}
		line, err := json.Marshal(entry)
		if err != nil {
			return "", "", err
		}
		b.Write(append(line, '\n'))
	}
	return b.String(), "application/jsonl", nil
}

// reportOf writes the report of a run for people.
func reportOf(run *runs.Run) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Run %s\n\n| | |\n|---|---|\n| id | %s |\n| state | %s |\n",
		inCell(run.Config.Name), run.ID, run.State)
	if run.Why != "" {
		fmt.Fprintf(&b, "| why | %s |\n", inCell(run.Why))
	}
	fmt.Fprintf(&b, "| branch | %s, %s |\n| steps | %d of %d |\n| fixes tried | %d of %d |\n| "+
		"elements affected | %d |\n| configuration | sha256 %s |\n",
		run.Config.Branch, forkWords(run), run.StepsDone, len(run.Config.Steps), len(run.Fixes),
		run.Config.MaxFixes, run.Elements, run.ConfigSHA256)
	for _, f := range run.Files {
		fmt.Fprintf(&b, "| file %s | sha256 %s |\n", inCell(f.File), f.SHA256)
	}
	b.WriteString("\n## Gates\n\n| gate | check | ok | findings | counting | with a fix | revision | why " +
		"|\n|---|---|---|---|---|---|---|---|\n")
	for _, c := range run.Report {
		fmt.Fprintf(&b, "| %s | %s %s | %t | %d | %d | %d | %d | %s |\n", inCell(c.Gate), c.Tool, c.CheckID, c.OK,
			c.Findings, c.Counting, c.Fixable, c.Revision, inCell(c.Why))
	}
	b.WriteString("\n## Fixes\n\n| fix | gate | finding | tool | ok | why |\n|---|---|---|---|---|---|\n")
	for _, x := range run.Fixes {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %t | %s |\n", x.Fix, inCell(x.Gate), x.Finding,
			x.Tool, x.OK, inCell(x.Why))
	}
	return b.String()
}

// forkWords describes where the branch of a run was forked.
func forkWords(run *runs.Run) string {
	if run.Config.Base == app.UnnamedBranch {
		return "from " + app.UnnamedBranch
	}
	return fmt.Sprintf("from %s at revision %d", run.Config.Base, run.BaseRevision)
}

// inCell returns foreign text in a form that is safe in a cell of a Markdown table.
func inCell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "\r", " ").Replace(checks.Bounded(text))
}
