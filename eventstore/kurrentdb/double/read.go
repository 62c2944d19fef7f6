package double

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// Read sends the events of one stream or of all streams, forward, backward, or for as long as the subscriber stays.
func (s *Server) Read(request *api.ReadReq, call api.Streams_ReadServer) error {
	options := request.Options
	kind := Read
	if options.GetSubscription() != nil {
		kind = Subscribe
	}
	s.count(kind)
	if err := s.checkLeader(call); err != nil {
		return err
	}
	if err := s.admit(call.Context(), kind); err != nil {
		return err
	}
	name := string(options.GetStream().GetStreamIdentifier().GetStreamName())
	if err := s.authorize(call.Context(), name); err != nil {
		return err
	}
	fault, struck := s.faults.take(kind)
	if err := fault.before(call.Context()); err != nil {
		return err
	}
	if struck && fault.Effect == UnknownMessage {
		return call.Send(&api.ReadResp{Content: &api.ReadResp_FirstStreamPosition{FirstStreamPosition: 0}})
	}
	keep, err := filterOf(options.GetFilter())
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	r := &reading{server: s, log: s.log, call: call, options: options, keep: keep,
		textIDs: options.GetUuidOption().GetString_() != nil}
	if kind == Subscribe {
		return r.subscribe()
	}
	if err := r.page(); err != nil || !struck {
		return err
	}
	return fault.after(call.Context())
}

// reading is the state of one call of Read.
type reading struct {
	server  *Server
	log     *Log
	call    api.Streams_ReadServer
	options *api.ReadReq_Options
	keep    func(*event) bool
	textIDs bool
	first   uint64 // events of the stream below this revision are deleted
}

// page sends a limited number of events.
func (r *reading) page() error {
	events, err := r.events()
	if err != nil || events == nil {
		return err
	}
	from := r.start(events)
	step := 1
	if r.options.ReadDirection == api.ReadReq_Options_Backwards {
		step = -1
	}
	left := r.options.GetCount()
	for i := from; i >= 0 && i < len(events) && left > 0; i += step {
		if !r.wants(events[i]) {
			continue
		}
		if err := events[i].send(r.call, r.textIDs); err != nil {
			return err
		}
		left--
	}
	return nil
}

func (r *reading) wants(e *event) bool {
	return r.keep(e) && (r.options.GetAll() != nil || e.revision >= r.first)
}

// stream returns the name of the stream that the call reads, or "" for all streams.
func (r *reading) stream() string {
	return string(r.options.GetStream().GetStreamIdentifier().GetStreamName())
}

// events returns the events that can be read now. It returns nil if it has already sent the answer "stream not found".
func (r *reading) events() ([]*event, error) {
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	if r.options.GetAll() != nil {
		return slices.Clip(r.log.events), nil
	}
	name := r.stream()
	s := r.log.streams[name]
	switch {
	case s != nil && s.deleted:
		return nil, deleted(r.call, name)
	case s != nil && s.first() < uint64(len(s.events)):
		r.first = s.first()
		known := len(s.events)
		if !strings.HasPrefix(name, "$") {
			known = max(0, known-r.server.lags())
		}
		return slices.Clip(s.events[:known]), nil
	case r.options.GetSubscription() != nil:
		return []*event{}, nil
	}
	return nil, r.call.Send(
		&api.ReadResp{Content: &api.ReadResp_StreamNotFound_{StreamNotFound: &api.ReadResp_StreamNotFound{
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(name)},
		}}})
}

// start returns the index of the first event to send. A read includes the given place; a subscription begins after it.
func (r *reading) start(events []*event) int {
	backwards := r.options.ReadDirection == api.ReadReq_Options_Backwards
	place, end := r.place()
	after := 0
	if r.options.GetSubscription() != nil && place != nil {
		after = 1
	}
	switch {
	case place != nil && r.options.GetAll() != nil:
		return r.indexOf(events, *place, backwards) + after
	case place != nil:
		return int(min(*place, math.MaxInt32)) + after
	case end && backwards:
		return len(events) - 1
	case end:
		return len(events)
	}
	return 0
}

