package check

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
)

// file returns a STEP file with the instances.
func file(schema, instances string) []byte {
	return []byte(
		"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('" +
			schema +
			"'));\nENDSEC;\nDATA;\n" + instances + "\nENDSEC;\nEND-ISO-10303-21;\n")
}

// document returns an IDS document with one specification for walls.
func document(requirements string) []byte {
	return specification(
		`<applicability maxOccurs="unbounded"><entity><name><simpleValue>IFCWALL</simpleValue></name></entity></applicability><requirements>` +
			requirements + `</requirements>`)
}

func specification(body string) []byte {
	return []byte(
		`<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
			`xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd"><info><title>test</title></info>` +
			`<specifications><specification name="one" ifcVersion="IFC2X3 IFC4 IFC4X3_ADD2">` + body +
			`</specification></specifications></ids>`)
}

func run(t *testing.T, doc, model []byte) *Report {
	t.Helper()
	d, faults := audit.Audit(doc, ids.ReadOptions{})
	if d == nil || faults.Status == audit.StructureError {
		t.Fatalf("the document cannot be read: %v", faults.Findings)
	}
	m, err := Open(model)
	if err != nil {
		t.Fatal(err)
	}
	return Run(d, nil, m, Options{})
}

// tell returns a verdict in the form of the tables: pass, or the reason of the first failure.
func tell(r *Report) string {
	for _, s := range r.Specifications {
		for _, q := range s.Requirements {
			for _, f := range q.Failures {
				return string(f.Reason)
			}
		}
		if s.Status == Fail {
			return s.Message
		}
	}
	return string(r.Status)
}

// row is a row of the tables: the requirement for the wall #1, in a model with further instances.
type row struct {
	name, asks, model, want string
}

func judge(t *testing.T, schema, base string, cases []row) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, document(c.asks), file(schema, base+c.model))
			if got := tell(r); got != c.want {
				t.Errorf("%s instead of %s: %+v", got, c.want, r.Specifications[0].Requirements)
			}
		})
	}
}

func plain(text string) string { return "<simpleValue>" + text + "</simpleValue>" }

func restricted(base, constraints string) string {
	return `<xs:restriction base="xs:` + base + `">` + constraints + `</xs:restriction>`
}

const wall = "#1=IFCWALL('1hqIFTRjfV6AWq_bMtnZwI',$,'W1','',$,$,$,$,.SOLIDWALL.);"

func TestEntity(t *testing.T) {
	entity := func(name, predefined string) string {
		if predefined != "" {
			predefined = "<predefinedType>" + predefined + "</predefinedType>"
		}
		return "<entity><name>" + name + "</name>" + predefined + "</entity>"
	}
	typed := "#3=IFCRELDEFINESBYTYPE('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#2);#2=IFCWALLTYPE('0eA6m4fELI9QBIhP3wiLAp',$,$,$,$,$,$,$,"
	judge(t, "IFC4", wall, []row{
		{"class", entity(plain("IFCWALL"), ""), "", "pass"},
		{"other class", entity(plain("IFCSLAB"), ""), "", "wrong_class"},
		{"supertype", entity(plain("IFCBUILDINGELEMENT"), ""), "", "wrong_class"},
		{"pattern", entity(restricted("string", `<xs:pattern value="IFCW.*"/>`), ""), "", "pass"},
		{"predefined type", entity(plain("IFCWALL"), plain("SOLIDWALL")), "", "pass"},
		{"other predefined type", entity(plain("IFCWALL"), plain("PARTITIONING")), "", "wrong_predefined_type"},
		{"of the type", entity(plain("IFCWALL"), plain("PARAPET")), typed + "$,.PARAPET.);", "pass"},
		{"type before occurrence", entity(plain("IFCWALL"), plain("SOLIDWALL")),
			typed + "$,.PARAPET.);", "wrong_predefined_type"},
		{"type that is not defined", entity(plain("IFCWALL"), plain("SOLIDWALL")), typed + "$,.NOTDEFINED.);", "pass"},
		{"user defined", entity(plain("IFCWALL"), plain("MINE")), typed + "'MINE',.USERDEFINED.);", "pass"},
		{"USERDEFINED itself", entity(plain("IFCWALL"), plain("USERDEFINED")),
			typed + "'MINE',.USERDEFINED.);", "pass"},
		{"user defined in other letters", entity(plain("IFCWALL"), plain("mine")),
			typed + "'MINE',.USERDEFINED.);", "wrong_predefined_type"},
	})
}

