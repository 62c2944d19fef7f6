package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path"
	"path/filepath"
	"regexp"

	"github.com/bimstream/bimstream/mcp"
)

// usersFolder is the folder below the output folder that holds the files of all users but the local one, in a subfolder
// for each user.
const usersFolder = "users"

// plainFolder matches the names of users that are also valid folder names on every system, in a single spelling.
var plainFolder = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

// OwnFolder returns the folder of the exported files of a principal's user, relative to the output folder. For the
// local user it is the output folder itself. A user whose name is not a plain folder name gets a folder named by a
// digest with an equals sign, which no plain name contains.
func OwnFolder(p mcp.Principal) string {
	name := User(p)
	if name == mcp.LocalHuman().ID {
		return ""
	}
	if !plainFolder.MatchString(name) {
		sum := sha256.Sum256([]byte(name))
		name = "=" + hex.EncodeToString(sum[:16])
	}
	return filepath.Join(usersFolder, name)
}

// Operates reports whether a principal is the person who runs the server, who may read every file that it wrote.
func Operates(p mcp.Principal) bool {
	return p.Kind == mcp.KindHuman && p.OnBehalfOf == "" && p.ID == mcp.LocalHuman().ID
}

// ownsFile reports whether a path relative to the output folder belongs to a principal.
func ownsFile(p mcp.Principal, relative string) bool {
	own := OwnFolder(p)
	switch {
	case Operates(p):
		return true
	case own == "":
		return !within(usersFolder, relative)
	}
	return within(own, relative)
}

// realFolder returns the path of a folder with its symbolic links resolved.
func realFolder(folder string) string {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		return real
	}
	return folder
}

// within reports whether a path is below a folder.
func within(folder, path string) bool {
	relative, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(relative)
}

// placeBelow returns the path of a recorded file below the output folder, with slashes. Records before version 3 name
// no folder.
func (a *ArtifactExported) placeBelow() string { return path.Join(a.Folder, filepath.Base(a.Name)) }

// PathOf returns the path of a recorded file.
func (b *Backend) PathOf(a *ArtifactExported) string {
	return filepath.Join(b.OutDir, filepath.FromSlash(a.placeBelow()))
}

// isLast reports whether the content of the file at a path equals the last file that was recorded under its name for a
// model.
func (b *Backend) isLast(ctx context.Context, model, path string) (*ArtifactExported, bool, error) {
	a, err := b.lastRecord(ctx, model, path)
	if err != nil || a == nil {
		return nil, false, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = f.Close() }()
	digest, _, err := b.Known.digests.of(f)
	return a, err == nil && digest == a.SHA256, err
}
