package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/google/uuid"
)

// FileScheme is the prefix of the address of a file that is sent or fetched over HTTP. The id in the address is that of
// the event that recorded the export, or of the upload.
const FileScheme = "bim://files/"

// File is a file of a caller.
type File struct {
	ID      string    `json:"id"`
	URI     string    `json:"uri"` // for arguments that name a file
	Name    string    `json:"name"`
	Media   string    `json:"content_type"`
	SHA256  string    `json:"sha256"`
	Size    int64     `json:"size"` // bytes
	Written time.Time `json:"written"`
}

// ErrFileReplaced means that a later export has replaced the file of an export.
var ErrFileReplaced = errors.New("a later export has replaced the file")

// OpenFile opens a file of a caller by its id. For a missing file and for a file of somebody else the error is
// wire.ErrNoResource.
func (b *Backend) OpenFile(ctx context.Context, p mcp.Principal, id string) (File, *os.File, error) {
	if _, may := p.Scope(mcp.OpRead); !may {
		return File{}, nil, wire.ErrNoResource
	}
	if parsed, err := uuid.Parse(id); err != nil || parsed.String() != id {
		return File{}, nil, wire.ErrNoResource
	}
	if f, content, err := b.OpenUpload(p, id); !errors.Is(err, fs.ErrNotExist) {
		return f, content, err
	}
	return b.openExport(ctx, p, id)
}

// openExport opens the file of an export that is recorded in one of the caller's models.
func (b *Backend) openExport(ctx context.Context, p mcp.Principal, id string) (File, *os.File, error) {
	models, err := b.Models(ctx, p)
	if err != nil {
		return File{}, nil, err
	}
	for _, m := range models {
		for e, err := range b.Store.ReadBackward(ctx, ArtifactStream(m.ID)) {
			if errors.Is(err, eventstore.ErrStreamNotFound) {
				break
			}
			if err != nil {
				return File{}, nil, err
			}
			if e.ID == id {
				return b.openArtifact(ctx, p, e)
			}
		}
	}
	return File{}, nil, wire.ErrNoResource
}

func (b *Backend) openArtifact(ctx context.Context, p mcp.Principal, e eventstore.Recorded) (File, *os.File, error) {
	var a ArtifactExported
	if err := json.Unmarshal(e.Data, &a); err != nil {
		return File{}, nil, fmt.Errorf("%w: the record of a file: %w", eventstore.ErrCorrupt, err)
	}
	if !ReadsWhole(p, a.Branch) || b.ShowsHidden(ctx, p, a.Across) {
		return File{}, nil, wire.ErrNoResource
	}
	content, err := os.OpenInRoot(b.OutDir, filepath.FromSlash(a.placeBelow()))
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, nil, wire.ErrNoResource
	}
	if err != nil {
		return File{}, nil, fmt.Errorf("open an exported file: %w", err)
	}
	digest, info, err := b.Known.digests.of(content)
	switch {
	case err != nil:
		return File{}, nil, errors.Join(err, content.Close())
	case digest != a.SHA256:
		return File{}, nil, errors.Join(ErrFileReplaced, content.Close())
	}
	return File{ID: e.ID, URI: FileScheme + e.ID, Name: a.Name, Media: a.ContentType, SHA256: a.SHA256,
		Size: info.Size(), Written: info.ModTime()}, content, nil
}

// digests caches the SHA-256 of files. The keys contain the attributes that change with the content.
type digests struct {
	mu    sync.Mutex
	known map[string]string
}

// maxDigests is how many digests are cached, about 50 kB.
const maxDigests = 256

func (d *digests) of(f *os.File) (string, fs.FileInfo, error) {
	info, err := f.Stat()
	if err != nil {
		return "", nil, err
	}
	key := fmt.Sprintf("%s %d %d", f.Name(), info.Size(), info.ModTime().UnixNano())
	d.mu.Lock()
	digest := d.known[key]
	d.mu.Unlock()
	if digest != "" {
		return digest, info, nil
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", nil, err
	}
	digest = hex.EncodeToString(hash.Sum(nil))
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil || len(d.known) >= maxDigests {
		d.known = map[string]string{}
	}
	d.known[key] = digest
	return digest, info, nil
}

// The bounds of the uploaded files of each owner.
const (
	MaxUploads      = 100
	maxUploadsBytes = 4 << 30
	UploadLifetime  = 7 * 24 * time.Hour
	uploadMeta      = ".json"
)

// UploadFolder returns the folder for the uploads of an owner. Its name does not reveal the owner.
func (b *Backend) UploadFolder(p mcp.Principal) string {
	sum := sha256.Sum256([]byte(User(p)))
	return filepath.Join(b.UploadDir, hex.EncodeToString(sum[:16]))
}