func TestEntityOfTheAgreementForIFC2X3(t *testing.T) {
	doc := specification(`<applicability maxOccurs="unbounded"><entity><name>` + plain("IFCAIRTERMINAL") +
		`</name><predefinedType>` + plain("GRILLE") +
		`</predefinedType></entity></applicability>`)
	model := "#1=IFCFLOWTERMINAL('1hqIFTRjfV6AWq_bMtnZwI',$,'A',$,$,$,$,$);#4=IFCFLOWTERMINAL('2hqIFTRjfV6AWq_bMtnZwI',$,'L',$,$,$,$,$);" +
		"#2=IFCAIRTERMINALTYPE('0eA6m4fELI9QBIhP3wiLAp',$,$,$,$,$,$,$,$,.GRILLE.);#3=IFCRELDEFINESBYTYPE('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#2);" +
		"#5=IFCLAMPTYPE('3eA6m4fELI9QBIhP3wiLAp',$,$,$,$,$,$,$,$,.COMPACTFLUORESCENT.);#6=IFCRELDEFINESBYTYPE('15rScmOVzMoQXOfbYdtLYj',$,$,$,(#4),#5);"
	if r := run(t, doc, file("IFC2X3", model)); r.Specifications[0].Applicable != 1 || r.Status != Pass {
		t.Errorf("%d are applicable, not the one terminal with a type of air terminals", r.Specifications[0].Applicable)
	}
}

func TestAttribute(t *testing.T) {
	attribute := func(name, value, more string) string {
		if value != "" {
			value = "<value>" + value + "</value>"
		}
		return "<attribute" + more + "><name>" + name + "</name>" + value + "</attribute>"
	}
	const optional, prohibited = ` cardinality="optional"`, ` cardinality="prohibited"`
	judge(t, "IFC4", wall, []row{
		{"there", attribute(plain("Name"), "", ""), "", "pass"},
		{"value", attribute(plain("Name"), plain("W1"), ""), "", "pass"},
		{"other value", attribute(plain("Name"), plain("w1"), ""), "", "wrong_value"},
		{"null", attribute(plain("Tag"), "", ""), "", "no_value"},
		{"empty", attribute(plain("Description"), "", ""), "", "no_value"},
		{"not of the class", attribute(plain("LongName"), "", ""), "", "no_attribute"},
		{"item of an enumeration", attribute(plain("PredefinedType"), plain("SOLIDWALL"), ""), "", "pass"},
		{"optional and null", attribute(plain("Tag"), plain("X"), optional), "", "pass"},
		{"optional and empty", attribute(plain("Description"), plain("X"), optional), "", "no_value"},
		{"optional and other", attribute(plain("Name"), plain("X"), optional), "", "wrong_value"},
		{"prohibited and null", attribute(plain("Tag"), "", prohibited), "", "pass"},
		{"prohibited and there", attribute(plain("Name"), "", prohibited), "", "prohibited"},
		{"prohibited value", attribute(plain("Name"), plain("W1"), prohibited), "", "prohibited"},
		{"prohibited value and other", attribute(plain("Name"), plain("W2"), prohibited), "", "pass"},
		{"any name, one of them null", attribute(restricted("string", `<xs:pattern value="Name|Tag"/>`), "", ""), "",
			"pass"},
		{"any name, one of them empty", attribute(restricted("string", `<xs:pattern value="Name|Description"/>`), "",
			""), "", "no_value"},
		{"reference", attribute(plain("ObjectPlacement"), "", ""), "", "no_value"},
	})
}

func TestAttributesOfTheTypeAreNotInherited(t *testing.T) {
	model := wall +
		"#2=IFCWALLTYPE('0eA6m4fELI9QBIhP3wiLAp',$,$,$,$,$,$,'T1',$,.NOTDEFINED.);#3=IFCRELDEFINESBYTYPE('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#2);"
	if got := tell(run(t, document("<attribute><name>"+plain("Tag")+"</name></attribute>"),
		file("IFC4", model))); got != "no_value" {
		t.Error(got)
	}
}

