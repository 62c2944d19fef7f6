package projections

import (
	"encoding/binary"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// pack encodes the history in a compact form, equal for equal histories: each id with the differences of its revisions.
func (h history) pack() []byte {
	out := binary.AppendUvarint(nil, uint64(h.last.Len()))
	var revisions []uint64
	h.last.Scan(func(id state.ID, m *revisionRef) bool {
		revisions = revisions[:0]
		for ; m != nil; m = m.before {
			revisions = append(revisions, m.revision)
		}
		slices.Reverse(revisions)
		out = binary.AppendUvarint(out, uint64(len(id)))
		out = append(out, id...)
		out = binary.AppendUvarint(out, uint64(len(revisions)))
		last := uint64(0)
		for _, r := range revisions {
			out = binary.AppendUvarint(out, r-last)
			last = r
		}
		return true
	})
	return out
}

// unpackHistory decodes the result of pack. The ids share one copy of the bytes.
func unpackHistory(packed []byte) (history, error) {
	h, all, i := newHistory(), string(packed), 0
	var room []revisionRef
	number := func() int {
		n, width := binary.Uvarint(packed[i:])
		if width <= 0 || n > uint64(1)<<62 {
			i = len(packed) + 1
			return 0
		}
		i += width
		return int(n)
	}
	for entries := number(); entries > 0; entries-- {
		length := number()
		if i > len(packed) || length > len(packed)-i {
			return history{}, errNotASnapshot
		}
		id := state.ID(all[i : i+length])
		i += length
		var last *revisionRef
		revision := uint64(0)
		for mentions := number(); mentions > 0 && i < len(packed); mentions-- {
			if len(room) == 0 {
				room = make([]revisionRef, revisionRefSlab)
			}
			revision += uint64(number())
			room[0] = revisionRef{revision, last}
			last, room = &room[0], room[1:]
			if i > len(packed) {
				return history{}, errNotASnapshot
			}
		}
		h.last.Load(id, last)
	}
	if i != len(packed) {
		return history{}, errNotASnapshot
	}
	return h, nil
}
