package drawings

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/tables"
)

// firstChainOf returns how far from the outermost line of a side its first chain lies: further than usual where the tag
// of an opening that looks out to the side would reach to the chain's figures, as wide ones do beside upright walls.
func (p *plan) firstChainOf(s side) geometry.Length {
	off := geometry.Length(firstChain)
	if !p.tagged() {
		return off
	}
	for _, f := range p.fills {
		p.goOn()
		if name := taggedAs(f.element); name != "" && p.facingSide(f) == s {
			off = max(off, tagOff+2*tagReach(f, tagWidth(name))+besideFigure)
		}
	}
	return off
}

// besideFigure is from the frame of a tag before a facade to the line of the first chain: the figure, which stands
// 0.7 mm off the line, and what a tag keeps from texts.
const besideFigure = figureOff + textSmall + besideText

// tagged says whether a plan has the tags of doors and windows.
func (p *plan) tagged() bool { return p.wants(AnnotateTags) && p.detail.tags && !p.spec.Ceiling }

// taggedAs returns what the tag of an element says, nothing for one that has none.
func taggedAs(e *state.Element) string {
	if e == nil || e.Category != state.CategoryDoor && e.Category != state.CategoryWindow {
		return ""
	}
	return tables.Mark(e)
}