const assignedUnits = "#90=IFCPROJECT('0hqIFTRjfV6AWq_bMtnZwI',$,$,$,$,$,$,$,#91);#91=IFCUNITASSIGNMENT((#92,#93,#94,#95,#98));#92=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);" +
	"#93=IFCSIUNIT(*,.AREAUNIT.,.CENTI.,.SQUARE_METRE.);#94=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.);" +
	"#95=IFCCONVERSIONBASEDUNIT(#96,.PLANEANGLEUNIT.,'DEGREE',#97);#96=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);" +
	"#97=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.017453292519943295),#99);#99=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);" +
	"#98=IFCDERIVEDUNIT((#80,#81),.LINEARVELOCITYUNIT.,$);#80=IFCDERIVEDUNITELEMENT(#82,1);#81=IFCDERIVEDUNITELEMENT(#83,-1);" +
	"#82=IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.);#83=IFCCONVERSIONBASEDUNIT(#96,.TIMEUNIT.,'HOUR',#84);#84=IFCMEASUREWITHUNIT(IFCTIMEMEASURE(3600.),#85);" +
	"#85=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);#86=IFCCONVERSIONBASEDUNIT(#96,.LENGTHUNIT.,'INCH',#87);#87=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(25.4),#92);"

const wallWithSet = wall +
	"#2=IFCRELDEFINESBYPROPERTIES('1xdwj8qGXK4hzoNbvMdXJW',$,$,$,(#1),#3);#3=IFCPROPERTYSET('16MocU_IDOF8_x3Iqllz0d',$,'Set',$,(#4));"

func propertyFacet(dataType, value, more string) string {
	if dataType != "" {
		dataType = ` dataType="` + dataType + `"`
	}
	if value != "" {
		value = "<value>" + value + "</value>"
	}
	return "<property" + dataType + more + "><propertySet>" + plain("Set") + "</propertySet><baseName>" + plain("P") +
		"</baseName>" + value + "</property>"
}

func TestProperty(t *testing.T) {
	single := func(value string) string { return "#4=IFCPROPERTYSINGLEVALUE('P',$," + value + ",$);" }
	const optional, prohibited = ` cardinality="optional"`, ` cardinality="prohibited"`
	judge(t, "IFC4", wallWithSet, []row{
		{"there", propertyFacet("", "", ""), single("IFCLABEL('x')"), "pass"},
		{"type", propertyFacet("IFCLABEL", "", ""), single("IFCLABEL('x')"), "pass"},
		{"other type", propertyFacet("IFCTEXT", "", ""), single("IFCLABEL('x')"), "wrong_data_type"},
		{"value", propertyFacet("IFCLABEL", plain("x"), ""), single("IFCLABEL('x')"), "pass"},
		{"encoded", propertyFacet("IFCLABEL", plain("Größe"), ""), single(`IFCLABEL('Gr\X2\00F600DF\X0\e')`), "pass"},
		{"other value", propertyFacet("IFCLABEL", plain("X"), ""), single("IFCLABEL('x')"), "wrong_value"},
		{"null", propertyFacet("", "", ""), single("$"), "no_value"},
		{"empty", propertyFacet("", "", ""), single("IFCLABEL('')"), "no_value"},
		{"false", propertyFacet("IFCBOOLEAN", plain("false"), ""), single("IFCBOOLEAN(.F.)"), "pass"},
		{"0 is false", propertyFacet("IFCBOOLEAN", plain("0"), ""), single("IFCBOOLEAN(.F.)"), "pass"},
		{"unknown", propertyFacet("", "", ""), single("IFCLOGICAL(.U.)"), "no_value"},
		{"integer", propertyFacet("IFCINTEGER", plain("42"), ""), single("IFCINTEGER(42)"), "pass"},
		{"zero", propertyFacet("IFCREAL", "", ""), single("IFCREAL(0.)"), "pass"},
		{"real written otherwise", propertyFacet("IFCREAL", plain("4.2e1"), ""), single("IFCREAL(42.)"), "pass"},
		{"other property", propertyFacet("", "", ""), "#4=IFCPROPERTYSINGLEVALUE('Q',$,IFCLABEL('x'),$);",
			"no_property"},
		{"optional and missing", propertyFacet("IFCLABEL", "", optional),
			"#4=IFCPROPERTYSINGLEVALUE('Q',$,IFCLABEL('x'),$);", "pass"},
		{"optional and null", propertyFacet("IFCLABEL", "", optional), single("$"), "no_value"},
		{"optional of other type", propertyFacet("IFCTEXT", "", optional), single("IFCLABEL('x')"), "wrong_data_type"},
		{"prohibited and there", propertyFacet("", "", prohibited), single("IFCLABEL('x')"), "prohibited"},
		{"prohibited and null", propertyFacet("", "", prohibited), single("$"), "prohibited"},
		{"prohibited and missing", propertyFacet("", "", prohibited),
			"#4=IFCPROPERTYSINGLEVALUE('Q',$,IFCLABEL('x'),$);", "pass"},
		{"list", propertyFacet("IFCLABEL", plain("b"), ""),
			"#4=IFCPROPERTYLISTVALUE('P',$,(IFCLABEL('a'),IFCLABEL('b')),$);", "pass"},
		{"list without", propertyFacet("IFCLABEL", plain("c"), ""),
			"#4=IFCPROPERTYLISTVALUE('P',$,(IFCLABEL('a'),IFCLABEL('b')),$);", "wrong_value"},
		{"enumerated", propertyFacet("IFCLABEL", plain("b"), ""),
			"#4=IFCPROPERTYENUMERATEDVALUE('P',$,(IFCLABEL('b')),$);", "pass"},
		{"table", propertyFacet("IFCLABEL", plain("b"), ""),
			"#4=IFCPROPERTYTABLEVALUE('P',$,(IFCLABEL('b')),(IFCREAL(1.)),$,$,$,$);", "pass"},
		{"other column", propertyFacet("IFCREAL", plain("1"), ""),
			"#4=IFCPROPERTYTABLEVALUE('P',$,(IFCLABEL('b')),(IFCREAL(1.)),$,$,$,$);", "pass"},
		{"complex", propertyFacet("", "", ""),
			"#4=IFCCOMPLEXPROPERTY('P',$,'',(#5));#5=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);", "not_comparable"},
		{"reference", propertyFacet("", "", ""),
			"#4=IFCPROPERTYREFERENCEVALUE('P',$,$,#5);#5=IFCPERSON($,'x',$,$,$,$,$,$);", "not_comparable"},
	})
	judge(t, "IFC4", wall, []row{{"no set", propertyFacet("", "", ""), "", "no_property_set"}})
}

