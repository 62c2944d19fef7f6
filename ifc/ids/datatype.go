package ids

import (
	"regexp"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
)

// The base types of XML Schema that IDS assigns to the data types of IFC (DataTypes.md).
const (
	BaseString   = "xs:string"
	BaseBoolean  = "xs:boolean"
	BaseInteger  = "xs:integer"
	BaseDouble   = "xs:double"
	BaseDate     = "xs:date"
	BaseTime     = "xs:time"
	BaseDateTime = "xs:dateTime"
	BaseDuration = "xs:duration"
	BaseURI      = "xs:anyURI"
)

// bases are the base types of defined types whose EXPRESS type would lead to another base type.
var bases = map[string]string{
	"IFCDATE": BaseDate, "IFCTIME": BaseTime, "IFCDATETIME": BaseDateTime, "IFCDURATION": BaseDuration,
	"IFCCOUNTMEASURE": BaseInteger, // its EXPRESS type is NUMBER before IFC4X3
	"IFCLOGICAL":      BaseString,
	"IFCURIREFERENCE": BaseURI, // the table of 2024 has xs:string
}

// BaseOf returns the base type for a defined type of the schema, by its name in upper case. It is "" for binary data.
// ok is false if IDS does not know the data type: selects, aggregates, names that the schema does not have.
func BaseOf(s *schema.Schema, dataType string) (base string, ok bool) {
	t, found := s.Type(dataType)
	if !found || dataType != strings.ToUpper(dataType) || t.IsSelect() {
		return "", false
	}
	if base, ok := bases[dataType]; ok {
		return base, true
	}
	if t.IsEnumeration() {
		return BaseString, true
	}
	return baseOfKind(t.Base())
}

func baseOfKind(x *schema.TypeExpr) (base string, ok bool) {
	if x == nil {
		return "", false
	}
	switch x.Kind {
	case schema.String, schema.Logical:
		return BaseString, true
	case schema.RealNumber, schema.Number:
		return BaseDouble, true
	case schema.Integer:
		return BaseInteger, true
	case schema.Boolean:
		return BaseBoolean, true
	case schema.Binary:
		return "", true
	}
	return "", false
}

// BaseOfAttribute returns the base type of an attribute's values; for a list it is the base type of the members. ok is
// false for references and selects, which have no values to compare.
func BaseOfAttribute(s *schema.Schema, x *schema.TypeExpr) (base string, ok bool) {
	for x.Kind.IsAggregate() {
		x = x.Elem
	}
	if t := x.Type(); t != nil {
		if under := t.Base(); under != nil && under.Kind.IsAggregate() {
			return BaseOfAttribute(s, under)
		}
		return BaseOf(s, t.Upper())
	}
	if x.Entity() != nil {
		return "", false
	}
	return baseOfKind(x)
}

// lexical holds the pattern of the texts of each base type (DataTypes.md); number.go has the patterns of numbers.
var lexical = map[string]*regexp.Regexp{
	BaseBoolean:  regexp.MustCompile(`^(true|false|0|1)$`),
	BaseInteger:  integerPattern,
	BaseDouble:   realPattern,
	"xs:float":   realPattern,
	"xs:decimal": realPattern,
	BaseDate:     regexp.MustCompile(`^\d{4}-\d{2}-\d{2}(Z|[+-]\d{2}:\d{2})?$`),
	BaseTime:     regexp.MustCompile(`^\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$`),
	BaseDateTime: regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$`),
	BaseDuration: regexp.MustCompile(`^[-+]?P(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?$`),
	BaseURI:      regexp.MustCompile(`^\S+$`),
}

// IsOfBase reports whether a text is a value of the base type.
func IsOfBase(base, text string) bool {
	p, ok := lexical[base]
	return !ok || p.MatchString(text)
}
