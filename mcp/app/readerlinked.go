package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/bodies"
	"github.com/bimstream/bimstream/projections/federation"
)

// Linked is a state of a model together with its linked models, for the page to draw.
type Linked struct {
	View *projections.View
	Key  string         // identifies all states in the view
	Left []bodies.Layer // links that are not loaded
}

// Linked returns a state composed with all linked models that the principal may read. head is the last revision of its
// branch: for a past state, live links use the states at that time.
func (r Reader) Linked(ctx context.Context, v *projections.View, head uint64) Linked {
	past := time.Time{}
	if v.Revision != head {
		past = v.At
	}
	out := Linked{View: v}
	var sources []federation.Source
	key := sha256.New()
	for _, s := range r.Backend.LinkStates(ctx, r.Call(v.ModelID, v.Branch), v, past) {
		if !s.Loaded() {
			left := bodies.Layer{LinkID: s.Link.ID}
			if !s.Hidden {
				left.Name, left.Discipline = s.Link.Name, s.Link.Discipline
			}
			out.Left = append(out.Left, left)
			continue
		}
		sources = append(sources, federation.Source{Link: s.Link, View: s.View, Place: s.Place})
		_, _ = fmt.Fprintln(key, s.Link, s.View.Branch, s.View.Revision, s.Place)
	}
	if len(sources) > 0 {
		out.View = r.Backend.composed.get(v, sources, true)
	}
	out.Key = hex.EncodeToString(key.Sum(nil))
	return out
}
