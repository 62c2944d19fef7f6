package drawings

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/drawings/pdf"
)

type issueSheets struct {
	Index      string              `json:"index" jsonschema:"such as A or P01: tags the revision"`
	Purpose    string              `json:"purpose,omitempty" jsonschema:"status in the title block, such as for approval"`
	Change     string              `json:"change,omitempty" jsonschema:"words of the table of revisions; default purpose, else the reasons of the changes since"`
	Scales     []drawingScale      `json:"scales,omitempty" jsonschema:"of plans; default 100; the first is that of sections, elevations"`
	Sheets     []issuedDefinition  `json:"sheets,omitempty" jsonschema:"default those the model keeps, else plans, sections, elevations, schedules, take-off"`
	TitleBlock drawings.TitleBlock `json:"title_block,omitempty" jsonschema:"of all sheets"`
	At         mcp.At              `json:"at,omitempty" jsonschema:"default the last"`
	mcp.MutationArguments
}

// issuedDefinition is a sheet of an issue.
type issuedDefinition struct {
	SheetID    state.ID            `json:"sheet_id,omitempty" jsonschema:"kept sheet, in place of views"`
	Views      []sheetView         `json:"views,omitempty" jsonschema:"as of create_sheet"`
	TitleBlock drawings.TitleBlock `json:"title_block,omitempty"`
	Size       sheetSize           `json:"size,omitempty" jsonschema:"default the smallest that fits"`
}

type issuedData struct {
	ModelID  string             `json:"model_id"`
	Branch   string             `json:"branch"`
	Revision uint64             `json:"revision"`
	Index    string             `json:"index"`
	Previous string             `json:"previous,omitempty" jsonschema:"issue: what changed since has revision clouds"`
	Set      issuedFile         `json:"set" jsonschema:"all sheets as one PDF with bookmarks"`
	Sheets   []issuedSheet      `json:"sheets" jsonschema:"the first 100"`
	Total    int                `json:"sheets_total"`
	Notes    []drawings.Warning `json:"notes" jsonschema:"what could not be shown; the first 50"`
	Events   []app.EventRef     `json:"events"`
}

// issuedFile is a file of an issue.
type issuedFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

// issuedSheet is a sheet as it was issued.
type issuedSheet struct {
	Number string `json:"number"`
	Title  string `json:"title"`
	issuedFile
}

// sheetsShown is the most sheets that a reply lists.
const sheetsShown = 100

// mostSheets is the most sheets that an issue may define.
const mostSheets = 100

func issueSheetsTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: app.IssueSheetsName, Title: "Issue sheets", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryMutation, Operation: mcp.OpCreate, Additive: true, Heavy: true,
		TellsWhole: true,
		Description: "Issues a set: writes each sheet and the set as PDF, tags the revision and " +
			"records number, title and sha256 of each for good. " +
			"The table of revisions lists the issues before; what changed since the last one has revision clouds.",
		Input: issueSheets{}, Output: issuedData{}, Handle: b.issueSheets,
	}
}

// issue is an issue that is being made.
type issue struct {
	backend  *Backend
	call     *mcp.Call
	asked    issueSheets
	view     *projections.View
	past     []pastIssue
	change   string                 // the text for the table of revisions
	sections []drawings.SectionLine // of the usual set
	since    *projections.View      // the state of the last earlier issue
	sheets   []*paper.Drawing
	warnings []drawings.Warning
}

func (b *Backend) issueSheets(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	i := &issue{backend: b, call: c}
	if err := c.Decode(&i.asked); err != nil {
		return nil, err
	}
	if err := i.asked.check(); err != nil {
		return nil, err
	}
	var err error
	if i.view, err = b.ExpectedView(ctx, c); err != nil {
		return nil, err
	}
	if i.view, err = b.StateOf(ctx, c, i.view, string(i.asked.At)); err != nil {
		return nil, err
	}
	if err := app.NameArguments(i.view.Model, &i.asked); err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, b.Store, i.view); err != nil {
		return nil, err
	}
	annotations, err := b.Live.Annotations(ctx, i.view.ModelID)
	if err != nil {
		return nil, err
	}
	if t, taken := annotations.Tag(i.asked.Index); taken {
		return nil, state.Errorf(state.AlreadyExists, "%q names %s already: an issue needs an index of its own",
			i.asked.Index, TaggedState(c, t)).With("tag", i.asked.Index)
	}
	if err := i.before(ctx); err != nil {
		return nil, err
	}
	if i.change, err = i.words(ctx); err != nil {
		return nil, err
	}
	if err := i.draw(ctx); err != nil {
		return nil, err
	}
	if err := i.checkNumbers(); err != nil {
		return nil, err
	}
	return i.outcome(ctx, annotations.Expected)
}

