package sqlite

import "github.com/bimstream/bimstream/eventstore"

// streamCache holds the states of streams after the last transaction of this connection. They are valid while the last
// position of the store is unchanged, because every written event changes it. The cache saves a tenth of the time of a
// commit.
type streamCache struct {
	position uint64
	streams  map[string]streamState
}

// maxCachedStreams is the maximum size of the map. Each idempotency key has a stream, which is written only once.
const maxCachedStreams = 256

// at returns the states for a store with the given last position, or an empty map if another process has written since.
func (r *streamCache) at(position uint64) map[string]streamState {
	if r.streams == nil || r.position != position || len(r.streams) > maxCachedStreams {
		r.streams = map[string]streamState{}
	}
	return r.streams
}

// head returns the head of a stream that the last transaction wrote to or judged an append on. For wholeStore it
// returns the position of the store.
func (r *streamCache) head(stream string) (eventstore.Head, bool) {
	if stream == wholeStore {
		return eventstore.Head{Position: r.position}, true
	}
	s := r.streams[stream]
	return s.head, s.id != 0
}

func (r *streamCache) forget() { r.streams = nil }
