package wire

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// watches holds the resources to which clients have subscribed. For each it has the key of the relevant changes, and a
// function that computes the key again. A client that may no longer see a resource gets no more notifications about it.
type watches struct {
	mu    sync.Mutex
	keys  map[watched]string
	again map[watched]func() (key string, err error)
}

// watched is a resource as one viewer addresses it. Names in an address refer to the viewer's models, and the
// notifications depend on what the viewer may see.
type watched struct{ viewer, uri string }

func (w *watches) key(viewer, uri string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.keys[watched{viewer, uri}]
}

// maxWatched bounds the watched resources of a server, and also those of one session.
const maxWatched = 10_000

var errTooManyWatched = errors.New("too many resources are subscribed to")

func (w *watches) add(viewer, uri, key string, again func() (key string, err error)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.keys == nil {
		w.keys, w.again = map[watched]string{}, map[watched]func() (string, error){}
	}
	one := watched{viewer, uri}
	if _, known := w.keys[one]; len(w.keys) >= maxWatched && !known {
		return errTooManyWatched
	}
	w.keys[one], w.again[one] = key, again
	return nil
}

// concerned returns the resources that are affected by changes with these keys.
func (w *watches) concerned(keys map[string]bool) map[watched]func() (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := map[watched]func() (string, error){}
	for one, key := range w.keys {
		if keys[key] {
			out[one] = w.again[one]
		}
	}
	return out
}

// look computes again the keys of the affected resources with the current rights of their viewers. It removes the
// resources that a viewer can no longer see.
func (w *watches) look(keys map[string]bool) {
	for one, again := range w.concerned(keys) {
		key, err := again()
		w.mu.Lock()
		if err == nil {
			w.keys[one] = key
		} else {
			delete(w.keys, one)
			delete(w.again, one)
		}
		w.mu.Unlock()
	}
}

// drop removes a resource that its viewer can no longer see.
func (w *watches) drop(viewer, uri string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.keys, watched{viewer, uri})
	delete(w.again, watched{viewer, uri})
}

// keep removes the resources that no open connection watches. A session without an open stream subscribes again when it
// opens one.
func (w *watches) keep(heard map[watched]bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for one := range w.keys {
		if !heard[one] {
			delete(w.keys, one)
			delete(w.again, one)
		}
	}
}

// renew computes again the keys of the resources that a session watches, with the rights of the caller who opens a
// stream now. These may have changed since the subscription.
func (s *Server) renew(ctx context.Context, c *connection) {
	for _, uri := range c.watchedURIs() {
		if err := s.watch(ctx, uri); errors.Is(err, ErrNoResource) {
			s.watches.drop(s.options.Viewer(ctx), uri)
		}
	}
}

// watch subscribes the caller to the changes of a resource.
func (s *Server) watch(ctx context.Context, uri string) error {
	key, err := s.options.Watch(ctx, uri)
	if err != nil {
		return err
	}
	lasting := context.WithoutCancel(ctx)
	again := func() (string, error) { return s.options.Watch(lasting, uri) }
	if err = s.watches.add(s.options.Viewer(ctx), uri, key, again); errors.Is(err, errTooManyWatched) {
		s.watches.keep(s.heard())
		err = s.watches.add(s.options.Viewer(ctx), uri, key, again)
	}
	return err
}

// heard returns the resources that connected clients watch.
func (s *Server) heard() map[watched]bool {
	out := map[watched]bool{}
	s.clients.everyone(func(one *client) {
		for _, uri := range one.conn.watchedURIs() {
			out[watched{one.viewer, uri}] = true
		}
		for _, l := range one.conn.listeners() {
			filter, _ := l.SubscriptionFilter()
			for _, uri := range filter.ResourceSubscriptions {
				out[watched{one.viewer, uri}] = true
			}
		}
	})
	return out
}

// watchOpen subscribes the other open streams of a session to a resource. Each subscribes with the rights of its own
// caller; streams of the same viewer are already subscribed.
func (s *Server) watchOpen(of *session, viewer, uri string) {
	s.clients.everyone(func(one *client) {
		if one.watch != nil && one.conn.questions == of.questions && one.viewer != viewer {
			_ = one.watch(uri) // a caller who may not see it gets no notifications
		}
	})
}

