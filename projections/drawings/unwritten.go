package drawings

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// mostSigns is how many signs a warning lists.
const mostSigns = 20

// Unwritten returns one warning, NO_SIGN, that lists the characters in the texts of drawings that their font lacks,
// such as those of other scripts.
func Unwritten(all ...*paper.Drawing) []Warning {
	var signs []rune
	texts := map[string]bool{}
	for _, d := range all {
		for _, i := range d.Items {
			t, ok := i.Mark.(paper.Text)
			if !ok || texts[t.String] {
				continue
			}
			for _, r := range t.Face.Lacking(t.String) {
				texts[t.String] = true
				if !slices.Contains(signs, r) {
					signs = append(signs, r)
				}
			}
		}
	}
	if len(signs) == 0 {
		return nil
	}
	slices.Sort(signs)
	listed := string(signs[:min(len(signs), mostSigns)])
	if len(signs) > mostSigns {
		listed += " and others"
	}
	return []Warning{{Code: "NO_SIGN", Message: fmt.Sprintf("the font of drawings has no signs for %s, in %d texts: "+
		"PDF and PNG have boxes there, SVG and DXF what the reader's fonts have", listed, len(texts))}}
}
