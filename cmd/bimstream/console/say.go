package console

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/text"
)

// Writer writes the output of a command. It escapes invisible characters and control characters in the form of JSON, so
// that a JSON document keeps its meaning. It does not escape line ends and tabs, because only Say knows whether they
// come from the program or from a foreign text.
type Writer struct {
	mu   sync.Mutex
	to   io.Writer
	rest []byte // the first bytes of an incomplete character
}

// Write implements io.Writer.
func (s *Writer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	whole := append(s.rest, p...)
	end := len(whole)
	for back := 1; back < utf8.UTFMax && back <= end; back++ {
		if b := whole[end-back]; utf8.RuneStart(b) {
			if b >= utf8.RuneSelf && !utf8.FullRune(whole[end-back:]) {
				end -= back
			}
			break
		}
	}
	s.rest = append([]byte(nil), whole[end:]...)
	if _, err := io.WriteString(s.to, text.EscapeLines(string(whole[:end]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Output and Errors are the standard streams for commands.
var (
	Output = &Writer{to: os.Stdout}
	Errors = &Writer{to: os.Stderr}
)

// Steering returns the writer below a Writer, for a progress line that overwrites itself. Say must escape the texts of
// that line.
func Steering(w io.Writer) io.Writer {
	if s, ok := w.(*Writer); ok {
		return s.to
	}
	return w
}

// Say writes formatted output of a command. Texts among the values count as foreign: each stays in its line and its
// column, and cannot control the terminal.
func Say(w io.Writer, format string, values ...any) (int, error) {
	shown := make([]any, len(values))
	for i, v := range values {
		shown[i] = harmless(v)
	}
	return fmt.Fprintf(w, format, shown...)
}

// SayLine is Say for one text in a line of its own.
func SayLine(w io.Writer, line any) (int, error) { return Say(w, "%s\n", line) }

// harmless returns a value in the form in which Say writes it.
func harmless(v any) any {
	switch v := v.(type) {
	case nil:
		return v
	case string:
		return text.Escape(v)
	case error:
		return text.Escape(strings.ReplaceAll(v.Error(), "\n", "; "))
	case []byte:
		return v // a digest, for %x
	case fmt.Stringer:
		if reflect.ValueOf(v).Kind() == reflect.Pointer && reflect.ValueOf(v).IsNil() {
			return v
		}
		return text.Escape(v.String())
	}
	switch r := reflect.ValueOf(v); {
	case r.Kind() == reflect.String:
		return text.Escape(r.String())
	case r.Kind() == reflect.Slice && r.Type().Elem().Kind() == reflect.String:
		out := make([]string, r.Len())
		for i := range out {
			out[i] = text.Escape(r.Index(i).String())
		}
		return out
	}
	return v
}

// Complaint returns the text of an error for the terminal. Further lines are indented, so that no foreign text in it
// begins a line.
func Complaint(err error) string {
	return text.EscapeLines(strings.ReplaceAll(err.Error(), "\n", "\n    "))
}
