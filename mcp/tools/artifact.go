package tools

import (
	"context"
	"encoding/json"
	"path/filepath"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// artifactStream names the stream of a model's exported files. It is not the branch's: an export changes no revision.
func artifactStream(modelID string) string { return "model." + modelID + ".artifacts" }

// recordArtifact returns the commit of a call that wrote a file: its record, with that of the call.
func (b *Backend) recordArtifact(modelID string, event eventstore.Event) func(context.Context,
	[]eventstore.Append) (string, error) {
	return func(ctx context.Context, records []eventstore.Append) (string, error) {
		parts := append([]eventstore.Append{{Stream: artifactStream(modelID), Expected: eventstore.Any,
			Events: []eventstore.Event{event}}}, records...)
		_, err := b.Store.Append(ctx, parts...)
		return event.ID, err
	}
}

// artifactExported is the record that a file was written.
type artifactExported struct {
	ModelID     string `json:"model_id"`
	Branch      string `json:"branch"`
	Revision    uint64 `json:"revision"`
	Name        string `json:"name"`
	ContentType string `json:"content_type"`
	Schema      string `json:"schema"`
	Target      string `json:"target"`
	SHA256      string `json:"sha256"`
	Size        int64  `json:"size"`
	// Folder is where the file lies below the output folder, with slashes; records before version 3 have none.
	Folder string `json:"folder,omitempty"`
	// Parameters are the arguments of the call; records of version 1 have none.
	Parameters json.RawMessage `json:"parameters,omitempty"`
}

// artifactSchema is the version of artifactExported's shape.
const artifactSchema = 3

// The types of the records, which all have that shape, by what was written.
const (
	viewCreated       = "view.created"       // a plan, section or elevation
	sheetCreated      = "sheet.created"      // views on a sheet
	scheduleGenerated = "schedule.generated" // a schedule as a file
	artifactWritten   = "artifact.exported"  // anything else, and all of these in logs of earlier versions
)

// artifactEvent returns the record of a file at a path.
func artifactEvent(c *mcp.Call, kind string, a artifactExported, path string) eventstore.Event {
	a.Name, a.Folder, a.Parameters = filepath.Base(path), filepath.ToSlash(ownFolder(c.Principal)), c.Arguments
	data, err := json.Marshal(a)
	if err != nil {
		panic("tools: an artifact's record does not encode: " + err.Error())
	}
	return eventstore.Event{
		ID: projections.EventID(c.CommandID, 0), Type: kind, Schema: artifactSchema, Data: data,
		Meta: projections.EncodeMeta(metaOf(c, a.Revision)),
	}
}
