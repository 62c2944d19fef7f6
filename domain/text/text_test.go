package text

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHiddenCharactersAreReplacedAndComeBack checks every code point: no hidden character remains in a line, and
// Restore returns each.
func TestHiddenCharactersAreReplacedAndComeBack(t *testing.T) {
	n := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) || !hidden(r) {
			continue
		}
		n++
		given := "a" + string(r) + "b"
		got := Line(given)
		if strings.ContainsRune(got, r) || Line(got) != got || Restore(got) != given || !Sound(got) {
			t.Fatalf("%U: %q", r, got)
		}
		if e := Escape(given); strings.ContainsRune(e, r) {
			t.Fatalf("%U is shown raw: %q", r, e)
		}
	}
	if n < 4000 {
		t.Errorf("only %d characters are hidden", n)
	}
}

func TestLine(t *testing.T) {
	for given, want := range map[string]string{
		"Wall 1 – Büro m² „x“":   "Wall 1 – Büro m² „x“",
		"a\nb":                   "a⟨U+000A⟩b",
		"\x1b[2Jgone":            "⟨U+001B⟩[2Jgone",
		"a\u202eb":               "a⟨U+202E⟩b",
		"a\U000e0041b":           "a⟨U+E0041⟩b",
		"a\xffb":                 "a⟨0xFF⟩b",
		"می\u200cخواهم":          "می\u200cخواهم",
		"ann\u200d":              "ann⟨U+200D⟩",
		"👩\u200d👩":               "👩\u200d👩",
		"☎\ufe0f":                "☎\ufe0f",
		"a\ufe0f":                "a⟨U+FE0F⟩",
		"⟨U+0041⟩":               "⟨U+0041⟩",
		"soft\u00adhyphen\u200b": "soft⟨U+00AD⟩hyphen⟨U+200B⟩",
	} {
		if got := Line(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
	if got := Block("a\r\nb\tc\rd\ne"); got != "a\r\nb\tc⟨U+000D⟩d\ne" {
		t.Errorf("a block: %q", got)
	}
	if got := Restore("⟨U+0041⟩ ⟨U+202E ⟨U+202E⟩"); got != "⟨U+0041⟩ ⟨U+202E \u202e" {
		t.Errorf("restored: %q", got)
	}
}

func TestJSON(t *testing.T) {
	for _, tt := range []struct {
		given, want string
		replaced    int
	}{
		{`{"name":"a","n":1.50}`, `{"name":"a","n":1.50}`, 0},
		{`{"name":"a\nb","description":"a\nb","n":1.50}`, `{"name":"a⟨U+000A⟩b","description":"a\nb","n":1.50}`, 1},
		{`{"facet":"name","from":"x","to":"a\tb"}`, `{"facet":"name","from":"x","to":"a⟨U+0009⟩b"}`, 1},
		{`{"facet":"params","from":{},"to":{"note":"a\tb"}}`, `{"facet":"params","from":{},"to":{"note":"a\tb"}}`, 0},
		{`{"a\u001b":["\u202e"]}`, `{"a⟨U+001B⟩":["⟨U+202E⟩"]}`, 2},
	} {
		got, replaced := JSON([]byte(tt.given))
		if string(got) != tt.want || replaced != tt.replaced || !json.Valid(got) {
			t.Errorf("%s: %s, %d", tt.given, got, replaced)
		}
	}
}

func FuzzJSON(f *testing.F) {
	f.Add("a\u202e\x1b\n")
	f.Fuzz(func(t *testing.T, s string) {
		given, _ := json.Marshal(map[string]string{"name": s, "note": s})
		got, _ := JSON(given)
		var back map[string]string
		if err := json.Unmarshal(got, &back); err != nil || !Sound(back["name"]) {
			t.Errorf("%q: %s, %v", s, got, err)
		}
		again, n := JSON(got)
		if n != 0 || string(again) != string(got) {
			t.Errorf("%q: a second pass changes %s to %s", s, got, again)
		}
		if e := Escape(s); Escape(e) != e || strings.ContainsFunc(e, func(r rune) bool { return r < ' ' }) {
			t.Errorf("%q is shown as %q", s, e)
		}
	})
}
