package tools

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
)

// TestAFullFolderIsSaidWithoutItsPath checks that a full folder, or a used up quota, is reported as such, without a
// path of the server.
func TestAFullFolderIsSaidWithoutItsPath(t *testing.T) {
	t.Parallel()
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT} {
		err := app.FileError(&fs.PathError{Op: "write", Path: "/srv/out/.export-1.part", Err: cause})
		if state.CodeOf(err) != state.StorageFull || strings.Contains(err.Error(), "/srv") {
			t.Errorf("%v: %v", cause, err)
		}
	}
}
