package files

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/runs"
	"github.com/bimstream/bimstream/projections"
)

func artifactTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		listFilesTool(b),
		{Name: "list_artifacts", Title: "List artifacts", Server: "documentation", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists the files that tools made of a model, the last one first: what each shows, sha256, " +
				"size, number and title of issued sheets, and whether it is still there as it was made.",
			Input: listArtifacts{}, Output: artifactList{}, Handle: b.listArtifacts},
		{Name: "get_artifact", Title: "Artifact", Server: "documentation", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Reads a file that a tool made: text inline, binary as base64, a part at a time. Only as it " +
				"was made: one that was overwritten or removed is refused with the call that makes it again.",
			Input: getArtifact{}, Output: artifactContent{}, Handle: b.getArtifact},
	}
}

type listArtifacts struct {
	ModelID string    `json:"model_id,omitempty"`
	Branch  string    `json:"branch,omitempty" jsonschema:"only of this one; default all"`
	Issue   string    `json:"issue,omitempty" jsonschema:"index: only its files"`
	Limit   mcp.Limit `json:"limit,omitempty"`
	Cursor  string    `json:"cursor,omitempty"`
}

type artifactList struct {
	ModelID   string          `json:"model_id"`
	Artifacts []artifactEntry `json:"artifacts"`
	app.Paging
}

// artifactState is the state of a file since it was made.
type artifactState string

// Enum lists the states. A list compares only the sizes of files; get_artifact compares their bytes.
func (artifactState) Enum() []string { return []string{"there", "changed", "gone"} }

type artifactEntry struct {
	ID          string          `json:"artifact_id"`
	Name        string          `json:"name"`
	ContentType string          `json:"content_type"`
	Schema      string          `json:"schema,omitempty"`
	SHA256      string          `json:"sha256"`
	Size        int64           `json:"size"`
	Branch      string          `json:"branch"`
	Revision    uint64          `json:"revision"`
	Tool        string          `json:"tool"`
	Parameters  json.RawMessage `json:"parameters,omitempty" jsonschema:"the call that made it; with at the revision it makes the same bytes again"`
	State       artifactState   `json:"state" jsonschema:"there, changed (another file has the name) or gone"`
	Again       bool            `json:"can_be_made_again" jsonschema:"byte for byte, by the call in parameters at the revision"`
	URI         string          `json:"uri" jsonschema:"as a resource"`
	UserID      string          `json:"user_id"`
	At          time.Time       `json:"at"`
	sheetOfIssue

	path   string   // of the file
	across []string // linked models that it shows
}

// artifacts returns the files of a model that the caller may see, the last one first.
func (b *Backend) artifacts(ctx context.Context, c *mcp.Call) (string, []artifactEntry, error) {
	model, err := b.ModelID(ctx, c)
	if err != nil {
		return "", nil, err
	}
	if err := b.CheckAccess(ctx, c, model); err != nil {
		return "", nil, err
	}
	all, err := b.recordedArtifacts(ctx, model)
	if err != nil {
		return "", nil, err
	}
	all = slices.DeleteFunc(all, func(e artifactEntry) bool {
		return !app.ReadsWhole(c.Principal, e.Branch) || b.ShowsHidden(ctx, c.Principal, e.across)
	})
	return model, all, b.nameSheets(ctx, model, all)
}

// recordedArtifacts returns the files that tools made of a model, the last one first.
func (b *Backend) recordedArtifacts(ctx context.Context, model string) ([]artifactEntry, error) {
	var out []artifactEntry
	for r, err := range b.Store.Read(ctx, app.ArtifactStream(model), 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			break
		}
		if err != nil {
			return nil, err
		}
		e, err := b.artifactOf(r)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	slices.Reverse(out)
	return out, nil
}

// artifactOf decodes the record of a file. Records of the first version have no parameters.
func (b *Backend) artifactOf(r eventstore.Recorded) (artifactEntry, error) {
	var a app.ArtifactExported
	if err := json.Unmarshal(r.Data, &a); err != nil {
		return artifactEntry{}, state.Errorf(state.StoreCorrupt, "the record of an artifact does not decode: %w", err)
	}
	meta, err := projections.DecodeMeta(r.Meta)
	if err != nil {
		return artifactEntry{}, err
	}
	e := artifactEntry{
		ID: r.ID, Name: a.Name, ContentType: a.ContentType, Schema: a.Schema, SHA256: a.SHA256, Size: a.Size,
		Branch: a.Branch, Revision: a.Revision,
		Tool: meta.Tool, Parameters: a.Parameters, UserID: meta.UserID, At: meta.OccurredAt.UTC(), State: "there",
		Again: len(a.Parameters) > 0 && !a.Passing(meta.Tool), URI: app.FileScheme + r.ID, path: b.PathOf(&a),
		across: a.Across,
	}
	switch info, err := os.Stat(b.PathOf(&a)); {
	case errors.Is(err, fs.ErrNotExist):
		e.State = "gone"
	case err != nil || !info.Mode().IsRegular() || info.Size() != a.Size:
		e.State = "changed"
	}
	return e, nil
}

