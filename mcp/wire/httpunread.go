package wire

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// refuseBody returns a message that could not be read. The connection cannot be used again: the rest of the body is on
// its way.
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

// RefuseUnread returns a request whose body is not read, at once: net/http would wait for the body first, which a
// client can hold back.
func RefuseUnread(w http.ResponseWriter, r *http.Request, status int, text string) {
	unread(w, r, func() { refuseText(w, status, text) })
}

// RefuseMessage does so with a message of the protocol, by an error of the protocol whose id is null, as JSON-RPC has
// it for a request that was not read: clients show its sentence to their user, where of another body they tell the
// status alone.
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

// What is read, and thrown away, of a body whose answer is out already.
const (
	// lingerIdle is how long a client may send nothing: one that reads its answer closes the connection, or ends.
	lingerIdle = time.Second
	// lingerMost is how long one may go on sending: as long as a message has to begin to arrive, and no longer than the
	// end of the server waits for requests.
	lingerMost = DefaultBodyAllowance
	// lingerBytes is read at once.
	lingerBytes = 32 << 10
)

// linger takes what a client goes on sending that looks at the answer only when all is sent. A connection that is
// closed before with bytes unread is reset, and the answer is lost that is on its way (RFC 9112, section 9.6). A client
// that waits to be told to go on (Expect: 100-continue) sends nothing more.
func linger(control *http.ResponseController, r *http.Request) {
	if r.Body == nil || r.Header.Get("Expect") != "" {
		return
	}
	begun, into := time.Now(), make([]byte, lingerBytes)
	for left := lingerMost; left > 0; left = lingerMost - time.Since(begun) {
		if err := control.SetReadDeadline(time.Now().Add(min(lingerIdle, left))); err != nil {
			return // a body without a bound in time is not waited for
		}
		if _, err := r.Body.Read(into); err != nil {
			return // io.EOF among them: all was sent
		}
	}
}
