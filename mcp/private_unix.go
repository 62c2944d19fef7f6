//go:build unix

package mcp

import (
	"errors"
	"io/fs"
	"syscall"
)

// othersMode are the access rights of anybody but a file's owner.
const othersMode = 0o077

// checkPrivate returns an error for a file that others than its owner can read or write.
func checkPrivate(info fs.FileInfo) error {
	if info.Mode().Perm()&othersMode != 0 {
		return errors.New("can be read or written by others: chmod 600 it")
	}
	return nil
}

// othersWrite are the write rights of anybody but the owner.
const othersWrite = 0o022

// checkUnwritable returns an error for a file that others than its owner can write.
func checkUnwritable(info fs.FileInfo) error {
	if info.Mode().Perm()&othersWrite != 0 {
		return errors.New("can be written by others: chmod go-w it")
	}
	return nil
}

// inodeOf returns the inode of a file, which distinguishes a file from its replacement.
func inodeOf(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ino
	}
	return 0
}
