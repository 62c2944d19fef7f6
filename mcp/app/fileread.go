package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// inFile returns the path of a file that a caller names. The file may lie in the caller's folder of exported files, by
// a plain or relative name, or anywhere in the folders that the operator allows. Symbolic links are resolved before the
// check.
func (r *fileReader) inFile(name string) (string, error) {
	path := name
	if last := filepath.Base(strings.ReplaceAll(name, `\`, "/")); last != "." && namesDevice(last) {
		return "", state.Errorf(state.PathNotAllowed, "%q names a device, or ends in a space or dot: name a file",
			name).With("parameter", "file")
	}
	if !filepath.IsAbs(path) {
		path = r.placeOfFile(name)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = filepath.Clean(path)
	}
	if !r.permits(real) {
		return "", state.Errorf(state.PathNotAllowed,
			"%q is outside the folders that may be read: yours of exported files, and input folders, which the "+
				"operator allows by --in", name).
			With("parameter", "file")
	}
	if info, failed := os.Stat(real); failed == nil && r.hides(real, info) {
		err = fs.ErrNotExist
	}
	if err != nil {
		return "", noFile(name, err)
	}
	return real, nil
}

// placeOfFile returns the path of a file with a relative name: in the caller's folder of exported files, otherwise in
// the first input folder that has the file.
func (r *fileReader) placeOfFile(name string) string {
	own := filepath.Join(r.backend.OutDir, OwnFolder(r.principal))
	for _, folder := range append([]string{own}, r.backend.InDirs...) {
		if path := filepath.Join(folder, name); within(folder, path) {
			if info, err := os.Stat(path); err == nil && !r.hides(path, info) {
				return path
			}
		}
	}
	return filepath.Join(own, name)
}

// ReadFile reads a file that a caller names by its path or address, with no more bytes than most. Each admit function
// may refuse the file by its size.
func (b *Backend) ReadFile(ctx context.Context, c *mcp.Call, name string, most int64,
	admit ...func(size int64) error) ([]byte, error) {
	data, err := b.readUnbound(ctx, c, name, most, admit...)
	if err != nil {
		return nil, err
	}
	return data, c.CheckPinned(name, data)
}

// readUnbound is ReadFile without the check of pinned contents.
func (b *Backend) readUnbound(ctx context.Context, c *mcp.Call, name string, most int64,
	admit ...func(size int64) error) ([]byte, error) {
	if strings.HasPrefix(name, FileScheme) {
		return b.readNamed(ctx, c, name, most, admit...)
	}
	r, err := b.Reader(ctx, c.Principal)
	if err != nil {
		return nil, err
	}
	data, err := r.readPath(name, most, admit...)
	return data, r.inFolders(name, err)
}

// readPath reads a file by its path.
func (r *fileReader) readPath(name string, most int64, admit ...func(size int64) error) ([]byte, error) {
	path, err := r.inFile(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, noFile(name, err)
	}
	if info.IsDir() {
		return nil, state.Errorf(state.InvalidInput, "%q is a folder: name a file", name).With("parameter", "file")
	}
	for _, refused := range admit {
		if err := refused(info.Size()); err != nil {
			return nil, err
		}
	}
	data, err := ReadWithin(path, most)
	if _, ours := errors.AsType[*state.Error](err); err != nil && !ours {
		return nil, noFile(name, err)
	}
	return data, err
}

// ReadWithin reads a file with no more bytes than most, and stops there even if the file grows meanwhile. A device or a
// pipe is refused, because it has no end.
func ReadWithin(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, state.Errorf(state.InvalidInput, "%q is no file", filepath.Base(path)).With("parameter", "file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	size := info.Size()
	if size <= most {
		var data bytes.Buffer
		data.Grow(int(size) + bytes.MinRead)
		if _, err := data.ReadFrom(io.LimitReader(f, most+1)); err != nil {
			return nil, err
		}
		if size = int64(data.Len()); size <= most {
			return data.Bytes(), nil
		}
	}
	return nil, state.Errorf(state.OperationTooLarge, "%q has %d bytes, at most %d are read",
		filepath.Base(path), size, most).
		With("size", size).With("limit", most)
}

// noFile returns the error for a file that cannot be read, without revealing a path of the server.
func noFile(name string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return state.Errorf(state.PathNotAllowed, "the server may not read %q", name).With("parameter", "file")
	}
	if errors.Is(err, fs.ErrNotExist) {
		return state.Errorf(state.NotFound, "there is no file %q", name).With("parameter", "file")
	}
	if errors.Is(err, syscall.ENAMETOOLONG) {
		return state.Errorf(state.OutOfRange, "no file has a name of %d bytes", len(name)).With("parameter", "file")
	}
	return fmt.Errorf("reading a file: %w", err)
}
