package audit

// Code is an error number of the audit tool of buildingSMART International.
type Code int

// The codes.
const (
	EmptyApplicability   Code = 101
	NoValue              Code = 102
	UnknownName          Code = 103
	EmptyText            Code = 106
	UnknownVersion       Code = 107
	UnknownSchema        Code = 108
	BadPattern           Code = 109
	Incompatible         Code = 201
	CardinalityMisplaced Code = 202
	ValueWithoutType     Code = 203
	RequirementsMismatch Code = 204
	BadCardinality       Code = 301
	ConstraintMisplaced  Code = 302
	BadBase              Code = 303
	EmptyRestriction     Code = 304
	BadValue             Code = 305
	Structure            Code = 306
	ConstraintUnknown    Code = 308
	ReservedPrefix       Code = 401
)

// CodeText is a code with its meaning.
type CodeText struct {
	Code Code   `json:"code"`
	Text string `json:"text"`
}

// Codes lists the codes in ascending order. The codes 104, 105, 307 and 501 of the tool are never reported here: the
// structure check covers relations, and the tool's warnings and internal errors are not mistakes of a document.
func Codes() []CodeText {
	return []CodeText{
		{EmptyApplicability, "an applicability has no facet"},
		{NoValue, "a facet lacks the text or restriction of a name"},
		{UnknownName, "no class, attribute, predefined type, property or data type of that name in a schema of " +
			"ifcVersion"},
		{EmptyText, "a text that must not be empty is"},
		{UnknownVersion, "ifcVersion names no version, or one that IDS does not know"},
		{UnknownSchema, "xsi:schemaLocation does not name the schema of IDS 1.0"},
		{BadPattern, "a pattern is no regular expression of XML Schema"},
		{Incompatible, "no class can satisfy the facets together"},
		{CardinalityMisplaced, "the cardinality does not go with what the facet gives"},
		{ValueWithoutType, "a property has a value and no dataType"},
		{RequirementsMismatch, "a specification that forbids elements has requirements, or an optional one has none"},
		{BadCardinality, "a cardinality or pair of occurrences that IDS does not know"},
		{ConstraintMisplaced, "a constraint that does not apply to names"},
		{BadBase, "the base of a restriction does not go with the type of the data"},
		{EmptyRestriction, "a restriction without constraints"},
		{BadValue, "a value that is not of the type of the data"},
		{Structure, "the document is not as the XML schema of IDS says"},
		{ConstraintUnknown, "a constraint that IDS does not allow for the base"},
		{ReservedPrefix, "a property set whose name begins with Pset_ or Qto_ is none of the standard"},
	}
}
