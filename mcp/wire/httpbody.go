package wire

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The errors of reading a body.
var (
	errBodyTooLong = errors.New("a message must not be longer than 8 MiB")
	errBodyTooSlow = errors.New("the body did not arrive in time")
	errBodyBroken  = errors.New("the body ended before it was complete")
	errNoRoom      = errors.New("too many large messages are being worked on: send it again in a few seconds")
)

// bodyBudget bounds the memory of concurrent large messages. Messages below freeBodyBytes are not counted, because they
// cost less than the request around them.
type bodyBudget struct {
	used  atomic.Int64
	mu    sync.Mutex
	ofOne map[string]int64
}

const (
	freeBodyBytes = 64 << 10
	// maxBodies bounds the bytes of counted messages. A message takes about five times its length during processing, so
	// this is 160 MB.
	maxBodies      = 32 << 20
	maxBodiesOfOne = maxBodies / 2
	// bodyStep is how many bytes are read between checks of the time and the budget.
	bodyStep = 64 << 10
)

func newBodyBudget() *bodyBudget { return &bodyBudget{ofOne: map[string]int64{}} }

// take reserves n more bytes for a subject, and reports whether there was room.
func (b *bodyBudget) take(subject string, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.used.Load()+n > maxBodies || b.ofOne[subject]+n > maxBodiesOfOne {
		return false
	}
	b.used.Add(n)
	b.ofOne[subject] += n
	return true
}

func (b *bodyBudget) give(subject string, n int64) {
	if n == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used.Add(-n)
	if b.ofOne[subject] -= n; b.ofOne[subject] == 0 {
		delete(b.ofOne, subject)
	}
}

// readBody reads a message within the bounds of length, time and memory. done, which is never nil, returns the memory
// to the budget.
func (h *HTTP) readBody(w http.ResponseWriter, r *http.Request, subject string) (body []byte, done func(), err error) {
	var taken int64
	done = func() { h.bodies.give(subject, taken) }
	if r.ContentLength > MaxBodyBytes {
		return nil, done, errBodyTooLong
	}
	control := http.NewResponseController(w)
	defer func() { _ = control.SetReadDeadline(time.Time{}) }()
	started := time.Now()
	body = make([]byte, 0, min(max(r.ContentLength, minBodyBuffer), bodyStep)+1)
	for {
		_ = control.SetReadDeadline(started.Add(h.options.BodyAllowance +
			time.Duration(len(body))*time.Second/MinBodyRate))
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case len(body) > MaxBodyBytes:
			return nil, done, errBodyTooLong
		case errors.Is(err, io.EOF):
			return body, done, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, done, errBodyTooSlow
		case err != nil:
			return nil, done, fmt.Errorf("%w: %w", errBodyBroken, err)
		}
		if len(body) < cap(body) {
			continue
		}
		more := int64(cap(body))
		if len(body) >= freeBodyBytes {
			if !h.bodies.take(subject, more) {
				return nil, done, errNoRoom
			}
			taken += more
		}
		body = append(make([]byte, 0, cap(body)+int(more)), body...)
	}
}

// minBodyBuffer is large enough for an ordinary call.
const minBodyBuffer = 1 << 10

// acceptable reports whether the Accept header allows JSON and event streams. A missing header allows both.
func acceptable(r *http.Request) (asJSON, asStream bool) {
	values := r.Header.Values("Accept")
	if len(values) == 0 {
		return true, true
	}
	for part := range strings.SplitSeq(strings.Join(values, ","), ",") {
		kind, parameters, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil || isZeroQuality(parameters["q"]) {
			continue
		}
		switch kind {
		case "*/*":
			return true, true
		case "application/json", "application/*":
			asJSON = true
		case "text/event-stream", "text/*":
			asStream = true
		}
	}
	return asJSON, asStream
}

func isZeroQuality(q string) bool { return q != "" && strings.Trim(q, "0.") == "" }

// takesGzip reports whether a client accepts compressed answers.
func takesGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, quality, _ := strings.Cut(part, ";")
		if n := strings.TrimSpace(name); strings.EqualFold(n, "gzip") || n == "*" {
			_, q, _ := strings.Cut(quality, "=")
			return !isZeroQuality(strings.TrimSpace(q))
		}
	}
	return false
}

func isJSONBody(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// isPlainBody reports whether the body of a request is uncompressed. A compressed body has no known size before it is
// unpacked. The refusal names the accepted encodings, as in RFC 9110, section 15.5.16.
func isPlainBody(r *http.Request) bool {
	for _, coding := range r.Header.Values("Content-Encoding") {
		if !strings.EqualFold(strings.TrimSpace(coding), "identity") {
			return false
		}
	}
	return true
}

// loads counts the requests in progress of each subject.
type loads struct {
	most int
	mu   sync.Mutex
	of   map[string]int
}

func (l *loads) take(subject string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[string]int{}
	}
	if l.of[subject] >= l.most {
		return false
	}
	l.of[subject]++
	return true
}

func (l *loads) give(subject string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of[subject]--; l.of[subject] == 0 {
		delete(l.of, subject)
	}
}
