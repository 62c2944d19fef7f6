package tools

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/bimstream/bimstream/mcp/surfacetest"
)

// listSize matches the place in docs/mcp.md with the number of all tools and the size of their list.
var listSize = regexp.MustCompile(`(lists\s+all\s+)\d+( tools\s+\()\d+( kB,\s+)\d+( kB\s+with\s+all\s+else)`)

// TestTheDocumentationTellsTheSizeOfTheList compares the figures of docs/mcp.md with the list of all tools, in rounded
// kB.
func TestTheDocumentationTellsTheSizeOfTheList(t *testing.T) {
	const path = "../../docs/mcp.md"
	r := registry(t)
	whole, err := surfacetest.Whole(r)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kB := func(bytes int) int { return (bytes + 500) / 1000 }
	want := listSize.ReplaceAll(page, fmt.Appendf(nil, "${1}%d${2}%d${3}%d${4}",
		len(r.Entries()), kB(whole.View), kB(whole.List)))
	if !listSize.Match(page) {
		t.Fatal("docs/mcp.md does not tell the size of the list")
	}
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(want) != string(page) {
		t.Errorf("docs/mcp.md tells another size than %d tools, %+v bytes: make update", len(r.Entries()), whole)
	}
}
