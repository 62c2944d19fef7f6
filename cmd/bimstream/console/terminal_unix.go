//go:build unix

package console

// Where the terminal that controls the process is read and written, whatever standard input and output are.
const (
	terminalIn  = "/dev/tty"
	terminalOut = "/dev/tty"
)
