package importer

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// The carried data of an element in a file of ours are correct as long as the rest of the file does not change. Another
// program that moves a wall does not know our property set. Therefore the set carries digests of the data for which it
// was written. If a digest does not match, the rest of the file takes precedence, which is reported.

// staleness states which part of our own property set of a product is outdated.
type staleness struct{ shape, said bool }

// Digests returns the digests that an element's carried set needs in addition to the carried data; nil if no product
// has the GlobalId.
func (r *Reading) Digests(globalID string, carried []Carried) []Carried {
	if r.byGlobalID == nil {
		r.byGlobalID = map[string]*building.Product{}
		for _, p := range r.reader.b.Products {
			r.byGlobalID[p.GlobalID] = p
		}
	}
	p := r.byGlobalID[globalID]
	if p == nil {
		return nil
	}
	out := []Carried{{carriedShape, r.reader.src.ShapeDigest(p)}}
	if slices.ContainsFunc(carried, func(c Carried) bool { return isSaid(c.Name) }) {
		out = append(out, Carried{carriedSaid, building.SaidDigest(p, carriedSet)})
	}
	return out
}

// isSaid reports whether a carried facet is the name, a property set or the classification.
func isSaid(facet string) bool {
	return facet == string(state.FacetName) || facet == string(state.FacetClassification) ||
		strings.HasPrefix(facet, "pset.")
}

// believed returns our own property sets of a product without outdated properties.
func (r *reader) believed(p *building.Product) []building.Set {
	var out []building.Set
	for _, s := range p.Sets {
		if s.Name != carriedSet {
			continue
		}
		if stale := r.staleness(p, s); stale.shape || stale.said {
			s.Properties = slices.DeleteFunc(slices.Clone(s.Properties), func(p building.Property) bool {
				return stale.said && isSaid(p.Name) || stale.shape && !isSaid(p.Name)
			})
		}
		out = append(out, s)
	}
	return out
}

// staleness returns which part of our own property set of a product is outdated, and reports it once.
func (r *reader) staleness(p *building.Product, s building.Set) staleness {
	known, ok := r.stale[p]
	if ok {
		return known
	}
	shape, said := carriedText(s, carriedShape), carriedText(s, carriedSaid)
	out := staleness{shape: shape != "" && !r.src.HasShapeDigest(p, shape),
		said: said != "" && said != building.SaidDigest(p, carriedSet)}
	r.stale[p] = out
	if out.shape {
		r.Report.left(Simplified, p,
			"its place or shape was changed after our export: what the file carries of it is not used", "")
	}
	if out.said {
		r.Report.left(Simplified, p,
			"its name or properties were changed after our export: what the file carries of them is not used", "")
	}
	return out
}
