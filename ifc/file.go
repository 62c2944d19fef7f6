package ifc

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/step"
)

// ExportFile writes a model as an IFC file at a path. It writes beside the path, reads the bytes back from the disk, checks
// what it read and only then puts the file in its place, replacing one that is there; when anything fails, no file is
// left behind and an old one is untouched. Errors are those of [Export], and NOT_FOUND, PATH_NOT_ALLOWED and STORAGE_FULL
// for the folder.
func ExportFile(path string, m *domain.Model, o Options) (Summary, error) {
	x, err := build(m, o)
	if err != nil {
		return Summary{}, err
	}
	return x.save(path)
}

func (x *exporter) save(path string) (Summary, error) {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".export-*.ifc.part")
	if err != nil {
		return Summary{}, fileError(path, err)
	}
	name := temporary.Name()
	summary, err := x.writeChecked(temporary)
	if err == nil {
		err = os.Rename(name, path)
	}
	if err != nil {
		return Summary{}, errors.Join(fileError(path, err), removed(name))
	}
	return summary, nil
}

// writeChecked writes the file, closes it and checks what is on the disk.
func (x *exporter) writeChecked(f *os.File) (Summary, error) {
	summary, err := x.write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return Summary{}, err
	}
	x.file = step.File{} // the memory is needed for what is read back
	read, err := readBack(f.Name())
	if err != nil {
		return Summary{}, err
	}
	return summary, errors.Join(verify(read, x.expected()), os.Chmod(f.Name(), fileMode))
}

// readBack reads what is on the disk.
func readBack(name string) (*step.File, error) {
	written, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	read, err := step.ParseBytes(written)
	if err != nil {
		return nil, invalid([]string{err.Error()})
	}
	return read, nil
}

// fileMode is that of an exported file: the temporary one is readable by its owner only.
const fileMode = 0o644

func removed(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// fileError turns what the operating system refused into an error that says what to do.
func fileError(path string, err error) error {
	if _, ok := errors.AsType[*domain.Error](err); ok {
		return err
	}
	folder := filepath.Base(filepath.Dir(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return domain.Errorf(domain.NotFound, "the folder %q does not exist: create it, or give another path", folder).With("parameter", "path")
	case errors.Is(err, fs.ErrPermission):
		return domain.Errorf(domain.PathNotAllowed, "the folder %q does not take files: give another path", folder).With("parameter", "path")
	case errors.Is(err, syscall.ENOSPC):
		return domain.Errorf(domain.StorageFull, "no room left in the folder %q", folder).With("parameter", "path")
	}
	return domain.Errorf(domain.Internal, "the file could not be written: %w", err)
}
