package export

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
)

// windowFiller returns a window in IFC's terms (IfcWindowTypePartitioningEnum): beside fixed, the model's terms are its
// items. IFC divides windows by their panes and tells of each panel how it opens, which the model knows of fixed
// windows only: their word is kept as the window's ObjectType too. +Y points to the interior.
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
