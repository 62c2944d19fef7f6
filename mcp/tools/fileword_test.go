package tools

import (
	"github.com/bimstream/bimstream/mcp/app"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNamesInNamesOfFiles checks that names in any script stay readable in file names. No character remains that a
// system treats as a separator or the start of an extension, or ignores.
func TestNamesInNamesOfFiles(t *testing.T) {
	for name, want := range map[string]string{
		"Erdgeschoß Süd":       "erdgeschoß-süd",
		"Erdgeschoß Su\u0308d": "erdgeschoß-süd", // as Apple's file systems write it
		"一階":                   "一階",
		"ПЛАН 1/2":             "план-1-2",
		"Étage ½":              "étage-1-2",
		"Ｆ１":                   "f1",
		"दूसरी मंज़िल":         "दूसरी-मंज़िल",
		"a\u202egnp.exe":       "a-gnp-exe", // changes the direction of the text
		"a\u3164\ufe0fb":       "a--b",      // invisible characters
		"../CON:x?":            "con-x",
		"–":                    "",
		"":                     "",
	} {
		if got := app.FileWord(name); got != want {
			t.Errorf("%q becomes %q, not %q", name, got, want)
		}
	}
	for _, name := range []string{strings.Repeat("階", 40), strings.Repeat("aü", 40), strings.Repeat("a", 59) + " b"} {
		if got := app.FileWord(name); !utf8.ValidString(got) || len(got) > app.MaxFileWord ||
			len(got) < app.MaxFileWord-2 {
			t.Errorf("%q becomes %q", name, got)
		}
	}
}

// TestFilesAreNamedAfterLevelsOfAnyScript checks that the plans of levels with names in other scripts have distinct
// file names.
func TestFilesAreNamedAfterLevelsOfAnyScript(t *testing.T) {
	o := newOffice(t)
	for name, want := range map[string]string{"Erdgeschoß Süd": "erdgeschoß-süd", "一階": "一階", "二階": "二階"} {
		o.ok("create_level", `{"name":"%s","elevation":9000}`, name)
		path := o.ok("create_plan", `{"level_id":"%s"}`, name).at("path").text()
		if base := filepath.Base(path); !strings.Contains(base, "-"+want+"-") {
			t.Errorf("the plan of %s is called %s", name, base)
		}
	}
}
