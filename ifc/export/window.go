package export

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
)

// windowFiller returns a window in the terms of IFC (IfcWindowTypePartitioningEnum). Except for fixed, the model's
// terms are items of the enumeration. IFC divides windows by their panes and states how each panel opens, which the
// model knows of fixed windows only. Therefore their term is also kept as the window's ObjectType. +Y points to the
// interior.
func windowFiller(w *fabric.Window) filler {
	f := filler{width: w.Width, height: w.Height, kind: strings.ToUpper(orElse(string(w.WindowType),
		string(notDefined))), shape: w, form: w.Form}
	switch w.WindowType {
	case fabric.WindowFixed:
		f.kind, f.objectType = "SINGLE_PANEL", string(fabric.WindowFixed)
		f.panels = panelsOf("FIXEDCASEMENT", alone)
	case fabric.WindowDoubleVertical:
		f.panels = panelsOf(notDefined, pair)
	case fabric.WindowDoubleHorizontal:
		f.panels = panelsOf(notDefined, stack)
	case fabric.WindowTripleVertical:
		f.panels = panelsOf(notDefined, triple)
	default:
		f.panels = panelsOf(notDefined, alone)
	}
	return f
}
