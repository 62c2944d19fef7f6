package files

import (
	"context"
	"io"

	"github.com/bimstream/bimstream/ifc/ifcx"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections/scenes"
)

// ifcxHistory selects how much history an export in IFC5's draft contains.
type ifcxHistory string

// The values of ifcxHistory.
const (
	historyNone   ifcxHistory = "none"
	historyLayers ifcxHistory = "layers"
)

// Enum lists the choices.
func (ifcxHistory) Enum() []string { return []string{string(historyNone), string(historyLayers)} }

type exportIFCX struct {
	History  ifcxHistory `json:"history,omitempty" jsonschema:"layers: one file for each change, in a zip; default none"`
	FileName string      `json:"file_name,omitempty" jsonschema:"in the output folder; default by revision"`
	ModelID  string      `json:"model_id,omitempty"`
	Branch   string      `json:"branch,omitempty"`
	At       mcp.At      `json:"at,omitempty"`
	DryRun   bool        `json:"dry_run,omitempty"`
}

type ifcxData struct {
	ModelID  string           `json:"model_id"`
	Branch   string           `json:"branch"`
	Revision uint64           `json:"revision"`
	Path     string           `json:"path"`
	Draft    string           `json:"draft" jsonschema:"commit of buildingSMART/IFC5-development"`
	SHA256   string           `json:"sha256"`
	Size     int64            `json:"size"`
	Layers   int              `json:"layers"`
	Nodes    int              `json:"nodes" jsonschema:"in all layers"`
	LeftOut  []scenes.LeftOut `json:"left_out" jsonschema:"without a body, since it cannot be made; the first 100"`
	LeftAll  int              `json:"left_out_total"`
	Events   []app.EventRef   `json:"events"`
}

func exportIFCXTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "export_ifcx", Heavy: true, Title: "Export IFC5 draft", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Experimental: writes the model in the alpha draft of IFC5 (.ifcx), as a document, or with its " +
			"history as a zip of layers, one for each change with author, time and reason, that compose to its exact " +
			"states. The draft will change.",
		Input: exportIFCX{}, Output: ifcxData{}, Handle: b.exportIFCX,
	}
}

func (b *Backend) exportIFCX(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	a := exportIFCX{History: historyNone}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.ViewAt(ctx, c, &app.Page{})
	if err != nil {
		return nil, err
	}
	if err := holdExport(ctx, v); err != nil {
		return nil, err
	}
	extension, contentType := ".ifcx", "application/json"
	if a.History == historyLayers {
		extension, contentType = ".zip", "application/zip"
	}
	to, err := b.ExportPath(ctx, c, v, a.FileName, checks.ExportName(v, extension), extension)
	if err != nil {
		return nil, err
	}
	data := ifcxData{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.Path, Draft: ifcx.Draft}
	data.SHA256, data.Size, err = to.Write(ctx, c, func(w io.Writer) error {
		summary, err := WriteIFCX(ctx, b.Store, b.Live, v, w, a.History == historyLayers,
			func(done, total uint64) { c.Progress(float64(done), float64(total), "revisions written") })
		data.Layers, data.Nodes, data.LeftAll = summary.Layers, summary.Nodes, len(summary.LeftOut)
		data.LeftOut = append([]scenes.LeftOut{}, summary.LeftOut[:min(len(summary.LeftOut), leftOutShown)]...)
		return err
	})
	if err != nil {
		return nil, app.FileError(err)
	}
	event := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{
		ModelID: data.ModelID, Branch: data.Branch, Revision: data.Revision,
		ContentType: contentType, Schema: "ifcx_alpha", SHA256: data.SHA256, Size: data.Size}, to.Path)
	data.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	return &mcp.Outcome{Data: data, Warnings: data.warnings(), EventID: event.ID,
		Commit: b.RecordArtifact(v.ModelID, event)}, nil
}

// warnings returns warnings that the format is a draft, and that the file lacks bodies.
func (d *ifcxData) warnings() []mcp.Warning {
	out := []mcp.Warning{{Code: "DRAFT_FORMAT",
		Message: "IFC5 is not released: the file follows a draft that will change; exchange models as IFC4 or IFC4X3",
		Data:    map[string]any{"draft": d.Draft}}}
	if d.LeftAll > 0 {
		out = append(out, mcp.Warning{Code: "LEFT_OUT",
			Message: "some elements are without a body in the file, since it cannot be made: look at left_out",
			Data:    map[string]any{"elements": d.LeftAll}})
	}
	return out
}
