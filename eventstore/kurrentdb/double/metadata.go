package double

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// metadataPrefix begins the name of the stream that has the metadata of another one.
const metadataPrefix = "$$"

// softDeleted is $tb in the metadata of a stream that was deleted softly.
const softDeleted = math.MaxInt64

// limits are what the metadata of a stream says about the events that can be read. MaxAge is not followed: the events
// of a test are young.
type limits struct {
	MaxCount       uint64 `json:"$maxCount,omitempty"`
	TruncateBefore uint64 `json:"$tb,omitempty"`
}

// first is the first revision that can be read.
func (s *stream) first() uint64 {
	first := s.limits.TruncateBefore
	if n := uint64(len(s.events)); s.limits.MaxCount > 0 && n > s.limits.MaxCount {
		first = max(first, n-s.limits.MaxCount)
	}
	return first
}

// limit takes the newest metadata of a stream into account. It is called with the lock held.
func (l *Log) limit(name string) {
	of, is := strings.CutPrefix(name, metadataPrefix)
	if !is {
		return
	}
	s := l.streams[of]
	if s == nil {
		s = &stream{}
		l.streams[of] = s
	}
	s.limits = limits{}
	if metadata := l.streams[name]; metadata != nil && len(metadata.events) > 0 {
		// what is no metadata limits nothing
		_ = json.Unmarshal(metadata.events[len(metadata.events)-1].data, &s.limits)
	}
}

// revive lets a stream that was deleted softly go on with the next revision. It is called with the lock held.
func (l *Log) revive(name string, s *stream) {
	if s.limits.TruncateBefore == softDeleted {
		l.setMetadata(name, limits{TruncateBefore: uint64(len(s.events))})
	}
}

// setMetadata is called with the lock held.
func (l *Log) setMetadata(name string, x limits) {
	data, _ := json.Marshal(x) // numbers always encode
	s := l.streams[name]
	s.limits = x
	l.store(metadataPrefix+name, []*api.AppendReq_ProposedMessage{{
		Id:   &shared.UUID{Value: &shared.UUID_String_{String_: newID()}},
		Data: data, Metadata: map[string]string{"type": "$metadata", "content-type": "application/json"},
	}})
	l.tellLocked(metadataPrefix + name)
}
