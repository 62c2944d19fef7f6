package check

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

// paths lists the schema's relations to follow for each relation of partOf. Containment has no entry of its own,
// because the function wholes follows it.
var paths = map[string][]relation{
	ids.Aggregates:     {aggregates},
	ids.Nests:          {nests},
	ids.AssignsToGroup: {assignsToGroup},
	ids.VoidsAndFills:  {fills, voids},
	"":                 {aggregates, nests, assignsToGroup, contained, fills, voids},
}

// partOf looks for a whole that the element belongs to, in any number of steps.
func (m *Model) partOf(f *ids.PartOf, in *instance) outcome {
	wholes := m.wholes(f.Relation, in.id)
	if len(wholes) == 0 {
		return absent(NoWhole, f.Relation)
	}
	if f.Whole == nil {
		return matched(f.Relation, "", "")
	}
	var seen []string
	for _, id := range wholes {
		whole := m.get(id)
		if whole == nil {
			continue
		}
		if out := m.entity(f.Whole, whole); out.verdict == match {
			return matched(f.Relation, whole.class.name, "")
		}
		seen = append(seen, m.describe(f.Whole, whole))
	}
	return outcome{missing, WrongWhole, f.Relation, strings.Join(seen, ", "), ""}
}

// wholes returns all wholes that an element is a part of by a relation. An element in a space is also contained in the
// space's storey, so containment continues up the spatial structure from the container. Other relations do not lead to
// a container: a part of a contained assembly is not contained itself (partof-facet.md: "only the given type").
func (m *Model) wholes(relation string, id int) []int {
	if relation != ids.Contained {
		return m.above(id, paths[relation]...)
	}
	var out []int
	for _, space := range m.linked(contained, id) {
		out = append(out, space)
		out = append(out, m.above(space, aggregates, contained)...)
	}
	return out
}

// describe names a whole by its class, and by its predefined type if the facet asks for one.
func (m *Model) describe(f *ids.Entity, whole *instance) string {
	if f.PredefinedType == nil {
		return whole.class.name
	}
	return strings.TrimSpace(whole.class.name + " " + strings.Join(m.predefinedTypes(whole), " "))
}
