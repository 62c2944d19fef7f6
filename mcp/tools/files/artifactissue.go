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

// sheetOfIssue says which sheet of which issue a file is. The set of an issue, all its sheets in one file, has no
// number and no title.
type sheetOfIssue struct {
	Issue       string `json:"issue,omitempty" jsonschema:"that it belongs to"`
	SheetNumber string `json:"sheet_number,omitempty"`
	SheetTitle  string `json:"sheet_title,omitempty"`
}

// issuedAs is what identifies a file of an issue: an index is given once in a model, but its file names may be those of
// another one.
type issuedAs struct{ branch, name, sha256 string }

// nameSheets says of the files of issues which sheets they are, as the records of the issues have it.
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

// ofIssue returns the files of an issue: the set, then its sheets in their order. NOT_FOUND for an index that no issue
// has which the caller may know of.
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
	slices.Reverse(files) // they were recorded in the order of the set
	return files, nil
}

// issuesNamed is how many indexes of issues a refusal names: those of the last ones.
const issuesNamed = 50