func TestPropertiesOfRangesAndBounds(t *testing.T) {
	reals := func(constraints string) string { return restricted("double", constraints) }
	const bounded = "#4=IFCPROPERTYBOUNDEDVALUE('P',$,IFCREAL(5.),IFCREAL(1.),$,IFCREAL(3.));"
	const list = "#4=IFCPROPERTYLISTVALUE('P',$,(IFCREAL(1.),IFCREAL(9.)),$);"
	judge(t, "IFC4", wallWithSet, []row{
		{"bound", propertyFacet("IFCREAL", plain("5"), ""), bounded, "pass"},
		{"set point", propertyFacet("IFCREAL", plain("3"), ""), bounded, "pass"},
		{"between", propertyFacet("IFCREAL", plain("2"), ""), bounded, "wrong_value"},
		{"range holds both", propertyFacet("IFCREAL", reals(`<xs:minInclusive value="1"/><xs:maxInclusive value="5"/>`),
			""), bounded, "pass"},
		{"range cuts", propertyFacet("IFCREAL", reals(`<xs:minInclusive value="2"/>`), ""), bounded, "wrong_value"},
		{"bound is not declared", propertyFacet("IFCREAL", reals(`<xs:maxInclusive value="9"/>`), ""),
			"#4=IFCPROPERTYBOUNDEDVALUE('P',$,$,IFCREAL(1.),$,$);", "wrong_value"},
		{"all of a list", propertyFacet("IFCREAL", reals(`<xs:maxInclusive value="9"/>`), ""), list, "pass"},
		{"one of a list is out", propertyFacet("IFCREAL", reals(`<xs:maxInclusive value="8"/>`), ""), list,
			"wrong_value"},
	})
}

