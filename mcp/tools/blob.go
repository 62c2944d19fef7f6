package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// blobStream names the stream of bytes that a model keeps by their SHA-256, such as a picture of a topic. It is none of
// the streams of the model that lists and folds go through.
func blobStream(modelID, sum string) string { return projections.BlobPrefix + modelID + "." + sum }

// blobPart is how much of some bytes one event holds: as base64 it stays below what any store takes.
const blobPart = 512 << 10

type blobStored struct {
	Part  int    `json:"part"`
	Parts int    `json:"parts"`
	Bytes []byte `json:"bytes"`
}

const blobEvent = "blob.stored"

// blobs are bytes to be kept, by their SHA-256.
type blobs map[string][]byte

// add notes bytes to be kept and returns their name.
func (k blobs) add(data []byte) string {
	digest := sha256.Sum256(data)
	name := hex.EncodeToString(digest[:])
	k[name] = data
	return name
}

// keep stores what is not there yet. The bytes name the stream: whoever stores them stores the same.
func (b *Backend) keep(ctx context.Context, c *mcp.Call, modelID string, all blobs) error {
	for sum, data := range all {
		parts := blobParts(c, modelID, sum, data)
		switch head, err := b.Store.Head(ctx, blobStream(modelID, sum)); {
		case err == nil:
			parts = parts[min(len(parts), int(head.Revision)+1):] // a process may have ended between two of them
		case !errors.Is(err, eventstore.ErrStreamNotFound):
			return err
		}
		for _, part := range parts {
			_, err := b.Store.Append(ctx, part)
			if errors.Is(err, eventstore.ErrWrongExpected) { // somebody else keeps the same bytes
				continue
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// blobParts returns the appends of some bytes: several, since one has a limit.
func blobParts(c *mcp.Call, modelID, sum string, data []byte) []eventstore.Append {
	parts := max(1, (len(data)+blobPart-1)/blobPart)
	meta := metaOf(c, 0)
	meta.BaseRevision = nil
	out := make([]eventstore.Append, parts)
	for i := range parts {
		text, err := json.Marshal(blobStored{i, parts, data[i*blobPart : min((i+1)*blobPart, len(data))]})
		if err != nil {
			panic("tools: bytes do not encode: " + err.Error())
		}
		expected := eventstore.NoStream
		if i > 0 {
			expected = eventstore.At(uint64(i - 1))
		}
		out[i] = eventstore.Append{Stream: blobStream(modelID, sum), Expected: expected, Events: []eventstore.Event{{
			ID: string(domain.DeriveID(modelID+sum, i)), Type: blobEvent, Schema: 1, Data: text,
			Meta: projections.EncodeMeta(meta),
		}}}
	}
	return out
}

// blob returns bytes that were kept. STORE_CORRUPT when they are not what was kept.
func (b *Backend) blob(ctx context.Context, modelID, sum string) ([]byte, error) {
	var out []byte
	for e, err := range b.Store.Read(ctx, blobStream(modelID, sum), 0) {
		if err != nil {
			return nil, fmt.Errorf("read what was kept: %w", err)
		}
		var part blobStored
		if err := json.Unmarshal(e.Data, &part); err != nil {
			return nil, domain.Errorf(domain.StoreCorrupt, "bytes that were kept do not decode: %w", err)
		}
		out = append(out, part.Bytes...)
	}
	if digest := sha256.Sum256(out); hex.EncodeToString(digest[:]) != sum {
		return nil, domain.Errorf(domain.StoreCorrupt, "the bytes %s are not those that were kept", sum)
	}
	return out, nil
}
