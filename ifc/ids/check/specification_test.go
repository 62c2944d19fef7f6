package check

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
)

// TestOccurrences checks the meaning of minOccurs and maxOccurs, with and without an applicable element.
func TestOccurrences(t *testing.T) {
	for _, c := range []struct{ occurs, class, requirements, want, message string }{
		{`maxOccurs="unbounded"`, "IFCWALL", "", "pass", ""},
		{`maxOccurs="unbounded"`, "IFCDOOR", "", "fail", "at least one is required"},
		{`minOccurs="0" maxOccurs="unbounded"`, "IFCDOOR",
			"<requirements>" + propertyFacet("", "", "") + "</requirements>", "pass", "no element is applicable"},
		{`minOccurs="0" maxOccurs="unbounded"`, "IFCWALL",
			"<requirements>" + propertyFacet("", "", "") + "</requirements>", "fail", ""},
		{`minOccurs="0" maxOccurs="0"`, "IFCDOOR", "", "pass", ""},
		{`minOccurs="0" maxOccurs="0"`, "IFCWALL", "", "fail", "1 elements are applicable, but none may be"},
	} {
		doc := specification(`<applicability ` + c.occurs + `><entity><name>` + plain(c.class) +
			`</name></entity></applicability>` + c.requirements)
		s := run(t, doc, file("IFC4", wall)).Specifications[0]
		if string(s.Status) != c.want || !strings.Contains(s.Message, c.message) {
			t.Errorf("%s of %s: %s, %q", c.occurs, c.class, s.Status, s.Message)
		}
	}
}

func TestAllFacetsOfAnApplicabilityMustHold(t *testing.T) {
	doc := specification(`<applicability maxOccurs="unbounded"><attribute><name>` + plain("Name") + `</name><value>` +
		plain("W1") + `</value></attribute>` +
		propertyFacet("IFCLABEL", plain("x"), "") + `</applicability>`)
	model := wallWithSet +
		"#4=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);#21=IFCWALL('4hqIFTRjfV6AWq_bMtnZwI',$,'W1',$,$,$,$,$,$);#22=IFCMATERIAL('W1',$,$);"
	if n := run(t, doc, file("IFC4", model)).Specifications[0].Applicable; n != 1 {
		t.Errorf("%d elements are applicable, not one", n)
	}
}

func TestVersionIsMetadataUnlessAskedOtherwise(t *testing.T) {
	doc := specification(`<applicability maxOccurs="unbounded"><entity><name>` + plain("IFCWALL") +
		`</name></entity></applicability>`)
	doc = []byte(strings.Replace(string(doc), "IFC2X3 IFC4 IFC4X3_ADD2", "IFC2X3", 1))
	d, _ := audit.Audit(doc, ids.ReadOptions{})
	for _, skip := range []bool{false, true} {
		m, err := Open(file("IFC4", wall))
		if err != nil {
			t.Fatal(err)
		}
		r := Run(d, nil, m, Options{SkipOtherVersions: skip})
		if skip && (r.Counts.Skipped != 1 || r.Counts.Passed != 0 || r.Status != Incomplete) ||
			!skip && (r.Counts.Passed != 1 || len(r.Warnings) != 1 || r.Status != Pass) {
			t.Errorf("skip %v: %+v %v", skip, r.Counts, r.Warnings)
		}
	}
}

func TestFailuresSayWhatWasFound(t *testing.T) {
	r := run(t, document(propertyFacet("IFCLABEL", plain("y"), "")),
		file("IFC4", wallWithSet+"#4=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);"))
	got := r.Specifications[0].Requirements[0].Failures[0]
	want := Failure{Instance: 1, Class: "IfcWall", GlobalID: "1hqIFTRjfV6AWq_bMtnZwI", Name: "W1", Reason: WrongValue,
		Message: `Set.P is IFCLABEL "x"`, Found: "x", DataType: "IFCLABEL"}
	if got != want {
		t.Errorf("%+v", got)
	}
}

func TestFailuresBeyondTheLimitAreCounted(t *testing.T) {
	d, _ := audit.Audit(document(propertyFacet("", "", "")), ids.ReadOptions{})
	m, err := Open(file("IFC4",
		wall+"#2=IFCWALL('2hqIFTRjfV6AWq_bMtnZwI',$,'W2',$,$,$,$,$,$);#3=IFCWALL('3hqIFTRjfV6AWq_bMtnZwI',$,'W3',$,$,$,$,$,$);"))
	if err != nil {
		t.Fatal(err)
	}
	q := Run(d, nil, m, Options{MaxFailures: 1}).Specifications[0].Requirements[0]
	if q.Failed != 3 || len(q.Failures) != 1 || q.Omitted != 2 {
		t.Errorf("%+v", q)
	}
}

func TestFaultyDocumentIsInvalidAndJudgedAllTheSame(t *testing.T) {
	doc := document(`<attribute><name>` + plain("NoSuchAttribute") + `</name></attribute>`)
	d, faults := audit.Audit(doc, ids.ReadOptions{})
	m, err := Open(file("IFC4", wall))
	if err != nil {
		t.Fatal(err)
	}
	r := Run(d, faults, m, Options{})
	if r.Status != Invalid || len(r.Audit) == 0 || r.Specifications[0].Status != Fail {
		t.Errorf("%s %v %s", r.Status, r.Audit, r.Specifications[0].Status)
	}
}

func TestUnknownSchemasAreRefused(t *testing.T) {
	for _, text := range []string{string(file("IFC5", wall)), "", "ISO-10303-21;", string(file("IFC4", ""))} {
		if _, err := Open([]byte(text)); err == nil {
			t.Errorf("%.40q is no model", text)
		}
	}
}

// TestProhibitedIsTheOppositeOfRequired checks that an element with the feature never passes both cardinalities.
func TestProhibitedIsTheOppositeOfRequired(t *testing.T) {
	model := file("IFC4",
		wallWithSet+
			"#4=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);#12=IFCRELASSOCIATESMATERIAL('05rScmOVzMoQXOfbYdtLYj',$,$,$,(#1),#13);#13=IFCMATERIAL('M',$,$);")
	for _, facet := range []string{
		"<attribute%s><name>" + plain("Name") + "</name></attribute>", "<material%s/>",
		"<material%s><value>" + plain("M") + "</value></material>",
		"<property%s><propertySet>" + plain("Set") + "</propertySet><baseName>" + plain("P") + "</baseName></property>",
	} {
		required := run(t, document(strings.Replace(facet, "%s", "", 1)), model).Status
		prohibited := run(t, document(strings.Replace(facet, "%s", ` cardinality="prohibited"`, 1)), model).Status
		if required == prohibited {
			t.Errorf("%s: %s, and prohibited %s", facet, required, prohibited)
		}
	}
}

func FuzzRun(f *testing.F) {
	f.Add(document(propertyFacet("IFCLABEL", plain("x"), "")),
		file("IFC4", wallWithSet+"#4=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);"))
	f.Add(document(`<partOf><entity><name>`+plain("IFCSPACE")+
		`</name></entity></partOf><material/><classification><system>`+plain("A")+`</system></classification>`),
		file("IFC2X3", wall+assignedUnits))
	f.Fuzz(func(t *testing.T, doc, model []byte) {
		d, faults := audit.Audit(doc, ids.ReadOptions{Lenient: true})
		m, err := Open(model)
		if d == nil || err != nil {
			return
		}
		Run(d, faults, m, Options{})
	})
}
