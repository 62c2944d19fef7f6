package model

import (
	"context"
	"sort"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/record"
	"github.com/bimstream/bimstream/projections"
)

// claimedOrigin is the authorship that a file claims for an element, and the file itself.
type claimedOrigin struct {
	record.Authorship
	Source *importSource `json:"source,omitempty"`
}

// importSource is a file that was imported.
type importSource struct {
	FileName string `json:"file_name"`
	SHA256   string `json:"sha256"`
}

// maxOpening bounds how many events of an import are read up to the event that names its file: that event is the first,
// after the events that create a new model.
const maxOpening = 16

// importedFrom returns the file of the import that created an element. It returns nil if no import created the element,
// or if other writers' events within the import hide its beginning. It reads few events, however many the import has.
func (b *Backend) importedFrom(ctx context.Context, modelID string, made projections.EventRef) (*importSource, error) {
	stream := projections.StreamName(modelID, made.Branch)
	var failed error
	at := func(revision uint64) (eventstore.Recorded, string) {
		for r, err := range b.Store.Read(ctx, stream, revision) {
			if err != nil {
				failed = err
				break
			}
			meta, err := projections.DecodeMeta(r.Meta)
			if err != nil {
				failed = state.Errorf(state.StoreCorrupt, "the metadata of event %s does not decode: %w", r.ID, err)
			}
			return r, meta.CorrelationID
		}
		return eventstore.Recorded{}, ""
	}
	_, job := at(made.Revision)
	if job == "" || failed != nil {
		return nil, failed
	}
	first := sort.Search(int(made.Revision), func(i int) bool {
		_, same := at(uint64(i))
		return same == job
	})
	for i := range maxOpening {
		r, same := at(uint64(first + i))
		if failed != nil || same != job {
			return nil, failed
		}
		event, _, err := projections.DecodeRecorded(r)
		if err != nil {
			return nil, err
		}
		if e, ok := event.(*state.ImportStarted); ok {
			return &importSource{FileName: e.FileName, SHA256: e.SHA256}, nil
		}
	}
	return nil, nil
}
