package wire

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// lineWriter writes one JSON message per line. It is the only writer to stdout, so that the messages of a handler
// arrive in order: progress before the result.
type lineWriter struct {
	mu  sync.Mutex
	out io.Writer
	err error
}

// write sends a message. After the first failure every write fails, because the client has gone.
func (w *lineWriter) write(message any) error {
	line, err := encode(message)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	line = append(line, '\n')
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if _, err := w.out.Write(line); err != nil {
		w.err = fmt.Errorf("write to the client: %w", err)
	}
	return w.err
}

func encode(message any) ([]byte, error) {
	if a, ok := message.(toolAnswer); ok {
		return a.appendLine(nil)
	}
	return json.Marshal(message)
}
