package checks

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/ids/check"
	"github.com/bimstream/bimstream/ifc/ids/draft"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

type idsFromModel struct {
	Schema   ExportSchema `json:"schema,omitempty" jsonschema:"version of IFC that the document is for; default IFC4"`
	Classes  []string     `json:"classes,omitempty" jsonschema:"such as IfcWall; default all that the model has"`
	Values   bool         `json:"values,omitempty" jsonschema:"ask for the values too, where there are few"`
	Title    string       `json:"title,omitempty"`
	FileName string       `json:"file_name,omitempty" jsonschema:"in the output folder, *.ids; default by revision"`
	ModelID  string       `json:"model_id,omitempty"`
	Branch   string       `json:"branch,omitempty"`
	At       mcp.At       `json:"at,omitempty"`
	DryRun   bool         `json:"dry_run,omitempty"`
}

type idsDraft struct {
	ModelID        string               `json:"model_id"`
	Branch         string               `json:"branch"`
	Revision       uint64               `json:"revision"`
	Path           string               `json:"path"`
	SHA256         string               `json:"sha256"`
	Size           int                  `json:"size"`
	Specifications []draftSpecification `json:"specifications"`
	Events         []app.EventRef       `json:"events"`
}

type draftSpecification struct {
	Name         string `json:"name"`
	Requirements int    `json:"requirements"`
}

func idsFromModelTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "ids_from_model", Title: "IDS from model", Server: "validation", Set: mcp.SetFull,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Drafts an IDS 1.0 document from what all elements of a class have in common: attributes, " +
			"properties with their types, materials, classifications, wholes. " +
			"The model passes it. Writes a file in the output folder, for a person to strike out what nobody asked " +
			"for; check_ids checks against it.",
		Input: idsFromModel{}, Output: idsDraft{}, Handle: b.idsFromModel,
	}
}

func (b *Backend) idsFromModel(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	a := idsFromModel{}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, err := b.modelForIDS(ctx, c, &app.Page{}, "", string(a.Schema))
	if err != nil {
		return nil, err
	}
	v := model.view
	to, err := b.ExportPath(ctx, c, v, a.FileName, ExportName(v, ".ids"), ".ids")
	if err != nil {
		return nil, err
	}
	text, specifications, err := draftOf(ctx, model.data, a)
	if err != nil {
		return nil, err
	}
	if _, _, err := to.Write(ctx, c, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return nil, app.FileError(err)
	}
	sum := sha256.Sum256(text)
	data := idsDraft{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.Path,
		SHA256: hex.EncodeToString(sum[:]), Size: len(text), Specifications: specifications}
	event := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{
		ModelID: data.ModelID, Branch: data.Branch, Revision: data.Revision,
		ContentType: "application/xml", Schema: "IDS 1.0",
		SHA256: data.SHA256, Size: int64(data.Size)}, to.Path)
	data.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	return &mcp.Outcome{Data: data, EventID: event.ID, Commit: b.RecordArtifact(v.ModelID, event)}, nil
}

// draftOf drafts an IDS document from a model's file.
func draftOf(ctx context.Context, data []byte, a idsFromModel) ([]byte, []draftSpecification, error) {
	m, err := check.OpenContext(ctx, data)
	if err != nil {
		return nil, nil, err
	}
	o := draft.Options{Title: a.Title, Values: a.Values, OmitSets: []string{importer.SetName()}}
	present := slices.Sorted(maps.Keys(m.Elements()))
	for _, class := range a.Classes {
		upper := strings.ToUpper(class)
		if !slices.Contains(present, upper) {
			return nil, nil, state.Errorf(state.NotFound, "the model has no element of class %q%s", class,
				app.Suggestion(upper, present)).With("parameter", "classes").With("allowed", present)
		}
		o.Classes = append(o.Classes, upper)
	}
	d := draft.FromContext(ctx, m, o)
	if d == nil {
		return nil, nil, ctx.Err()
	}
	if len(d.Specifications) == 0 {
		return nil, nil, state.Errorf(state.IllegalState,
			"the model has no elements that have anything in common: create some first").With("classes", present)
	}
	out := []draftSpecification{}
	for _, s := range d.Specifications {
		out = append(out, draftSpecification{s.Name, len(s.Requirements.Facets)})
	}
	return d.Write(), out, nil
}
