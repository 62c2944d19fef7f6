package tools

import (
	"encoding/json"
	"path/filepath"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// artifactStream names the stream of a model's exported files. It is not the branch's: an export changes no revision.
func artifactStream(modelID string) string { return "model." + modelID + ".artifacts" }

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
}

// artifactSchema is the version of artifactExported's shape.
const artifactSchema = 1

func artifactEvent(c *mcp.Call, d exportData) eventstore.Event {
	data, err := json.Marshal(artifactExported{d.ModelID, d.Branch, d.Revision, filepath.Base(d.Path), "application/x-step", d.Schema, d.Target, d.SHA256, d.Size})
	if err != nil {
		panic("tools: an artifact's record does not encode: " + err.Error())
	}
	return eventstore.Event{
		ID: projections.EventID(c.CommandID, 0), Type: "artifact.exported", Schema: artifactSchema, Data: data,
		Meta: projections.EncodeMeta(metaOf(c, d.Revision)),
	}
}
