package files

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/meshfile"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/projections/scenes"
)

type exportMesh struct {
	Format     meshfile.Format  `json:"format,omitempty" jsonschema:"default glb"`
	Categories []string         `json:"categories,omitempty" jsonschema:"default all with a body but rooms and openings"`
	LevelIDs   []state.ID       `json:"level_ids,omitempty"`
	ElementIDs []state.ID       `json:"element_ids,omitempty"`
	Origin     *geometry.Point3 `json:"origin,omitempty" jsonschema:"taken off all coordinates; default [0, 0, 0]"`
	FileName   string           `json:"file_name,omitempty" jsonschema:"in the output folder; default by revision"`
	app.LinkedArguments
	ModelID string `json:"model_id,omitempty"`
	Branch  string `json:"branch,omitempty"`
	At      mcp.At `json:"at,omitempty"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

type meshData struct {
	ModelID   string           `json:"model_id"`
	Branch    string           `json:"branch"`
	Revision  uint64           `json:"revision"`
	Path      string           `json:"path"`
	Format    string           `json:"format"`
	Unit      string           `json:"unit"`
	Up        string           `json:"up" jsonschema:"axis"`
	Origin    geometry.Point3  `json:"origin"`
	SHA256    string           `json:"sha256"`
	Size      int64            `json:"size"`
	Elements  int              `json:"elements"`
	Triangles int              `json:"triangles"`
	LeftOut   []scenes.LeftOut `json:"left_out" jsonschema:"their bodies cannot be made; the first 100"`
	LeftAll   int              `json:"left_out_total"`
	Events    []app.EventRef   `json:"events"`
}

// leftOutShown is how many left out elements a reply lists.
const leftOutShown = 100

func exportMeshTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "export_mesh", Heavy: true, Title: "Export meshes", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Writes the bodies of the model, as it is or as it was (at), as triangles with names, storeys " +
			"and colours to a file: glb (glTF 2.0), obj, ply or stl. Returns path, sha256, size and counts. The same " +
			"revision gives the same bytes.",
		Input: exportMesh{}, Output: meshData{}, Handle: b.exportMesh,
	}
}

func (b *Backend) exportMesh(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a exportMesh
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if a.Format == "" {
		a.Format = meshfile.Format(app.EndingOf(a.FileName, a.Format.Enum(), string(meshfile.GLB)))
	}
	v, err := b.ViewNamed(ctx, c, &app.Page{}, &a)
	if err != nil {
		return nil, err
	}
	if err := a.check(v.Model); err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, b.Store, v); err != nil {
		return nil, err
	}
	to, err := b.ExportPath(ctx, c, v, a.FileName, checks.ExportName(v, "."+string(a.Format)), "."+string(a.Format))
	if err != nil {
		return nil, err
	}
	traits, _ := a.Format.Traits()
	data := &meshData{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.Path,
		Format: string(a.Format), Unit: traits.Unit, Up: traits.Up}
	if a.Origin != nil {
		data.Origin = *a.Origin
	}
	selection := scenes.Selection{Categories: spatial.CategoriesFrom(a.Categories), Levels: a.LevelIDs,
		Elements: a.ElementIDs}
	scene, left, err := scenes.Build(ctx, v, selection,
		func(done, total int) { c.Progress(float64(done), float64(total), "bodies made") })
	if err != nil {
		return nil, err
	}
	scene.Origin = data.Origin
	data.LeftOut, data.LeftAll = left[:min(len(left), leftOutShown)], len(left)
	if err := data.write(ctx, c, to, a.Format, scene); err != nil {
		return nil, err
	}
	return b.meshOutcome(c, data, traits, app.Across(v)), nil
}

// check refuses a format and categories that do not exist, and an origin beyond the model.
func (a *exportMesh) check(m *state.Model) error {
	if _, ok := a.Format.Traits(); !ok {
		return state.Errorf(state.OutOfRange, "there is no format %q: give one of glb, obj, stl, ply",
			a.Format).With("parameter", "format").With("allowed", a.Format.Enum())
	}
	if a.Origin != nil && !m.Bounds().Contains(geometry.Box{Min: *a.Origin, Max: *a.Origin}) {
		return state.Errorf(state.OutOfModelBounds,
			"origin lies outside the model's bounds of %s mm about the world's",
			m.Info().HalfExtent).With("parameter", "origin")
	}
	return app.CheckCategories(a.Categories)
}

// write writes the scene and stores the counts, the size and the hash of the file in the reply.
func (d *meshData) write(ctx context.Context, c *mcp.Call, to app.Destination, format meshfile.Format,
	scene *meshfile.Scene) error {
	counts := scene.Counts()
	if counts.Triangles == 0 {
		return state.Errorf(state.EmptyResult,
			"nothing that was selected has a body: widen categories, level_ids or element_ids")
	}
	d.Elements, d.Triangles = counts.Objects, counts.Triangles
	var err error
	d.SHA256, d.Size, err = to.Write(ctx, c, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<20)
		if err := format.Write(out, scene); err != nil {
			return err
		}
		return out.Flush()
	})
	if errors.Is(err, meshfile.ErrTooLarge) {
		return state.Errorf(state.OperationTooLarge,
			"the file would be larger than a %s can be: export fewer elements, or storey by storey",
			d.Format).With("triangles", d.Triangles)
	}
	return app.FileError(err)
}

// meshOutcome returns the outcome of the call, which also records the file.
func (b *Backend) meshOutcome(c *mcp.Call, d *meshData, traits meshfile.Traits, across []string) *mcp.Outcome {
	event := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{
		ModelID: d.ModelID, Branch: d.Branch, Revision: d.Revision,
		Across: across, ContentType: traits.ContentType, Schema: traits.Version, SHA256: d.SHA256,
		Size: d.Size}, d.Path)
	d.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	out := &mcp.Outcome{Data: d, EventID: event.ID, Commit: b.RecordArtifact(d.ModelID, event)}
	if d.LeftAll > 0 {
		out.Warnings = []mcp.Warning{{Code: "LEFT_OUT",
			Message: "some elements are not in the file, since their bodies cannot be made: look at left_out",
			Data:    map[string]any{"elements": d.LeftAll}}}
	}
	return out
}
