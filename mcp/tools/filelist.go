package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/schema"
)

// fileFolder is a folder by what it is for.
type fileFolder string

// The folders.
const (
	folderOutput  fileFolder = "output"  // where exports go
	folderInput   fileFolder = "input"   // that the operator lets be read
	folderUploads fileFolder = "uploads" // what the caller sent over HTTP
)

// Enum lists the folders.
func (fileFolder) Enum() []string {
	return []string{string(folderOutput), string(folderInput), string(folderUploads)}
}

type listFiles struct {
	Folder fileFolder `json:"folder,omitempty" jsonschema:"default all"`
	Ending string     `json:"ending,omitempty" jsonschema:"such as .ifc"`
	Limit  mcp.Limit  `json:"limit,omitempty"`
	Cursor string     `json:"cursor,omitempty"`
}

type fileList struct {
	Folders []folderCount `json:"folders"`
	Files   []fileEntry   `json:"files"`
	Paging
}

type folderCount struct {
	Folder fileFolder `json:"folder"`
	Files  int        `json:"files"`
}

type fileEntry struct {
	File     string     `json:"file" jsonschema:"for arguments that name a file"`
	Folder   fileFolder `json:"folder"`
	Size     int64      `json:"size"`
	Modified time.Time  `json:"modified"`
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
	p, err := decodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	r, err := b.reader(ctx, c.Principal)
	if err != nil {
		return nil, err
	}
	all := slices.DeleteFunc(r.files(), func(f fileEntry) bool {
		return a.Folder != "" && f.Folder != a.Folder ||
			!strings.HasSuffix(strings.ToLower(f.File), strings.ToLower(a.Ending))
	})
	data := fileList{Folders: countFolders(all)}
	data.Files, data.Paging, err = takeLive(p, all, func(e fileEntry) string { return string(e.Folder) + " " + e.File },
		bytesOf[fileEntry])
	return &mcp.Outcome{Data: data}, err
}

func countFolders(all []fileEntry) []folderCount {
	out := []folderCount{}
	for _, folder := range []fileFolder{folderOutput, folderInput, folderUploads} {
		n := 0
		for _, f := range all {
			if f.Folder == folder {
				n++
			}
		}
		out = append(out, folderCount{folder, n})
	}
	return out
}

// Bounds of what is looked at in a folder.
const (
	folderDepth = 4
	folderFiles = 2_000
)

// files returns the files that the principal can name, by folder and name.
func (r *fileReader) files() []fileEntry {
	out := r.filesBelow(filepath.Join(r.backend.OutDir, ownFolder(r.principal)), folderOutput)
	for _, folder := range r.backend.InDirs {
		out = append(out, r.filesBelow(folder, folderInput)...)
	}
	if r.backend.UploadDir != "" {
		out = append(out, r.backend.uploads(r.principal)...)
	}
	return out
}

// filesBelow lists the files of a folder and those within it, by name. A folder that is not there holds none.
func (r *fileReader) filesBelow(root string, folder fileFolder) []fileEntry {
	var out []fileEntry
	root = realFolder(root)
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		relative, relErr := filepath.Rel(root, path)
		switch {
		case err != nil || relErr != nil:
			return nil // what cannot be read is not listed
		case relative != "." && strings.HasPrefix(d.Name(), "."), d.IsDir() && r.passesOver(root, path),
			d.IsDir() && strings.Count(relative, string(filepath.Separator)) >= folderDepth:
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || !r.permits(path):
			return nil
		case len(out) == folderFiles:
			return fs.SkipAll
		}
		if info, err := d.Info(); err == nil && !r.hides(path, info) {
			out = append(out, fileEntry{filepath.ToSlash(relative), folder, info.Size(), info.ModTime().UTC()})
		}
		return nil
	})
	return out
}

// uploads lists what a caller has sent.
func (b *Backend) uploads(p mcp.Principal) []fileEntry {
	var out []fileEntry
	entries, err := os.ReadDir(b.uploadFolder(p))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		id, meta := strings.CutSuffix(e.Name(), uploadMeta)
		if !meta {
			continue
		}
		if f, content, err := b.openUpload(p, id); err == nil {
			_ = content.Close()
			out = append(out, fileEntry{f.URI, folderUploads, f.Size, f.Written})
		}
	}
	slices.SortFunc(out, func(a, b fileEntry) int { return cmp.Compare(a.File, b.File) })
	return out
}

// filesNamed caps the files that an error names.
const filesNamed = 8

// inFolders adds to the error of a file that is not there what the folders hold, by what they are for, and the name
// that is nearly the one given.
func (r *fileReader) inFolders(name string, err error) error {
	missing, ok := errors.AsType[*domain.Error](err)
	if code := domain.CodeOf(err); !ok || code != domain.NotFound && code != domain.PathNotAllowed {
		return err
	}
	all := r.files()
	var words, names []string
	for _, count := range countFolders(all) {
		words = append(words, fmt.Sprintf("%d in the %s folder", count.Files, count.Folder))
	}
	ending, bases := strings.ToLower(filepath.Ext(name)), []string{}
	for _, f := range all {
		if ending == "" || strings.HasSuffix(strings.ToLower(f.File), ending) {
			names, bases = append(names, f.File), append(bases, path.Base(f.File))
		}
	}
	out := *missing
	out.Message = missing.Message + "; there are " + strings.Join(words, ", ") + ": list_files names them"
	if i := slices.Index(bases, schema.Nearest(filepath.Base(name), bases)); i >= 0 { // in whatever folder it is
		out.Message += fmt.Sprintf("; did you mean %q?", names[i])
		names[0], names[i] = names[i], names[0]
	}
	return out.With("folders", countFolders(all)).With("files", names[:min(len(names), filesNamed)])
}
