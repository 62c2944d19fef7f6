package importer

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// planOpening reads an upright shaft through a floor or roof, or a recess in it, clipped to its host.
func (r *reader) planOpening(p *building.Product, host *Draft, boundary []geometry.Point2) (*Draft, error) {
	region, err := r.planOf(p)
	if err != nil {
		return nil, err
	}
	cut, err := r.cutOf(p, host)
	if err != nil {
		return nil, err
	}
	if plate := r.plateFor(host); plate != nil {
		if region, err = within(region, plate); err != nil {
			return nil, err
		}
	}
	areas := []geometry.Polygon(region)
	if !r.Own {
		areas = simple(region)
	}
	if len(areas) == 0 || r.Own && (len(areas) > 1 || len(areas[0].Holes) > 0) {
		return nil, form("its outline is not one area")
	}
	o := cut
	o.Polygon = areas[0].Outer
	d := r.openingDraft(p, host, &o)
	r.keepAttributes(d.Element, p)
	r.applyCarried(d.Element, p)
	for i, area := range areas[1:] {
		piece := *d.Element
		piece.ID = state.DeriveID("import piece of opening "+string(piece.ID), i+1)
		o := cut
		o.Polygon = area.Outer
		piece.Params = &o
		d.Pieces = append(d.Pieces, &piece)
		d.Note = "its outline is not one area without holes: it is divided into several openings"
	}
	return d, nil
}

// plateFor returns the plate in which an opening must lie: a floor, or a flat roof with its holes; nil for another
// roof.
func (r *reader) plateFor(host *Draft) *fabric.Floor {
	switch p := host.Element.Params.(type) {
	case *fabric.Floor:
		return p
	case *fabric.Roof:
		if r.Own || p.RoofType != fabric.RoofFlat {
			return nil
		}
		plate := &fabric.Floor{Boundary: p.Boundary}
		for _, hole := range host.Pieces {
			plate.Holes = append(plate.Holes, hole.Params.(*fabric.Opening).Polygon)
		}
		return plate
	}
	return nil
}

// cutOf returns an opening without its polygon. The opening goes through a level host, or is a recess from the top or
// the underside of the host; a void between both faces is refused. Only files of ours have sloping roofs with
// parameters, and these carry the depths of recesses. The carried data can also change a roof that looks flat by its
// body into a sloping one. Therefore every opening in a roof of ours is read as going through.
func (r *reader) cutOf(p *building.Product, host *Draft) (fabric.Opening, error) {
	through := fabric.Opening{OpeningType: fabric.OpeningThrough}
	low, high, level := plateOf(host.Element, r.typesByID[host.Element.TypeID])
	if !level || r.Own && host.Element.Category == state.CategoryRoof {
		return through, nil
	}
	b, err := r.upright(p)
	if err != nil {
		return through, err
	}
	z := r.world(p).O.Z - float64(r.heightOf(host.Element))
	bottom, top := length(z+b.bottom), length(z+b.top)
	within, under := bottom > low+throughSlack, top < high-throughSlack
	switch {
	case bottom >= high || top <= low:
		return through, form("it does not meet its host")
	case within && under:
		return through, form("it is a void within its host that meets neither its top nor its underside")
	case within:
		return fabric.Opening{OpeningType: fabric.OpeningRecess, Depth: high - bottom}, nil
	case under:
		return fabric.Opening{OpeningType: fabric.OpeningRecess, Depth: top - low, Face: fabric.FaceBottom}, nil
	}
	return through, nil
}

// plateOf returns the lowest and the highest level of a floor or a flat roof above its storey; level is false for any
// other host.
func plateOf(e *state.Element, t *state.Type) (low, high geometry.Length, level bool) {
	layered := func(own geometry.Length) geometry.Length {
		if t != nil && len(t.Layers) > 0 {
			return t.Thickness()
		}
		return own
	}
	switch p := e.Params.(type) {
	case *fabric.Floor:
		return p.Offset - layered(p.Thickness), p.Offset, true
	case *fabric.Roof:
		return p.Offset, p.Offset + layered(p.Thickness), p.RoofType == fabric.RoofFlat
	}
	return 0, 0, false
}

// heightOf returns the elevation of the level of an element.
func (r *reader) heightOf(e *state.Element) geometry.Length {
	for _, l := range r.Levels {
		if l.ID == e.LevelID {
			return elevationOf(l)
		}
	}
	return 0
}

// planOf returns the plan of an upright shaft in the model.
func (r *reader) planOf(p *building.Product) (geometry.Region, error) {
	if !isUp(r.world(p).Z) {
		return nil, form("it does not stand upright")
	}
	b, err := r.upright(p)
	if err != nil {
		return nil, err
	}
	var out geometry.Region
	for _, area := range b.region {
		holes := make([]geometry.Ring, len(area.Holes))
		for i, hole := range area.Holes {
			holes[i] = r.inWorld(p, hole)
		}
		polygon, err := geometry.NewPolygon(r.inWorld(p, area.Outer), holes...)
		if err != nil {
			return nil, err
		}
		out = append(out, polygon)
	}
	return out, nil
}

// within returns the part of an opening that lies over a floor.
func within(region geometry.Region, f *fabric.Floor) (geometry.Region, error) {
	floor, err := geometry.NewPolygon(f.Boundary, f.Holes...)
	if err != nil {
		return nil, err
	}
	if len(geometry.Subtract(region, geometry.Region{floor})) == 0 {
		return region, nil
	}
	cut := geometry.Intersect(region, geometry.Region{floor})
	if len(cut) == 0 {
		return nil, form("it does not lie over its host")
	}
	return cut, nil
}
