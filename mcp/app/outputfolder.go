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

// usersFolder holds, below the output folder, the files of everybody but the local user, in a folder of each.
const usersFolder = "users"

// plainFolder are names of users that are names of folders too, on every system and in one spelling.
var plainFolder = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

// OwnFolder returns where the exported files of a principal's user lie, relative to the output folder: the local user's
// in the folder itself. What is no name of a folder is named by its digest; no plain name has an equals sign.
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

// ownsFile reports whether a path below the output folder, relative to it, is one of a principal's own.
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

// realFolder follows the links of a folder's path.
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

// placeBelow returns where the file of a record lies below the output folder, with slashes. Records before version 3
// name no folder.
func (a *ArtifactExported) placeBelow() string { return path.Join(a.Folder, filepath.Base(a.Name)) }

// PathOf returns where the file of a record lies.
func (b *Backend) PathOf(a *ArtifactExported) string {
	return filepath.Join(b.OutDir, filepath.FromSlash(a.placeBelow()))
}

// isLast reports whether the file at a path is, byte for byte, the last one that was recorded under its name for a
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
