//go:build !linux && !darwin

package sqlite

import "errors"

// indexFile is empty on systems that may keep shared memory apart from the file, or on which the locks of another
// process may prevent reading the file.
type indexFile struct{}

func openIndex(string) (*indexFile, error) { return nil, errors.ErrUnsupported }

func (*indexFile) headers() (copies [2]indexHeader, err error) { return copies, errors.ErrUnsupported }
