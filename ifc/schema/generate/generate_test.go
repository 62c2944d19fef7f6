package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/schema"
)

const express = `(* a comment (* inside *) another *)
SCHEMA IFCTEST;
TYPE IfcLabel = STRING(255); END_TYPE;
TYPE IfcGuid = STRING(22) FIXED; END_TYPE;
TYPE IfcPair = ARRAY [1:2] OF OPTIONAL REAL; END_TYPE;
TYPE IfcSize = IfcLabel;
 WHERE
	WR1 : SELF IN ['small;', -- not the end
 'large'];
END_TYPE;
TYPE IfcKind = ENUMERATION OF
	(RED
	,green);
END_TYPE;
TYPE IfcChoice = SELECT (IfcLabel, IfcThing); END_TYPE;
ENTITY IfcRoot
 ABSTRACT SUPERTYPE OF (ONEOF (IfcThing, IfcOther));
	Id : IfcGuid;
 UNIQUE
	UR1 : Id;
	UR2 : Id, Name;
END_ENTITY;
ENTITY IfcThing
 SUBTYPE OF (IfcRoot);
	A, B : OPTIONAL LIST [1:?] OF UNIQUE SET [0:3] OF IfcChoice;
 DERIVE
	Dim : INTEGER := Count(A[1]);
	SELF\IfcRoot.Id : IfcGuid := 'x';
 INVERSE
	Many : SET [0:?] OF IfcOther FOR To;
	One : IfcOther FOR To;
 WHERE
	Fine : (A <> B) OR
		EXISTS(SELF.A);
END_ENTITY;
ENTITY IfcOther SUBTYPE OF (IfcRoot); To : IfcThing; END_ENTITY;
FUNCTION Count (x : IfcLabel) : INTEGER; LOCAL n : INTEGER := 0; END_LOCAL; RETURN(n); END_FUNCTION;
RULE OneThing FOR (IfcThing); WHERE WR1 : SIZEOF(IfcThing) <= 1; END_RULE;
END_SCHEMA;
`

