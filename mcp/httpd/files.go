package httpd

import (
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
)

// giveFile serves GET /files/ID: an exported or sent file of the caller, whole or in ranges, with its hash as ETag.
func (s *Service) giveFile(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		wire.RefuseUnread(w, r, http.StatusMethodNotAllowed, "this address takes GET; files are sent to /files")
		return
	}
	p, _ := mcp.PrincipalOf(r.Context())
	f, content, err := s.config.Files.OpenFile(r.Context(), p, r.PathValue("id"))
	switch {
	case errors.Is(err, wire.ErrNoResource):
		wire.RefuseUnread(w, r, http.StatusNotFound, "there is no file of this id, or none that you may see")
		return
	case errors.Is(err, app.ErrFileReplaced):
		wire.RefuseUnread(w, r, http.StatusGone,
			"a later export has replaced this file: use the link of that export, or export again")
		return
	case err != nil:
		s.log.Error("a file could not be opened", "error", err)
		wire.RefuseUnread(w, r, http.StatusInternalServerError, "the file could not be read")
		return
	}
	defer func() { _ = content.Close() }()
	f.Serve(w, r, content)
}

// takeFile serves POST /files?name=NAME: it writes the body to the disk as it arrives.
func (s *Service) takeFile(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		wire.RefuseUnread(w, r, http.StatusMethodNotAllowed, "files are sent by POST /files?name=NAME")
		return
	}
	most := s.config.MaxUpload
	if r.ContentLength > most {
		wire.RefuseUnread(w, r, http.StatusRequestEntityTooLarge,
			"a file must not be longer than "+strconv.FormatInt(most>>20, 10)+" MiB")
		return
	}
	if s.draining.Load() || !s.uploads.TryAcquire(1) {
		w.Header().Set("Retry-After", "5")
		wire.RefuseUnread(w, r, http.StatusServiceUnavailable,
			"too many files are being sent: try again in a few seconds")
		return
	}
	defer s.uploads.Release(1)
	p, _ := mcp.PrincipalOf(r.Context())
	body := &paced{from: http.MaxBytesReader(w, r.Body, most),
		control: http.NewResponseController(w), started: time.Now()}
	f, err := s.config.Files.TakeFile(p, r.URL.Query().Get("name"), body, time.Now())
	if err != nil {
		s.refuseFile(w, r, err)
		return
	}
	_ = body.control.SetReadDeadline(time.Time{})
	w.Header().Set("Location", "files/"+f.ID)
	answerJSON(w, http.StatusCreated, f)
}

// maxUploading is how many files are received at the same time.
const maxUploading = 16

func (s *Service) refuseFile(w http.ResponseWriter, r *http.Request, err error) {
	status, text := http.StatusInternalServerError, "the file could not be kept"
	_, tooLong := errors.AsType[*http.MaxBytesError](err)
	switch {
	case tooLong:
		status, text = http.StatusRequestEntityTooLarge,
			"the file is longer than "+strconv.FormatInt(s.config.MaxUpload>>20, 10)+" MiB"
	case errors.Is(err, os.ErrDeadlineExceeded):
		status, text = http.StatusRequestTimeout, "the file did not arrive in time"
	case errors.Is(err, io.ErrUnexpectedEOF):
		status, text = http.StatusBadRequest, "the file ended before it was complete"
	case state.CodeOf(err) == state.StorageFull:
		status, text = http.StatusInsufficientStorage, err.Error()
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		status, text = http.StatusInsufficientStorage, "no room is left on the storage of the server"
	case state.CodeOf(err) == state.PathNotAllowed:
		status, text = http.StatusBadRequest, err.Error()
	default:
		s.log.Error("a file could not be kept", "error", err)
	}
	wire.RefuseUnread(w, r, status, text)
}

// paced reads a body that must arrive at a minimum rate.
type paced struct {
	from    io.Reader
	control *http.ResponseController
	started time.Time
	read    int64
}

// Read implements io.Reader.
func (p *paced) Read(into []byte) (int, error) {
	within := wire.DefaultBodyAllowance + time.Duration(float64(p.read)/wire.MinBodyRate*float64(time.Second))
	_ = p.control.SetReadDeadline(p.started.Add(within))
	n, err := p.from.Read(into)
	p.read += int64(n)
	return n, err
}