// indexOf returns the index of the event at a position of the log. If there is none, it returns the next event in the
// direction of reading.
func (r *reading) indexOf(events []*event, position uint64, backwards bool) int {
	i, found := slices.BinarySearchFunc(events, position, func(e *event, p uint64) int {
		switch {
		case e.position < p:
			return -1
		case e.position > p:
			return 1
		}
		return 0
	})
	if backwards || (!found && r.options.GetSubscription() != nil) {
		return i - 1
	}
	return i
}

// place returns the position at which the call wants to begin; nil means the start or the end.
func (r *reading) place() (place *uint64, end bool) {
	if all := r.options.GetAll(); all != nil {
		if p := all.GetPosition(); p != nil {
			return &p.CommitPosition, false
		}
		return nil, all.GetEnd() != nil
	}
	stream := r.options.GetStream()
	if _, ok := stream.GetRevisionOption().(*api.ReadReq_Options_StreamOptions_Revision); ok {
		revision := stream.GetRevision()
		return &revision, false
	}
	return nil, stream.GetEnd() != nil
}

// subscribe sends events as they arrive, until the subscriber leaves.
func (r *reading) subscribe() error {
	confirmation := &api.ReadResp_SubscriptionConfirmation{SubscriptionId: "double"}
	if err := r.call.Send(&api.ReadResp{Content: &api.ReadResp_Confirmation{Confirmation: confirmation}}); err != nil {
		return err
	}
	next, live := -1, false
	for {
		changed := r.log.next(r.stream())
		if r.server.isIsolated() {
			if err := wait(r.call.Context(), r.log.next("")); err != nil {
				return err
			}
			continue
		}
		events, err := r.events()
		if err != nil {
			return err
		}
		if next < 0 {
			next = r.start(events)
		}
		if next, err = r.sendFrom(events, next); err != nil {
			return err
		}
		if !live {
			live = true
			if err := r.call.Send(
				&api.ReadResp{Content: &api.ReadResp_CaughtUp_{CaughtUp: &api.ReadResp_CaughtUp{}}}); err != nil {
				return err
			}
		}
		if err := wait(r.call.Context(), changed); err != nil {
			return err
		}
	}
}

// sendFrom sends the events from an index on, and a checkpoint if a filter has skipped events.
func (r *reading) sendFrom(events []*event, next int) (int, error) {
	passed := false
	for ; next < len(events); next++ {
		if passed = !r.wants(events[next]); passed {
			continue
		}
		if err := events[next].send(r.call, r.textIDs); err != nil {
			return next, err
		}
	}
	if !passed {
		return next, nil
	}
	p := events[next-1].position
	return next, r.call.Send(&api.ReadResp{Content: &api.ReadResp_Checkpoint_{
		Checkpoint: &api.ReadResp_Checkpoint{CommitPosition: p, PreparePosition: p},
	}})
}

// next returns a channel that the next write to a stream closes. "" means any stream.
func (l *Log) next(name string) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed[name] == nil {
		l.changed[name] = make(chan struct{})
	}
	return l.changed[name]
}

func wait(ctx context.Context, changed <-chan struct{}) error {
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return status.FromContextError(ctx.Err()).Err()
	}
}

// filterOf returns the predicate for a filter over stream names or event types, given as a regular expression or as
// prefixes.
func filterOf(f *api.ReadReq_Options_FilterOptions) (func(*event) bool, error) {
	subject, expression := func(e *event) string { return e.stream }, f.GetStreamIdentifier()
	if expression == nil {
		subject, expression = func(e *event) string { return e.metadata["type"] }, f.GetEventType()
	}
	if expression == nil {
		return func(*event) bool { return true }, nil
	}
	if expression.Regex != "" {
		pattern, err := regexp.Compile(expression.Regex)
		if err != nil {
			return nil, fmt.Errorf("filter: %w", err)
		}
		return func(e *event) bool { return pattern.MatchString(subject(e)) }, nil
	}
	return func(e *event) bool {
		return slices.ContainsFunc(expression.Prefix, func(p string) bool { return strings.HasPrefix(subject(e), p) })
	}, nil
}
