//go:build !linux && !darwin

package sqlite

import "errors"

// indexFile is not read where a system may keep what is written through shared memory apart from the file, or where
// another process's locks may keep a file from being read.
type indexFile struct{}

func openIndex(string) (*indexFile, error) { return nil, errors.ErrUnsupported }

func (*indexFile) headers() (copies [2]indexHeader, err error) { return copies, errors.ErrUnsupported }
