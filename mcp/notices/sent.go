package notices

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Sent is a folder with a file for each notice that was taken up, which processes of a machine share: whoever makes the
// file sends it, so that a decision is told once, also where several processes follow and after one was killed.
type Sent struct{ Folder string }

// Take reports whether a notice is to be sent by the caller: nobody has taken it up before.
func (s Sent) Take(n Notice) (bool, error) {
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return false, fmt.Errorf("the notices that were sent: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(s.Folder, n.ID), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("the notices that were sent: %w", err)
	}
	return true, f.Close()
}