func (b *Backend) listArtifacts(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listArtifacts
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	model, all, err := b.artifacts(ctx, c)
	if err != nil {
		return nil, err
	}
	if a.Branch != "" {
		if _, err := b.BranchView(ctx, c, model, a.Branch); err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, func(e artifactEntry) bool { return e.Branch != a.Branch })
	}
	if a.Issue != "" {
		if all, err = b.ofIssue(ctx, c, model, a.Issue, all); err != nil {
			return nil, err
		}
	}
	data := artifactList{ModelID: model}
	data.Artifacts, data.Paging, err = app.TakeLive(p, all, func(e artifactEntry) string { return e.ID },
		app.BytesOf[artifactEntry])
	return &mcp.Outcome{Data: data}, err
}

type getArtifact struct {
	ArtifactID string `json:"artifact_id" jsonschema:"or the name of the file"`
	ModelID    string `json:"model_id,omitempty"`
	Cursor     string `json:"cursor,omitempty"`
}

type artifactContent struct {
	ModelID string `json:"model_id"`
	artifactEntry
	Text   string `json:"text,omitempty"`
	Base64 string `json:"base64,omitempty" jsonschema:"of this part"`
	runs.TextPaging
}

// artifactLimit bounds the size of files that a tool returns; larger files are read from the folder.
const artifactLimit = 64 << 20

func (b *Backend) getArtifact(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a getArtifact
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, all, err := b.artifacts(ctx, c)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(e artifactEntry) bool { return e.ID == a.ArtifactID })
	if i < 0 { // by name: the last file of a name comes first
		i = slices.IndexFunc(all, func(e artifactEntry) bool { return e.Name == a.ArtifactID })
	}
	if i < 0 {
		return nil, state.Errorf(state.NotFound, "there is no artifact %q of this model: list_artifacts names them",
			a.ArtifactID).With("artifact_id", a.ArtifactID)
	}
	data := artifactContent{ModelID: model, artifactEntry: all[i]}
	if data.Size > artifactLimit && data.State == "there" {
		return &mcp.Outcome{Data: data, Warnings: []mcp.Warning{{
			Code: "TOO_LARGE", Message: "the file is larger than is read through a tool: take it from uri",
			Data: map[string]any{"size": data.Size, "limit": artifactLimit, "uri": data.URI},
		}}}, nil
	}
	file, err := b.asMade(data.artifactEntry)
	if err != nil {
		return nil, err
	}
	text := textual(data.ContentType) && utf8.Valid(file)
	if !text {
		file = []byte(base64.StdEncoding.EncodeToString(file))
	}
	part, paging, err := runs.PageOfText(c, string(file))
	data.TextPaging = paging
	if data.Text = part; !text {
		data.Text, data.Base64 = "", part
	}
	return &mcp.Outcome{Data: data}, err
}

// asMade returns the bytes of a file if they have the recorded hash.
func (b *Backend) asMade(e artifactEntry) ([]byte, error) {
	lost := state.Errorf(state.IllegalState,
		"the file %s is not there as it was made: make it again by %s at revision %d of branch %q", e.Name,
		e.Tool, e.Revision, e.Branch).
		With("state", e.State).With("allowed", []string{e.Tool}).With("parameters",
		e.Parameters).With("revision", e.Revision)
	if !e.Again {
		lost = state.Errorf(state.IllegalState,
			"the file %s is not there as it was made, and no call makes it again: look for a copy with the sha256 %s",
			e.Name, e.SHA256).With("state", e.State).With("allowed", []string{}).With("sha256", e.SHA256)
	}
	if e.State != "there" {
		return nil, lost
	}
	file, err := app.ReadWithin(e.path, artifactLimit)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(file); hex.EncodeToString(sum[:]) != e.SHA256 {
		return nil, lost.With("state", "changed")
	}
	return file, nil
}

// textual reports whether a content type is readable text.
func textual(contentType string) bool {
	return strings.HasPrefix(contentType, "text/") || slices.Contains([]string{"application/json", "application/xml",
		"application/x-step", "image/svg+xml"}, contentType)
}