func TestEveryConstructOfTheSchemasIsRead(t *testing.T) {
	got, err := parseSchema(express)
	if err != nil {
		t.Fatal(err)
	}
	real2 := schema.TypeExpr{Kind: schema.RealNumber}
	choice := schema.TypeExpr{Name: "IfcChoice"}
	set := schema.TypeExpr{Kind: schema.SetOf, High: 3, Elem: &choice}
	list := schema.TypeExpr{Kind: schema.ListOf, Low: 1, High: schema.Unbounded, Uniq: true, Elem: &set}
	want := &schema.Schema{
		Name: "IFCTEST",
		Entities: []*schema.Entity{
			{Name: "IfcOther", Super: "IfcRoot", Attributes: []schema.Attribute{{Name: "To",
				Type: schema.TypeExpr{Name: "IfcThing"}}}},
			{Name: "IfcRoot", Abstract: true, Attributes: []schema.Attribute{{Name: "Id",
				Type: schema.TypeExpr{Name: "IfcGuid"}}},
				Unique: []schema.UniqueRule{{Label: "UR1", Attributes: []string{"Id"}},
					{Label: "UR2", Attributes: []string{"Id", "Name"}}}},
			{Name: "IfcThing", Super: "IfcRoot",
				Attributes: []schema.Attribute{{Name: "A", Optional: true, Type: list},
					{Name: "B", Optional: true, Type: list}},
				Derived: []schema.Derived{{Name: "Dim", Text: "INTEGER := Count(A[1])"},
					{Name: "Id", Of: "IfcRoot", Text: "IfcGuid := 'x'"}},
				Inverses: []schema.Inverse{{Name: "Many", High: schema.Unbounded, Entity: "IfcOther", For: "To"},
					{Name: "One", Single: true, Low: 1, High: 1, Entity: "IfcOther", For: "To"}},
				Where: []schema.Rule{{Label: "Fine", Text: "(A <> B) OR EXISTS(SELF.A)"}}},
		},
		Types: []*schema.Type{
			{Name: "IfcChoice", Select: []string{"IfcLabel", "IfcThing"}},
			{Name: "IfcGuid", Underlying: &schema.TypeExpr{Kind: schema.String, Width: 22, Fixed: true}},
			{Name: "IfcKind", Items: []string{"RED", "GREEN"}},
			{Name: "IfcLabel", Underlying: &schema.TypeExpr{Kind: schema.String, Width: 255}},
			{Name: "IfcPair", Underlying: &schema.TypeExpr{Kind: schema.ArrayOf, Low: 1,
				High: 2, Gaps: true, Elem: &real2}},
			{Name: "IfcSize", Underlying: &schema.TypeExpr{Name: "IfcLabel"},
				Where: []schema.Rule{{Label: "WR1", Text: "SELF IN ['small;', 'large']"}}},
		},
		Functions: []schema.Function{{Name: "Count",
			Text: "(x : IfcLabel) : INTEGER; LOCAL n : INTEGER := 0; END_LOCAL; RETURN(n);"}},
		Rules: []schema.Rule{{Label: "OneThing", Text: "FOR (IfcThing); WHERE WR1 : SIZEOF(IfcThing) <= 1;"}},
	}
	if !reflect.DeepEqual(got, want) {
		g, _ := json.MarshalIndent(got, "", " ")
		w, _ := json.MarshalIndent(want, "", " ")
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

func TestWhatTheTablesCannotHoldIsRefused(t *testing.T) {
	cases := map[string]string{
		"":                              "unexpected end",
		"SCHEMA A; ENTITY B":            "unexpected end",
		"SCHEMA A; (* open":             "not closed",
		"SCHEMA A; VIEW B; END_SCHEMA;": "unexpected VIEW",
		"SCHEMA A; TYPE B = LIST [x:1] OF REAL; END_TYPE; END_SCHEMA;":                          "expected a number",
		"SCHEMA A;\nENTITY B SUBTYPE OF (C, D); END_ENTITY; END_SCHEMA;":                        "B has 2 supertypes",
		"SCHEMA A; ENTITY B SUBTYPE OF (C); SELF\\C.x : REAL; END_ENTITY; END_SCHEMA;":          "redeclared",
		"SCHEMA A; ENTITY B; INVERSE SELF\\C.x : SET [1:1] OF D FOR y; END_ENTITY; END_SCHEMA;": "expected :",
		"SCHEMA A; ENTITY B; INVERSE x : SET [1:1] OF INTEGER FOR y; END_ENTITY; END_SCHEMA;":   "do not hold",
	}
	for src, message := range cases {
		if _, err := parseSchema(src); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: got %v, want %q", src, err, message)
		}
	}
}

const psetXML = `<PropertySetDef templatetype="PSET_TYPEDRIVENOVERRIDE"><IfcVersion version="IFCTEST"/><Name>Pset_DoorCommon</Name>
<ApplicableClasses><ClassName>IfcDoor</ClassName></ApplicableClasses><ApplicableTypeValue>IfcDoor/GATE</ApplicableTypeValue><PropertyDefs>
<PropertyDef><Name> FireExit </Name><PropertyType><TypePropertySingleValue><DataType type="IfcBoolean"/></TypePropertySingleValue></PropertyType></PropertyDef>
<PropertyDef><Name>Range</Name><PropertyType><TypePropertyBoundedValue><DataType type="IfcReal"/></TypePropertyBoundedValue></PropertyType></PropertyDef>
<PropertyDef><Name>Status</Name><PropertyType><TypePropertyEnumeratedValue><EnumList name="PEnum_S"><EnumItem>NEW</EnumItem></EnumList></TypePropertyEnumeratedValue></PropertyType></PropertyDef>
<PropertyDef><Name>Bare</Name><PropertyType><TypePropertyEnumeratedValue><EnumList/><ConstantList><ConstantDef><Name>OLD</Name></ConstantDef></ConstantList></TypePropertyEnumeratedValue></PropertyType></PropertyDef>
<PropertyDef><Name>Names</Name><PropertyType><TypePropertyListValue><ListValue><DataType type="IfcLabel"/></ListValue></TypePropertyListValue></PropertyType></PropertyDef>
<PropertyDef><Name>Curve</Name><PropertyType><TypePropertyTableValue><DefiningValue><DataType type="IfcTimeMeasure"/></DefiningValue><DefinedValue><DataType type="IfcReal"/></DefinedValue></TypePropertyTableValue></PropertyType></PropertyDef>
<PropertyDef><Name>Maker</Name><PropertyType><TypePropertyReferenceValue reftype="IfcPerson"/></PropertyType></PropertyDef>
<PropertyDef><Name>Both</Name><PropertyType><TypeComplexProperty name="CP"><PropertyDef><Name>In</Name><PropertyType><TypePropertySingleValue><DataType type="IfcText"/></TypePropertySingleValue></PropertyType></PropertyDef></TypeComplexProperty></PropertyType></PropertyDef>
</PropertyDefs></PropertySetDef>`

const qtoXML = `<QtoSetDef><IfcVersion version="IFCTEST"/><Name>Qto_Door</Name><ApplicableClasses/><ApplicableTypeValue>IfcDoor,IfcDoorType</ApplicableTypeValue>
<QtoDefs><QtoDef><Name>Area</Name><QtoType>Q_AREA</QtoType></QtoDef></QtoDefs></QtoSetDef>`

const nakedXML = `<PropertySetDef><IfcVersion version="IFCTEST"/><Name>Pset_BeamPHistory</Name><ApplicableClasses/></PropertySetDef>`

func TestSetDefinitionsAreRead(t *testing.T) {
	name, table, err := archiveTable(archive(t, map[string]string{"Qto_Door.xml": qtoXML,
		"a/Pset_DoorCommon.xml": psetXML, "b.xml": nakedXML, "readme.txt": "no"}))
	want := &schema.Sets{
		Properties: []*schema.PropertySet{
			{Name: "Pset_BeamPHistory", Applicable: []schema.Applicable{{Class: "IfcBeam"}}},
			{Name: "Pset_DoorCommon", Template: "PSET_TYPEDRIVENOVERRIDE",
				Applicable: []schema.Applicable{{Class: "IfcDoor", Predefined: "GATE"}},
				Properties: []schema.Property{
					{Name: "FireExit", Kind: schema.SingleValue, DataType: "IfcBoolean"},
					{Name: "Range", Kind: schema.BoundedValue, DataType: "IfcReal"},
					{Name: "Status", Kind: schema.EnumeratedValue, Enum: "PEnum_S", Items: []string{"NEW"}},
					{Name: "Bare", Kind: schema.EnumeratedValue, Items: []string{"OLD"}},
					{Name: "Names", Kind: schema.ListValue, DataType: "IfcLabel"},
					{Name: "Curve", Kind: schema.TableValue, DataType: "IfcReal", Defining: "IfcTimeMeasure"},
					{Name: "Maker", Kind: schema.ReferenceValue, DataType: "IfcPerson"},
					{Name: "Both", Kind: schema.ComplexProperty,
						Parts: []schema.Property{{Name: "In", Kind: schema.SingleValue, DataType: "IfcText"}}},
				}},
		},
		Quantities: []*schema.QuantitySet{{Name: "Qto_Door",
			Applicable: []schema.Applicable{{Class: "IfcDoor"}, {Class: "IfcDoorType"}},
			Quantities: []schema.Quantity{{Name: "Area", Kind: schema.Area}}}},
	}
	if err != nil || name != "IFCTEST_sets" || !reflect.DeepEqual(table, want) {
		g, _ := json.MarshalIndent(table, "", " ")
		t.Errorf("%s, %v\n%s", name, err, g)
	}
}

func TestBadSetDefinitionsAreRefused(t *testing.T) {
	cases := map[string]map[string]string{
		"unknown kind":     {"a.xml": strings.Replace(psetXML, "TypePropertySingleValue", "TypePropertyOther", 2)},
		"Q_DEPTH":          {"a.xml": strings.Replace(qtoXML, "Q_AREA", "Q_DEPTH", 1)},
		"is of IFCX":       {"a.xml": qtoXML, "b.xml": strings.Replace(psetXML, "IFCTEST", "IFCX", 1)},
		"XML syntax error": {"a.xml": "<PropertySetDef>"},
	}
	for message, files := range cases {
		if _, _, err := archiveTable(archive(t, files)); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%s: got %v", message, err)
		}
	}
}

