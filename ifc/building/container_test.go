package building

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
)

// A file of another form is refused by its name, and the message says what to give instead.
func TestOtherFormsAreRefusedByName(t *testing.T) {
	for begins, want := range map[string]string{
		"PK\x03\x04rest": "ifcZIP", "\x1f\x8b\x08": "gzip", "\xef\xbb\xbf<?xml version=\"1.0\"?>": "ifcXML",
		"\n <ifc:iso_10303_28>": "ifcXML", "{\"type\":": "ifcJSON", "\xff\xfeI\x00": "UTF-16",
	} {
		_, err := Parse([]byte(begins))
		if domain.CodeOf(err) != domain.InvalidInput || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s named", begins, err, want)
		}
	}
}
