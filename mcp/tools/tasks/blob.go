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

// BlobStream returns the name of the stream that stores some bytes of a model, such as the picture of a topic. The name
// contains the SHA-256 of the bytes. Lists and folds skip these streams.
func BlobStream(modelID, sum string) string { return projections.BlobPrefix + modelID + "." + sum }

type BlobStored struct {
	Part  int    `json:"part"`
	Parts int    `json:"parts"`
	Bytes []byte `json:"bytes"`
}

// Blobs are bytes to store, by their SHA-256.
type Blobs map[string][]byte

// add adds bytes to store and returns their name.
func (k Blobs) add(data []byte) string {
	digest := sha256.Sum256(data)
	name := hex.EncodeToString(digest[:])
	k[name] = data
	return name
}

// blob returns stored bytes. The error is STORE_CORRUPT if they do not have the SHA-256 of their name.
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
