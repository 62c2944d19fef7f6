package console

import (
	"errors"
	"os"
)

// Terminal is the controlling terminal of the process, open for a question to the person there.
type Terminal struct{ in, out *os.File }

// OpenTerminal opens the controlling terminal. There is none if a program or an agent's shell tool started this
// process.
func OpenTerminal() (*Terminal, error) {
	out, err := os.OpenFile(terminalOut, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	in, err := os.OpenFile(terminalIn, os.O_RDWR, 0)
	if err != nil {
		_ = out.Close()
		return nil, err
	}
	return &Terminal{in, out}, nil
}

// Read implements io.Reader.
func (t *Terminal) Read(into []byte) (int, error) { return t.in.Read(into) }

// Write implements io.Writer.
func (t *Terminal) Write(text []byte) (int, error) { return (&Writer{to: t.out}).Write(text) }

// Close implements io.Closer.
func (t *Terminal) Close() error { return errors.Join(t.in.Close(), t.out.Close()) }
