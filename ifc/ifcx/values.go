package ifcx

import (
	"cmp"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/measure"
)

// classURI begins the addresses of IFC classes in buildingSMART's data dictionary.
const classURI = "https://identifier.buildingsmart.org/uri/buildingsmart/ifc/4.3/class/"

// coded is a value of the draft with a code and an address.
type coded struct {
	Code string `json:"code"`
	URI  string `json:"uri"`
}

func classValue(class string) coded { return coded{class, classURI + class} }

// parameters adds the stored parameters of an element, one attribute for each.
func (a attributes) parameters(e *state.Element) {
	text, err := json.Marshal(e.Params)
	if err != nil {
		panic("ifcx: " + err.Error())
	}
	a.members(ownPrefix+string(e.Category)+"::", text)
}

// members adds the members of an object, each as an attribute whose name begins with the prefix.
func (a attributes) members(prefix string, object []byte) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		panic("ifcx: " + err.Error())
	}
	for name, value := range members {
		a.setJSON(prefix+name, value)
	}
}

// sets adds property sets. It converts lengths from the model's millimetres to metres.
func (a attributes) sets(sets []state.PropertySet) {
	for _, set := range sets {
		for _, p := range set.Properties {
			a.setJSON(inSet(set.Name, p.Name), scalar(p.Value))
		}
	}
}

// inSet returns the attribute name of a member of a set. It replaces the separator :: within the names of the set and
// the member.
func inSet(set, name string) string {
	return setPrefix + strings.ReplaceAll(set, "::", ":") + "::" + strings.ReplaceAll(name, "::", ":")
}

// lengthMeasure ends the names of all length measures: IfcLengthMeasure, IfcPositiveLengthMeasure,
// IfcNonNegativeLengthMeasure.
const lengthMeasure = "LengthMeasure"

// scalar returns the value of a property as JSON, a length in metres.
func scalar(v state.PropertyValue) json.RawMessage {
	text, err := v.WithMeasure("").MarshalJSON()
	if err != nil {
		panic("ifcx: " + err.Error())
	}
	if !strings.HasSuffix(cmp.Or(measure.OfQuantity(v.Measure()), v.Measure()), lengthMeasure) {
		return text
	}
	const millimetresPerMetre = 1000
	mm, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return text
	}
	return number(mm / millimetresPerMetre)
}

// number returns the shortest JSON text of a number.
func number(v float64) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic("ifcx: " + err.Error())
	}
	return text
}

// perUnit is the inverse of the rounding step of quantities: a millionth of a unit, as in the model's other files.
const perUnit = 1e6

// quantities adds the quantities of an element, in m, m2 and m3.
func (a attributes) quantities(set string, quantities []state.Quantity) {
	if set == "" {
		return
	}
	for _, q := range quantities {
		a.setJSON(inSet(set, q.Name), number(math.Round(q.Value*perUnit)/perUnit))
	}
}

// material adds the material of an element, or the material of its type if the element has none.
func (a attributes) material(m *state.Model, e *state.Element) {
	id := e.MaterialID
	if t, ok := m.Type(e.TypeID); ok && id == "" {
		id = t.MaterialID
	}
	if material, ok := m.Material(id); ok {
		a.set(attributeMaterial, coded{material.Name, "urn:uuid:" + string(id)})
	}
}

// classification adds the codes of an element, all in one attribute.
func (a attributes) classification(codes []state.Classification) {
	if len(codes) > 0 {
		a.set(ownPrefix+"classification", codes)
	}
}

// valuesOfType returns the attributes of a type. It sets no class, because readers would count the type as an element.
func valuesOfType(t *state.Type) valuesNode {
	text, err := json.Marshal(t)
	if err != nil {
		panic("ifcx: " + err.Error())
	}
	out := attributes{}
	out.members(ownPrefix+"type::", text)
	for _, told := range []string{"id", "name", "psets"} {
		delete(out, ownPrefix+"type::"+told)
	}
	out.set(ownPrefix+"type::id", t.ID)
	out.set(attributeTypeName, t.Name)
	out.sets(t.Psets)
	return newValues(t.ID, out)
}
