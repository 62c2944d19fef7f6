//go:build !unix

package main

import (
	"io"
	"os"
)

// standardInput returns standard input, and what to do when it is not needed any more.
func standardInput() (in io.Reader, restore func()) { return os.Stdin, func() {} }
