package verify

import (
	"bytes"
	"strings"
	"testing"
)

func TestEncodingIsJudgedAtItsFirstPlace(t *testing.T) {
	base := string(clause{schema: ifc4, data: wall}.text())
	inName := func(text string) string { return strings.Replace(base, "clause.ifc", text, 1) } // line 4, column 12
	for name, c := range map[string]struct {
		text         string
		severity     Severity // empty if the file is correct
		line, column int
	}{
		"ASCII":                   {base, "", 0, 0},
		"escapes":                 {inName(`\\ \S\d \PA\ \X\E4 \X2\00E4\X0\ \X4\0001F600\X0\ ''`), "", 0, 0},
		"latin-1":                 {inName("W\xe4nde"), Standard, 4, 13},
		"UTF-8":                   {inName("W\u00e4nde"), Practice, 4, 13},
		"UTF-8 as a keyword":      {strings.Replace(base, "IFCWALL(", "IFCW\u00c4LL(", 1), Standard, 8, 8},
		"UTF-8 in a comment":      {strings.Replace(base, "DATA;", "DATA;/* \u00e4 */", 1), Practice, 7, 9},
		"control character":       {inName("a\x00b"), Standard, 4, 13},
		"byte order mark":         {"\ufeff" + base, Practice, 1, 1},
		"run without end":         {inName(`\X2\00E4`), Standard, 4, 12},
		"run of three digits":     {inName(`\X2\00E\X0\`), Standard, 4, 12},
		"single reverse solidus":  {inName(`C:\temp`), Practice, 4, 14},
		"UTF-16":                  {"\xff\xfe" + strings.Join(strings.Split(base, ""), "\x00"), Standard, 1, 1},
		"string without end":      {base + "'", "", 0, 0},
		"escape at the very end":  {base + `'\`, Practice, 12, 2},
		"comment without end":     {base + "/*", "", 0, 0},
		"solidus at the very end": {base + "/", "", 0, 0},
	} {
		r, err := Bytes(t.Context(), []byte(c.text), Options{Rules: []string{"ENCODING"}})
		if err != nil {
			t.Fatal(err)
		}
		if c.severity == "" {
			if len(r.Findings) > 0 {
				t.Errorf("%s: %v", name, r.Findings)
			}
			continue
		}
		if len(r.Findings) == 0 {
			t.Errorf("%s: nothing found", name)
			continue
		}
		if f := r.Findings[0]; f.Severity != c.severity || f.Line != c.line || f.Column != c.column {
			t.Errorf("%s: %s at %d:%d, want %s at %d:%d: %s", name, f.Severity, f.Line, f.Column,
				c.severity, c.line, c.column, f)
		}
	}
}

func TestAFileOfAnotherEncodingHasOneFindingOfAKind(t *testing.T) {
	r, err := Bytes(t.Context(), bytes.Repeat([]byte{0}, 1_000_000), Options{Rules: []string{"ENCODING"}})
	if err != nil || len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Message, "1000000 times") {
		t.Errorf("%v %+v", err, r)
	}
}