func TestUnitsAreConverted(t *testing.T) {
	single := func(value, unit string) string { return "#4=IFCPROPERTYSINGLEVALUE('P',$," + value + "," + unit + ");" }
	at := func(value string) string { return restricted("double", `<xs:maxInclusive value="`+value+`"/>`) }
	judge(t, "IFC4", wallWithSet+assignedUnits, []row{
		{"millimetres", propertyFacet("IFCLENGTHMEASURE", plain("0.7"), ""),
			single("IFCLENGTHMEASURE(700.)", "$"), "pass"},
		{"on a bound", propertyFacet("IFCLENGTHMEASURE", at("0.7"), ""), single("IFCLENGTHMEASURE(700.)", "$"), "pass"},
		{"positive length", propertyFacet("IFCPOSITIVELENGTHMEASURE", plain("0.7"), ""),
			single("IFCPOSITIVELENGTHMEASURE(700.)", "$"), "pass"},
		{"square centimetres", propertyFacet("IFCAREAMEASURE", plain("2"), ""),
			single("IFCAREAMEASURE(20000.)", "$"), "pass"},
		{"Celsius", propertyFacet("IFCTHERMODYNAMICTEMPERATUREMEASURE", plain("293.15"), ""),
			single("IFCTHERMODYNAMICTEMPERATUREMEASURE(20.)", "$"), "pass"},
		{"degrees", propertyFacet("IFCPLANEANGLEMEASURE", plain("1.5707963"), ""),
			single("IFCPLANEANGLEMEASURE(90.)", "$"), "pass"},
		{"kilometres an hour", propertyFacet("IFCLINEARVELOCITYMEASURE", plain("10"), ""),
			single("IFCLINEARVELOCITYMEASURE(36.)", "$"), "pass"},
		{"unit of the property", propertyFacet("IFCLENGTHMEASURE", plain("0.0254"), ""),
			single("IFCLENGTHMEASURE(1.)", "#86"), "pass"},
		{"ratio has none", propertyFacet("IFCRATIOMEASURE", plain("0.5"), ""),
			single("IFCRATIOMEASURE(0.5)", "$"), "pass"},
	})
	r := run(t, document(propertyFacet("IFCPOWERMEASURE", plain("5"), "")),
		file("IFC4", wallWithSet+assignedUnits+single("IFCPOWERMEASURE(5.)", "$")))
	if r.Status != Pass || !strings.Contains(strings.Join(r.Warnings, ";"), "POWERUNIT") {
		t.Errorf("a measure without unit is compared as it stands and told of: %s %v", r.Status, r.Warnings)
	}
}

func TestPropertiesAreInheritedFromTheType(t *testing.T) {
	model := wall +
		"#3=IFCRELDEFINESBYTYPE('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#5);#5=IFCWALLTYPE('0eA6m4fELI9QBIhP3wiLAp',$,$,$,$,(#6),$,$,$,.NOTDEFINED.);" +
		"#6=IFCPROPERTYSET('36MocU_IDOF8_x3Iqllz0d',$,'Set',$,(#7));#7=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('type'),$);"
	own := "#8=IFCRELDEFINESBYPROPERTIES('1xdwj8qGXK4hzoNbvMdXJW',$,$,$,(#1),#9);#9=IFCPROPERTYSET('16MocU_IDOF8_x3Iqllz0d',$,'Set',$,(#10));#10=IFCPROPERTYSINGLEVALUE("
	judge(t, "IFC4", model, []row{
		{"inherited", propertyFacet("IFCLABEL", plain("type"), ""), "", "pass"},
		{"overridden", propertyFacet("IFCLABEL", plain("own"), ""), own + "'P',$,IFCLABEL('own'),$);", "pass"},
		{"not the type's any more", propertyFacet("IFCLABEL", plain("type"), ""),
			own + "'P',$,IFCLABEL('own'),$);", "wrong_value"},
		{"beside another of the set", propertyFacet("IFCLABEL", plain("type"), ""),
			own + "'Q',$,IFCLABEL('own'),$);", "pass"},
	})
}

func TestQuantitiesAndPredefinedSets(t *testing.T) {
	head := wall + assignedUnits + "#2=IFCRELDEFINESBYPROPERTIES('1xdwj8qGXK4hzoNbvMdXJW',$,$,$,(#1),#3);"
	judge(t, "IFC4", head, []row{
		{"quantity", propertyFacet("IFCLENGTHMEASURE", plain("3"), ""),
			"#3=IFCELEMENTQUANTITY('16MocU_IDOF8_x3Iqllz0d',$,'Set',$,$,(#4));#4=IFCQUANTITYLENGTH('P',$,$,3000.,$);",
			"pass"},
		{"quantity of another type", propertyFacet("IFCAREAMEASURE", "", ""),
			"#3=IFCELEMENTQUANTITY('16MocU_IDOF8_x3Iqllz0d',$,'Set',$,$,(#4));#4=IFCQUANTITYLENGTH('P',$,$,3000.,$);",
			"wrong_data_type"},
		{"count", propertyFacet("IFCCOUNTMEASURE", plain("3"), ""),
			"#3=IFCELEMENTQUANTITY('16MocU_IDOF8_x3Iqllz0d',$,'Set',$,$,(#4));#4=IFCQUANTITYCOUNT('P',$,$,3.,$);",
			"pass"},
		{"attribute of a predefined set", `<property dataType="IFCPOSITIVELENGTHMEASURE"><propertySet>` + plain("Set") +
			"</propertySet><baseName>" + plain("LiningDepth") + "</baseName><value>" +
			plain("0.1") + "</value></property>",
			"#3=IFCDOORLININGPROPERTIES('16MocU_IDOF8_x3Iqllz0d',$,'Set',$,100.,$,$,$,$,$,$,$,$,$,$,$,$);", "pass"},
	})
}

