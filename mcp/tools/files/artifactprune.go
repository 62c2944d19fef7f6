package files

import (
	"context"
	"os"
	"time"

	"github.com/bimstream/bimstream/projections"
)

// Pruned is a file that was removed, or would be.
type Pruned struct {
	ModelID, ArtifactID, Name string
	Size                      int64 // bytes
	At                        time.Time
}

// PruneArtifacts removes files of all models that were made before a time. It removes only unchanged files that the
// same call makes again byte for byte. Their records stay. A dry run only lists them.
func (b *Backend) PruneArtifacts(ctx context.Context, before time.Time, dry bool) ([]Pruned, error) {
	models, err := b.Live.Models(ctx)
	if err != nil {
		return nil, err
	}
	var out []Pruned
	gone := map[string]bool{} // paths, because later exports of a name replace the file
	for _, m := range models {
		more, err := b.pruneModel(ctx, m, before, dry, gone)
		out = append(out, more...)
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

func (b *Backend) pruneModel(ctx context.Context, m projections.ModelEntry, before time.Time, dry bool,
	gone map[string]bool) ([]Pruned, error) {
	entries, err := b.recordedArtifacts(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	var out []Pruned
	for _, e := range entries {
		if !e.Again || !e.At.Before(before) || gone[e.path] {
			continue
		}
		if _, err := b.asMade(e); err != nil {
			continue // the file was replaced or is missing
		}
		if !dry {
			if err := os.Remove(e.path); err != nil {
				return out, err
			}
		}
		gone[e.path] = true
		out = append(out, Pruned{m.ID, e.ID, e.Name, e.Size, e.At})
	}
	return out, nil
}
