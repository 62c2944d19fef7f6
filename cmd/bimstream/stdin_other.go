//go:build !unix

package main

import (
	"io"
	"os"
)

// standardInput returns standard input, and a function to call when it is no longer needed.
func standardInput() (in io.Reader, restore func()) { return os.Stdin, func() {} }
