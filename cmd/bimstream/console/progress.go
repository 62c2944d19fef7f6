package console

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// Counter shows the progress of a long run on a terminal.
type Counter struct {
	w        io.Writer
	terminal bool
}

// NewCounter returns a counter for a writer, which shows nothing if the writer is no terminal.
func NewCounter(w io.Writer) *Counter {
	f, ok := Steering(w).(*os.File)
	return &Counter{w, ok && isatty.IsTerminal(f.Fd())}
}

// Show shows the current number of elements and events.
func (c *Counter) Show(elements int, events uint64) {
	c.Say(fmt.Sprintf("%d elements, %d events", elements, events))
}

// Say writes a text over the current line.
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
