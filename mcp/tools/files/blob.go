package files

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/tasks"
	"github.com/bimstream/bimstream/projections"
)

// blobPart is how many bytes one event holds: as base64 they stay below the limit of every store.
const blobPart = 512 << 10

const blobEvent = "blob.stored"

// keep stores the bytes that the store lacks. Their hash names the stream, so that two processes that store the same
// bytes do not conflict.
func (b *Backend) keep(ctx context.Context, c *mcp.Call, modelID string, all tasks.Blobs) error {
	for sum, data := range all {
		parts := blobParts(c, modelID, sum, data)
		switch head, err := b.Store.Head(ctx, tasks.BlobStream(modelID, sum)); {
		case err == nil:
			parts = parts[min(len(parts), int(head.Revision)+1):] // a process may have stopped after some of the parts
		case !errors.Is(err, eventstore.ErrStreamNotFound):
			return err
		}
		for _, part := range parts {
			_, err := b.Store.Append(ctx, part)
			if errors.Is(err, eventstore.ErrWrongExpected) { // another process stores the same bytes
				continue
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// blobParts returns the appends of some bytes: several, because the size of an append is bounded.
func blobParts(c *mcp.Call, modelID, sum string, data []byte) []eventstore.Append {
	parts := max(1, (len(data)+blobPart-1)/blobPart)
	meta := app.MetaOf(c, 0)
	meta.BaseRevision = nil
	out := make([]eventstore.Append, parts)
	for i := range parts {
		text, err := json.Marshal(tasks.BlobStored{Part: i, Parts: parts,
			Bytes: data[i*blobPart : min((i+1)*blobPart, len(data))]})
		if err != nil {
			panic("tools: bytes do not encode: " + err.Error())
		}
		expected := eventstore.NoStream
		if i > 0 {
			expected = eventstore.At(uint64(i - 1))
		}
		out[i] = eventstore.Append{Stream: tasks.BlobStream(modelID, sum), Expected: expected,
			Events: []eventstore.Event{{
				ID: string(state.DeriveID(modelID+sum, i)), Type: blobEvent, Schema: 1, Data: text,
				Meta: projections.EncodeMeta(meta),
			}}}
	}
	return out
}
