package check

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

// failure describes an element that fails.
func (m *Model) failure(in *instance, reason Reason, message string) Failure {
	out := Failure{Instance: in.id, Class: in.class.entity.Name, Reason: reason, Message: message}
	if in.is("IfcRoot") {
		out.GlobalID = in.text("GlobalId")
	}
	out.Name = in.text("Name")
	return out
}

// explain returns why an element fails a requirement.
func (m *Model) explain(f ids.Facet, in *instance, o outcome) Failure {
	reason := o.reason
	if o.verdict == match {
		reason = IsThere
	}
	out := m.failure(in, reason, "")
	out.Found, out.DataType = o.found, o.dataType
	out.Message = sentence(f, reason, o)
	return out
}

// sentence describes in words why an element fails.
func sentence(f ids.Facet, reason Reason, o outcome) string {
	found := quote(o.found)
	switch reason {
	case IsThere:
		return strings.TrimSpace(fmt.Sprintf("%s is there, but prohibited", strings.TrimSpace(named(f, o)+" "+found)))
	case WrongClass:
		return fmt.Sprintf("the class is %s", o.found)
	case WrongPredefinedType:
		if o.found == "" {
			return "it has no predefined type"
		}
		return "the predefined type is " + o.found
	case NoAttribute:
		return fmt.Sprintf("the class has no attribute %s", quote(o.what))
	case NoSet:
		return fmt.Sprintf("it has no property set %s", quote(o.what))
	case NoProperty:
		return fmt.Sprintf("it has no property %s", quote(o.what))
	case NoValue:
		return o.what + " has no value"
	case WrongType:
		return fmt.Sprintf("%s is %s %s", o.what, o.dataType, found)
	case NotComparable:
		return fmt.Sprintf("%s is %s, which cannot be compared with a value", o.what, o.found)
	case WrongSystem:
		return "it is classified in " + found
	case NoWhole, WrongWhole:
		return strings.TrimSpace(fmt.Sprintf("it is part of %s", orNothing(o.found)))
	}
	return reasonWithout(f, reason, o)
}

func reasonWithout(f ids.Facet, reason Reason, o outcome) string {
	switch reason {
	case NoClassification:
		return "it is not classified"
	case NoMaterial:
		return "it has no material"
	}
	return fmt.Sprintf("%s is %s", named(f, o), strings.TrimSpace(o.dataType+" "+quote(o.found)))
}

// named returns the name of the attribute, property or other object that an outcome is about.
func named(f ids.Facet, o outcome) string {
	switch f.(type) {
	case *ids.Material:
		return "the material"
	case *ids.Classification:
		return "the classification in " + o.what
	case *ids.PartOf:
		return "the whole"
	}
	return o.what
}

func orNothing(text string) string {
	if text == "" {
		return "nothing by such a relation"
	}
	return text
}

// maxQuoted bounds a text of the model within a message; the field Found of the failure has the whole text.
const maxQuoted = 200

func quote(text string) string {
	if r := []rune(text); len(r) > maxQuoted {
		text = string(r[:maxQuoted]) + "..."
	}
	if text == "" {
		return ""
	}
	return fmt.Sprintf("%q", text)
}

// describe returns the text of a requirement.
func describe(f ids.Facet) string {
	text := ""
	switch f := f.(type) {
	case *ids.Entity:
		text = "the class " + value(f.Name)
		if f.PredefinedType != nil {
			text += " with the predefined type " + value(f.PredefinedType)
		}
	case *ids.Attribute:
		text = "the attribute " + value(f.Name) + asked(f.Value)
	case *ids.Classification:
		text = "a classification in " + value(f.System) + asked(f.Value)
	case *ids.Property:
		text = "the property " + value(f.Set) + "." + value(f.BaseName) + typed(f.DataType) + asked(f.Value)
	case *ids.PartOf:
		text = "a part" + by(f.Relation)
		if f.Whole != nil {
			text += " of " + describe(f.Whole)
		}
	case *ids.Material:
		text = "a material" + asked(f.Value)
	}
	return text
}

func value(v *ids.Value) string {
	if v == nil {
		return "?"
	}
	return v.String()
}

func asked(v *ids.Value) string {
	if v == nil {
		return ""
	}
	return ": " + v.String()
}

func typed(dataType string) string {
	if dataType == "" {
		return ""
	}
	return " (" + dataType + ")"
}

func by(relation string) string {
	if relation == "" {
		return ""
	}
	return " by " + relation
}
