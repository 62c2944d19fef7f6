package export

import (
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// classifying collects the classified products, by the key of their classification reference.
type classifying struct {
	classified grouping
	codes      map[string]state.Classification
}

// classify remembers the classification codes of a product. A code given twice counts once.
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

// classificationKey returns a key that differs between references, whatever their texts contain.
func classificationKey(c state.Classification) string {
	key, err := json.Marshal(c)
	if err != nil { // cannot happen, because strings always encode
		return c.System + c.Code
	}
	return string(key)
}

// classifications writes each reference to a classification system and relates it to all products that it classifies.
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
