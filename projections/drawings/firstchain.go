package drawings

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/tables"
)

// firstChainOf returns how far from the outermost line of a side its first chain lies. The distance is larger than
// usual if the figures of the chain would otherwise meet the tag of an opening in this facade. This happens with wide
// tags beside upright walls.
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

// besideFigure is the distance from the frame of a tag before a facade to the line of the first chain. It is the sum of
// the figure's height, its 0.7 mm above the line, and the distance between tags and texts.
const besideFigure = figureOff + textSmall + besideText

// tagged reports whether a plan has tags of doors and windows.
func (p *plan) tagged() bool { return p.wants(AnnotateTags) && p.detail.tags && !p.spec.Ceiling }

// taggedAs returns the text of an element's tag, or "" if the element has no tag.
func taggedAs(e *state.Element) string {
	if e == nil || e.Category != state.CategoryDoor && e.Category != state.CategoryWindow {
		return ""
	}
	return tables.Mark(e)
}