func archive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"Qto_Door.xml", "a.xml", "a/Pset_DoorCommon.xml", "b.xml", "readme.txt"} {
		if text, ok := files[name]; ok {
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTheListOfPropertySetsIsRead(t *testing.T) {
	const list = `Name,applicable_entities,applicable_type_value,property_definitions
Pset_B,['IfcDoor'],IfcDoorType.PredefinedType=GATE,"[{'property_name': 'It''s', 'property_type': None, 'data_type': {'instance': 'IfcTimeSeries', 'unit_type': 'None'}}]"
Pset_A,"['IfcWall', 'IfcSlab']",,"[{'property_name': 'Angle', 'property_type': 'IfcPropertySingleValue', 'data_type': {'instance': IfcReal', 'unit_type': []}}, {'property_name': ""x'y"", 'property_type': 'IfcPropertyTableValue', 'data_type': [{'instance': ' IfcText', 'values': []}, {'instance': 'IfcReal'}]}, {'property_name': 'S', 'property_type': 'IfcPropertyEnumeratedValue', 'data_type': {'instance': 'PEnum_S', 'values': ['None', 'A']}}, {'property_name': 'C', 'property_type': 'IfcComplexProperty', 'data_type': [{'instance': 'Q', 'complex_values': {'property_name': 'P', 'property_type': 'IfcPropertySingleValue', 'data_type': {'instance': 'IfcText'}}}]}]"
`
	name, table, err := csvTable([]byte(strings.Replace(list, "It''s", "Its", 1)))
	want := &schema.Sets{Properties: []*schema.PropertySet{
		{Name: "Pset_A", Applicable: []schema.Applicable{{Class: "IfcWall"}, {Class: "IfcSlab"}},
			Properties: []schema.Property{
				{Name: "Angle", Kind: schema.SingleValue, DataType: "IfcReal"},
				{Name: "x'y", Kind: schema.TableValue, DataType: "IfcReal", Defining: "IfcText"},
				{Name: "S", Kind: schema.EnumeratedValue, Enum: "PEnum_S", Items: []string{"None", "A"}},
				{Name: "C", Kind: schema.ComplexProperty, Parts: []schema.Property{{Name: "P",
					Kind: schema.SingleValue, DataType: "IfcText"}}},
			}},
		{Name: "Pset_B", Applicable: []schema.Applicable{{Class: "IfcDoor"},
			{Class: "IfcDoorType", Predefined: "GATE"}},
			Properties: []schema.Property{{Name: "Its", Kind: schema.ReferenceValue, DataType: "IfcTimeSeries"}}},
	}}
	if err != nil || name != "IFC2X3_sets" || !reflect.DeepEqual(table, want) {
		g, _ := json.MarshalIndent(table, "", " ")
		t.Errorf("%s, %v\n%s", name, err, g)
	}
}

func TestTheSameFileGivesTheSameTable(t *testing.T) {
	dir := t.TempDir()
	src := filepath.Join(dir, "a.exp")
	if err := os.WriteFile(src, []byte(express), 0o644); err != nil {
		t.Fatal(err)
	}
	var tables [2][]byte
	for i := range tables {
		if err := generate(dir, src); err != nil {
			t.Fatal(err)
		}
		var err error
		if tables[i], err = os.ReadFile(filepath.Join(dir, "IFCTEST.json.gz")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(tables[0], tables[1]) {
		t.Error("the tables differ")
	}
	z, err := gzip.NewReader(bytes.NewReader(tables[0]))
	if err != nil {
		t.Fatal(err)
	}
	s := &schema.Schema{}
	if err := json.NewDecoder(z).Decode(s); err != nil || s.Name != "IFCTEST" || len(s.Entities) != 3 {
		t.Errorf("read back: %v, %+v", err, s)
	}
	for _, path := range []string{filepath.Join(dir, "none.exp"), filepath.Join(dir, "IFCTEST.json.gz")} {
		if err := generate(dir, path); err == nil {
			t.Errorf("%s should be refused", filepath.Base(path))
		}
	}
}
