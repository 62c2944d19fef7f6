package importer

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// What a file of ours carries of an element is right as long as the rest of the file says of it what it said then.
// Another program that moves a wall does not know of our set. So the set carries digests of what it was written for,
// and where one does not match, the file's own words win, which is reported.

// staleness says which part of our own set of a product is out of date.
type staleness struct{ shape, said bool }

// Digests returns the digests that an element's set has to carry beside what it carries; nothing for what is no
// product.
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

// isSaid reports whether a carried facet is of the name, the properties or the classification.
func isSaid(facet string) bool {
	return facet == string(state.FacetName) || facet == string(state.FacetClassification) ||
		strings.HasPrefix(facet, "pset.")
}

// believed returns our own sets of a product, less what is out of date.
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

// staleness returns what of our own set of a product is out of date, and reports it once.
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
