package importer

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// voidsOf returns the openings that are cut out of a product. They are its own openings, and the openings of the wholes
// that it is a piece of, if they meet its extent. An assembly has no body of its own, so its openings are cut into its
// parts (IFC4, IfcRelVoidsElement of a decomposed element).
func (r *reader) voidsOf(p *building.Product) []*building.Product {
	if p.Whole == nil || p.Nested || !r.isPiece(p) {
		return p.Openings
	}
	voids := voidsOfWholes(p)
	if len(voids) == 0 {
		return p.Openings
	}
	own, ok := r.extentOf(p)
	out := slices.Clone(p.Openings)
	for _, o := range voids {
		if box, hasBody := r.extentOf(o); ok && hasBody && box.Intersects(own) {
			out = append(out, o)
		}
	}
	return out
}

func voidsOfWholes(p *building.Product) []*building.Product {
	var out []*building.Product
	for depth := 0; p.Whole != nil && !p.Nested && depth < maxSteps; depth++ {
		p = p.Whole
		out = append(out, p.Openings...)
	}
	return out
}

// extentOf returns the extent of a product's body in the model, false if it has none.
func (r *reader) extentOf(p *building.Product) (geometry.Box, bool) {
	body, err := r.faces(p)
	if err != nil {
		return geometry.Box{}, false
	}
	return turnedBody(body, r.world(p), geometry.Point3{}).Bounds(), true
}

// isCutInParts reports whether the openings of an assembly are cut into the bodies of its parts.
func (r *reader) isCutInParts(p *building.Product) bool {
	return slices.ContainsFunc(p.Parts, func(part *building.Product) bool {
		if !r.isPiece(part) || part.Nested {
			return false
		}
		d := r.drafts[part]
		return r.isCutInParts(part) || r.isProxied(part) && (d == nil || !followsFromParameters(d.Element))
	})
}

// openingInParts reads an opening of an assembly as openings in its parts that have parameters and that it meets. The
// first part gets the opening itself, the other parts get further openings. It returns nil if there are no such parts.
func (r *reader) openingInParts(p *building.Product) *Draft {
	var out *Draft
	for _, part := range p.Host.Parts {
		host := r.drafts[part]
		if part.Nested || host == nil || !cuttable[host.Element.Category] || state.FixedOf(host.Element) != nil {
			continue
		}
		d, err := r.opening(p, host, nil)
		switch {
		case err != nil:
			r.showCut(p, host, err)
		case d == nil:
		case out == nil:
			out = d
		default:
			d.Element.ID = state.DeriveID("import piece of opening "+string(out.Element.ID), len(out.Pieces)+1)
			out.Pieces = append(out.Pieces, d.Element)
		}
	}
	return out
}
