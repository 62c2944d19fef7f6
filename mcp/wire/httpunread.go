package wire

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// refuseBody answers a message that could not be read. The connection cannot be reused, because the rest of the body is
// still arriving.
func refuseBody(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusBadRequest
	switch {
	case errors.Is(err, errBodyTooLong):
		status = http.StatusRequestEntityTooLarge
	case errors.Is(err, errBodyTooSlow):
		status = http.StatusRequestTimeout
	case errors.Is(err, errNoRoom):
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "3")
	case errors.Is(err, errBodyBroken):
		err = errBodyBroken
	}
	RefuseMessage(w, r, status, err.Error())
}

// RefuseUnread answers a request at once without reading its body. net/http would first wait for the body, which a
// client can delay.
func RefuseUnread(w http.ResponseWriter, r *http.Request, status int, text string) {
	unread(w, r, func() { refuseText(w, status, text) })
}

// RefuseMessage is RefuseUnread for a protocol message. It sends a protocol error with a null id, as JSON-RPC
// prescribes for a request that was not read. Clients show the sentence of such an error to their user, but only the
// status of any other body.
func RefuseMessage(w http.ResponseWriter, r *http.Request, status int, text string) {
	code := mcp.INVALID_REQUEST
	if status >= http.StatusInternalServerError || status == http.StatusTooManyRequests {
		code = mcp.INTERNAL_ERROR
	}
	unread(w, r, func() { refuseProtocol(w, status, json.RawMessage("null"), code, text) })
}

func unread(w http.ResponseWriter, r *http.Request, refuse func()) {
	w.Header().Set("Connection", "close")
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex()
	refuse()
	_ = control.Flush()
	linger(control, r)
}

// The bounds for reading and discarding the rest of a body after the answer was sent.
const (
	// lingerIdle is how long a client may send nothing. A client that has read the answer closes the connection or
	// stops sending.
	lingerIdle = time.Second
	// lingerMost is how long a client may continue sending. It equals the time in which a message must begin to arrive,
	// and is no longer than the ending server waits for requests.
	lingerMost = DefaultBodyAllowance
	// lingerBytes is the size of the read buffer.
	lingerBytes = 32 << 10
)

// linger reads the rest of a body for a client that reads the answer only after sending everything. Closing a
// connection with unread bytes resets it and loses the answer (RFC 9112, section 9.6). A client that sent Expect:
// 100-continue sends nothing more.
func linger(control *http.ResponseController, r *http.Request) {
	if r.Body == nil || r.Header.Get("Expect") != "" {
		return
	}
	begun, into := time.Now(), make([]byte, lingerBytes)
	for left := lingerMost; left > 0; left = lingerMost - time.Since(begun) {
		if err := control.SetReadDeadline(time.Now().Add(min(lingerIdle, left))); err != nil {
			return // does not wait for a body without a deadline
		}
		if _, err := r.Body.Read(into); err != nil {
			return // io.EOF means that everything was read
		}
	}
}
