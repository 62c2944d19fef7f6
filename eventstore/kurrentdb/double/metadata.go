package double

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// metadataPrefix is the prefix of the name of a stream that holds the metadata of another stream.
const metadataPrefix = "$$"

// softDeleted is the value of $tb in the metadata of a softly deleted stream.
const softDeleted = math.MaxInt64

// limits holds the limits that the metadata of a stream sets for reading. MaxAge is ignored, because the events of a
// test are young.
type limits struct {
	MaxCount       uint64 `json:"$maxCount,omitempty"`
	TruncateBefore uint64 `json:"$tb,omitempty"`
}

// first returns the first revision that can be read.
func (s *stream) first() uint64 {
	first := s.limits.TruncateBefore
	if n := uint64(len(s.events)); s.limits.MaxCount > 0 && n > s.limits.MaxCount {
		first = max(first, n-s.limits.MaxCount)
	}
	return first
}

// limit applies the newest metadata of a stream. The caller holds the lock.
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
		// anything that is not metadata sets no limit
		_ = json.Unmarshal(metadata.events[len(metadata.events)-1].data, &s.limits)
	}
}

// revive lets a softly deleted stream continue with the next revision. The caller holds the lock.
func (l *Log) revive(name string, s *stream) {
	if s.limits.TruncateBefore == softDeleted {
		l.setMetadata(name, limits{TruncateBefore: uint64(len(s.events))})
	}
}

// setMetadata writes the metadata of a stream. The caller holds the lock.
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
