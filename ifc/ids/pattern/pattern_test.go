package pattern

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestPatternsMeanWhatXMLSchemaSays(t *testing.T) {
	for _, c := range []struct{ pattern, matches, not string }{
		{"DT[0-9]{2}", "DT01 DT99", "DT1 DT001 xDT01 DT01x"},
		{"a|bc", "a bc", "ac abc"},
		{"^a$", "^a$", "a"},
		{"[a-z-[aeiou]]+", "xyz bcd", "a xay XYZ"},
		{"[a-z-[b-y-[m]]]+", "a m z", "b n"},
		{"[^a-c-[x]]", "d y", "a x"},
		{`\d+`, "12 ٣٤", "a 1a"},
		{`\w+`, "Größe aٱ $+", "a.b a-b"},
		{`\i\c*`, "a:b _x1 Ä-1", "1a -a"},
		{`\I`, "1 -", "a :"},
		{`\p{Lu}\p{Ll}+`, "Wand Ähre", "wand WAND"},
		{`\P{L}+`, "123 --", "a 1a"},
		{`\p{IsGreek}+`, "αβγ", "abc"},
		{`[\p{IsBasicLatin}-[0-9]]+`, "abc", "a1"},
		{`a\.b\-c`, "a.b-c", "aXb-c"},
		{`[a\-c]+`, "a-c", "b"},
		{`[-a]+`, "-a", "b"},
		{`[a-]+`, "a-", "b"},
		{`[.]`, ".", "a"},
		{`[\s]*x`, "x", "a"},
		{`x{2,}`, "xx xxxx", "x"},
		{`(ab?){1,2}`, "a ab aab abab", "ababab"},
		{`A/B`, "A/B", "A"},
		{`\p{Cn}?x`, "x", "xx"},
		{`"[^"]*"`, `"a"`, `a`},
	} {
		re, err := Compile(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for _, text := range strings.Fields(c.matches) {
			if !re.MatchString(text) {
				t.Errorf("%s does not match %q", c.pattern, text)
			}
		}
		for _, text := range strings.Fields(c.not) {
			if re.MatchString(text) {
				t.Errorf("%s matches %q", c.pattern, text)
			}
		}
	}
}

func TestPointDoesNotMatchALineEnd(t *testing.T) {
	re, err := Compile("a.b")
	if err != nil {
		t.Fatal(err)
	}
	if re.MatchString("a\nb") || re.MatchString("a\rb") || !re.MatchString("a\u2028b") {
		t.Error("a point stands for every character but line feed and carriage return")
	}
}

func TestWhatXMLSchemaDoesNotHaveIsRefusedWithItsPlace(t *testing.T) {
	for pattern, want := range map[string]string{
		"[Name": "character 6: a [ without its ]", "a*?": "character 3: ?",
		"(?:a)": "character 1: patterns of XML Schema have no (?",
		`\bx`:   "no escape \\b", `(a)\1`: "no escape \\1", "a{": "character 2: a { without",
		"{2}": "character 1: {", "a}": "character 2: }",
		"a{3,2}": "ends before", "a{2000}": "beyond 1000", "a]": "character 2: ]", "[]": "without members",
		"[z-a]":   "ends before it begins",
		`\p{Foo}`: "no category or block", `\p`: "name in braces", "(a": "a ( without", "a)": "a ) without",
		`a\`: "cannot end", "*": "repeats nothing",
		"((a{1000}){1000}){1000}": "too large", "[a-\\d]": "must end in a character", "äö[": "character 4",
	} {
		if _, err := Compile(pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", pattern, err, want)
		}
	}
}

// TestClassesAgreeWithSetsOfRunes draws classes and compares their matches with an independent membership test.
func TestClassesAgreeWithSetsOfRunes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(rapid.RuneFrom([]rune("abcdefäß0123")), 1, 6).Draw(t, "in")
		out := rapid.SliceOfN(rapid.RuneFrom([]rune("abcdefäß0123")), 1, 4).Draw(t, "out")
		negated := rapid.Bool().Draw(t, "negated")
		head := "["
		if negated {
			head = "[^"
		}
		re, err := Compile(head + string(in) + "-[" + string(out) + "]]")
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range "abcdefäß0123xyz" {
			want := strings.ContainsRune(string(in), r) != negated && !strings.ContainsRune(string(out), r)
			if re.MatchString(string(r)) != want {
				t.Fatalf("%s%s-[%s]]: %c", head, string(in), string(out), r)
			}
		}
	})
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{"[a-z-[aeiou]]{2,3}|(x\\p{Lu})*", "\\p{IsGreek}", "[^\\w]", "[[", "a{1,"} {
		f.Add(s, "text")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		re, err := Compile(pattern)
		if err == nil && utf8.ValidString(text) {
			re.MatchString(text)
		}
	})
}
