package importer

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// contain keeps the container of an element in the file, if it is not the storey that the model has for the element. It
// ignores elements of the model without a place of their own, such as grids, because they have no container in the
// model.
func (t *trial) contain(e *state.Element, p *building.Product) {
	if e.LevelID == "" && e.HostID == "" || p.Whole != nil || p.Host != nil || uncontained[e.Category] {
		return
	}
	in := t.reader.containerOf(p)
	own := elements.StoreyOf(t.model, e)
	if in == "" || in == own || t.Own && in == t.storeyUnder(own) {
		return
	}
	o := state.Origin{}
	if e.Origin != nil {
		o = *e.Origin
	}
	o.Container, e.Origin = &state.Container{In: in, For: own}, &o
}

// storeyUnder returns the storey that contains the elements of a level in our own exports: the storey below if the
// level is not a storey.
func (t *trial) storeyUnder(level state.ID) state.ID {
	if e, ok := t.model.Element(level); ok && e.Category == state.CategoryLevel {
		if below, ok := shape.StoreyBelow(t.model, e.Params.(*shape.Level)); ok {
			return below
		}
	}
	return level
}

// uncontained lists the categories whose elements keep no container.
var uncontained = map[state.Category]bool{
	state.CategoryRoom: true, state.CategoryGrid: true, state.CategoryLevel: true, state.CategoryZone: true,
	state.CategorySystem: true, state.CategoryOpening: true, state.CategorySite: true, state.CategoryBuilding: true,
}

// containerOf returns the id of the model element that contains a product in the file, "" if the model does not have
// it.
func (r *reader) containerOf(p *building.Product) state.ID {
	if p.Container == nil && p.OfType {
		return ""
	}
	if p.Container == nil {
		return state.Nowhere
	}
	switch c := p.Container; c.Class {
	case "IfcSite":
		return r.Site.ID
	case "IfcBuilding":
		return r.Building.ID
	case "IfcSpace":
		if d := r.drafts[c]; d != nil && d.Element.Category == state.CategoryRoom {
			return d.Element.ID
		}
	default:
		if level := r.levels[c]; level != nil {
			return level.ID
		}
	}
	return ""
}
