package importer

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// readCurtainFillings reads the doors and windows that curtain walls of our own files have among their parts. Of
// curtain walls of other programs only the body is known, so doors have no line along which to measure their position.
func (r *reader) readCurtainFillings() {
	if !r.Own {
		return
	}
	for _, p := range r.b.Products {
		if r.done[p] || !isFilling(p) || p.Fills != nil || p.Whole == nil {
			continue
		}
		if d := r.curtainFilling(p); d != nil {
			r.Products = append(r.Products, d)
		}
	}
}

// curtainFilling reads a door or window in a curtain wall from its position in the wall's frame and its overall size.
// It returns nil for a door or window in any other element. The exporter calls it before the file carries the
// parameters of curtain walls.
func (r *reader) curtainFilling(p *building.Product) *Draft {
	host := r.drafts[p.Whole]
	if host == nil || host.Element.Category != state.CategoryCurtainWall ||
		state.FixedOf(host.Element) != nil && !r.bodiless {
		return nil
	}
	width, hasWidth := r.src.Length(p, "OverallWidth")
	height, hasHeight := r.src.Length(p, "OverallHeight")
	if !hasWidth || !hasHeight || width <= 0 || height <= 0 {
		return nil
	}
	wall := r.world(p.Whole)
	at := wall.Inverse().Compose(r.world(p))
	o := &fabric.Opening{Offset: length(at.O.X), SillHeight: length(at.O.Z), Width: length(width),
		Height: length(height)}
	if at.X.X < 0 { // it is turned by half a turn, and begins at its far edge
		o.Offset -= o.Width
	}
	return r.filling(p, host, o, wall)
}
