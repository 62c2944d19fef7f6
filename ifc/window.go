package ifc

import (
	"strings"

	"github.com/bimstream/bimstream/domain"
)

// windowFixed is the model's term for a single pane that does not open. IFC divides windows by their panes and keeps how
// these open elsewhere, so the term is kept as the window's ObjectType.
const windowFixed = domain.WindowType("fixed")

// windowFiller answers a window in IFC's terms (IfcWindowTypePartitioningEnum): beside fixed, the model's terms are its
// items. +Y points to the interior.
func windowFiller(w *domain.Window) filler {
	f := filler{width: w.Width, height: w.Height, kind: strings.ToUpper(orElse(string(w.WindowType), string(notDefined)))}
	if w.WindowType == windowFixed {
		f.kind, f.objectType = "SINGLE_PANEL", string(windowFixed)
	}
	return f
}
