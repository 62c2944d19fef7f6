package mcp

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/bimstream/bimstream/domain/state"
)

// CheckPinned returns an error if the content of a file differs from the digest that the call requires. The
// ILLEGAL_STATE error has both digests.
func (c *Call) CheckPinned(name string, content []byte) error {
	if c.pinned == nil {
		return nil
	}
	digest := sha256.Sum256(content)
	is, want := hex.EncodeToString(digest[:]), c.pinned[name]
	if is == want {
		return nil
	}
	return state.Errorf(state.IllegalState,
		"the file %q is not the one that the run began with: put that one back and call run_resume, or begin another "+
			"run", name).
		With("state", "file_changed").With("allowed", []string{"run_resume", "run_cancel", "run_start"}).
		With("file", name).With("sha256", is).With("pinned_sha256", want)
}