// check returns an error for an index that is no valid tag name, for arguments that exclude each other, and for
// repeated scales.
func (a *issueSheets) check() error {
	if err := CheckTagName(a.Index); err != nil {
		return state.Errorf(state.CodeOf(err), "%w", err).With("parameter", "index")
	}
	if len(a.Scales) > 0 && len(a.Sheets) > 0 {
		return state.Errorf(state.OutOfRange,
			"scales are of the usual set, and the views of sheets have their own: give one of scales and sheets").
			With("parameter", "scales")
	}
	for n, s := range a.Scales {
		if slices.Contains(a.Scales[:n], s) {
			return state.Errorf(state.OutOfRange, "scales has 1:%d twice: leave one", s).With("parameter", "scales")
		}
	}
	return nil
}

// checkNumbers refuses a set in which two sheets have the same number, because the number identifies a drawing (ISO
// 7200).
func (i *issue) checkNumbers() error {
	seen := map[string]bool{}
	for _, d := range i.sheets {
		if seen[d.Number] {
			return state.Errorf(state.OutOfRange,
				"two sheets have the number %q: leave number out of title_block, or give sheets, each with its own",
				checks.Bounded(d.Number)).With("parameter", "title_block")
		}
		seen[d.Number] = true
	}
	return nil
}

// before reads the earlier issues.
func (i *issue) before(ctx context.Context) (err error) {
	if i.past, err = i.backend.pastIssues(ctx, i.call, i.view); err != nil || len(i.past) == 0 {
		return err
	}
	last := i.past[len(i.past)-1]
	i.sections = last.Sections
	i.since, err = i.backend.Live.At(ctx, i.view.ModelID, last.Branch, last.Revision)
	return err
}

// rows returns the table of revisions: this issue, then the earlier ones.
func (i *issue) rows() []drawings.RevisionRow {
	by := app.User(i.call.Principal)
	out := []drawings.RevisionRow{{Index: i.asked.Index, Date: i.date(),
		Change: i.change, By: by}}
	for _, p := range slices.Backward(i.past) {
		out = append(out, p.row)
	}
	return out
}

// mostWords is the most characters of the reasons in a row of the table of revisions. Longer reasons are cut.
const mostWords = 400

// words returns the text of the issue for the table of revisions: the requested text, the purpose, or the reasons. The
// reasons are those of the changes since the last issue of this branch, each once. If there are none, the reason of the
// call is used.
func (i *issue) words(ctx context.Context) (string, error) {
	said := cmp.Or(i.asked.Change, i.asked.Purpose)
	if said != "" || i.since == nil || i.since.Branch != i.view.Branch {
		return cmp.Or(said, i.asked.Reasoning, "Issued"), nil
	}
	var reasons []string
	note := func(r eventstore.Recorded, _ state.Event) error {
		meta, err := projections.DecodeMeta(r.Meta)
		if err == nil && meta.Reasoning != "" && !slices.Contains(reasons, meta.Reasoning) {
			reasons = append(reasons, meta.Reasoning)
		}
		return err
	}
	if i.since.Revision < i.view.Revision {
		err := i.backend.Live.Events(ctx, i.view.ModelID, i.view.Branch, i.since.Revision+1, i.view.Revision, note)
		if err != nil {
			return "", err
		}
	}
	said = strings.Join(reasons, "; ")
	if runes := []rune(said); len(runes) > mostWords {
		said = string(runes[:mostWords]) + "…"
	}
	return cmp.Or(said, i.asked.Reasoning, "Issued"), nil
}

// date returns the day of the call as the day of the issue, because the revision may be older.
func (i *issue) date() string { return i.call.Now.UTC().Format("2006-01-02") }

// draw draws the sheets.
func (i *issue) draw(ctx context.Context) (err error) {
	approver, err := i.backend.approverOf(ctx, i.view)
	if err != nil {
		return err
	}
	block := withDefaults(i.asked.TitleBlock, i.view, approver)
	block.Status, block.Date = cmp.Or(i.asked.TitleBlock.Status, i.asked.Purpose, block.Status),
		cmp.Or(i.asked.TitleBlock.Date, i.date())
	if len(i.asked.Sheets) > mostSheets {
		return state.Errorf(state.OutOfRange, "an issue has at most %d sheets",
			mostSheets).With("parameter", "sheets")
	}
	defined := i.asked.Sheets
	if len(defined) == 0 && len(i.asked.Scales) == 0 {
		for _, e := range views.Sheets(i.view.Model) {
			defined = append(defined, issuedDefinition{SheetID: e.ID})
		}
	}
	if len(defined) > 0 {
		return i.drawDefined(ctx, defined, block)
	}
	scales := []int64{usualScale}
	if len(i.asked.Scales) > 0 {
		scales = nil
		for _, s := range i.asked.Scales {
			scales = append(scales, int64(s))
		}
	}
	if kept := drawings.KeptSections(i.view.Model); len(kept) > 0 {
		i.sections = kept
	} else if len(i.sections) == 0 {
		i.sections = drawings.MainSections(i.view)
	}
	i.sheets, i.warnings, err = drawings.GeneralSet(ctx, i.view, drawings.SetSpec{Block: block, Scales: scales,
		Sections: i.sections, Revisions: i.rows(), Since: i.since, Index: i.asked.Index})
	return err
}

