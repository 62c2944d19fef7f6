package double

import (
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// Log is the data stored by the nodes of one cluster.
type Log struct {
	mu      sync.Mutex
	events  []*event
	streams map[string]*stream
	// interleave reports whether a foreign event follows an append to a stream; nil for never.
	interleave func(stream string) bool
	file       *os.File                 // flushed with every append; nil if there is none
	end        uint64                   // byte offset behind the last event
	changed    map[string]chan struct{} // closed by the next write to a stream; "" stands for any stream
}

// stream holds the events of a stream by revision, and its tombstone. Its metadata may further limit the events that
// can be read.
type stream struct {
	events  []*event
	byID    map[id]int // the newest event with an id
	deleted bool       // permanently
	limits  limits
}

// event is one stored event.
type event struct {
	id       id
	stream   string
	revision uint64
	position uint64 // commit and prepare position: a byte offset
	metadata map[string]string
	custom   []byte
	data     []byte
	encoded  encodedOnce // for readers of the event
}

// id is a UUID as the two halves used by the protocol.
type id struct{ most, least int64 }

// NewLog returns an empty log.
func NewLog() *Log {
	return &Log{streams: map[string]*stream{}, changed: map[string]chan struct{}{}}
}

// Len returns the number of events in the log.
func (l *Log) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.events)
}

// Truncate removes the newest events until n are left, as if an old backup were restored. The servers must be stopped
// meanwhile.
func (l *Log) Truncate(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	cut := map[string]bool{}
	for _, e := range l.events[n:] {
		cut[e.stream] = true
		s := l.streams[e.stream]
		if s.events = s.events[:len(s.events)-1]; len(s.events) == 0 {
			delete(l.streams, e.stream)
		}
		l.end = min(l.end, e.position)
	}
	l.events = l.events[:n]
	for name := range cut {
		if s := l.streams[name]; s != nil {
			s.byID = nil
			s.index(0)
		}
		l.limit(name)
	}
}

// index records the ids of the events from an index on.
func (s *stream) index(from int) {
	if s.byID == nil {
		s.byID = map[id]int{}
	}
	for i := from; i < len(s.events); i++ {
		s.byID[s.events[i].id] = i
	}
}

// Tamper changes the data of an event, which no client can do.
func (l *Log) Tamper(index int, data []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.events[index]
	changed := &event{
		id: e.id, stream: e.stream, revision: e.revision, position: e.position, metadata: e.metadata,
		custom: e.custom, data: data,
	}
	l.events[index] = changed
	l.streams[changed.stream].events[changed.revision] = changed
}

// sizeInLog returns the size of an event as counted in positions: its bytes and a frame.
func sizeInLog(p *api.AppendReq_ProposedMessage) uint64 {
	const frame = 100
	return uint64(len(p.Data)+len(p.CustomMetadata)) + frame
}

// Flush makes every append write its bytes to a file and flush it, as a server does before it answers. The file is
// removed when the log is no longer used.
func (l *Log) Flush(dir string) error {
	f, err := os.CreateTemp(dir, "double-*.log")
	if err != nil {
		return err
	}
	_ = os.Remove(f.Name()) // the file disappears when the process ends
	l.mu.Lock()
	defer l.mu.Unlock()
	l.file = f
	return nil
}

// flush writes events to the file and flushes it. The caller holds the lock.
func (l *Log) flush(messages []*api.AppendReq_ProposedMessage) {
	if l.file == nil {
		return
	}
	for _, m := range messages {
		_, _ = l.file.Write(m.Data) // only the time that the write takes matters
		_, _ = l.file.Write(m.CustomMetadata)
	}
	_ = l.file.Sync()
}

// store appends events to a stream. The caller holds the lock. The method tell notifies the followers of the stream
// after the writer has its answer, so that on several processors neither waits for the other.
func (l *Log) store(name string, messages []*api.AppendReq_ProposedMessage) {
	s := l.streams[name]
	if s == nil {
		s = &stream{}
		l.streams[name] = s
	}
	l.revive(name, s)
	l.flush(messages)
	first := len(s.events)
	created := strconv.FormatInt(time.Now().UnixNano()/100, 10)
	for _, m := range messages {
		e := &event{
			id: idOf(m.Id), stream: name, revision: uint64(len(s.events)), position: l.end,
			custom: m.CustomMetadata, data: m.Data,
			metadata: map[string]string{"created": created},
		}
		for k, v := range m.Metadata {
			e.metadata[k] = v
		}
		l.end += sizeInLog(m)
		s.events = append(s.events, e)
		l.events = append(l.events, e)
	}
	s.index(first)
	l.limit(name)
}

// tell notifies the followers of a stream, or of all streams, that there are new events.
func (l *Log) tell(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tellLocked(name)
}

func (l *Log) tellLocked(name string) {
	for _, of := range []string{name, ""} {
		if changed := l.changed[of]; changed != nil {
			close(changed)
			delete(l.changed, of)
		}
	}
}

// tellsFirst reports whether the followers of a stream are notified before the writer.
func (s *Server) tellsFirst() bool { return s.options.ToldFirst && s.Calls(Append)%2 == 0 }

// message returns the event as the protocol sends it.
func (e *event) message(textIDs bool) *api.ReadResp {
	return &api.ReadResp{Content: &api.ReadResp_Event{Event: &api.ReadResp_ReadEvent{
		Event: &api.ReadResp_ReadEvent_RecordedEvent{
			Id: e.id.wire(textIDs), StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(e.stream)},
			StreamRevision: e.revision, PreparePosition: e.position, CommitPosition: e.position,
			Metadata: e.metadata, CustomMetadata: e.custom, Data: e.data,
		},
		Position: &api.ReadResp_ReadEvent_CommitPosition{CommitPosition: e.position},
	}}}
}