func TestPropertiesOfMaterials(t *testing.T) {
	doc := specification(`<applicability maxOccurs="unbounded"><entity><name>` + plain("IFCMATERIAL") +
		`</name></entity></applicability><requirements>` +
		propertyFacet("IFCLABEL", plain("x"), "") + `</requirements>`)
	property := "#3=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);"
	for schema, model := range map[string]string{
		"IFC4":   "#1=IFCMATERIAL('M',$,$);#2=IFCMATERIALPROPERTIES('Set',$,(#3),#1);" + property,
		"IFC2X3": "#1=IFCMATERIAL('M');#2=IFCEXTENDEDMATERIALPROPERTIES(#1,(#3),$,'Set');" + property,
	} {
		if got := tell(run(t, doc, file(schema, model))); got != "pass" {
			t.Errorf("%s: %s", schema, got)
		}
	}
}

func TestEverySetAndPropertyThatANameMatchesMustHold(t *testing.T) {
	any := `<property dataType="IFCLABEL"><propertySet>` + restricted("string", `<xs:pattern value="Set.*"/>`) +
		"</propertySet><baseName>" +
		restricted("string", `<xs:pattern value="P.*"/>`) + "</baseName><value>" + plain("x") + "</value></property>"
	two := wallWithSet +
		"#4=IFCPROPERTYSINGLEVALUE('P1',$,IFCLABEL('x'),$);#5=IFCRELDEFINESBYPROPERTIES('2xdwj8qGXK4hzoNbvMdXJW',$,$,$,(#1),#6);" +
		"#6=IFCPROPERTYSET('26MocU_IDOF8_x3Iqllz0d',$,'Set2',$,(#7));#7=IFCPROPERTYSINGLEVALUE("
	judge(t, "IFC4", two, []row{
		{"both", any, "'P2',$,IFCLABEL('x'),$);", "pass"},
		{"other value in one", any, "'P2',$,IFCLABEL('y'),$);", "wrong_value"},
		{"one set without", any, "'Q',$,IFCLABEL('x'),$);", "no_property"},
	})
}

