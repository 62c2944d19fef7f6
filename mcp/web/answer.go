package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/bimstream/bimstream/domain/state"
	foreign "github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/mcp"
)

// Errors outside the error table, because they concern the page and not a model.
var (
	errNoSession = &unauthorized{"there is no session: the server was started again, or you have logged out. Press " +
		"Enter at its terminal for a new link"}
	errNoKey = &unauthorized{"this link was used already, or is older than 10 minutes: press Enter at the terminal " +
		"of the server for a new one"}
)

// unauthorized is the error for a caller without a valid session or key.
type unauthorized struct{ sentence string }

func (e *unauthorized) Error() string { return e.sentence }

func notFound(format string, values ...any) error {
	return state.Errorf(state.NotFound, format, values...)
}

// answer writes a value as JSON that must not be cached.
func answer(w http.ResponseWriter, value any) { answerStatus(w, http.StatusOK, value) }

func answerStatus(w http.ResponseWriter, status int, value any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	text, err := json.Marshal(value)
	if err != nil {
		http.Error(w, "the answer could not be written", http.StatusInternalServerError)
		return
	}
	text, _ = foreign.JSON(text)
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// keep allows the browser to cache an answer for ever, because its address contains the revision.
func keep(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Header().Set("Vary", "Authorization")
}

// refuse writes an error in the form of a tool's error, with the closest HTTP status.
func (s *Server) refuse(w http.ResponseWriter, who mcp.Principal, err error) {
	out := mcp.Refused(err, who, s.config.Now())
	status := statusOf(state.Code(out.Error.Code))
	if u, ok := errors.AsType[*unauthorized](err); ok {
		status = http.StatusUnauthorized
		w.Header().Set("WWW-Authenticate", "Bearer")
		out = mcp.Refused(state.Errorf(state.PermissionDenied, "%s", u.sentence), who, s.config.Now())
	}
	if status == http.StatusInternalServerError {
		s.config.Logger.Error("a request of the page failed", "error", err)
	}
	w.Header().Del("Cache-Control")
	answerStatus(w, status, out)
}

// statuses maps codes to HTTP statuses, for codes whose status differs from the usual one of their hundred.
var statuses = map[state.Code]int{
	state.ApprovalRequired: http.StatusConflict, state.RateLimited: http.StatusTooManyRequests,
	state.NotFound: http.StatusNotFound, state.Internal: http.StatusInternalServerError,
	state.InvalidOutput: http.StatusInternalServerError, state.StoreCorrupt: http.StatusInternalServerError,
}

func statusOf(c state.Code) int {
	const hundred = 100
	if status, ok := statuses[c]; ok {
		return status
	}
	switch c / hundred {
	case state.InvalidInput / hundred:
		return http.StatusBadRequest
	case state.DegenerateGeometry / hundred:
		return http.StatusUnprocessableEntity
	case state.PermissionDenied / hundred:
		return http.StatusForbidden
	case state.NotFound / hundred:
		return http.StatusConflict
	case state.StoreUnavailable / hundred:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// decode parses the body of a request: one JSON value without unknown names.
func decode(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return state.Errorf(state.InvalidInput, "the body of the request does not hold: %v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return state.Errorf(state.InvalidInput, "the body of the request has more than one JSON value")
	}
	return nil
}

// whole parses a query parameter as a whole number from 0 to most; otherwise is the value if it is missing.
func whole(r *http.Request, name string, otherwise, most int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, state.Errorf(state.OutOfRange, "%s is %q: give a whole number from 0 to %d", name, text, most).
			With("parameter", name)
	}
	return n, nil
}

// etag returns a name in quotes, as an ETag.
func etag(name string) string { return fmt.Sprintf("%q", name) }
