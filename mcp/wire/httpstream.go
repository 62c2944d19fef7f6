package wire

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// stream holds the messages in answer to one request: its notifications, its questions and its answer. The handler of
// the request writes to the stream. The reader is the connection of the request or, once that is lost, a connection
// that resumes by Last-Event-ID.
type stream struct {
	id      string // "" if the stream cannot be resumed
	request json.RawMessage
	of      *httpSession
	retired bool // under the lock of the session

	mu       sync.Mutex
	events   []event
	next     uint64 // number of the next event; the first is 1, because 0 is the priming event
	answered bool   // the last event is the answer
	over     bool   // nothing more follows
	endedAt  time.Time
	bytes    int
	changed  chan struct{} // closed at a change and then replaced
	reader   int           // the listener that may read; a new listener replaces the previous one
}

type event struct {
	number uint64
	text   []byte
	note   bool // a notification, which may be dropped
}

// maxNotes is how many notifications are kept for a stream without a reader, because old progress is worthless.
const maxNotes = 64

func newStream(request json.RawMessage) *stream {
	return &stream{request: request, next: 1, changed: make(chan struct{})}
}

var errStreamOver = errors.New("the request has been answered")

// write adds a message that is not the answer.
func (st *stream) write(message any) error {
	text, err := encode(message)
	if err != nil {
		return err
	}
	return st.add(text, isNote(message), false)
}

func isNote(message any) bool {
	m, ok := message.(map[string]any)
	return !ok || m["id"] == nil
}

// finish adds the answer and ends the stream; text is nil if there is no answer.
func (st *stream) finish(text []byte) {
	if text != nil {
		_ = st.add(text, false, true) // a second answer is ignored
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	st.close()
}

func (st *stream) add(text []byte, note, answer bool) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.over {
		return errStreamOver
	}
	if note && len(st.events) >= maxNotes {
		st.dropNote()
	}
	st.events = append(st.events, event{st.next, text, note})
	st.next++
	st.bytes += len(text)
	if answer {
		st.answered = true
		st.close()
		return nil
	}
	st.tell()
	return nil
}

func (st *stream) dropNote() {
	for i, e := range st.events {
		if e.note {
			st.bytes -= len(e.text)
			st.events = append(st.events[:i:i], st.events[i+1:]...)
			return
		}
	}
}

func (st *stream) close() {
	st.over, st.endedAt = true, time.Now()
	st.tell()
}

func (st *stream) tell() {
	close(st.changed)
	st.changed = make(chan struct{})
}

func (st *stream) size() int {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.bytes
}

// after returns the events after a number, whether the stream is over, and a channel that is closed at the next change.
func (st *stream) after(number uint64) (events []event, over bool, changed <-chan struct{}) {
	st.mu.Lock()
	defer st.mu.Unlock()
	i := len(st.events)
	for i > 0 && st.events[i-1].number > number {
		i--
	}
	return st.events[i:len(st.events):len(st.events)], st.over, st.changed
}

// claim makes the caller the only reader of the stream; claimed reports whether it still is.
func (st *stream) claim() int {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.reader++
	st.tell()
	return st.reader
}

func (st *stream) claimed(reader int) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.reader == reader
}

// eventID returns the id of an event for Last-Event-ID. It contains the stream, the number and the id of the request. A
// server that no longer knows the stream can therefore still answer the request.
func (st *stream) eventID(number uint64) string {
	return st.id + "." + strconv.FormatUint(number, 10) + "." + base64.RawURLEncoding.EncodeToString(st.request)
}

// parseEventID parses the result of eventID.
func parseEventID(text string) (id string, number uint64, request json.RawMessage, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || len(text) > maxEventID {
		return "", 0, nil, false
	}
	number, err := strconv.ParseUint(parts[1], 10, 64)
	if err != nil {
		return "", 0, nil, false
	}
	request, err = base64.RawURLEncoding.DecodeString(parts[2])
	f, invalid := parseFrame([]byte(`{"jsonrpc":"2.0","method":"x","id":` + string(request) + `}`))
	if err != nil || invalid != nil || f.ID == nil {
		return "", 0, nil, false
	}
	return parts[0], number, f.ID, true
}

// maxEventID bounds the length of a Last-Event-ID that is parsed; ids of requests are short.
const maxEventID = 4 << 10

func newStreamID() string {
	var raw [nonceLength]byte
	_, _ = rand.Read(raw[:]) // never fails: the runtime ends the process instead
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

// eventStream writes server-sent events to one connection.
type eventStream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// writeWithin bounds the time that a client may take to read an event, so that a stalled client does not hold
// resources.
const writeWithin = 30 * time.Second

func beginEventStream(w http.ResponseWriter) *eventStream {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no") // nginx would otherwise delay events
	w.WriteHeader(http.StatusOK)
	return &eventStream{w: w, control: http.NewResponseController(w)}
}

func (e *eventStream) send(text []byte) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(writeWithin))
	defer func() { _ = e.control.SetWriteDeadline(time.Time{}) }()
	if _, err := e.w.Write(text); err != nil {
		return err
	}
	return e.control.Flush()
}

func (e *eventStream) message(id string, text []byte) error {
	out := make([]byte, 0, len(text)+len(id)+len("id: \nevent: message\ndata: \n\n"))
	if id != "" {
		out = append(append(append(out, "id: "...), id...), '\n')
	}
	out = append(out, "event: message\ndata: "...)
	return e.send(append(append(out, text...), "\n\n"...))
}

// prime sends the client an id for resuming before there is any event.
func (e *eventStream) prime(id string) error {
	return e.send([]byte("id: " + id + "\nretry: " + strconv.FormatInt(retryAfter.Milliseconds(), 10) + "\ndata: \n\n"))
}

// retryAfter is the delay after which a client should resume a lost stream.
const retryAfter = time.Second

// follow writes the events of a stream after a number, until the stream is over or another reader has claimed it. ctx
// ends with the request's connection; callers that still write to a half-closed connection pass another context.
func (h *HTTP) follow(ctx context.Context, e *eventStream, st *stream, reader int, number uint64) error {
	alive := time.NewTicker(h.options.KeepAlive)
	defer alive.Stop()
	for {
		events, over, changed := st.after(number)
		if !st.claimed(reader) {
			return nil
		}
		for _, one := range events {
			id := ""
			if st.id != "" {
				id = st.eventID(one.number)
			}
			if err := e.message(id, one.text); err != nil {
				return err
			}
			number = one.number
		}
		if over {
			return nil
		}
		select {
		case <-changed:
		case <-alive.C:
			if err := e.send([]byte(": alive\n\n")); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
