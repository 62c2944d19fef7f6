package ids

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
)

const head = `<?xml version="1.0" encoding="UTF-8"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<info><title>t</title></info>
<specifications>
`

const good = head + `<specification name="n" ifcVersion="IFC4">
<applicability maxOccurs="unbounded"><entity><name><simpleValue>IFCWALL</simpleValue></name></entity></applicability>
</specification>
</specifications>
</ids>`

// TestFaultsAreLocated spoils a document in one way at a time and checks the places of the faults.
func TestFaultsAreLocated(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`<title>t</title>`, ``, "3:7: info lacks title"},
		{`<title>t</title>`, `<title>t</title><date>yesterday</date>`, `3:23: date: "yesterday" is no date`},
		{`<title>t</title>`, `<title>t</title><author>me</author>`, `no address`},
		{`<title>t</title>`, `<copyright>c</copyright><title>t</title>`,
			`3:7: copyright is not allowed here within info: expected title`},
		{` name="n"`, ``, "5:1: specification lacks its attribute name"},
		{`"IFC4"`, `"IFC5"`, `5:1: attribute ifcVersion of specification: "IFC5" is not one of`},
		{`"IFC4"`, `""`, `it names no version`},
		{` maxOccurs="unbounded"`, ` maxOccurs="many"`, `6:1: attribute maxOccurs`},
		{`<specification `, `<specification minOccurs="1" `, "has no attribute minOccurs (a form of IDS 0.9"},
		{`<entity>`, `<entity kind="x">`, "6:38: entity has no attribute kind"},
		{`<simpleValue>IFCWALL</simpleValue>`, ``, "name lacks simpleValue or xs:restriction"},
		{`<simpleValue>IFCWALL</simpleValue>`, `<simpleValue><b/></simpleValue>`,
			"simpleValue holds text, no elements"},
		{`<simpleValue>IFCWALL</simpleValue>`,
			`<xs:restriction base="xs:string"><xs:length value="-1"/></xs:restriction>`,
			`xs:length: "-1" is no whole number`},
		{`<simpleValue>IFCWALL</simpleValue>`, `<xs:restriction base="xs:string"><xs:pattern/></xs:restriction>`,
			`lacks its attribute value`},
		{`<simpleValue>IFCWALL</simpleValue>`, `<xs:restriction base="xs:string"><pattern value="x"/></xs:restriction>`,
			`pattern is not allowed within xs:restriction`},
		{`</entity>`, `</entity><entity><name><simpleValue>IFCDOOR</simpleValue></name></entity>`,
			"entity is not allowed here within applicability: expected partOf"},
		{`</applicability>`, `</applicability>loose text`, "specification holds elements, no text"},
		{`</specification>`, ``, "this is no XML"},
		{`<ids xmlns="http://standards.buildingsmart.org/IDS"`, `<ids`, "in no namespace"},
		{`<?xml version="1.0" encoding="UTF-8"?>`, `<!DOCTYPE ids [<!ENTITY x "y">]>`,
			"document type declarations are not read"},
		{`UTF-8`, `martian`, "encoding"},
	} {
		doc := strings.Replace(good, c.old, c.new, 1)
		if c.old == `<ids xmlns="http://standards.buildingsmart.org/IDS"` && doc == good {
			t.Fatal("the document was not spoiled")
		}
		_, err := Read([]byte(doc), ReadOptions{})
		var faults Faults
		if !errors.As(err, &faults) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s -> %s: %v, want %q", c.old, c.new, err, c.want)
		}
	}
	if _, err := Read([]byte(good), ReadOptions{}); err != nil {
		t.Errorf("the document that is not spoiled: %v", err)
	}
}

func TestDocumentsWithoutNamespaceAreReadLeniently(t *testing.T) {
	doc := strings.Replace(good, `xmlns="http://standards.buildingsmart.org/IDS"`, `schemaLocation="x"`, 1)
	d, err := Read([]byte(doc), ReadOptions{Lenient: true})
	if err != nil || !d.Lenient || len(d.Specifications) != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestByteOrderMarksAndUTF16(t *testing.T) {
	utf16 := []byte{0xFF, 0xFE}
	for _, c := range strings.Replace(good, "UTF-8", "UTF-16", 1) {
		utf16 = append(utf16, byte(c), 0)
	}
	for _, data := range [][]byte{append([]byte("\uFEFF"), good...), utf16} {
		if _, err := Read(data, ReadOptions{}); err != nil {
			t.Error(err)
		}
	}
}

// TestWrittenDocumentsReadBack checks that a document is the same after it was written and read again.
func TestWrittenDocumentsReadBack(t *testing.T) {
	for _, name := range []string{"house.ids", "everything.ids"} {
		data, err := os.ReadFile("../../testdata/ids/" + name)
		if err != nil {
			t.Fatal(err)
		}
		first, err := Read(data, ReadOptions{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		second, err := Read(first.Write(), ReadOptions{})
		if err != nil {
			t.Fatalf("%s, written: %v\n%s", name, err, first.Write())
		}
		if again := second.Write(); !bytes.Equal(first.Write(), again) {
			t.Errorf("%s is another document when it has been written and read:\n%s", name, again)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(strings.Replace(good, "IFCWALL", "", 1)))
	f.Add([]byte("<ids><info/><specifications><specification/></specifications></ids>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Read(data, ReadOptions{Lenient: true})
		if d == nil && err == nil {
			t.Fatal("neither a document nor an error")
		}
		if err != nil {
			return
		}
		if _, err := Read(d.Write(), ReadOptions{}); err != nil {
			t.Fatalf("what was read does not read back when it is written: %v", err)
		}
	})
}

// TestNothingHiddenIsWritten checks that a mark replaces each invisible character.
func TestNothingHiddenIsWritten(t *testing.T) {
	d := &Document{Info: Info{Title: "a\x1b[2J\u202eb\U000E0041"}}
	if out := d.Write(); !bytes.Contains(out, []byte("a⟨U+001B⟩[2J⟨U+202E⟩b⟨U+E0041⟩")) {
		t.Errorf("%s", out)
	}
}
