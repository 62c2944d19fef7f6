//go:build unix

package console

// The paths of the controlling terminal, whatever standard input and output are.
const (
	terminalIn  = "/dev/tty"
	terminalOut = "/dev/tty"
)
