package check

import (
	"github.com/bimstream/bimstream/ifc/ids"
)

// attribute compares the attributes of the instance's class. If the name matches several attributes, all of them must
// match the value.
func (m *Model) attribute(f *ids.Attribute, in *instance) outcome {
	out := absent(NoAttribute, f.Name.String())
	for i := range in.class.attributes {
		a := &in.class.attributes[i]
		if a.Derived || !f.Name.MatchesText(a.Name) {
			continue
		}
		one := m.attributeValue(f, in, i)
		if one.decides(f.Cardinality) {
			return one
		}
		if one.verdict > out.verdict || out.reason == NoAttribute {
			out = one
		}
	}
	return out
}

func (m *Model) attributeValue(f *ids.Attribute, in *instance, place int) outcome {
	a := &in.class.attributes[place]
	var v found
	if place < len(in.args) {
		v = m.read(in.args[place], &a.Type, 0)
	}
	switch {
	case v.Sort == ids.Nothing:
		return absent(NoValue, a.Name)
	case v.Empty():
		return differs(NoValue, a.Name, "", v.dataType)
	case f.Value == nil || f.Value.Matches(v.Datum):
		return matched(a.Name, v.String(), v.dataType)
	case v.Sort == ids.Object:
		return differs(NotComparable, a.Name, v.String(), v.dataType)
	}
	return differs(WrongValue, a.Name, v.String(), v.dataType)
}
