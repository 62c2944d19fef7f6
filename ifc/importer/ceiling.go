package importer

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

func isCeiling(p *building.Product) bool {
	return p.Predefined == "CEILING" || p.Type != nil && p.Type.Predefined == "CEILING"
}

// ceiling reads a covering that is a level ceiling. Coverings of floors, walls and roofs keep their bodies.
func (r *reader) ceiling(p *building.Product) (*Draft, error) {
	if !isCeiling(p) {
		return nil, form("the model has no coverings but ceilings")
	}
	b, err := r.upright(p)
	if err != nil {
		return nil, err
	}
	if len(b.region) != 1 {
		return nil, form("its outline is not one area")
	}
	if len(r.voidsOf(p)) > 0 {
		return nil, form("it has openings, which a ceiling of the model has none of")
	}
	outline, level := b.region[0], r.levelOf(p)
	c := &fabric.Ceiling{Boundary: r.inWorld(p, outline.Outer), Height: above(r.world(p).O.Z+b.bottom, level)}
	for _, hole := range outline.Holes {
		c.Holes = append(c.Holes, r.inWorld(p, hole))
	}
	e := r.element(p, state.CategoryCeiling, c)
	r.layer(e, p, length(b.top-b.bottom))
	r.ownThickness(e, length(b.top-b.bottom), &c.Thickness)
	return &Draft{Product: p, Element: e, Note: b.note}, nil
}
