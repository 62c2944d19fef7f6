package ids

// Document is an IDS document.
type Document struct {
	Info           Info
	Specifications []*Specification

	// SchemaLocation is xsi:schemaLocation of the root: which version the writer meant.
	SchemaLocation string
	// Lenient is set where the document has no namespace and was read all the same.
	Lenient bool
}

// Info is the head of a document.
type Info struct {
	Title, Copyright, Version, Description, Author, Date, Purpose, Milestone string
}

// Occurrence is what minOccurs and maxOccurs of an applicability say.
type Occurrence string

// The occurrences that IDS knows.
const (
	RequiredSpecification   Occurrence = "required"   // at least one element must be applicable
	OptionalSpecification   Occurrence = "optional"   // nothing need be applicable
	ProhibitedSpecification Occurrence = "prohibited" // nothing may be applicable
)

// Specification says what the elements that its applicability selects have to satisfy.
type Specification struct {
	Place
	Name, Identifier, Description, Instructions string

	// Versions is ifcVersion: IFC2X3, IFC4, IFC4X3_ADD2. It does not bear on the verdict.
	Versions []string

	// MinOccurs and MaxOccurs are as written, "1" where they are not.
	MinOccurs, MaxOccurs string

	Applicability, Requirements Group
	HasRequirements             bool
}

// Group is an applicability or the requirements.
type Group struct {
	Place
	Description string // of requirements
	Facets      []Facet
}

// Occurrence reports whether the specification asks for, allows or forbids elements to which it applies. Pairs that IDS
// does not know (audit error 301) are taken for what they come nearest to.
func (s *Specification) Occurrence() Occurrence {
	switch {
	case s.MaxOccurs == "0":
		return ProhibitedSpecification
	case s.MinOccurs == "0":
		return OptionalSpecification
	}
	return RequiredSpecification
}

// Cardinality of a requirement.
type Cardinality string

// The cardinalities. Facets of an applicability have the first.
const (
	Required   Cardinality = "required"
	Optional   Cardinality = "optional"   // what is there must match, nothing need be there
	Prohibited Cardinality = "prohibited" // must not match
)

// Facet is one condition: [*Entity], [*Attribute], [*Classification], [*Property], [*PartOf] or [*Material].
type Facet interface {
	Kind() string // the name of its element
	Shared() *Common
}

// Common is what every facet has.
type Common struct {
	Place
	Cardinality  Cardinality // Required where the document says nothing
	Stated       string      // cardinality as written
	IsStated     bool        // it is written
	Instructions string
	URI          string
}

// Shared returns the part that all facets share.
func (c *Common) Shared() *Common { return c }

// Entity asks for a class and perhaps its predefined type.
type Entity struct {
	Common
	Name           *Value
	PredefinedType *Value // nil for any or none
}

// Attribute asks for an attribute of the class.
type Attribute struct {
	Common
	Name  *Value
	Value *Value // nil for any value that is not empty
}

// Classification asks for a reference into a classification system.
type Classification struct {
	Common
	Value  *Value // nil for any reference
	System *Value
}

// Property asks for a property or quantity.
type Property struct {
	Common
	DataType string // defined type of IFC in upper case, "" for any
	Set      *Value
	BaseName *Value
	Value    *Value // nil for any value that is not empty
}

// PartOf asks for a whole that the element belongs to.
type PartOf struct {
	Common
	Relation string // one of [Relations], "" for any
	Whole    *Entity
}

// Material asks for a material.
type Material struct {
	Common
	Value *Value // nil for any material
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

// unbounded is the maxOccurs of an applicability that does not forbid.
const unbounded = "unbounded"

// SchemaLocation is what xsi:schemaLocation of a document of version 1.0 says.
const SchemaLocation = namespace + " " + namespace + "/1.0/ids.xsd"

// Relations lists the relations that partOf may name.
func Relations() []string {
	return []string{Aggregates, AssignsToGroup, Contained, Nests, VoidsAndFills}
}

// Versions lists the values that ifcVersion may hold.
func Versions() []string { return []string{"IFC2X3", "IFC4", "IFC4X3_ADD2"} }
