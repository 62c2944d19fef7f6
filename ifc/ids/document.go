package ids

// Document is an IDS document.
type Document struct {
	Info           Info
	Specifications []*Specification

	// SchemaLocation is xsi:schemaLocation of the root, which names the version of IDS.
	SchemaLocation string
	// Lenient is true if the document was read although it has no namespace.
	Lenient bool
}

// Info is the head of a document.
type Info struct {
	Title, Copyright, Version, Description, Author, Date, Purpose, Milestone string
}

// Occurrence is the meaning of minOccurs and maxOccurs of an applicability.
type Occurrence string

// The occurrences that IDS knows.
const (
	RequiredSpecification   Occurrence = "required"   // at least one element must be applicable
	OptionalSpecification   Occurrence = "optional"   // any number of elements may be applicable
	ProhibitedSpecification Occurrence = "prohibited" // no element may be applicable
)

// Specification holds the requirements for the elements that its applicability selects.
type Specification struct {
	Place
	Name, Identifier, Description, Instructions string

	// Versions is ifcVersion: IFC2X3, IFC4, IFC4X3_ADD2. It does not change the verdict.
	Versions []string

	// MinOccurs and MaxOccurs are as written, or "1" if the document leaves them out.
	MinOccurs, MaxOccurs string

	Applicability, Requirements Group
	HasRequirements             bool
}

// Group is an applicability or the requirements.
type Group struct {
	Place
	Description string // description of the requirements
	Facets      []Facet
}

// Occurrence reports whether the specification requires, allows or forbids applicable elements. Pairs that IDS does not
// know (audit error 301) count as the nearest known pair.
func (s *Specification) Occurrence() Occurrence {
	switch {
	case s.MaxOccurs == "0":
		return ProhibitedSpecification
	case s.MinOccurs == "0":
		return OptionalSpecification
	}
	return RequiredSpecification
}

// Cardinality states whether a requirement is required, optional or prohibited.
type Cardinality string

// The cardinalities. Facets of an applicability are always Required.
const (
	Required   Cardinality = "required"
	Optional   Cardinality = "optional"   // if there is a value, it must match
	Prohibited Cardinality = "prohibited" // nothing may match
)

// Facet is one condition: [*Entity], [*Attribute], [*Classification], [*Property], [*PartOf] or [*Material].
type Facet interface {
	Kind() string // name of the facet's element
	Shared() *Common
}

// Common holds the fields that every facet has.
type Common struct {
	Place
	Cardinality  Cardinality // Required if the document gives none
	Stated       string      // cardinality as the document has it
	IsStated     bool        // whether the document gives a cardinality
	Instructions string
	URI          string
}

// Shared returns the part that all facets share.
func (c *Common) Shared() *Common { return c }

// Entity asks for a class and perhaps its predefined type.
type Entity struct {
	Common
	Name           *Value
	PredefinedType *Value // nil accepts any predefined type, also none at all
}

// Attribute asks for an attribute of the class.
type Attribute struct {
	Common
	Name  *Value
	Value *Value // nil accepts any value that is not empty
}

// Classification asks for a reference into a classification system.
type Classification struct {
	Common
	Value  *Value // nil accepts any reference
	System *Value
}

// Property asks for a property or quantity.
type Property struct {
	Common
	DataType string // defined type of IFC in upper case, "" accepts any
	Set      *Value
	BaseName *Value
	Value    *Value // nil accepts any value that is not empty
}

// PartOf asks for a whole that the element belongs to.
type PartOf struct {
	Common
	Relation string // one of [Relations], "" accepts any
	Whole    *Entity
}

// Material asks for a material.
type Material struct {
	Common
	Value *Value // nil accepts any material
}

// Kind returns "entity".
func (*Entity) Kind() string { return "entity" }

// Kind returns "attribute".
func (*Attribute) Kind() string { return "attribute" }

// Kind returns "classification".
func (*Classification) Kind() string { return "classification" }

// Kind returns "property".
func (*Property) Kind() string { return "property" }

// Kind returns "partOf".
func (*PartOf) Kind() string { return "partOf" }

// Kind returns "material".
func (*Material) Kind() string { return "material" }

// The relations of partOf.
const (
	Aggregates     = "IFCRELAGGREGATES"
	AssignsToGroup = "IFCRELASSIGNSTOGROUP"
	Contained      = "IFCRELCONTAINEDINSPATIALSTRUCTURE"
	Nests          = "IFCRELNESTS"
	VoidsAndFills  = "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT"
)

// The namespaces of a document.
const (
	namespace       = "http://standards.buildingsmart.org/IDS"
	schemaNamespace = "http://www.w3.org/2001/XMLSchema"
	instanceSpace   = "http://www.w3.org/2001/XMLSchema-instance"
)

// unbounded is the maxOccurs of an applicability that allows elements.
const unbounded = "unbounded"

// SchemaLocation is the xsi:schemaLocation of a document of version 1.0.
const SchemaLocation = namespace + " " + namespace + "/1.0/ids.xsd"

// Relations lists the relations that partOf may name.
func Relations() []string {
	return []string{Aggregates, AssignsToGroup, Contained, Nests, VoidsAndFills}
}

// Versions lists the values that ifcVersion may hold.
func Versions() []string { return []string{"IFC2X3", "IFC4", "IFC4X3_ADD2"} }
