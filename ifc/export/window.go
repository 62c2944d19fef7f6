package export

import (
	"strings"

	"github.com/bimstream/bimstream/domain"
)

// windowFiller returns a window in IFC's terms (IfcWindowTypePartitioningEnum): beside fixed, the model's terms are its
// items. IFC divides windows by their panes and tells of each panel how it opens, which the model knows of fixed
// windows only: their word is kept as the window's ObjectType too. +Y points to the interior.
func windowFiller(w *domain.Window) filler {
	f := filler{width: w.Width, height: w.Height, kind: strings.ToUpper(orElse(string(w.WindowType),
		string(notDefined))), shape: w}
	switch w.WindowType {
	case domain.WindowFixed:
		f.kind, f.objectType = "SINGLE_PANEL", string(domain.WindowFixed)
		f.panels = panelsOf("FIXEDCASEMENT", alone)
	case domain.WindowDoubleVertical:
		f.panels = panelsOf(notDefined, pair)
	case domain.WindowDoubleHorizontal:
		f.panels = panelsOf(notDefined, stack)
	case domain.WindowTripleVertical:
		f.panels = panelsOf(notDefined, triple)
	default:
		f.panels = panelsOf(notDefined, alone)
	}
	return f
}