// drawDefined draws the sheets that the call defines. Sheets without a number are numbered in order.
func (i *issue) drawDefined(ctx context.Context, sheets []issuedDefinition, block drawings.TitleBlock) error {
	for n, d := range sheets {
		if len(d.Views) == 0 && d.SheetID == "" {
			return state.Errorf(state.OutOfRange, "sheet %d needs at least one view", n+1).With("parameter", "sheets")
		}
		if err := i.backend.placeViews(ctx, i.call, d.Views); err != nil {
			return fmt.Errorf("sheet %d: %w", n+1, err)
		}
		if err := app.NameArguments(i.view.Model, &d); err != nil {
			return fmt.Errorf("sheet %d: %w", n+1, err)
		}
		a := createSheet{SheetID: d.SheetID, Views: d.Views, TitleBlock: overlaid(d.TitleBlock, block), Size: d.Size}
		if d.SheetID != "" {
			if err := a.keptSheet(i.view); err != nil {
				return fmt.Errorf("sheet %d: %w", n+1, err)
			}
			a.SheetID = ""
		}
		a.TitleBlock.Number = cmp.Or(a.TitleBlock.Number, fmt.Sprintf("GA-%03d", n+1))
		a.TitleBlock.Sheet = cmp.Or(d.TitleBlock.Sheet, fmt.Sprintf("%d / %d", n+1, len(sheets)))
		earlier := func(at mcp.At) (*projections.View, error) { return i.backend.since(ctx, i.call, i.view, at) }
		made, err := a.sheet(ctx, i.view, sheetIssue{i.rows(), i.since, i.asked.Index,
			block.Approver, earlier})
		if err != nil {
			return fmt.Errorf("sheet %d: %w", n+1, err)
		}
		made.drawing.Number, made.drawing.Name = a.TitleBlock.Number, cmp.Or(made.drawing.Name, a.TitleBlock.Title)
		i.sheets, i.warnings = append(i.sheets, made.drawing), append(i.warnings, made.notes...)
	}
	return nil
}

// write writes the files: the set, then each sheet.
func (i *issue) write(ctx context.Context, data *issuedData) ([]string, error) {
	for _, sheet := range i.sheets {
		if err := drawings.CheckSize("pdf", sheet); err != nil {
			return nil, err
		}
	}
	about := pdf.Document{Title: i.view.Model.Info().Name, Author: i.view.Model.Info().Author, At: i.view.At}
	file := func(name string, sheets ...*paper.Drawing) (issuedFile, string, error) {
		to, err := i.backend.ExportPath(ctx, i.call, i.view, "",
			fmt.Sprintf("%s-%s-%s.pdf", checks.Slug(i.view.Model.Info().Name), checks.Slug(i.asked.Index),
				name), ".pdf")
		if err != nil {
			return issuedFile{}, "", err
		}
		digest, size, err := to.Write(ctx, i.call,
			func(w io.Writer) error { return pdf.Write(ctx, w, about, sheets...) })
		if err != nil {
			return issuedFile{}, "", app.FileError(err)
		}
		return issuedFile{filepath.Base(to.Path), digest, size}, to.Path, nil
	}
	set, path, err := file("set", i.sheets...)
	if err != nil {
		return nil, err
	}
	data.Set = set
	paths := []string{path}
	for n, d := range i.sheets {
		f, path, err := file(fmt.Sprintf("%03d-%s", n+1, cmp.Or(app.FileWord(d.Number), "sheet")), d)
		if err != nil {
			return nil, err
		}
		data.Sheets = append(data.Sheets, issuedSheet{d.Number, d.Name, f})
		paths = append(paths, path)
	}
	return paths, nil
}

