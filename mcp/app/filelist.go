package app

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

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/schema"
)

// FileFolder names a kind of folder by its purpose.
type FileFolder string

// The kinds of folders.
const (
	folderOutput  FileFolder = "output"  // where exports go
	folderInput   FileFolder = "input"   // that the operator allows to be read
	folderUploads FileFolder = "uploads" // what the caller sent over HTTP
)

// Enum lists the folders.
func (FileFolder) Enum() []string {
	return []string{string(folderOutput), string(folderInput), string(folderUploads)}
}

type FolderCount struct {
	Folder FileFolder `json:"folder"`
	Files  int        `json:"files"`
}

type FileEntry struct {
	File     string     `json:"file" jsonschema:"for arguments that name a file"`
	Folder   FileFolder `json:"folder"`
	Size     int64      `json:"size"`
	Modified time.Time  `json:"modified"`
}

func CountFolders(all []FileEntry) []FolderCount {
	out := []FolderCount{}
	for _, folder := range []FileFolder{folderOutput, folderInput, folderUploads} {
		n := 0
		for _, f := range all {
			if f.Folder == folder {
				n++
			}
		}
		out = append(out, FolderCount{folder, n})
	}
	return out
}

// The bounds for listing a folder: its depth and the number of files.
const (
	folderDepth = 4
	folderFiles = 2_000
)

// Files returns the files that the principal can name, sorted by folder and name.
func (r *fileReader) Files() []FileEntry {
	out := r.filesBelow(filepath.Join(r.backend.OutDir, OwnFolder(r.principal)), folderOutput)
	for _, folder := range r.backend.InDirs {
		out = append(out, r.filesBelow(folder, folderInput)...)
	}
	if r.backend.UploadDir != "" {
		out = append(out, r.backend.Uploads(r.principal)...)
	}
	return out
}

// filesBelow lists the files of a folder and its subfolders, by name. A missing folder has no files.
func (r *fileReader) filesBelow(root string, folder FileFolder) []FileEntry {
	var out []FileEntry
	root = realFolder(root)
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		relative, relErr := filepath.Rel(root, path)
		switch {
		case err != nil || relErr != nil:
			return nil // omits files that cannot be read
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
			out = append(out, FileEntry{filepath.ToSlash(relative), folder, info.Size(), info.ModTime().UTC()})
		}
		return nil
	})
	return out
}

// Uploads lists the files that a caller has sent.
func (b *Backend) Uploads(p mcp.Principal) []FileEntry {
	var out []FileEntry
	entries, err := os.ReadDir(b.UploadFolder(p))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		id, meta := strings.CutSuffix(e.Name(), uploadMeta)
		if !meta {
			continue
		}
		if f, content, err := b.OpenUpload(p, id); err == nil {
			_ = content.Close()
			out = append(out, FileEntry{f.URI, folderUploads, f.Size, f.Written})
		}
	}
	slices.SortFunc(out, func(a, b FileEntry) int { return cmp.Compare(a.File, b.File) })
	return out
}

// filesNamed caps the files that an error names.
const filesNamed = 8

// inFolders adds the contents of the readable folders, by kind, to the error for a missing file, and suggests the file
// with the most similar name.
func (r *fileReader) inFolders(name string, err error) error {
	missing, ok := errors.AsType[*state.Error](err)
	if code := state.CodeOf(err); !ok || code != state.NotFound && code != state.PathNotAllowed {
		return err
	}
	all := r.Files()
	var words, names []string
	for _, count := range CountFolders(all) {
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
	return out.With("folders", CountFolders(all)).With("files", names[:min(len(names), filesNamed)])
}

// FilesIn returns the files of a folder that a principal can name and that have one of the given endings, by name. The
// folder is a readable folder, given as ".", or a folder within one. The error is NOT_FOUND if the folder has no such
// file.
func (b *Backend) FilesIn(ctx context.Context, p mcp.Principal, folder string, endings []string) ([]FileEntry, error) {
	r, err := b.Reader(ctx, p)
	if err != nil {
		return nil, err
	}
	var out []FileEntry
	for _, f := range r.filesOf(folder) {
		if slices.Contains(endings, strings.ToLower(path.Ext(f.File))) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b FileEntry) int { return strings.Compare(a.File, b.File) })
	out = slices.CompactFunc(out, func(a, b FileEntry) bool { return a.File == b.File }) // the first folder has it
	if len(out) == 0 && !r.hasFolder(folder) {
		return nil, state.Errorf(state.NotFound, "there is no folder %q among those that may be read: give . for the "+
			"whole, or a folder of the files that list_files names", folder).With("parameter", "folder")
	}
	if len(out) == 0 {
		return nil, state.Errorf(state.NotFound, "folder %q has no file that ends in %s: list_files names those that "+
			"can be read", folder, strings.Join(endings, ", ")).With("parameter", "folder")
	}
	return out, nil
}

// roots returns the folders that may be read.
func (r *fileReader) roots() []string {
	return append([]string{filepath.Join(r.backend.OutDir, OwnFolder(r.principal))}, r.backend.InDirs...)
}

// belowRoot returns the path of a folder relative to a readable root. For an absolute folder it also returns the prefix
// for the names of its files. ok is false if the folder lies outside the root.
func belowRoot(root, folder string) (relative, prefix string, ok bool) {
	if !filepath.IsAbs(folder) {
		relative = path.Clean(filepath.ToSlash(strings.TrimSpace(folder)))
		return relative, "", filepath.IsLocal(relative)
	}
	below, err := filepath.Rel(realFolder(root), realFolder(folder))
	if err != nil || !filepath.IsLocal(below) {
		return "", "", false
	}
	return filepath.ToSlash(below), realFolder(root), true
}

// hasFolder reports whether a folder exists in one of the readable folders, with or without files.
func (r *fileReader) hasFolder(folder string) bool {
	return slices.ContainsFunc(r.roots(), func(root string) bool {
		relative, _, ok := belowRoot(root, folder)
		if !ok {
			return false
		}
		asked := realFolder(filepath.Join(root, filepath.FromSlash(relative)))
		info, err := os.Stat(asked)
		return err == nil && info.IsDir() && within(realFolder(root), asked)
	})
}

// filesOf returns the files that lie in a folder, under the names by which they can be read.
func (r *fileReader) filesOf(folder string) []FileEntry {
	var out []FileEntry
	for _, root := range r.roots() {
		relative, prefix, ok := belowRoot(root, folder)
		if !ok {
			continue
		}
		for _, f := range r.filesBelow(root, folderInput) {
			if path.Dir(f.File) == relative {
				f.File = filepath.Join(prefix, f.File)
				out = append(out, f)
			}
		}
	}
	return out
}
