package sqlite

import "github.com/bimstream/bimstream/eventstore"

// streamCache has the states of streams as the last transaction of this connection left them. They are valid as long as
// the last position of the store is what it was then: whoever writes an event moves it. Reading them again was a tenth
// of a commit.
type streamCache struct {
	position uint64
	streams  map[string]streamState
}

// maxCachedStreams bounds the map: idempotency keys have a stream each, which is written once.
const maxCachedStreams = 256

// at returns the states for a store with the given last position: none when another process has written since.
func (r *streamCache) at(position uint64) map[string]streamState {
	if r.streams == nil || r.position != position || len(r.streams) > maxCachedStreams {
		r.streams = map[string]streamState{}
	}
	return r.streams
}

// head is that of a stream to which the last transaction wrote, or which it judged an append by; that of the store for
// its name.
func (r *streamCache) head(stream string) (eventstore.Head, bool) {
	if stream == wholeStore {
		return eventstore.Head{Position: r.position}, true
	}
	s := r.streams[stream]
	return s.head, s.id != 0
}

func (r *streamCache) forget() { r.streams = nil }
