package building

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/bimstream/bimstream/domain/state"
)

// TestOtherFormsAreRefusedByName checks that a file in another format is refused by the name of the format, and that
// the message states what to give instead.
func TestOtherFormsAreRefusedByName(t *testing.T) {
	for begins, want := range map[string]string{
		"PK\x03\x04rest": "ifcZIP", "\x1f\x8b\x08": "gzip", "\xef\xbb\xbf<?xml version=\"1.0\"?>": "ifcXML",
		"\n <ifc:iso_10303_28>": "ifcXML", "{\"type\":": "ifcJSON",
	} {
		_, err := Parse([]byte(begins))
		if state.CodeOf(err) != state.InvalidInput || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s named", begins, err, want)
		}
	}
}

const small = "ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;" +
	"#1=IFCPROJECT('0xScRe4drECQ4DMSqUjd6d',$,'T\xc3\xbcr',$,$,$,$,$,$);ENDSEC;END-ISO-10303-21;"

// TestArchivesAreRead checks that an archive is read like the file in it, whatever other files it has. Archives without
// a file, with two files, or with a truncated file are refused.
func TestArchivesAreRead(t *testing.T) {
	packed := func(names ...string) []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for _, name := range names {
			f, err := w.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write([]byte(small)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	good := packed("model/house.IFC", "readme.txt", "__MACOSX/house.ifc")
	src, err := Parse(good)
	if err != nil || src.Describe().Project.Name != "Tür" {
		t.Errorf("an archive of a file: %v", err)
	}
	if n, err := UnpackedSize(good); n != int64(len(small)) || err != nil {
		t.Errorf("unpacked size %d, %v, want %d", n, err, len(small))
	}
	for what, data := range map[string][]byte{"none": packed("readme.txt"), "two": packed("a.ifc", "b.ifc"),
		"cut off": good[:len(good)/2]} {
		if _, err := Parse(data); state.CodeOf(err) != state.InvalidInput {
			t.Errorf("an archive of %s: %v", what, err)
		}
	}
}

// TestUTF16IsRead checks that a STEP file in UTF-16 is read as in UTF-8.
func TestUTF16IsRead(t *testing.T) {
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		data, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().Bytes([]byte(small))
		if err != nil {
			t.Fatal(err)
		}
		if src, err := Parse(data); err != nil || src.Describe().Project.Name != "Tür" {
			t.Errorf("%v: %v", order, err)
		}
	}
}
