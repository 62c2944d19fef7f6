package audit

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/ids"
)

// document returns a document with one specification; its applicability is on line 4, its requirements on line 5.
func document(versions, occurs, applicability, requirements string) string {
	if requirements != "" {
		requirements = "<requirements>" + requirements + "</requirements>"
	}
	return `<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
		`xsi:schemaLocation="` + ids.SchemaLocation + `">` + "\n<info><title>t</title></info><specifications>\n" +
		`<specification name="n" ifcVersion="` + versions + `">` + "\n<applicability " + occurs + ">" + applicability +
		"</applicability>\n" + requirements +
		"\n</specification></specifications></ids>"
}

func plain(text string) string { return "<simpleValue>" + text + "</simpleValue>" }

func restricted(base, constraints string) string {
	return `<xs:restriction base="` + base + `">` + constraints + `</xs:restriction>`
}

func entity(name string) string { return "<entity><name>" + name + "</name></entity>" }

func attribute(name, value, more string) string {
	if value != "" {
		value = "<value>" + value + "</value>"
	}
	return "<attribute" + more + "><name>" + name + "</name>" + value + "</attribute>"
}

func property(set, name, dataType, value, more string) string {
	if dataType != "" {
		dataType = ` dataType="` + dataType + `"`
	}
	if value != "" {
		value = "<value>" + value + "</value>"
	}
	return "<property" + dataType + more + "><propertySet>" + plain(set) + "</propertySet><baseName>" + plain(name) +
		"</baseName>" + value + "</property>"
}

const optional, prohibited, unbounded = ` cardinality="optional"`, ` cardinality="prohibited"`, `maxOccurs="unbounded"`

// TestCodes has a document for each possible mistake, with its code and line.
func TestCodes(t *testing.T) {
	wall := entity(plain("IFCWALL"))
	for _, c := range []struct{ name, versions, occurs, applicability, requirements, want string }{
		{"sound", "IFC2X3 IFC4 IFC4X3_ADD2", unbounded, wall, attribute(plain("Name"), plain("x"), ""), ""},
		{"no facet", "IFC4", unbounded, "", "", "101@3"},
		{"class in other letters", "IFC4", unbounded, entity(plain("IfcWall")), "", "103@4"},
		// allowed by the agreement for IFC2X3
		{"class of another version", "IFC2X3 IFC4", unbounded, entity(plain("IFCPIPESEGMENT")), "", ""},
		{"class of one version", "IFC2X3 IFC4", unbounded, entity(plain("IFCCHIMNEY")), "", "103@4"},
		{"one of an enumeration", "IFC4", unbounded, entity(restricted("xs:string",
			`<xs:enumeration value="IFCWALL"/><xs:enumeration value="IFCWAL"/>`)), "", "103@4"},
		{"pattern of no class", "IFC4", unbounded, entity(restricted("xs:string", `<xs:pattern value="WALL.*"/>`)), "",
			"103@4"},
		// this class may be user defined
		{"predefined type", "IFC4", unbounded, "<entity><name>" + plain("IFCTASKTYPE") + "</name><predefinedType>" +
			plain("BUILDING") + "</predefinedType></entity>", "", ""},
		{"predefined type of none", "IFC4", unbounded,
			"<entity><name>" + plain("IFCPERSON") + "</name><predefinedType>" + plain("X") +
				"</predefinedType></entity>", "", "103@4"},
		{"attribute", "IFC4", unbounded, wall, attribute(plain("name"), "", ""), "103@5"},
		{"inverse attribute", "IFC4", unbounded, wall, attribute(plain("HasOpenings"), "", ""), "103@5"},
		{"attribute of other classes", "IFC4", unbounded, wall, attribute(plain("OverallWidth"), "", ""), "201@3"},
		{"value of a reference", "IFC4", unbounded, wall, attribute(plain("ObjectPlacement"), plain("x"), ""), "303@5"},
		{"whole number", "IFC4", unbounded, entity(plain("IFCSTAIRFLIGHT")),
			attribute(plain("NumberOfRisers"), plain("4.0"), ""), "305@5"},
		{"base of a number", "IFC4", unbounded, entity(plain("IFCDOOR")),
			attribute(plain("OverallWidth"), restricted("xs:string", `<xs:pattern value=".*"/>`), ""), "303@5"},
		{"optional without value", "IFC4", unbounded, wall, attribute(plain("Name"), "", optional), "202@5"},
		{"set of the standard", "IFC4", unbounded, wall,
			property("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", plain("true"), ""), ""},
		{"property that it does not have", "IFC4", unbounded, wall,
			property("Pset_WallCommon", "External", "IFCBOOLEAN", "", ""), "103@5"},
		{"other type", "IFC4", unbounded, wall, property("Pset_WallCommon", "IsExternal", "IFCLABEL", "", ""), "103@5"},
		{"set for other classes", "IFC4", unbounded, wall,
			property("Pset_DoorCommon", "IsExternal", "IFCBOOLEAN", "", ""), "201@3"},
		{"set for its type", "IFC4", unbounded, entity(plain("IFCWALLTYPE")),
			property("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", "", ""), ""},
		{"reserved prefix", "IFC4", unbounded, wall, property("Pset_Mine", "X", "IFCLABEL", "", ""), "401@5"},
		{"quantity", "IFC4X3_ADD2", unbounded, wall, property("Qto_WallBaseQuantities", "Height",
			"IFCLENGTHMEASURE", plain("3"), ""), ""},
		{"quantity of another type", "IFC4X3_ADD2", unbounded, wall,
			property("Qto_WallBaseQuantities", "Height", "IFCAREAMEASURE", "", ""), "103@5"},
		{"no data type", "IFC4", unbounded, wall, property("Mine", "X", "IFCNOTHING", "", ""), "103@5"},
		{"value without type", "IFC4", unbounded, wall, property("Mine", "X", "", plain("1"), ""), "203@5"},
		{"value of another type", "IFC4", unbounded, wall, property("Mine", "X", "IFCREAL", plain("1,5"), ""), "305@5"},
		{"truth in upper case", "IFC4", unbounded, wall,
			property("Mine", "X", "IFCBOOLEAN", plain("TRUE"), ""), "305@5"},
		{"optional property without type", "IFC4", unbounded, wall, property("Mine", "X", "", "", optional), "202@5"},
		{"prohibited property with type", "IFC4", unbounded, wall,
			property("Mine", "X", "IFCLABEL", "", prohibited), "202@5"},
		{"whole of a group", "IFC4", unbounded, wall, `<partOf relation="IFCRELASSIGNSTOGROUP">` +
			entity(plain("IFCWALL")) + `</partOf>`, "201@5"},
		{"whole by openings", "IFC4", unbounded, entity(plain("IFCDOOR")),
			`<partOf relation="IFCRELVOIDSELEMENT IFCRELFILLSELEMENT">` + wall + `</partOf>`, ""},
		{"partOf of a point", "IFC4", unbounded, entity(plain("IFCCARTESIANPOINT")),
			`<partOf relation="IFCRELNESTS">` + wall + `</partOf>`, "201@3"},
		{"other class", "IFC4", unbounded, wall, entity(plain("IFCSLAB")), "201@3"},
		{"no system", "IFC4", unbounded, wall, `<classification><system>` + plain("") + `</system></classification>`,
			"106@5"},
		{"prohibited with requirements", "IFC4", `minOccurs="0" maxOccurs="0"`, wall,
			attribute(plain("Name"), "", ""), "204@3"},
		{"optional without requirements", "IFC4", `minOccurs="0" maxOccurs="unbounded"`, wall, "", "204@3"},
		{"occurrences", "IFC4", `minOccurs="2" maxOccurs="3"`, wall, "", "301@4"},
		{"cardinality", "IFC4", unbounded, wall, attribute(plain("Name"), "", ` cardinality="sometimes"`),
			"301@5 306@5"},
		{"empty restriction", "IFC4", unbounded, wall,
			attribute(plain("Name"), restricted("xs:string", ""), ""), "304@5"},
		{"base that is none", "IFC4", unbounded, wall,
			"<material><value>" + restricted("xs:word", `<xs:enumeration value="x"/>`) + "</value></material>",
			"303@5"},
		{"another prefix for XML Schema", "IFC4", unbounded, wall,
			"<material><value>" +
				`<xsd:restriction xmlns:xsd="http://www.w3.org/2001/XMLSchema" base="xsd:string"><xsd:enumeration value="x"/></xsd:restriction>` + "</value></material>", ""},
		{"length of a number", "IFC4", unbounded, wall,
			property("Mine", "X", "IFCREAL", restricted("xs:double", `<xs:length value="2"/>`), ""), "308@5"},
		{"digits of a name", "IFC4", unbounded, wall, attribute(restricted("xs:string",
			`<xs:pattern value="Name"/><xs:totalDigits value="2"/>`), "", ""), "302@5 308@5"},
		{"pattern that is none", "IFC4", unbounded, wall,
			"<material><value>" + restricted("xs:string", `<xs:pattern value="[a"/>`) + "</value></material>", "109@5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, r := Audit([]byte(document(c.versions, c.occurs, c.applicability, c.requirements)), ids.ReadOptions{})
			var got []string
			for _, f := range r.Findings {
				got = append(got, fmt.Sprintf("%d@%d", f.Code, f.Line))
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%v instead of %s: %v", got, c.want, r.Findings)
			}
			if (len(r.Findings) == 0) != (r.Status == OK) {
				t.Errorf("the status is %s with %d findings", r.Status, len(r.Findings))
			}
		})
	}
}

func TestDocumentsOfTheTestsAreSound(t *testing.T) {
	for _, name := range []string{"house.ids", "everything.ids", "tower.ids"} {
		data, err := os.ReadFile("../../../testdata/ids/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, r := Audit(data, ids.ReadOptions{}); r.Status != OK {
			t.Errorf("%s: %v", name, r.Findings)
		}
	}
}

func TestWhatIsNoIDSHasNoDocument(t *testing.T) {
	for _, text := range []string{"", "text", "<html/>", "<ids/>"} {
		if d, r := Audit([]byte(text), ids.ReadOptions{}); d != nil || r.Status != StructureError ||
			r.Findings[0].Code != Structure {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

func TestLeniencyAndLocationAreTold(t *testing.T) {
	doc := document("IFC4", unbounded, entity(plain("IFCWALL")), "")
	bare := strings.Replace(doc, `xmlns="http://standards.buildingsmart.org/IDS"`, "", 1)
	if _, r := Audit([]byte(bare), ids.ReadOptions{Lenient: true}); r.Status != OK || len(r.Warnings) != 1 {
		t.Errorf("%+v", r)
	}
	old := strings.Replace(doc, "IDS/1.0/ids.xsd", "IDS/0.9.6/ids.xsd", 1)
	if _, r := Audit([]byte(old), ids.ReadOptions{}); r.Status != StructureError ||
		r.Findings[0].Code != UnknownSchema {
		t.Errorf("%+v", r)
	}
}

func FuzzAudit(f *testing.F) {
	f.Add([]byte(document("IFC4 IFC2X3", unbounded, entity(restricted("xs:string", `<xs:pattern value="IFC.*"/>`)),
		property("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", plain("x"), ""))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, r := Audit(data, ids.ReadOptions{Lenient: true}); (len(r.Findings) == 0) != (r.Status == OK) {
			t.Fatalf("the status is %s with %d findings", r.Status, len(r.Findings))
		}
	})
}
