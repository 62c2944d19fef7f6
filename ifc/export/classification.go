package export

import (
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// classifying collects what is classified, by the key of the reference.
type classifying struct {
	classified grouping
	codes      map[string]state.Classification
}

// classify remembers what a product is classified as. One code given twice counts once.
func (x *exporter) classify(codes []state.Classification, product step.Ref) {
	for _, code := range codes {
		key := classificationKey(code)
		if slices.Contains(x.classified.members[key], product) {
			continue
		}
		x.codes[key] = code
		x.classified.put(key, product)
	}
}

// classificationKey tells references apart, whatever their texts contain.
func classificationKey(c state.Classification) string {
	key, err := json.Marshal(c)
	if err != nil { // texts always encode
		return c.System + c.Code
	}
	return string(key)
}

// classifications writes each reference into a classification system with all that it classifies.
func (x *exporter) classifications() {
	for _, key := range x.classified.keys {
		c := x.codes[key]
		done := x.within(key)
		system := x.classificationSystem(c.System)
		reference := x.add("IFCCLASSIFICATIONREFERENCE", text(c.URI), label(c.Code), label(c.Name), system, null, null)
		x.rel("IFCRELASSOCIATESCLASSIFICATION", key, "reference", x.refs(x.classified.members[key]...), reference)
		done()
	}
}
