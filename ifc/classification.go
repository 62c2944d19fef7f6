package ifc

import (
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/step"
)

// keySeparator parts the fields of a key; no text of a model contains it.
const keySeparator = "\x00"

func (x *exporter) classificationKey(c domain.Classification) string {
	return strings.Join([]string{c.System, c.Code, c.Name, c.URI}, keySeparator)
}

// classifications writes each reference into a classification system with all that it classifies.
func (x *exporter) classifications() {
	for _, key := range x.classified.keys {
		c := strings.Split(key, keySeparator)
		system := x.share("IFCCLASSIFICATION", null, null, null, step.String(shortened(c[0])), null, null, null)
		reference := x.add("IFCCLASSIFICATIONREFERENCE", label(c[3]), label(c[1]), label(c[2]), system, null, null)
		x.rel("IFCRELASSOCIATESCLASSIFICATION", key, "reference", refs(x.classified.members[key]...), reference)
	}
}
