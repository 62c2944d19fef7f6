package files

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/drawings"
)

// sheetOfIssue identifies the sheet of an issue that a file is. The set of an issue, which has all sheets in one file,
// has no number and no title.
type sheetOfIssue struct {
	Issue       string `json:"issue,omitempty" jsonschema:"that it belongs to"`
	SheetNumber string `json:"sheet_number,omitempty"`
	SheetTitle  string `json:"sheet_title,omitempty"`
}

// issuedAs identifies a file of an issue. The index alone does not, because another issue may have files of the same
// names.
type issuedAs struct{ branch, name, sha256 string }

// nameSheets adds to the files of issues their index and their sheet, from the records of the issues.
func (b *Backend) nameSheets(ctx context.Context, model string, files []artifactEntry) error {
	if !slices.ContainsFunc(files, func(e artifactEntry) bool { return e.Tool == app.IssueSheetsName }) {
		return nil
	}
	issues, err := drawings.New(b.Backend).Issues(ctx, model)
	if err != nil {
		return err
	}
	sheets := map[issuedAs]sheetOfIssue{}
	for _, issue := range issues {
		sheets[issuedAs{issue.Branch, issue.Set.Name, issue.Set.SHA256}] = sheetOfIssue{Issue: issue.Index}
		for _, s := range issue.Sheets {
			sheets[issuedAs{issue.Branch, s.Name, s.SHA256}] = sheetOfIssue{issue.Index, s.Number, s.Title}
		}
	}
	for i := range files {
		if e := &files[i]; e.Tool == app.IssueSheetsName {
			e.sheetOfIssue = sheets[issuedAs{e.Branch, e.Name, e.SHA256}]
		}
	}
	return nil
}

// ofIssue returns the files of an issue: the set, followed by the sheets in their order. The error is NOT_FOUND if the
// caller can see no issue with the index.
func (b *Backend) ofIssue(ctx context.Context, c *mcp.Call, model, index string,
	files []artifactEntry) ([]artifactEntry, error) {
	issues, err := drawings.New(b.Backend).Issues(ctx, model)
	if err != nil {
		return nil, err
	}
	known := []string{}
	for _, issue := range issues {
		if c.Scope.AllowsBranch(issue.Branch) {
			known = append(known, issue.Index)
		}
	}
	if !slices.Contains(known, index) {
		return nil, state.Errorf(state.NotFound, "no sheets were issued as %q: data.issues has the indexes there are",
			checks.Bounded(index)).With("parameter", "issue").With("issues", known[max(0, len(known)-issuesNamed):])
	}
	files = slices.DeleteFunc(files, func(e artifactEntry) bool { return e.Issue != index })
	slices.Reverse(files) // now in the order of the set
	return files, nil
}

// issuesNamed bounds how many indexes of issues a refusal lists: the latest ones.
const issuesNamed = 50