func TestClassification(t *testing.T) {
	facet := func(system, value, more string) string {
		if value != "" {
			value = "<value>" + plain(value) + "</value>"
		}
		return "<classification" + more + ">" + value + "<system>" + plain(system) + "</system></classification>"
	}
	related := "#2=IFCRELASSOCIATESCLASSIFICATION('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#3);#3=IFCCLASSIFICATIONREFERENCE($,'A_1_2',$,#4,$,$);" +
		"#4=IFCCLASSIFICATIONREFERENCE($,'A_1',$,#5,$,$);#5=IFCCLASSIFICATION($,$,$,'A',$,$,$);"
	second := "#12=IFCRELASSOCIATESCLASSIFICATION('15rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#13);#13=IFCCLASSIFICATIONREFERENCE($,'B_2',$,#15,$,$);#15=IFCCLASSIFICATION($,$,$,'B',$,$,$);"
	typed := "#20=IFCRELDEFINESBYTYPE('25rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#21);#21=IFCWALLTYPE('0eA6m4fELI9QBIhP3wiLAp',$,$,$,$,$,$,$,$,.NOTDEFINED.);" +
		"#22=IFCRELASSOCIATESCLASSIFICATION('35rScmOVzMoQXOfbYdtLYj',$,$,$,(#21),#23);#23=IFCCLASSIFICATIONREFERENCE($,'A_9',$,#25,$,$);#25=IFCCLASSIFICATION($,$,$,'A',$,$,$);"
	judge(t, "IFC4", wall, []row{
		{"none", facet("A", "", ""), "", "no_classification"},
		{"system", facet("A", "", ""), related, "pass"},
		{"other system", facet("B", "", ""), related, "wrong_system"},
		{"value", facet("A", "A_1_2", ""), related, "pass"},
		{"value above", facet("A", "A_1", ""), related, "pass"},
		{"other value", facet("A", "A_2", ""), related, "wrong_value"},
		{"system and value of the same reference", facet("A", "B_2", ""), related + second, "wrong_value"},
		{"second reference", facet("B", "B_2", ""), related + second, "pass"},
		{"of the type", facet("A", "A_9", ""), typed, "pass"},
		{"occurrence before type", facet("A", "A_9", ""), related + typed, "wrong_value"},
		{"optional and none", facet("A", "A_1", ` cardinality="optional"`), "", "pass"},
		{"optional and other", facet("A", "A_2", ` cardinality="optional"`), related, "wrong_value"},
		{"prohibited and other", facet("A", "A_2", ` cardinality="prohibited"`), related, "pass"},
		{"prohibited", facet("A", "A_1", ` cardinality="prohibited"`), related, "prohibited"},
		{"circle", facet("A", "X", ""),
			"#2=IFCRELASSOCIATESCLASSIFICATION('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#3);#3=IFCCLASSIFICATIONREFERENCE($,'A_1',$,#3,$,$);", "wrong_system"},
	})
	judge(t, "IFC2X3", "#1=IFCWALL('1hqIFTRjfV6AWq_bMtnZwI',$,'W1',$,$,$,$,$);", []row{
		{"item reference", facet("A", "A_1", ""),
			"#2=IFCRELASSOCIATESCLASSIFICATION('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#3);#3=IFCCLASSIFICATIONREFERENCE($,'A_1',$,#5);" +
				"#5=IFCCLASSIFICATION('','',$,'A');", "pass"},
	})
}

func TestMaterial(t *testing.T) {
	facet := func(value, more string) string {
		if value != "" {
			value = "<value>" + plain(value) + "</value>"
		}
		return "<material" + more + ">" + value + "</material>"
	}
	of := "#2=IFCRELASSOCIATESMATERIAL('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#3);"
	layers := of +
		"#3=IFCMATERIALLAYERSETUSAGE(#4,.AXIS2.,.POSITIVE.,0.,$);#4=IFCMATERIALLAYERSET((#5),'Set',$);#5=IFCMATERIALLAYER(#6,0.1,$,'Layer',$,'Core',$);#6=IFCMATERIAL('Brick',$,'masonry');"
	judge(t, "IFC4", wall, []row{
		{"none", facet("", ""), "", "no_material"},
		{"any", facet("", ""), of + "#3=IFCMATERIAL('Brick',$,$);", "pass"},
		{"name", facet("Brick", ""), of + "#3=IFCMATERIAL('Brick',$,$);", "pass"},
		{"category", facet("masonry", ""), layers, "pass"},
		{"layer", facet("Layer", ""), layers, "pass"},
		{"category of the layer", facet("Core", ""), layers, "pass"},
		{"set", facet("Set", ""), layers, "pass"},
		{"other", facet("Wood", ""), layers, "wrong_value"},
		{"constituent", facet("Frame", ""),
			of + "#3=IFCMATERIALCONSTITUENTSET($,$,(#4));#4=IFCMATERIALCONSTITUENT('Frame',$,#5,$,$);#5=IFCMATERIAL('Oak',$,$);", "pass"},
		{"profile", facet("Steel", ""),
			of + "#3=IFCMATERIALPROFILESETUSAGE(#4,$,$);#4=IFCMATERIALPROFILESET($,$,(#5),$);#5=IFCMATERIALPROFILE($,$,#6,$,$,$);#6=IFCMATERIAL('Steel',$,$);", "pass"},
		{"list", facet("B", ""), of + "#3=IFCMATERIALLIST((#4,#5));#4=IFCMATERIAL('A',$,$);#5=IFCMATERIAL('B',$,$);",
			"pass"},
		{"optional and none", facet("Wood", ` cardinality="optional"`), "", "pass"},
		{"prohibited", facet("Brick", ` cardinality="prohibited"`), layers, "prohibited"},
	})
}

