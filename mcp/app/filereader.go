package app

import (
	"context"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ledger"
)

// ReadsWhole reports whether a principal may read all of a branch of a model that it may see. Only then may it read
// exported files of the branch, because a file shows everything.
func ReadsWhole(p mcp.Principal, branch string) bool {
	scope, may := p.Scope(mcp.OpRead)
	return may && !scope.Bounded() && scope.AllowsBranch(branch)
}

// fileReader decides which files a principal can read by their paths. Every tool that reads or lists such files uses
// it.
type fileReader struct {
	backend   *Backend
	principal mcp.Principal
	out       string                 // the output folder, its links followed
	hidden    map[string]fs.FileInfo // by path: files with contents that the principal may not read completely
}

// Reader returns the file reader of a principal, with the files below the output folder that are hidden from it.
func (b *Backend) Reader(ctx context.Context, p mcp.Principal) (*fileReader, error) {
	paths, err := b.hiddenFiles(ctx, p)
	if err != nil {
		return nil, err
	}
	hidden := map[string]fs.FileInfo{}
	for path := range paths {
		if info, err := os.Stat(path); err == nil {
			hidden[path] = info
		}
	}
	return &fileReader{b, p, realFolder(b.OutDir), hidden}, nil
}

// permits reports whether the principal may read the folder of a path, whose symbolic links have been resolved. The
// principal may read its own folder and the folders that the operator allows by --in. An allowed folder that contains
// the output folder does not open the files of other principals there.
func (r *fileReader) permits(path string) bool {
	if within(r.out, path) {
		relative, err := filepath.Rel(r.out, path)
		return err == nil && ownsFile(r.principal, relative)
	}
	return slices.ContainsFunc(r.backend.InDirs, func(folder string) bool { return within(realFolder(folder), path) })
}

// passesOver reports whether a listing below a root skips a folder. It skips the output folder within another root, and
// the folders of other principals.
func (r *fileReader) passesOver(root, folder string) bool {
	if !within(r.out, folder) {
		return false
	}
	own := filepath.Join(r.out, OwnFolder(r.principal))
	return folder == r.out && root != r.out || !r.permits(folder) && !within(folder, own)
}

// hides reports whether a file is hidden from the principal under any of its names. A file may have several names,
// through links or because the file system ignores case.
func (r *fileReader) hides(path string, file fs.FileInfo) bool {
	if _, by := r.hidden[path]; by {
		return true
	}
	for _, other := range r.hidden {
		if file.Size() == other.Size() && os.SameFile(file, other) {
			return true
		}
	}
	return false
}

// madeFile is the latest record of a file that a tool wrote.
type madeFile struct {
	Branch string
	At     time.Time
	Across []string // linked models
}

// madeFiles holds the records of the files that tools wrote, by model. The keys are paths below the output folder, with
// slashes.
type madeFiles struct {
	once sync.Once
	log  *ledger.Log[map[string]madeFile]
}

// Of returns the recorded files of a model.
func (m *madeFiles) Of(ctx context.Context, store eventstore.Store, model string) (map[string]madeFile, error) {
	m.once.Do(func() {
		m.log = ledger.New(store, ledger.Kind[map[string]madeFile]{
			New: func() map[string]madeFile { return map[string]madeFile{} }, Clone: maps.Clone[map[string]madeFile],
			Note: func(made map[string]madeFile, r eventstore.Recorded, meta projections.Meta) error {
				var a ArtifactExported
				err := json.Unmarshal(r.Data, &a)
				made[a.placeBelow()] = madeFile{a.Branch, meta.OccurredAt, a.Across}
				return err
			}})
	})
	state, err := m.log.Read(ctx, ArtifactStream(model))
	return state.Is, err
}

// hiddenFiles returns the paths of the exported files that show a model or a branch which the principal may not read
// whole. The last record of a path decides what the file shows, even if somebody has changed the file since. The person
// who runs the server sees all models here.
func (b *Backend) hiddenFiles(ctx context.Context, p mcp.Principal) (map[string]bool, error) {
	models, err := b.Live.Models(ctx)
	if err != nil {
		return nil, err
	}
	sees := func(m projections.ModelEntry) bool {
		return Operates(p) || AccessOf(m, User(p)).Includes(state.AccessRead)
	}
	scope, may := p.Scope(mcp.OpRead)
	if may && !scope.Bounded() && len(scope.BranchPatterns) == 0 &&
		!slices.ContainsFunc(models, func(m projections.ModelEntry) bool { return !sees(m) }) {
		return nil, nil
	}
	last, hidden, unseen := map[string]time.Time{}, map[string]bool{}, map[string]bool{}
	for _, m := range models {
		unseen[m.ID] = !sees(m)
	}
	out := realFolder(b.OutDir)
	for _, m := range models {
		made, err := b.Known.Made.Of(ctx, b.Store, m.ID)
		if err != nil {
			return nil, state.Errorf(state.CodeOf(err), "the records of exported files cannot be read: a person "+
				"has to run bimstream doctor").With("reason", "the records of a model's files")
		}
		for place, f := range made {
			if path := filepath.Join(out, filepath.FromSlash(place)); !f.At.Before(last[path]) {
				last[path], hidden[path] = f.At, !sees(m) || !ReadsWhole(p, f.Branch) ||
					slices.ContainsFunc(f.Across, func(id string) bool { return unseen[id] })
			}
		}
	}
	maps.DeleteFunc(hidden, func(_ string, is bool) bool { return !is })
	return hidden, nil
}
