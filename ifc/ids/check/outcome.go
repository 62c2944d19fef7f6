package check

import "github.com/bimstream/bimstream/ifc/ids"

// verdict is the result of comparing an element with a facet, before the cardinality is considered.
type verdict uint8

const (
	missing  verdict = iota // the element has no value to compare
	mismatch                // the element has a value that does not match
	match
)

// Reason is a keyword for why an element fails.
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
	IsThere             Reason = "prohibited" // the element has something that the document forbids
	NotAllowed          Reason = "not_allowed"
)

// outcome is the result of comparing an element with a facet.
type outcome struct {
	verdict  verdict
	reason   Reason
	what     string // the name of the set, attribute or other object that was compared
	found    string // value that was found
	dataType string // type of the found value
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

// decides reports whether this outcome settles the result for all objects that a name matches. A mismatch settles it
// where all must match, and a match settles it where none may match.
func (o outcome) decides(c ids.Cardinality) bool {
	if c == ids.Prohibited {
		return o.verdict == match
	}
	return o.verdict == mismatch
}

// passes reports whether the outcome satisfies a requirement of the cardinality.
func (o outcome) passes(c ids.Cardinality) bool {
	switch c {
	case ids.Prohibited:
		return o.verdict != match
	case ids.Optional:
		return o.verdict != mismatch
	}
	return o.verdict == match
}
