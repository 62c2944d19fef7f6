package files

import (
	"context"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

type listFiles struct {
	Folder app.FileFolder `json:"folder,omitempty" jsonschema:"default all"`
	Ending string         `json:"ending,omitempty" jsonschema:"such as .ifc"`
	Limit  mcp.Limit      `json:"limit,omitempty"`
	Cursor string         `json:"cursor,omitempty"`
}

type fileList struct {
	Folders []app.FolderCount `json:"folders"`
	Files   []app.FileEntry   `json:"files"`
	app.Paging
}

func listFilesTool(b *Backend) mcp.Tool {
	return mcp.Tool{Name: "list_files", Title: "List files", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryRead, Idempotent: true,
		Description: "Lists the files that import_ifc, verify_ifc, check_ids and others can read: what exports " +
			"wrote, what the operator put up, what you sent.",
		Input: listFiles{}, Output: fileList{}, Handle: b.listFiles}
}

func (b *Backend) listFiles(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listFiles
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	r, err := b.Reader(ctx, c.Principal)
	if err != nil {
		return nil, err
	}
	all := slices.DeleteFunc(r.Files(), func(f app.FileEntry) bool {
		return a.Folder != "" && f.Folder != a.Folder ||
			!strings.HasSuffix(strings.ToLower(f.File), strings.ToLower(a.Ending))
	})
	data := fileList{Folders: app.CountFolders(all)}
	data.Files, data.Paging, err = app.TakeLive(p, all, func(e app.FileEntry) string {
		return string(e.Folder) + " " +
			e.File
	},
		app.BytesOf[app.FileEntry])
	return &mcp.Outcome{Data: data}, err
}
