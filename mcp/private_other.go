//go:build !unix

package mcp

import "io/fs"

// checkPrivate always returns nil here, because the mode of a file does not show who may read it.
func checkPrivate(fs.FileInfo) error { return nil }

// checkUnwritable always returns nil here, because the mode of a file does not show who may write it.
func checkUnwritable(fs.FileInfo) error { return nil }

// inodeOf returns 0 here, because no inode is known; time and size have to suffice.
func inodeOf(fs.FileInfo) uint64 { return 0 }
