package importer

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// planOpening reads an upright shaft through a floor or roof, as far as it lies over its host.
func (r *reader) planOpening(p *building.Product, host *Draft, boundary []geometry.Point2) (*Draft, error) {
	polygon, err := r.planOf(p)
	if err != nil {
		return nil, err
	}
	if err := r.goesThrough(p, host); err != nil {
		return nil, err
	}
	ring := polygon.Outer
	if plate := r.plateFor(host); plate != nil {
		if ring, err = within(polygon, plate); err != nil {
			return nil, err
		}
	}
	o := &domain.Opening{Polygon: ring, OpeningType: domain.OpeningThrough}
	e := r.element(p, domain.CategoryOpening, o)
	e.LevelID, e.HostID, e.TypeID, e.MaterialID = host.Element.LevelID, host.Element.ID, "", ""
	r.keepAttributes(e, p)
	r.applyCarried(e, p)
	return &Draft{Product: p, Element: e}, nil
}

// plateFor returns the plate that an opening has to lie in: a floor, or a flat roof with its holes; nil for another roof.
func (r *reader) plateFor(host *Draft) *domain.Floor {
	switch p := host.Element.Params.(type) {
	case *domain.Floor:
		return p
	case *domain.Roof:
		if r.Own || p.RoofType != domain.RoofFlat {
			return nil
		}
		plate := &domain.Floor{Boundary: p.Boundary}
		for _, hole := range host.Pieces {
			plate.Holes = append(plate.Holes, hole.Params.(*domain.Opening).Polygon)
		}
		return plate
	}
	return nil
}

// goesThrough refuses an opening that ends within the plate that it is cut out of: openings of floors and roofs go
// through in the model, which would be a hole where the file has a pocket. What a sloping roof has is not judged: only
// files of ours have roofs with parameters that slope, and in these all openings go through.
func (r *reader) goesThrough(p *building.Product, host *Draft) error {
	low, high, level := plateOf(host.Element, r.typesByID[host.Element.TypeID])
	if !level {
		return nil
	}
	b, err := r.upright(p)
	if err != nil {
		return err
	}
	z := r.world(p).O.Z - float64(r.heightOf(host.Element))
	bottom, top := length(z+b.bottom), length(z+b.top)
	switch {
	case bottom >= high || top <= low:
		return form("it does not meet its host")
	case bottom > low+throughSlack || top < high-throughSlack:
		return form("it does not go through its host: the model has no pockets in floors and roofs")
	}
	return nil
}

// plateOf returns the heights above its level between which a floor or a flat roof lies; level is false for any other
// host.
func plateOf(e *domain.Element, t *domain.Type) (low, high geometry.Length, level bool) {
	layered := func(own geometry.Length) geometry.Length {
		if t != nil && len(t.Layers) > 0 {
			return t.Thickness()
		}
		return own
	}
	switch p := e.Params.(type) {
	case *domain.Floor:
		return p.Offset - layered(p.Thickness), p.Offset, true
	case *domain.Roof:
		return p.Offset, p.Offset + layered(p.Thickness), p.RoofType == domain.RoofFlat
	}
	return 0, 0, false
}

// heightOf returns the height of the level that an element stands on.
func (r *reader) heightOf(e *domain.Element) geometry.Length {
	for _, l := range r.Levels {
		if l.ID == e.LevelID {
			return elevationOf(l)
		}
	}
	return 0
}

// planOf returns the plan of an upright shaft, which may stand in a leaning frame.
func (r *reader) planOf(p *building.Product) (geometry.Polygon, error) {
	if isUp(r.world(p).Z) {
		b, err := r.upright(p)
		if err != nil {
			return geometry.Polygon{}, err
		}
		if len(b.region) != 1 || len(b.region[0].Holes) > 0 {
			return geometry.Polygon{}, form("its outline is not one area")
		}
		return geometry.NewPolygon(r.inWorld(p, b.region[0].Outer))
	}
	return geometry.Polygon{}, form("it does not stand upright")
}

// within returns the part of an opening that lies over a floor.
func within(polygon geometry.Polygon, f *domain.Floor) (geometry.Ring, error) {
	floor, err := geometry.NewPolygon(f.Boundary, f.Holes...)
	if err != nil {
		return nil, err
	}
	if len(geometry.Subtract(geometry.Region{polygon}, geometry.Region{floor})) == 0 {
		return polygon.Outer, nil
	}
	cut := geometry.Intersect(geometry.Region{polygon}, geometry.Region{floor})
	if len(cut) != 1 || len(cut[0].Holes) > 0 {
		return nil, form("it does not lie over its host as one area")
	}
	return cut[0].Outer, nil
}
