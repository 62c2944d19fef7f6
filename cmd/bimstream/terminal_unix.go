//go:build unix

package main

// Where the terminal that controls the process is read and written, whatever standard input and output are.
const (
	terminalIn  = "/dev/tty"
	terminalOut = "/dev/tty"
)
