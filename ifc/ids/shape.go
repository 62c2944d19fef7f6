package ids

// shape describes the content that the XML schema allows in an element.
type shape struct {
	attributes []attribute
	sequence   []particle // child elements in this order
	repeats    bool       // whether the whole sequence may repeat
	choice     bool       // whether exactly one particle of the sequence must occur
	text       bool       // whether the element has character data
	facets     bool       // whether the element is an xs:restriction
	valid      func(text string) string
}

// attribute is an attribute of an element. valid returns the fault of a value, or "" for a valid value.
type attribute struct {
	name     string
	required bool
	valid    func(text string) string
}

// particle is a child element with its least and greatest number of occurrences.
type particle struct {
	name     string
	shape    *shape
	min, max int
	schema   bool // whether the element is in the XML Schema namespace
}

const unlimited = 1 << 30

// once, maybe and many return particles that occur exactly once, at most once, or any number of times.
func once(name string, s *shape) particle  { return particle{name: name, shape: s, min: 1, max: 1} }
func maybe(name string, s *shape) particle { return particle{name: name, shape: s, max: 1} }
func many(name string, s *shape) particle  { return particle{name: name, shape: s, max: unlimited} }

// The shapes of ids.xsd, version 1.0.0, from the inside out.
var (
	textShape   = &shape{text: true}
	dateShape   = &shape{text: true, valid: date}
	authorShape = &shape{text: true, valid: author}

	restrictionShape = &shape{facets: true, attributes: []attribute{{name: "base"}, {name: "id"}}}

	valueShape = &shape{choice: true, sequence: []particle{
		once("simpleValue", textShape),
		{name: "restriction", shape: restrictionShape, min: 1, max: 1, schema: true},
	}}

	entitySequence         = []particle{once("name", valueShape), maybe("predefinedType", valueShape)}
	partOfSequence         = []particle{once("entity", &shape{sequence: entitySequence})}
	classificationSequence = []particle{maybe("value", valueShape), once("system", valueShape)}
	attributeSequence      = []particle{once("name", valueShape), maybe("value", valueShape)}
	propertySequence       = []particle{once("propertySet", valueShape),
		once("baseName", valueShape), maybe("value", valueShape)}
	materialSequence = []particle{maybe("value", valueShape)}

	relationAttribute = attribute{name: "relation", valid: oneOf(Relations()...)}
	dataTypeAttribute = attribute{name: "dataType", valid: upperCase}

	applicabilityShape = &shape{attributes: []attribute{{name: "minOccurs", valid: count},
		{name: "maxOccurs", valid: maximum}},
		sequence: []particle{
			maybe("entity", &shape{sequence: entitySequence}),
			many("partOf", &shape{sequence: partOfSequence, attributes: []attribute{relationAttribute}}),
			many("classification", &shape{sequence: classificationSequence}),
			many("attribute", &shape{sequence: attributeSequence}),
			many("property", &shape{sequence: propertySequence, attributes: []attribute{dataTypeAttribute}}),
			many("material", &shape{sequence: materialSequence}),
		}}

	instructions = attribute{name: "instructions"}
	uri          = attribute{name: "uri"}
	simple       = attribute{name: "cardinality", valid: oneOf("required", "prohibited")}
	conditional  = attribute{name: "cardinality", valid: oneOf("required", "prohibited", "optional")}

	requirementsShape = &shape{repeats: true, attributes: []attribute{{name: "description"}},
		sequence: []particle{
			maybe("entity", &shape{sequence: entitySequence, attributes: []attribute{instructions}}),
			many("partOf", &shape{sequence: partOfSequence,
				attributes: []attribute{relationAttribute, simple, instructions}}),
			many("classification", &shape{sequence: classificationSequence,
				attributes: []attribute{uri, conditional, instructions}}),
			many("attribute", &shape{sequence: attributeSequence, attributes: []attribute{conditional, instructions}}),
			many("property", &shape{sequence: propertySequence,
				attributes: []attribute{dataTypeAttribute, uri, conditional, instructions}}),
			many("material", &shape{sequence: materialSequence,
				attributes: []attribute{uri, conditional, instructions}}),
		}}

	specificationShape = &shape{
		attributes: []attribute{{name: "name", required: true}, {name: "ifcVersion", required: true, valid: versions},
			{name: "identifier"}, {name: "description"}, instructions},
		sequence: []particle{once("applicability", applicabilityShape), maybe("requirements", requirementsShape)},
	}

	infoShape = &shape{sequence: []particle{once("title", textShape), maybe("copyright", textShape),
		maybe("version", textShape),
		maybe("description", textShape), maybe("author", authorShape), maybe("date", dateShape),
		maybe("purpose", textShape),
		maybe("milestone", textShape)}}

	documentShape = &shape{sequence: []particle{once("info", infoShape),
		once("specifications", &shape{sequence: []particle{{name: "specification", shape: specificationShape,
			min: 1, max: unlimited}}})}}
)