// TakeFile stores a file that a caller sends, for UploadLifetime.
func (b *Backend) TakeFile(p mcp.Principal, name string, content io.Reader, now time.Time) (File, error) {
	if err := checkUploadName(name); err != nil {
		return File{}, err
	}
	folder := b.UploadFolder(p)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return File{}, FileError(err)
	}
	if err := roomForUpload(folder, now); err != nil {
		return File{}, err
	}
	f := File{ID: uuid.Must(uuid.NewV7()).String(), Name: name,
		Media: mime.TypeByExtension(filepath.Ext(name)), Written: now.UTC()}
	if f.Media == "" {
		f.Media = "application/octet-stream"
	}
	f.URI = FileScheme + f.ID
	path := filepath.Join(folder, f.ID)
	var err error
	if f.SHA256, f.Size, err = WriteOutput(context.Background(), path, func(w io.Writer) error {
		_, err := io.Copy(w, content)
		return err
	}); err != nil {
		return File{}, err
	}
	meta, err := json.Marshal(upload{f, senderOf(p)})
	if err == nil {
		_, _, err = WriteOutput(context.Background(), path+uploadMeta, func(w io.Writer) error {
			_, err := w.Write(meta)
			return err
		})
	}
	if err != nil {
		return File{}, errors.Join(err, os.Remove(path))
	}
	return f, nil
}

// upload is the description that is stored beside the content of a file.
type upload struct {
	File
	Sender sender `json:"sender"` // absent in files of earlier versions, which belong to their user
}

// sender identifies the principal that sent a file.
type sender struct {
	ID         string   `json:"id"`
	Kind       mcp.Kind `json:"kind"`
	OnBehalfOf string   `json:"on_behalf_of,omitempty"`
}

func senderOf(p mcp.Principal) sender { return sender{p.ID, p.Kind, p.OnBehalfOf} }

// belongsTo reports whether a file belongs to a principal: to the sender, or to the person on whose behalf it was sent.
// Other agents of the same person do not see it.
func (u upload) belongsTo(p mcp.Principal) bool {
	return u.Sender == senderOf(p) || p.Kind == mcp.KindHuman && p.OnBehalfOf == ""
}

// checkUploadName returns an error for a name that is not a plain file name.
func checkUploadName(name string) error {
	const most = 250
	if name == "" || len(name) > most || name != filepath.Base(name) || strings.HasPrefix(name, ".") ||
		strings.ContainsAny(name, `/\:`) ||
		strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return state.Errorf(state.PathNotAllowed,
			"the name of a file must be a plain one with an ending, such as house.ifc").With("parameter", "name")
	}
	return nil
}

// roomForUpload removes files that are too old or incomplete, and returns an error if the remaining files reach a
// bound.
func roomForUpload(folder string, now time.Time) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return FileError(err)
	}
	var count int
	var bytes int64
	oldest := now
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // removed meanwhile
		}
		if now.Sub(info.ModTime()) > UploadLifetime || cutOff(folder, info, now) {
			_ = os.Remove(filepath.Join(folder, e.Name())) // the next call tries again
			continue
		}
		if filepath.Ext(e.Name()) != uploadMeta {
			count++
			bytes += info.Size()
			if info.ModTime().Before(oldest) {
				oldest = info.ModTime()
			}
		}
	}
	if count >= MaxUploads || bytes >= maxUploadsBytes {
		// One second more, because the text has no fractions of a second.
		free := oldest.Add(UploadLifetime + time.Second).UTC().Format(time.RFC3339)
		return state.Errorf(state.StorageFull,
			"you have %d files with %d MB on the server, which is as much as is kept of one owner; each goes after 7 "+
				"days, the oldest goes at %s", count, bytes>>20, free).
			With("limit", MaxUploads).With("limit_bytes", int64(maxUploadsBytes)).With("free_at", free)
	}
	return nil
}

// cutOff reports whether a server was killed while it received the file. Such a file is an old part file, or an old
// content without a description, and nothing refers to it.
func cutOff(folder string, info fs.FileInfo, now time.Time) bool {
	if now.Sub(info.ModTime()) <= UnfinishedAge || filepath.Ext(info.Name()) == uploadMeta {
		return false
	}
	return !present(filepath.Join(folder, info.Name()+uploadMeta))
}

// OpenUpload opens an upload that belongs to a caller. The error is fs.ErrNotExist if there is none with the id.
func (b *Backend) OpenUpload(p mcp.Principal, id string) (File, *os.File, error) {
	if b.UploadDir == "" {
		return File{}, nil, fs.ErrNotExist
	}
	path := filepath.Join(b.UploadFolder(p), id)
	text, err := os.ReadFile(path + uploadMeta)
	if err != nil {
		return File{}, nil, err
	}
	var f upload
	if err := json.Unmarshal(text, &f); err != nil {
		return File{}, nil, fmt.Errorf("%w: the description of a file: %w", eventstore.ErrCorrupt, err)
	}
	if !f.belongsTo(p) {
		return File{}, nil, fs.ErrNotExist
	}
	content, err := os.Open(path)
	return f.File, content, err
}

