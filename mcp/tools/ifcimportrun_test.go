package tools

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/mcp/tools/files"
)

// TestAnImportGoesOnInItsAppends checks that an import can be resumed only with the same number of appends.
func TestAnImportGoesOnInItsAppends(t *testing.T) {
	plan := &importer.Plan{Steps: make([]change.Import, 3)}
	for begun, code := range map[int]state.Code{0: 0, 5: 0, 4: state.IllegalState} {
		if err := (&files.Import{Plan: plan, Begun: begun}).CheckBegun(); state.CodeOf(err) != code &&
			(err != nil || code != 0) {
			t.Errorf("begun in %d appends: %v", begun, err)
		}
	}
}
