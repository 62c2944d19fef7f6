package server

import (
	"slices"
	"strings"
)

// gap is a word that callers search for and that no tool has in its description.
type gap struct {
	words []string // in lower case; the plurals match too
	text  string   // the alternative
}

// gaps are the capabilities that no tool has. A caller who searches for one of them gets its text instead of trying
// tools in vain.
var gaps = []gap{
	{[]string{"dormer"}, "A dormer takes several steps: create_opening with a polygon in the roof, walls around it " +
		"that are joined, a roof of its own, and attach, so that the walls end at the roofs. A window in the slope " +
		"itself is place_skylight."},
	{[]string{"rooflight", "velux"}, "place_skylight sets a window into the plane of a roof."},
	{[]string{"curve", "curved", "arc", "arched"}, "Walls and curtain walls take mid, a point of an arc; openings, " +
		"doors and windows a form. Beams are straight: several of them make an arc."},
	{[]string{"lift", "elevator"}, "No tool makes lifts: walls make the shaft, create_opening leads it through the " +
		"floors, and place_component of the category equipment stands for the car."},
	{[]string{"terrain", "topography"}, "Terrain is not modelled: ground of create_section and create_elevation " +
		"draws a level ground."},
	{[]string{"rebar", "reinforcement"}, "Reinforcement is not modelled."},
}

// gapsIn returns the texts of the gaps that the words of a search match.
func gapsIn(words string) []string {
	asked := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return r < 'a' || r > 'z' })
	var out []string
	for _, g := range gaps {
		if slices.ContainsFunc(asked, func(word string) bool {
			return slices.Contains(g.words, word) || slices.Contains(g.words, strings.TrimSuffix(word, "s"))
		}) {
			out = append(out, g.text)
		}
	}
	return out
}
