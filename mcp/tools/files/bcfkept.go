package files

import (
	"github.com/bimstream/bimstream/ifc/bcf"
	"github.com/bimstream/bimstream/mcp/tools/tasks"
)

// exchangedOf returns a topic of an archive with its documents.
func exchangedOf(a *bcf.Archive, t bcf.Topic) *tasks.Exchanged {
	out := &tasks.Exchanged{Topic: t}
	for _, r := range t.Documents {
		for _, d := range a.Documents {
			if d.GUID == r.Document {
				out.AddDocument(d)
			}
		}
	}
	return out
}
