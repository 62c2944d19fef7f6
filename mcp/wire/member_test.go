package wire

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// FuzzMembers compares membersOf with encoding/json, which also uses the last value of a repeated name.
func FuzzMembers(f *testing.F) {
	for _, text := range []string{`{}`, `{"a":1}`, ` {"a" : -1.5e3 , "b":{"c":[1,{"d":"}"}]},"a":"\"x\\"}`, `{"":null}`,
		`{"a\u0062":true,"ab":[]}`, "{\"a\":[ ],\r\n\t\"b\":\"é\u2028\"}", `{"a":{"b":"]\\\"}"},"c":0}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var want map[string]json.RawMessage
		if !utf8.Valid(text) || hasLoneSurrogate(text) || json.Unmarshal(text, &want) != nil || want == nil {
			t.Skip("no object, or one that is refused before")
		}
		got := membersOf(text[afterSpace(text, 0):])
		for _, m := range got {
			if _, ok := want[m.name]; !ok {
				t.Errorf("%q: %q is none of its names", text, m.name)
			}
		}
		for name, value := range want {
			if found := got.find(name); string(found) != string(value) {
				t.Errorf("%q: %q is %s, want %s", text, name, found, value)
			}
		}
	})
}
