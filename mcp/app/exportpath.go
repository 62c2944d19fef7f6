package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// Destination is the path that an exported file is written to.
type Destination struct {
	Path    string
	backend *Backend
}

// Write writes the file and hands it to the call, which moves it to its path when the call is stored.
func (d Destination) Write(ctx context.Context, c *mcp.Call,
	write func(io.Writer) error) (digest string, size int64, err error) {
	err = d.WriteFile(ctx, c, func(f *os.File) error {
		digest, size, err = writeWhole(ctx, f, write)
		return err
	})
	return digest, size, err
}

// WriteFile is Write for a function that writes to the file itself and closes it.
func (d Destination) WriteFile(ctx context.Context, c *mcp.Call, write func(*os.File) error) error {
	f, err := d.backend.createPart(d.Path)
	if err != nil {
		return err
	}
	err = write(f)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		_ = f.Close()
		return errors.Join(err, os.Remove(f.Name()))
	}
	return stage(c, f.Name(), d.Path)
}

// maxFileName is the number of bytes that a file's name may have. File systems allow 255, and a name that is taken is
// extended by a number of up to maxSameName.
const maxFileName = 255 - len("-1000")

// EndingOf returns the extension of a file name if it is one of the formats, otherwise fallback.
func EndingOf(name string, formats []string, fallback string) string {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if slices.Contains(formats, ending) {
		return ending
	}
	return fallback
}

// ExportPath returns the path of a new file in the caller's folder; fallback is used if the caller gives no name. The
// name must be plain; its extension may be omitted. An existing file of the given name is replaced if a call for the
// same model wrote it and nobody changed it since. Any other existing file is kept, and so is a file that the caller
// may not read. The new file then gets a number, and the reply contains its name.
func (b *Backend) ExportPath(ctx context.Context, c *mcp.Call, v *projections.View, name, fallback,
	extension string) (Destination, error) {
	given := name != ""
	if !given {
		name = fallback
	}
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") ||
		strings.ContainsAny(name, `/\:`) || namesDevice(name) {
		return Destination{}, state.Errorf(state.PathNotAllowed,
			"file_name %q is not a plain name: files go to your folder of exported files",
			name).With("parameter", "file_name")
	}
	if filepath.Ext(name) == "" {
		name += extension
	}
	if !strings.EqualFold(filepath.Ext(name), extension) {
		return Destination{}, state.Errorf(state.OutOfRange, "file_name %q must end in %s", name,
			extension).With("parameter", "file_name")
	}
	if len(name) > maxFileName {
		return Destination{}, state.Errorf(state.OutOfRange, "file_name has %d bytes, of %d at most", len(name),
			maxFileName).With("parameter", "file_name")
	}
	folder := filepath.Join(b.OutDir, OwnFolder(c.Principal))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return Destination{}, FileError(err)
	}
	if !given {
		return b.freePath(ctx, c, v.ModelID, folder, name)
	}
	path := filepath.Join(folder, name)
	a, last, err := b.isLast(ctx, v.ModelID, path)
	if errors.Is(err, fs.ErrNotExist) {
		return Destination{path, b}, nil
	}
	if err == nil && present(path) && !(last && ReadsWhole(c.Principal, a.Branch)) {
		return b.freePath(ctx, c, v.ModelID, folder, name)
	}
	return Destination{path, b}, err
}

// devices are the names that Windows takes for devices in every folder, with any ending.
var devices = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$`)

// namesDevice reports whether a part of a path is a device name on Windows, or ends with a space or dot, which Windows
// drops. Such names are refused on all systems, because folders are shared between systems.
func namesDevice(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	return devices.MatchString(strings.TrimRight(stem, " ")) || strings.TrimRight(name, " .") != name
}

// maxSameName bounds the number of files with the same name, which are numbered.
const maxSameName = 1_000

// freePath returns the path for a name that the caller did not give or that is taken. It is the first numbered path
// that is free or whose file the very same call wrote.
func (b *Backend) freePath(ctx context.Context, c *mcp.Call, model, folder, name string) (Destination, error) {
	ending := filepath.Ext(name)
	for i := 1; i <= maxSameName; i++ {
		path := filepath.Join(folder, name)
		if i > 1 {
			path = filepath.Join(folder, fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ending), i, ending))
		}
		if !present(path) {
			return Destination{path, b}, nil
		}
		a, last, err := b.isLast(ctx, model, path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Destination{}, err
		}
		if last && sameExport(a.Parameters, c) && ReadsWhole(c.Principal, a.Branch) {
			return Destination{path, b}, nil
		}
	}
	return Destination{}, state.Errorf(state.AlreadyExists, "there are %d files called %q: give a file_name",
		maxSameName, name).With("parameter", "file_name")
}

// besideTheFile lists the arguments that do not affect the file that a call writes.
var besideTheFile = []string{"dry_run", "reasoning"}

// sameExport reports whether a call asks for the same file as the call with the given arguments.
func sameExport(made json.RawMessage, c *mcp.Call) bool {
	before, ok := (&mcp.Call{Arguments: made}).ArgumentsWithout(besideTheFile)
	now, same := c.ArgumentsWithout(besideTheFile)
	return ok && same && before == now
}

// present reports whether a file or folder exists at a path.
func present(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// lastRecord returns the last record of a model for the file at a path, or nil if there is none.
func (b *Backend) lastRecord(ctx context.Context, model, path string) (*ArtifactExported, error) {
	for e, err := range b.Store.ReadBackward(ctx, ArtifactStream(model)) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		var a ArtifactExported
		if err := json.Unmarshal(e.Data, &a); err != nil {
			return nil, state.Errorf(state.StoreCorrupt, "the record of a file cannot be read: %w", err)
		}
		if b.PathOf(&a) == path {
			return &a, nil
		}
	}
	return nil, nil
}