func TestPartOf(t *testing.T) {
	facet := func(relation, whole, more string) string {
		if relation != "" {
			relation = ` relation="` + relation + `"`
		}
		return "<partOf" + relation + more + "><entity><name>" + plain(whole) + "</name></entity></partOf>"
	}
	rel := func(id, entity, whole, part string) string {
		return id + "=" + entity + "('0" + strings.TrimPrefix(id, "#") +
			"rScmOVzMoQXOfbYdtLYj',$,$,$," + whole + "," + part + ");"
	}
	spatial := "#10=IFCSPACE('1Agm079vPIYBL4JExVrhD5',$,$,$,$,$,$,$,$,$,$);#11=IFCBUILDINGSTOREY('2Agm079vPIYBL4JExVrhD5',$,$,$,$,$,$,$,$,$);" + rel("#12", "IFCRELAGGREGATES", "#11", "(#10)")
	judge(t, "IFC4", wall, []row{
		{"nothing", facet("", "IFCBUILDINGSTOREY", ""), "", "no_whole"},
		{"contained", facet(ids.Contained, "IFCSPACE", ""),
			spatial + rel("#13", "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#1)", "#10"), "pass"},
		{"contained by the space's storey", facet(ids.Contained, "IFCBUILDINGSTOREY", ""),
			spatial + rel("#13", "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#1)", "#10"), "pass"},
		{"aggregates are no containment", facet(ids.Contained, "IFCBUILDINGSTOREY", ""),
			spatial + rel("#13", "IFCRELAGGREGATES", "#10", "(#1)"), "no_whole"},
		{"aggregates of aggregates", facet(ids.Aggregates, "IFCBUILDINGSTOREY", ""),
			spatial + rel("#13", "IFCRELAGGREGATES", "#10", "(#1)"), "pass"},
		{"other whole", facet(ids.Aggregates, "IFCBUILDING", ""),
			spatial + rel("#13", "IFCRELAGGREGATES", "#10", "(#1)"), "wrong_whole"},
		{"any relation, in several steps", facet("", "IFCBUILDINGSTOREY", ""),
			spatial + rel("#13", "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#1)", "#10"), "pass"},
		{"nested", facet(ids.Nests, "IFCWALL", ""),
			"#10=IFCWALL('3Agm079vPIYBL4JExVrhD5',$,$,$,$,$,$,$,$);#12=IFCRELNESTS('4Agm079vPIYBL4JExVrhD5',$,$,$,#10,(#1));#13=IFCRELNESTS('5Agm079vPIYBL4JExVrhD5',$,$,$,#1,(#10));", "pass"},
		{"prohibited", facet(ids.Aggregates, "IFCSPACE", ` cardinality="prohibited"`),
			spatial + rel("#13", "IFCRELAGGREGATES", "#10", "(#1)"), "prohibited"},
		{"prohibited, other whole", facet(ids.Aggregates, "IFCBUILDING", ` cardinality="prohibited"`),
			spatial + rel("#13", "IFCRELAGGREGATES", "#10", "(#1)"), "pass"},
		{"third group", facet(ids.AssignsToGroup, "IFCZONE", ""),
			"#10=IFCGROUP('1Agm079vPIYBL4JExVrhD5',$,$,$,$);#11=IFCZONE('2Agm079vPIYBL4JExVrhD5',$,$,$,$,$);" +
				"#12=IFCRELASSIGNSTOGROUP('3Agm079vPIYBL4JExVrhD5',$,$,$,(#1),$,#10);#13=IFCRELASSIGNSTOGROUP('4Agm079vPIYBL4JExVrhD5',$,$,$,(#1),$,#11);", "pass"},
	})
	door := specification(`<applicability maxOccurs="unbounded"><entity><name>` + plain("IFCDOOR") +
		`</name></entity></applicability><requirements>` + facet(ids.VoidsAndFills, "IFCWALL", "") + `</requirements>`)
	model := wall +
		"#2=IFCDOOR('6Agm079vPIYBL4JExVrhD5',$,$,$,$,$,$,$,$,$,$,$,$);#3=IFCOPENINGELEMENT('7Agm079vPIYBL4JExVrhD5',$,$,$,$,$,$,$,$);" +
		"#4=IFCRELVOIDSELEMENT('8Agm079vPIYBL4JExVrhD5',$,$,$,#1,#3);#5=IFCRELFILLSELEMENT('9Agm079vPIYBL4JExVrhD5',$,$,$,#3,#2);"
	if got := tell(run(t, door, file("IFC4", model))); got != "pass" {
		t.Errorf("a door is part of the wall whose opening it fills: %s", got)
	}
}
