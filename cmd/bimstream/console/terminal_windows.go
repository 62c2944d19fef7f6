package console

// Where the console of the process is read and written: its input takes no writing.
const (
	terminalIn  = "CONIN$"
	terminalOut = "CONOUT$"
)
