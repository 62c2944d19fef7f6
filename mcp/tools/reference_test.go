package tools

import (
	"github.com/bimstream/bimstream/mcp/tools/server"
	"os"
	"testing"
)

// TestReferencesAreUpToDate checks that the generated parts of the documentation match the code.
func TestReferencesAreUpToDate(t *testing.T) {
	for path, text := range map[string]string{"../../docs/errors.md": server.ErrorReference(),
		"../../docs/categories.md": server.CategoryReference(), "../../docs/tools.md": ToolReference()} {
		if *update {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(path); err != nil || string(have) != text {
			t.Errorf("%s is not what the code says: make update (%v)", path, err)
		}
	}
}
