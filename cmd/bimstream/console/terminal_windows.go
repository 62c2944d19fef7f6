package console

// The paths of the console of the process: its input cannot be written to.
const (
	terminalIn  = "CONIN$"
	terminalOut = "CONOUT$"
)
