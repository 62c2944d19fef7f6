//go:build !unix

package mcp

import "io/fs"

// checkPrivate cannot tell here who may read a file: its mode says nothing of that.
func checkPrivate(fs.FileInfo) error { return nil }

// checkUnwritable cannot tell here who may write a file.
func checkUnwritable(fs.FileInfo) error { return nil }

// inodeOf is not known here: time and size have to do.
func inodeOf(fs.FileInfo) uint64 { return 0 }
