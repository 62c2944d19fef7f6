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

// Destination is where a file goes.
type Destination struct {
	Path    string
	backend *Backend
}

// Write writes the file and hands it over to the call, which puts it in its place when it is stored.
func (d Destination) Write(ctx context.Context, c *mcp.Call,
	write func(io.Writer) error) (digest string, size int64, err error) {
	err = d.WriteFile(ctx, c, func(f *os.File) error {
		digest, size, err = writeWhole(ctx, f, write)
		return err
	})
	return digest, size, err
}

// WriteFile is write for who takes the file itself, and closes it.
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

// maxFileName is the number of bytes that a file's name may have: file systems take 255, and of a name that is taken
// comes a longer one with a number of up to maxSameName.
const maxFileName = 255 - len("-1000")

// EndingOf returns the format among some formats that the extension of a file name means, or fallback if it means none.
func EndingOf(name string, formats []string, fallback string) string {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if slices.Contains(formats, ending) {
		return ending
	}
	return fallback
}

// ExportPath returns where a file goes: into the folder of the caller, by a plain name with the extension of its kind;
// fallback is the name where the caller gives none. A given name, whose extension may be left out, is that of a new
// file, or of one that a call for the same model made and nobody changed, which is replaced. Another file is never
// replaced: a name that is taken gets a number, and the reply says which. So does one whose file the caller may not
// read: it is another's work.
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

// namesDevice reports whether a part of a path is no file on Windows, or another one: a device, or a name with a space
// or dot at its end. They are refused everywhere, since folders are shared between systems.
func namesDevice(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	return devices.MatchString(strings.TrimRight(stem, " ")) || strings.TrimRight(name, " .") != name
}

// maxSameName bounds the files of one name, which are numbered.
const maxSameName = 1_000

// freePath returns where a file of a name goes that nobody gave or that is taken: where none is yet, or one that the
// very same call made.
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

// besideTheFile are the arguments of which nothing is in the file that a call makes.
var besideTheFile = []string{"dry_run", "reasoning"}

// sameExport reports whether a call asks for the file that one with some arguments has made.
func sameExport(made json.RawMessage, c *mcp.Call) bool {
	before, ok := (&mcp.Call{Arguments: made}).ArgumentsWithout(besideTheFile)
	now, same := c.ArgumentsWithout(besideTheFile)
	return ok && same && before == now
}

// present reports whether there is anything at a path.
func present(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// lastRecord returns the last record of a model for the file at a path; nil where there is none.
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