// subscribe handles resources/subscribe and resources/unsubscribe of the older protocol.
func (s *Server) subscribe(ctx context.Context, f frame) mcp.JSONRPCMessage {
	var p struct {
		URI string `json:"uri"`
	}
	one, ok := server.ClientSessionFromContext(ctx).(*session)
	if json.Unmarshal(f.Params, &p) != nil || p.URI == "" || !ok {
		return failure(f.ID, mcp.INVALID_PARAMS, "give the uri of a resource, a text")
	}
	if f.Method == mcp.MethodResourcesUnsubscribe {
		one.unwatch(p.URI)
		return map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "id": f.ID, "result": map[string]any{}}
	}
	switch err := s.watch(ctx, p.URI); {
	case errors.Is(err, ErrNoResource):
		out := failure(f.ID, mcp.RESOURCE_NOT_FOUND,
			"there is no resource at this address, or none that you may see: resources/list names them")
		out["error"].(map[string]any)["data"] = map[string]string{"uri": clip(p.URI)}
		return out
	case err != nil:
		return failure(f.ID, mcp.INTERNAL_ERROR, clip(err.Error()))
	}
	if !one.watch(p.URI) {
		return failure(f.ID, mcp.INTERNAL_ERROR, errTooManyWatched.Error())
	}
	s.watchOpen(one, s.options.Viewer(ctx), p.URI)
	return map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "id": f.ID, "result": map[string]any{}}
}

// expect subscribes to the resources that a subscription of the newer protocol names. It ignores resources that do not
// exist or that the caller may not see.
func (s *Server) expect(ctx context.Context, params json.RawMessage) {
	var p struct {
		Notifications struct {
			Resources []string `json:"resourceSubscriptions"`
		} `json:"notifications"`
	}
	if json.Unmarshal(params, &p) == nil {
		for _, uri := range p.Notifications.Resources {
			_ = s.watch(ctx, uri)
		}
	}
}

// ResourcesChanged notifies the subscribed clients about the resources that are affected by changes with these keys.
func (s *Server) ResourcesChanged(keys map[string]bool) {
	if len(keys) == 0 {
		return
	}
	s.watches.look(keys)
	s.clients.everyone(func(one *client) {
		for _, uri := range one.conn.watchedURIs() {
			if keys[s.watches.key(one.viewer, uri)] && one.session != nil && one.mayBeTold() {
				_ = one.session.notify(string(mcp.MethodNotificationResourceUpdated), map[string]any{"uri": uri})
			}
		}
		for _, l := range one.conn.listeners() {
			filter, _ := l.SubscriptionFilter()
			for _, uri := range filter.ResourceSubscriptions {
				if keys[s.watches.key(one.viewer, uri)] && one.mayBeTold() {
					_ = l.notify(string(mcp.MethodNotificationResourceUpdated),
						map[string]any{"uri": uri, "_meta": map[string]any{mcp.MetaKeySubscriptionID: l.subscription}})
				}
			}
		}
	})
}

// Watched reports whether any connected client has subscribed to a resource.
func (s *Server) Watched() bool {
	found := false
	s.clients.everyone(func(one *client) {
		found = found || len(one.conn.watchedURIs()) > 0 ||
			slices.ContainsFunc(one.conn.listeners(), func(l *session) bool {
				filter, _ := l.SubscriptionFilter()
				return len(filter.ResourceSubscriptions) > 0
			})
	})
	return found
}

// watch adds a resource to the client's subscriptions, and reports false if there are too many.
func (q *questions) watch(uri string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.uris == nil {
		q.uris = map[string]bool{}
	}
	if len(q.uris) >= maxWatched && !q.uris[uri] {
		return false
	}
	q.uris[uri] = true
	return true
}

func (q *questions) unwatch(uri string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.uris, uri)
}

func (q *questions) watchedURIs() []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Sorted(maps.Keys(q.uris))
}
