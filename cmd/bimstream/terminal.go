package main

import (
	"errors"
	"os"
)

// atTheTerminal is the terminal that controls the process, open for a question to the person there.
type atTheTerminal struct{ in, out *os.File }

// openTheTerminal opens it. There is none where a program started this one, or an agent's shell tool.
func openTheTerminal() (*atTheTerminal, error) {
	out, err := os.OpenFile(terminalOut, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	in, err := os.OpenFile(terminalIn, os.O_RDWR, 0)
	if err != nil {
		_ = out.Close()
		return nil, err
	}
	return &atTheTerminal{in, out}, nil
}

// Read implements io.Reader.
func (t *atTheTerminal) Read(into []byte) (int, error) { return t.in.Read(into) }

// Write implements io.Writer.
func (t *atTheTerminal) Write(text []byte) (int, error) { return (&shownTo{to: t.out}).Write(text) }

// Close implements io.Closer.
func (t *atTheTerminal) Close() error { return errors.Join(t.in.Close(), t.out.Close()) }
