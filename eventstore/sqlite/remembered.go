package sqlite

// remembered are the states of streams as the last transaction of this connection left them. They hold as long as the last
// position of the store is what it was then: whoever writes an event moves it. Reading them again was a tenth of a commit.
type remembered struct {
	position uint64
	streams  map[string]streamState
}

// maxRemembered bounds the map: idempotency keys have a stream each, which is written once.
const maxRemembered = 256

// at answers what is remembered for a store with the given last position, nothing when another has written since.
func (r *remembered) at(position uint64) map[string]streamState {
	if r.streams == nil || r.position != position || len(r.streams) > maxRemembered {
		r.streams = map[string]streamState{}
	}
	return r.streams
}

func (r *remembered) forget() { r.streams = nil }
