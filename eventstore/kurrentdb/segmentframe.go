package kurrentdb

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// A segment is a row of frames. A frame is a header and a content: how long the content is and its checksum, four bytes
// each, little-endian; then a stretch of the log and what became of its entries. Numbers in it are varints, texts have
// their length before them.
const (
	frameHeader = 8
	// mostFrame bounds what the length of a damaged frame may ask for. What the tail may hold and an append as large as
	// the contract lets it be are far below it; a stretch above it is not written.
	mostFrame = tailBytes + 4*eventstore.MaxAppendBytes
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errCutFrame is the error of a frame that is cut or damaged: what a killed process was about to write.
var errCutFrame = errors.New("a frame of the segment is not whole")

// The flags of an entry.
const (
	flagStale = 1 << iota
	flagJoined
	flagCertain
	flagProven
	flagValid
)

// appendFrame appends the frame of a stretch to b.
func appendFrame(b []byte, s *sqlite.Stretch, verdicts []sqlite.Verdict) []byte {
	begin := len(b)
	b = append(b, make([]byte, frameHeader)...)
	b = binary.AppendUvarint(b, s.From)
	b = binary.AppendUvarint(b, s.Next)
	b = appendText(b, s.Last)
	b = binary.AppendUvarint(b, uint64(len(s.Entries)))
	for i := range s.Entries {
		b = appendEntry(b, &s.Entries[i], verdicts[i])
	}
	content := b[begin+frameHeader:]
	binary.LittleEndian.PutUint32(b[begin:], uint32(len(content)))
	binary.LittleEndian.PutUint32(b[begin+4:], crc32.Checksum(content, castagnoli))
	return b
}

func appendText[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendEntry(b []byte, e *sqlite.Entry, verdict sqlite.Verdict) []byte {
	flags := flagIf(e.Stale, flagStale) | flagIf(e.Joined, flagJoined) | flagIf(e.Certain, flagCertain) |
		flagIf(e.Proven, flagProven) | flagIf(verdict == sqlite.Valid, flagValid)
	b = append(binary.AppendUvarint(b, e.Place), flags)
	b = binary.AppendUvarint(b, uint64(len(e.Records)))
	for i := range e.Records {
		b = appendRecord(b, &e.Records[i])
	}
	return b
}

func flagIf(set bool, flag byte) byte {
	if set {
		return flag
	}
	return 0
}

func appendRecord(b []byte, r *eventstore.Recorded) []byte {
	b = appendText(appendText(appendText(b, r.Stream), r.ID), r.Type)
	b = binary.AppendUvarint(b, uint64(r.Schema))
	b = appendText(b, r.Data)
	if b = append(b, 0); r.Meta != nil { // that there is none is not the same as an empty one
		b[len(b)-1] = 1
		b = appendText(b, r.Meta)
	}
	b = binary.AppendUvarint(b, r.Revision)
	b = binary.AppendVarint(b, r.RecordedAt.UnixMicro())
	return append(append(b, r.PrevHash[:]...), r.Hash[:]...)
}

// readFrame reads the next frame. The stretch is in the buffer, which the next call uses again. The error is io.EOF
// behind the last frame, errCutFrame for one that is cut or damaged.
func readFrame(in io.Reader, buffer *[]byte) (s sqlite.Stretch, verdicts []sqlite.Verdict, err error) {
	var header [frameHeader]byte
	switch _, err := io.ReadFull(in, header[:]); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return s, nil, errCutFrame
	case err != nil:
		return s, nil, err
	}
	size := binary.LittleEndian.Uint32(header[:])
	if size == 0 || size > mostFrame {
		return s, nil, errCutFrame
	}
	if cap(*buffer) < int(size) {
		*buffer = make([]byte, size)
	}
	content := (*buffer)[:size]
	switch _, err := io.ReadFull(in, content); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return s, nil, errCutFrame
	case err != nil:
		return s, nil, err
	}
	if crc32.Checksum(content, castagnoli) != binary.LittleEndian.Uint32(header[4:]) {
		return s, nil, errCutFrame
	}
	return decodeFrame(content)
}

// decodeFrame reads the content of a frame.
func decodeFrame(content []byte) (s sqlite.Stretch, verdicts []sqlite.Verdict, err error) {
	d := frameDecoder{rest: content, ok: true}
	s.From, s.Next, s.Last = d.number(), d.number(), string(d.bytes())
	for n := d.number(); d.ok && n > 0; n-- {
		e, verdict := d.entry()
		s.Entries, verdicts = append(s.Entries, e), append(verdicts, verdict)
	}
	if !d.ok || len(d.rest) > 0 {
		return sqlite.Stretch{}, nil, errCutFrame
	}
	return s, verdicts, nil
}

// frameDecoder takes one piece after the other. Once a piece is not whole, it is not ok.
type frameDecoder struct {
	rest []byte
	ok   bool
}

func (d *frameDecoder) taken(n int) bool {
	if d.ok = d.ok && n > 0; !d.ok {
		d.rest = nil
		return false
	}
	d.rest = d.rest[n:]
	return true
}

func (d *frameDecoder) number() uint64 {
	x, n := binary.Uvarint(d.rest)
	if !d.taken(n) {
		return 0
	}
	return x
}

func (d *frameDecoder) signed() int64 {
	x, n := binary.Varint(d.rest)
	if !d.taken(n) {
		return 0
	}
	return x
}

func (d *frameDecoder) fixed(n int) []byte {
	if d.ok = d.ok && n <= len(d.rest); !d.ok {
		return nil
	}
	out := d.rest[:n:n]
	d.rest = d.rest[n:]
	return out
}

func (d *frameDecoder) bytes() []byte {
	n := d.number()
	if d.ok = d.ok && n <= uint64(len(d.rest)); !d.ok {
		return nil
	}
	return d.fixed(int(n))
}

func (d *frameDecoder) flags() byte {
	if b := d.fixed(1); b != nil {
		return b[0]
	}
	return 0
}

func (d *frameDecoder) entry() (e sqlite.Entry, verdict sqlite.Verdict) {
	e.Place = d.number()
	flags := d.flags()
	e.Stale, e.Joined = flags&flagStale > 0, flags&flagJoined > 0
	e.Certain, e.Proven = flags&flagCertain > 0, flags&flagProven > 0
	if verdict = sqlite.Void; flags&flagValid > 0 {
		verdict = sqlite.Valid
	}
	for n := d.number(); d.ok && n > 0; n-- {
		e.Records = append(e.Records, d.record())
	}
	return e, verdict
}

func (d *frameDecoder) record() (r eventstore.Recorded) {
	r.Stream, r.ID, r.Type = string(d.bytes()), string(d.bytes()), string(d.bytes())
	r.Schema, r.Data = int(d.number()), d.bytes()
	if d.flags() > 0 {
		r.Meta = d.bytes()
	}
	r.Revision, r.RecordedAt = d.number(), time.UnixMicro(d.signed()).UTC()
	copy(r.PrevHash[:], d.fixed(len(r.PrevHash)))
	copy(r.Hash[:], d.fixed(len(r.Hash)))
	return r
}
