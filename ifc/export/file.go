package export

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// File writes a model as an IFC file at a path. It writes to a temporary file in the same folder, reads the bytes back
// from the disk and checks them. Then it renames the file, which replaces any existing file. If anything fails or the
// context is cancelled, no new file is left behind and an existing file is untouched. It returns the same errors as
// [Write], and NOT_FOUND, PATH_NOT_ALLOWED and STORAGE_FULL for the folder.
//
// For a path that ends in .ifczip it writes an archive that contains the file.
func File(ctx context.Context, path string, m *state.Model, o Options) (Summary, error) {
	if o.Archive == "" && IsArchive(path) {
		o.Archive = Archived(path)
	}
	x, err := build(ctx, m, o)
	if err != nil {
		return Summary{}, err
	}
	return x.save(path)
}

// Into is [File] for a new file that is already open. It closes the file. If it fails, the caller has to remove the
// file.
func Into(ctx context.Context, f *os.File, m *state.Model, o Options) (Summary, error) {
	x, err := build(ctx, m, o)
	if err != nil {
		return Summary{}, err
	}
	summary, err := x.writeChecked(f)
	if err != nil {
		return Summary{}, fileError(f.Name(), err)
	}
	return summary, ctx.Err()
}

// archiveEnding is the file name extension of ifcZIP archives.
const archiveEnding = ".ifczip"

// IsArchive reports whether a file name has the extension of an ifcZIP archive.
func IsArchive(name string) bool { return strings.EqualFold(filepath.Ext(name), archiveEnding) }

// Archived returns the name of the IFC file in the archive with the given name.
func Archived(name string) string {
	return strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)) + ".ifc"
}

func (x *exporter) save(path string) (Summary, error) {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".export-*.ifc.part")
	if err != nil {
		return Summary{}, fileError(path, err)
	}
	name := temporary.Name()
	summary, err := x.writeChecked(temporary)
	if err == nil {
		err = x.ctx.Err()
	}
	if err == nil {
		err = os.Rename(name, path)
	}
	if err != nil {
		return Summary{}, errors.Join(fileError(path, err), removed(name))
	}
	return summary, nil
}

// writeChecked writes the file, closes it and compares the content on the disk with the instances in memory. At the
// same time another goroutine checks the instances in memory against the schema and the model.
func (x *exporter) writeChecked(f *os.File) (Summary, error) {
	verified := make(chan error, 1)
	go func() { verified <- checkFile(x.ctx, &x.file, x.expected()) }()
	var broken []change.Warning
	rules := make(chan error, 1)
	go func() {
		var err error
		broken, err = x.brokenRules()
		rules <- err
	}()
	summary, err := x.write(f)
	err = errors.Join(err, <-rules)
	summary.Warnings = append(summary.Warnings, broken...)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = x.readBack(f.Name())
	}
	if err = errors.Join(err, <-verified); err != nil {
		return Summary{}, err
	}
	return summary, os.Chmod(f.Name(), fileMode)
}

// readBack compares the file on the disk with the instances in memory.
func (x *exporter) readBack(name string) error {
	written, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = written.Close() }()
	content, err := x.content(written)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	r := step.NewReader(content)
	for i := range x.file.Instances {
		if i%step.Heard == 0 && x.ctx.Err() != nil {
			return x.ctx.Err()
		}
		made := &x.file.Instances[i]
		same, in, err := r.NextIs(made)
		if err != nil {
			return invalid([]string{fmt.Sprintf("instance %d of the file: %v", i+1, err)})
		}
		if !same {
			return invalid([]string{fmt.Sprintf("#%d=%s was made and #%d=%s is on the disk, or with other values",
				made.ID, made.Name, in.ID, in.Name)})
		}
	}
	if _, err := r.Next(); err != io.EOF {
		return invalid([]string{fmt.Sprintf("the file goes on after its last instance (%v)", err)})
	}
	if !slices.Equal(r.Header().Schemas, x.file.Header.Schemas) {
		return invalid([]string{"the file names another schema"})
	}
	return nil
}

// content returns a reader of the IFC file in a written file. The written file is an archive if the options name an
// archive.
func (x *exporter) content(written *os.File) (io.ReadCloser, error) {
	if x.options.Archive == "" {
		return io.NopCloser(written), nil
	}
	info, err := written.Stat()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(written, info.Size())
	if err != nil {
		return nil, err
	}
	return archive.Open(x.options.Archive)
}

// fileMode is the mode of an exported file: readable and writable by its owner only.
const fileMode = 0o600

func removed(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// fileError turns an error of the operating system into an error that advises the caller.
func fileError(path string, err error) error {
	if _, ok := errors.AsType[*state.Error](err); ok {
		return err
	}
	for _, cancelled := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, cancelled) {
			return cancelled
		}
	}
	folder := filepath.Base(filepath.Dir(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return state.Errorf(state.NotFound, "the folder %q does not exist: create it, or give another path",
			folder).With("parameter", "path")
	case errors.Is(err, fs.ErrPermission):
		return state.Errorf(state.PathNotAllowed, "the folder %q does not take files: give another path",
			folder).With("parameter", "path")
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return state.Errorf(state.StorageFull, "no room left in the folder %q", folder).With("parameter", "path")
	}
	return state.Errorf(state.Internal, "the file could not be written: %w", err)
}
