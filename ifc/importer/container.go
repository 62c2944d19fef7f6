package importer

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// contain keeps what contains an element in the file, where that is not the storey that the model has for it. Elements
// of the model without a place of their own, such as grids, are contained in nothing of the model.
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

// storeyUnder returns the storey that an export of ours has for the elements of a level that is none.
func (t *trial) storeyUnder(level state.ID) state.ID {
	if e, ok := t.model.Element(level); ok && e.Category == state.CategoryLevel {
		if below, ok := shape.StoreyBelow(t.model, e.Params.(*shape.Level)); ok {
			return below
		}
	}
	return level
}

// uncontained are the categories of what IFC contains in nothing.
var uncontained = map[state.Category]bool{
	state.CategoryRoom: true, state.CategoryGrid: true, state.CategoryLevel: true, state.CategoryZone: true,
	state.CategorySystem: true, state.CategoryOpening: true, state.CategorySite: true, state.CategoryBuilding: true,
}

// containerOf returns the element of the model that contains a product in the file, "" for one that the model has not.
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
