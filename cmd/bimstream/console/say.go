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

// Writer writes what a command shows. It escapes invisible characters, and those that control a terminal, as JSON does,
// so that a JSON document is still the same document. It passes line ends and tabs on: only Say can tell those of the
// program from those within a text of others.
type Writer struct {
	mu   sync.Mutex
	to   io.Writer
	rest []byte // the beginning of a character whose end has not come
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

// output and complaints are the standard streams as commands write to them.
var (
	Output = &Writer{to: os.Stdout}
	Errors = &Writer{to: os.Stderr}
)

// Steering returns what is below a writer: for a line of progress that is written over, whose texts say escapes.
func Steering(w io.Writer) io.Writer {
	if s, ok := w.(*Writer); ok {
		return s.to
	}
	return w
}

// Say writes what a command has to tell. Texts among the values are of others, as far as anybody can tell: each stays
// in its line and its column, and steers nothing.
func Say(w io.Writer, format string, values ...any) (int, error) {
	shown := make([]any, len(values))
	for i, v := range values {
		shown[i] = harmless(v)
	}
	return fmt.Fprintf(w, format, shown...)
}

// SayLine is say for one text in a line of its own.
func SayLine(w io.Writer, line any) (int, error) { return Say(w, "%s\n", line) }

// harmless returns a value as say writes it.
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

// Complaint returns the text of an error for the terminal. What it has in several lines is indented: no text of others
// in it begins a line.
func Complaint(err error) string {
	return text.EscapeLines(strings.ReplaceAll(err.Error(), "\n", "\n    "))
}
