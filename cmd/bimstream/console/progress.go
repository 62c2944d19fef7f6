package console

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// Counter shows on a terminal how far a long run is.
type Counter struct {
	w        io.Writer
	terminal bool
}

// NewCounter returns a counter that shows on a writer, nothing where the writer is no terminal.
func NewCounter(w io.Writer) *Counter {
	f, ok := Steering(w).(*os.File)
	return &Counter{w, ok && isatty.IsTerminal(f.Fd())}
}

// Show writes how many elements and events there are by now.
func (c *Counter) Show(elements int, events uint64) {
	c.Say(fmt.Sprintf("%d elements, %d events", elements, events))
}

// Say writes a text over the line before.
func (c *Counter) Say(text string) {
	if c.terminal {
		_, _ = fmt.Fprint(Steering(c.w), "\r\033[K"+text)
	}
}

// Done clears the line.
func (c *Counter) Done() {
	if c.terminal {
		_, _ = fmt.Fprint(Steering(c.w), "\r\033[K")
	}
}
