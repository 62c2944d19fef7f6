package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// live serves what happens in the models of the person as server-sent events, from a position on. The id of an event is
// the position to go on from.
func (s *Server) live(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		return domain.Errorf(domain.RateLimited, "%d pages follow already: close some", maxStreams)
	}
	position, err := s.config.Store.Position(r.Context())
	if err != nil {
		return err
	}
	f := follower{server: s, w: w, control: http.NewResponseController(w), ctx: r.Context(), who: who, token: bearer(r),
		position: position}
	if after, err := strconv.ParseUint(r.URL.Query().Get("after"), 10, 64); err == nil && after < position {
		f.position = after
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	if err := f.run(); err != nil && !errors.Is(err, context.Canceled) {
		s.config.Logger.Info("a page follows no more", "error", err)
	}
	return nil
}

// follower writes what happens to one page.
type follower struct {
	server   *Server
	w        http.ResponseWriter
	control  *http.ResponseController
	ctx      context.Context //nolint:containedctx // of the one request that it answers
	who      mcp.Principal
	token    string
	position uint64
}

// Bounds of following.
const (
	aliveEvery  = 15 * time.Second       // a comment keeps what lies between from closing the connection
	atLeast     = 100 * time.Millisecond // between two looks at the store: an import does not flood the page
	writeWithin = 10 * time.Second       // a page that takes nothing is let go, and asks again
	maxMissed   = 20_000                 // records; beyond it the page loads again what it shows
)

func (f *follower) run() error {
	if err := f.send("hello", map[string]string{"position": f.id()}); err != nil {
		return err
	}
	for {
		wait, cancel := context.WithTimeout(f.ctx, aliveEvery)
		err := f.server.config.Store.Wait(wait, f.position)
		cancel()
		switch {
		case f.ctx.Err() != nil:
			return f.ctx.Err()
		case !f.server.sessions.has(f.token):
			return nil
		case errors.Is(err, context.DeadlineExceeded):
			if err := f.write(": alive\n\n"); err != nil {
				return err
			}
			continue
		case err != nil:
			return err
		}
		f.who = f.server.config.Person() // whose rights may be others by now
		if err := f.tell(); err != nil {
			return err
		}
		select {
		case <-time.After(atLeast):
		case <-f.ctx.Done():
			return f.ctx.Err()
		}
	}
}

func (f *follower) id() string { return strconv.FormatUint(f.position, 10) }

// tell reads on to the end of the store, and says of each stream once that it has grown.
func (f *follower) tell() error {
	grown := map[string]bool{}
	n := 0
	for r, err := range f.server.config.Store.ReadAll(f.ctx, f.position) {
		if err != nil {
			return err
		}
		f.position, n = r.Position, n+1
		grown[r.Stream] = true
		if n > maxMissed {
			position, err := f.server.config.Store.Position(f.ctx)
			if err != nil {
				return err
			}
			f.position = position
			return f.send("reset", struct{}{})
		}
	}
	for _, stream := range slices.Sorted(maps.Keys(grown)) {
		if err := f.tellStream(stream); err != nil {
			return err
		}
	}
	return nil
}

// besides are the streams beside a model's branches, by what their names end in.
var besides = map[string]string{"approvals": "approvals", "tasks": "tasks", "validation": "checks",
	"register": "models"}

// tellStream says that a stream has grown, to who may see its model.
func (f *follower) tellStream(stream string) error {
	if model, branch, ok := projections.ParseStreamName(stream); ok {
		return f.tellBranch(model, branch)
	}
	rest, ok := strings.CutPrefix(stream, "model.")
	model, kind, found := strings.Cut(rest, ".")
	if event := besides[kind]; ok && found && event != "" &&
		f.server.reader(f.who).Admits(f.ctx, model) == nil {
		return f.send(event, map[string]string{"model_id": model})
	}
	return nil
}

// tellBranch says that a branch has grown, and by what.
func (f *follower) tellBranch(model, branch string) error {
	v, err := f.server.reader(f.who).View(f.ctx, model, branch, "")
	if err != nil {
		return f.ctx.Err() // not for this person, or not there any more
	}
	sets, err := f.server.histories.of(f.ctx, model, branch)
	if err != nil || len(sets) == 0 {
		return err
	}
	if sets[0].First == 0 && sets[len(sets)-1].First == 0 {
		if err := f.send("models", map[string]string{"model_id": model}); err != nil {
			return err
		}
	}
	last := sets[len(sets)-1]
	last.IDs = f.server.toldOf(f.who, v, last.IDs)
	return f.send("head", map[string]any{"model_id": model, "branch": branch, "change": last})
}

func (f *follower) send(event string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return f.write(fmt.Sprintf("event: %s\nid: %s\ndata: %s\n\n", event, f.id(), text))
}

func (f *follower) write(text string) error {
	_ = f.control.SetWriteDeadline(time.Now().Add(writeWithin))
	if _, err := f.w.Write([]byte(text)); err != nil {
		return err
	}
	return f.control.Flush()
}
