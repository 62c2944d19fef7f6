package tools

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
)

// TestAnImportBeyondTheMemoryIsRefused checks that a file that needs more memory than the machine has is refused before
// it is read, with both figures.
func TestAnImportBeyondTheMemoryIsRefused(t *testing.T) {
	err := app.CheckMemory(1<<30, 4<<30)
	if state.CodeOf(err) != state.OperationTooLarge ||
		err.(*state.Error).Data["needed"] != int64(app.ImportMemory)<<30 {
		t.Errorf("%v", err)
	}
	if err := app.CheckMemory(math.MaxInt64, math.MaxInt64); state.CodeOf(err) != state.OperationTooLarge {
		t.Errorf("a size whose need is beyond any number: %v", err)
	}
	if err := app.CheckMemory(1<<20, 4<<30); err != nil {
		t.Errorf("a small file: %v", err)
	}
	if free := app.FreeMemory(); free <= 0 {
		t.Errorf("%d bytes are free", free)
	}
}

// TestAFileIsReadWithinItsBound checks that no more of a file is read than its bound, whatever size was reported
// before.
func TestAFileIsReadWithinItsBound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, bytes.Repeat([]byte("x"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := app.ReadWithin(path, 100); err != nil || len(data) != 100 {
		t.Errorf("%d bytes (%v)", len(data), err)
	}
	if _, err := app.ReadWithin(path, 99); state.CodeOf(err) != state.OperationTooLarge {
		t.Errorf("%v", err)
	}
	if _, err := app.ReadWithin(os.DevNull, 100); state.CodeOf(err) != state.InvalidInput {
		t.Errorf("a device: %v", err)
	}
}
