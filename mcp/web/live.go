package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	foreign "github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// live serves the changes in the person's models as server-sent events from a position on. The id of an event is the
// position to resume from.
func (s *Server) live(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		return state.Errorf(state.RateLimited, "%d pages follow already: close some", maxStreams)
	}
	position, err := s.config.Store.Position(r.Context())
	if err != nil {
		return err
	}
	f := follower{server: s, w: w, control: http.NewResponseController(w), ctx: r.Context(), who: who, token: bearer(r),
		position: position, told: map[string]string{}}
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

// follower writes changes to one page.
type follower struct {
	server   *Server
	w        http.ResponseWriter
	control  *http.ResponseController
	ctx      context.Context //nolint:containedctx // of the one request that it answers
	who      mcp.Principal
	token    string
	position uint64
	told     map[string]string // last shown content of each stream as a digest, for a person with limited read rights
}

// The bounds of following.
const (
	aliveEvery  = 15 * time.Second       // a comment stops proxies from closing the connection
	atLeast     = 100 * time.Millisecond // between two reads of the store, so that an import does not flood the page
	writeWithin = 10 * time.Second       // a page that reads nothing is dropped, and asks again
	maxMissed   = 20_000                 // records; beyond that the page reloads what it shows
)

func (f *follower) run() error {
	if err := f.begin(); err != nil {
		return err
	}
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
		f.who = f.server.config.Person() // the person's rights may have changed
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

// begin stores what a person with limited read rights can see at first.
func (f *follower) begin() error {
	if read, _ := f.who.Scope(mcp.OpRead); read.Unbounded() {
		return nil
	}
	models, err := f.server.reader(f.who).Models(f.ctx)
	if err != nil {
		return err
	}
	for _, m := range models {
		for kind, beside := range besides {
			if f.told["model."+m.ID+"."+kind], err = beside.told(f, m.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *follower) id() string { return strconv.FormatUint(f.position, 10) }

// tell reads up to the end of the store. It reports every stream that has grown, each stream once.
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

// besides lists the streams of a model that are not branches, by the suffixes of their names. event is the event that
// reports new content of such a stream. told returns the part of the content that the person may see, from which the
// page loads.
var besides = map[string]struct {
	event string
	told  func(f *follower, model string) (string, error)
}{
	"approvals":  {"approvals", (*follower).toldApprovals},
	"tasks":      {"tasks", (*follower).toldTasks},
	"validation": {"checks", (*follower).toldChecks},
	"register":   {"models", (*follower).toldModels},
}

// tellStream reports that a stream has grown, if the person may see its model and the part that the person may see has
// changed.
func (f *follower) tellStream(stream string) error {
	if model, branch, ok := projections.ParseStreamName(stream); ok {
		return f.tellBranch(model, branch)
	}
	rest, ok := strings.CutPrefix(stream, "model.")
	model, kind, found := strings.Cut(rest, ".")
	beside := besides[kind]
	if !ok || !found || beside.event == "" || f.server.reader(f.who).Admits(f.ctx, model) != nil {
		return nil
	}
	if read, _ := f.who.Scope(mcp.OpRead); !read.Unbounded() {
		told, err := beside.told(f, model)
		if err != nil {
			return err
		}
		if f.told[stream] == told {
			return nil
		}
		f.told[stream] = told
	}
	return f.send(beside.event, map[string]string{"model_id": model})
}

// toldApprovals returns what the person may see of the requests of a model.
func (f *follower) toldApprovals(model string) (string, error) {
	a, err := f.server.approver(f.ctx, f.who)
	if err != nil {
		return "", err
	}
	a.Sight.Model = func(_ context.Context, of string) bool { return of == model }
	asked, err := a.Requests(f.ctx)
	if err != nil {
		return "", err
	}
	slices.SortFunc(asked, func(x, y mcp.Asked) int { return strings.Compare(x.ID, y.ID) })
	return digestOf(asked)
}

// toldModels returns what the person may see of a model in the list of models.
func (f *follower) toldModels(model string) (string, error) {
	models, err := f.server.modelsOf(f.ctx, f.who)
	if err != nil {
		return "", err
	}
	models = slices.DeleteFunc(models, func(m modelData) bool { return m.ID != model })
	for i := range models { // the growth of branches is reported separately
		models[i].At = time.Time{}
		for k := range models[i].Branches {
			models[i].Branches[k].Head = 0
		}
	}
	return digestOf(models)
}

// toldTasks returns what the person may see of the tasks of a model.
func (f *follower) toldTasks(model string) (string, error) {
	seen, err := f.server.reader(f.who).Tasks(f.ctx, model)
	if err != nil {
		return "", err
	}
	return digestOf(seen)
}

// toldChecks returns which runs of checks of a model the person may see.
func (f *follower) toldChecks(model string) (string, error) {
	seen, err := f.server.reader(f.who).Checks(f.ctx, model)
	if err != nil {
		return "", err
	}
	return digestOf(seen)
}

// digestOf returns a digest of a value for comparisons.
func digestOf(value any) (string, error) {
	text, err := json.Marshal(value)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// tellBranch reports that a branch has grown, with its last change set. A person who may read only a part of the branch
// gets only the last revision and its time.
func (f *follower) tellBranch(model, branch string) error {
	reader := f.server.reader(f.who)
	v, err := reader.View(f.ctx, model, branch, "")
	if err != nil {
		return f.ctx.Err() // the person may not see it, or it no longer exists
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
	if reader.Bounded(branch) {
		last = changeSet{First: v.Revision, Last: v.Revision, At: last.At, IDs: []state.ID{}}
	}
	return f.send("head", map[string]any{"model_id": model, "branch": branch, "change": last})
}

func (f *follower) send(event string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	text, _ = foreign.JSON(text)
	return f.write(fmt.Sprintf("event: %s\nid: %s\ndata: %s\n\n", event, f.id(), text))
}

func (f *follower) write(text string) error {
	_ = f.control.SetWriteDeadline(time.Now().Add(writeWithin))
	if _, err := f.w.Write([]byte(text)); err != nil {
		return err
	}
	return f.control.Flush()
}