// readNamed reads a file that a caller names by its address, with no more bytes than most.
func (b *Backend) readNamed(ctx context.Context, c *mcp.Call, name string, most int64,
	admit ...func(size int64) error) ([]byte, error) {
	f, content, err := b.OpenFile(ctx, c.Principal, strings.TrimPrefix(name, FileScheme))
	switch {
	case errors.Is(err, wire.ErrNoResource):
		return nil, noFile(name, fs.ErrNotExist)
	case errors.Is(err, ErrFileReplaced):
		return nil, state.Errorf(state.NotFound, "a later export has replaced the file %q: take its address",
			name).With("parameter", "file")
	case err != nil:
		return nil, fmt.Errorf("reading a file: %w", err)
	}
	defer func() { _ = content.Close() }()
	if f.Size > most {
		return nil, state.Errorf(state.OperationTooLarge,
			"%q has %d bytes, at most %d are read in a call", name, f.Size, most).
			With("size", f.Size).With("limit", most)
	}
	for _, check := range admit {
		if err := check(f.Size); err != nil {
			return nil, err
		}
	}
	return io.ReadAll(content)
}

// NameOf returns the name that the owner gave to a file with an address, since its ending names the format. It returns
// other names unchanged.
func (b *Backend) NameOf(ctx context.Context, c *mcp.Call, name string) string {
	id, ok := strings.CutPrefix(name, FileScheme)
	if !ok {
		return name
	}
	f, content, err := b.OpenFile(ctx, c.Principal, id)
	if err != nil {
		return name
	}
	_ = content.Close()
	return f.Name
}

// maxResourceBytes bounds a file that is read as a resource, because it is sent as base64 in one message.
const maxResourceBytes = 4 << 20

// ReadFileResource returns a file of the caller of ctx as a resource.
func (b *Backend) ReadFileResource(ctx context.Context, uri string) (wire.Content, error) {
	id, ok := strings.CutPrefix(uri, FileScheme)
	p, known := mcp.PrincipalOf(ctx)
	if !ok || !known {
		return wire.Content{}, wire.ErrNoResource
	}
	f, content, err := b.OpenFile(ctx, p, id)
	if errors.Is(err, ErrFileReplaced) {
		return wire.Content{}, wire.ErrNoResource
	}
	if err != nil {
		return wire.Content{}, err
	}
	defer func() { _ = content.Close() }()
	if f.Size > maxResourceBytes {
		return wire.Content{}, fmt.Errorf("the file has %d bytes, at most %d are read as a resource: get it over "+
			"HTTP at /files/%s", f.Size, maxResourceBytes, f.ID)
	}
	blob, err := io.ReadAll(content)
	return wire.Content{MIMEType: f.Media, Blob: blob}, err
}

// FileTemplates returns the resource template for files.
func FileTemplates() []wire.ResourceTemplate {
	return []wire.ResourceTemplate{{
		URITemplate: FileScheme + "{id}", Name: "file", Title: "File",
		Description: "A file that an export wrote, or that was sent by POST /files. Over HTTP, GET /files/{id} gives " +
			"it too, in parts where asked.",
		MIMEType: "application/octet-stream",
	}}
}

// Links returns a link to the file that a call has written, taken from its reply.
func Links(e mcp.Envelope) []wire.Link {
	var d struct {
		Path   string `json:"path"`
		SHA256 string `json:"sha256"`
		Size   int64  `json:"size"`
	}
	if !e.Success || e.EventID == nil || json.Unmarshal(e.Data, &d) != nil || d.Path == "" || d.SHA256 == "" {
		return nil
	}
	name := filepath.Base(d.Path)
	media := mime.TypeByExtension(filepath.Ext(name))
	if i := slices.IndexFunc(mediaTypes, func(m mediaType) bool {
		return strings.EqualFold(m.ending,
			filepath.Ext(name))
	}); i >= 0 {
		media = mediaTypes[i].media
	}
	return []wire.Link{{URI: FileScheme + *e.EventID, Name: name, MIMEType: media, Size: d.Size}}
}

type mediaType struct{ ending, media string }

// mediaTypes lists media types that the operating system may not know.
var mediaTypes = []mediaType{
	{".ifc", "application/x-step"}, {".ids", "application/xml"}, {".bcf", "application/zip"},
	{".bcfzip", "application/zip"}, {".ifczip", "application/zip"}, {".glb", "model/gltf-binary"},
	{".dxf", "image/vnd.dxf"}, {".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	{".obj", "model/obj"}, {".stl", "model/stl"},
}

// Serve writes a file to an HTTP client, whole or in ranges, with its hash as ETag. Browsers must save it rather than
// display it, because its content does not come from the server.
func (f File) Serve(w http.ResponseWriter, r *http.Request, content *os.File) {
	h := w.Header()
	h.Set("Content-Type", f.Media)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", `"`+f.SHA256+`"`)
	http.ServeContent(w, r, "", f.Written, content)
}
