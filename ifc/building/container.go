package building

import (
	"bytes"

	"github.com/bimstream/bimstream/domain"
)

// containers are the forms other than STEP in which files that are called IFC come, by how they begin, and what is to
// be done with each. None is unpacked here: a small archive can hold a file of any size.
var containers = []struct{ begins, form, do string }{
	{"PK\x03\x04", "a zip archive (ifcZIP)", "unpack it and give the .ifc file in it"},
	{"\x1f\x8b", "compressed (gzip)", "unpack it and give the .ifc file in it"},
	{"<", "XML (ifcXML)", "export it in STEP form (.ifc)"},
	{"{", "JSON (ifcJSON)", "export it in STEP form (.ifc)"},
	{"\xff\xfe", "text in UTF-16", "export it anew: STEP files are ASCII"},
	{"\xfe\xff", "text in UTF-16", "export it anew: STEP files are ASCII"},
}

// checkContainer refuses a file of another form by its name.
func checkContainer(data []byte) error {
	head := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	for _, c := range containers {
		if bytes.HasPrefix(head, []byte(c.begins)) {
			return domain.Errorf(domain.InvalidInput, "the file is %s, not a STEP file: %s",
				c.form, c.do).With("form", c.form)
		}
	}
	return nil
}
