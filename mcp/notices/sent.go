package notices

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Sent is a folder with a file for each notice, which the processes of a machine share. The process that creates the
// file sends the notice, so that it is sent at most once, even if several processes follow or one is killed.
type Sent struct{ Folder string }

// Take reports whether the caller has to send a notice, which is so if no process has taken it before.
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
