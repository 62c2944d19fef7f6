package tasks

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
)

// BlobStream names the stream of bytes that a model keeps by their SHA-256, such as a picture of a topic. It is none of
// the streams of the model that lists and folds go through.
func BlobStream(modelID, sum string) string { return projections.BlobPrefix + modelID + "." + sum }

type BlobStored struct {
	Part  int    `json:"part"`
	Parts int    `json:"parts"`
	Bytes []byte `json:"bytes"`
}

// Blobs are bytes to be kept, by their SHA-256.
type Blobs map[string][]byte

// add notes bytes to be kept and returns their name.
func (k Blobs) add(data []byte) string {
	digest := sha256.Sum256(data)
	name := hex.EncodeToString(digest[:])
	k[name] = data
	return name
}

// blob returns bytes that were kept. STORE_CORRUPT when they are not what was kept.
func (b *Backend) blob(ctx context.Context, modelID, sum string) ([]byte, error) {
	var out []byte
	for e, err := range b.Store.Read(ctx, BlobStream(modelID, sum), 0) {
		if err != nil {
			return nil, fmt.Errorf("read what was kept: %w", err)
		}
		var part BlobStored
		if err := json.Unmarshal(e.Data, &part); err != nil {
			return nil, state.Errorf(state.StoreCorrupt, "bytes that were kept do not decode: %w", err)
		}
		out = append(out, part.Bytes...)
	}
	if digest := sha256.Sum256(out); hex.EncodeToString(digest[:]) != sum {
		return nil, state.Errorf(state.StoreCorrupt, "the bytes %s are not those that were kept", sum)
	}
	return out, nil
}
