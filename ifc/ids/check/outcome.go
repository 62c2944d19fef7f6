package check

import "github.com/bimstream/bimstream/ifc/ids"

// verdict is how an element stands to a facet, whatever the cardinality.
type verdict uint8

const (
	missing  verdict = iota // there is nothing to compare
	mismatch                // what is there does not match
	match
)

// Reason says in a word why an element fails.
type Reason string

// The reasons.
const (
	WrongClass          Reason = "wrong_class"
	WrongPredefinedType Reason = "wrong_predefined_type"
	NoAttribute         Reason = "no_attribute"
	NoSet               Reason = "no_property_set"
	NoProperty          Reason = "no_property"
	NoValue             Reason = "no_value"
	WrongType           Reason = "wrong_data_type"
	WrongValue          Reason = "wrong_value"
	NotComparable       Reason = "not_comparable"
	NoClassification    Reason = "no_classification"
	WrongSystem         Reason = "wrong_system"
	NoMaterial          Reason = "no_material"
	NoWhole             Reason = "no_whole"
	WrongWhole          Reason = "wrong_whole"
	IsThere             Reason = "prohibited" // what the document forbids is there
	NotAllowed          Reason = "not_allowed"
)

// outcome is what came of comparing an element with a facet.
type outcome struct {
	verdict  verdict
	reason   Reason
	what     string // the name of what it is about, such as a set or an attribute
	found    string // the value that was found
	dataType string // and its type
}

func matched(what, value, dataType string) outcome {
	return outcome{verdict: match, what: what, found: value, dataType: dataType}
}

func absent(reason Reason, what string) outcome {
	return outcome{verdict: missing, reason: reason, what: what}
}

func differs(reason Reason, what, value, dataType string) outcome {
	return outcome{mismatch, reason, what, value, dataType}
}

// decides reports whether one of several things that a name matches decides for all of them: what does not match where
// all have to, what matches where none may.
func (o outcome) decides(c ids.Cardinality) bool {
	if c == ids.Prohibited {
		return o.verdict == match
	}
	return o.verdict == mismatch
}

// passes judges the outcome by the cardinality.
func (o outcome) passes(c ids.Cardinality) bool {
	switch c {
	case ids.Prohibited:
		return o.verdict != match
	case ids.Optional:
		return o.verdict != mismatch
	}
	return o.verdict == match
}