// outcome writes the files and makes the events in one append: the issue, the tag, and a record of each file.
func (i *issue) outcome(ctx context.Context, tags eventstore.Expected) (*mcp.Outcome, error) {
	v, c := i.view, i.call
	i.warnings = append(slices.Clone(i.warnings), drawings.Unwritten(i.sheets...)...)
	data := &issuedData{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Index: i.asked.Index,
		Total: len(i.sheets), Notes: i.warnings[:min(len(i.warnings), notesShown)]}
	if data.Notes == nil {
		data.Notes = []drawings.Warning{}
	}
	if n := len(i.past); n > 0 {
		data.Previous = i.past[n-1].Index
	}
	paths, err := i.write(ctx, data)
	if err != nil {
		return nil, err
	}
	point := v.Point()
	record := sheetsIssued{
		ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Hash: point.Hash, Index: i.asked.Index,
		Purpose: i.asked.Purpose, Date: i.date(), By: app.User(c.Principal),
		Change: i.change, Set: data.Set, Sheets: data.Sheets, Sections: i.sections, Parameters: c.Arguments,
	}
	issued := record.event(c)
	tag := projections.EncodeEvents([]state.Event{&state.RevisionTagged{Name: i.asked.Index, At: point,
		Description: "issue " + i.asked.Index}}, app.MetaOf(c, v.Revision))
	tag[0].ID = projections.EventID(c.CommandID, 1)
	var files []eventstore.Event
	for n, f := range append([]issuedFile{data.Set}, filesOf(data.Sheets)...) {
		e := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{
			ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision,
			ContentType: "application/pdf", Schema: "pdf", SHA256: f.SHA256, Size: f.Size}, paths[n])
		e.ID = projections.EventID(c.CommandID, 2+n)
		files = append(files, e)
	}
	data.Events = slices.Concat(app.RefsOf([]eventstore.Event{issued}), app.RefsOf(tag), app.RefsOf(files))
	data.Sheets = data.Sheets[:min(len(data.Sheets), sheetsShown)]
	out := &mcp.Outcome{
		Data: data, EventID: issued.ID, Reach: app.ModelWide(mcp.EffectCreated, "issue", i.asked.Index),
		Plan:   app.PlanOf(v, append([]eventstore.Event{issued}, tag...), ""),
		Commit: i.commit(issued, tag, files, tags),
	}
	if n := len(i.warnings); n > 0 {
		out.Warnings = []mcp.Warning{{Code: "NOT_SHOWN",
			Message: "some things could not be shown as they should: look at notes", Data: map[string]any{"notes": n}}}
	}
	return out, nil
}

func filesOf(sheets []issuedSheet) []issuedFile {
	out := make([]issuedFile, len(sheets))
	for i, s := range sheets {
		out[i] = s.issuedFile
	}
	return out
}

// commit returns the function that appends an issue. If another tag of the model was appended in between, the append
// conflicts and the call is decided again.
func (i *issue) commit(issued eventstore.Event, tag, files []eventstore.Event,
	tags eventstore.Expected) func(context.Context, []eventstore.Append) (string, error) {
	id := i.view.ModelID
	return func(ctx context.Context, records []eventstore.Append) (string, error) {
		recorded := append([]eventstore.Append{
			{Stream: issueStream(id), Expected: eventstore.Any, Events: []eventstore.Event{issued}},
			{Stream: app.ArtifactStream(id), Expected: eventstore.Any, Events: files},
		}, records...)
		if _, err := i.backend.Storing(projections.AnnotationStream(id), tags, tag)(ctx, recorded); err != nil {
			return "", err
		}
		return issued.ID, nil
	}
}

// overlaid returns a title block with the fields of another one in place of its empty fields.
func overlaid(b, rest drawings.TitleBlock) drawings.TitleBlock {
	return drawings.TitleBlock{
		Owner: cmp.Or(b.Owner, rest.Owner), Project: cmp.Or(b.Project, rest.Project),
		Address: cmp.Or(b.Address, rest.Address), Title: cmp.Or(b.Title, rest.Title),
		Number: cmp.Or(b.Number, rest.Number), Creator: cmp.Or(b.Creator, rest.Creator),
		Approver:     cmp.Or(b.Approver, rest.Approver),
		DocumentType: cmp.Or(b.DocumentType, rest.DocumentType), Status: cmp.Or(b.Status, rest.Status),
		Date: cmp.Or(b.Date, rest.Date), Sheet: cmp.Or(b.Sheet, rest.Sheet), Notes: cmp.Or(b.Notes, rest.Notes),
	}
}

// withDefaults returns a title block whose empty fields are filled from the model and from the approver of its
// revision.
func withDefaults(b drawings.TitleBlock, v *projections.View, approver string) drawings.TitleBlock {
	rest := drawings.DefaultBlock(v)
	rest.Approver = approver
	return overlaid(b, rest)
}
