package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"slices"
	"strconv"
	"time"
)

// accountFile is the open file of an account. It has two places for the account, which are written by turns: whoever
// dies while it writes one leaves the other as it was.
type accountFile struct {
	*os.File
	mapped []byte // the file in memory, where the system has that
	room   accountRoom
	// text is the place that was read or written last, own the account in it: as long as the file still has that text,
	// nothing is decoded.
	text [accountBytes]byte
	own  storedAccount
}

// storedAccount is an account as it is in its file. The place with the higher number is the later one.
type storedAccount struct {
	account
	Number uint64 `json:"number,omitempty"`
}

// accountBytes is the room of one account, padded. It ends with the checksum of what is before it: a place that was
// written half is not read.
const (
	accountBytes  = 512
	checksumBytes = 8 // CRC-32, in hexadecimal digits
	accountRooms  = 2
)

// accountRoom are the bytes of a file.
type accountRoom [accountRooms * accountBytes]byte

func (r *accountRoom) place(i int) []byte { return r[i*accountBytes : (i+1)*accountBytes] }

// update reads the account, and writes what is to be kept. The file is locked.
func (f *accountFile) update(do func(*account) bool) error {
	if err := f.load(); err != nil {
		return fmt.Errorf("read the limits of a principal: %w", err)
	}
	if err := f.decode(); err != nil {
		return err
	}
	own := f.own
	own.Buckets = maps.Clone(f.own.Buckets)
	if !do(&own.account) {
		return nil
	}
	own.Number++
	text, err := own.text()
	if err != nil {
		return err
	}
	if err := f.save(int(own.Number%accountRooms), text); err != nil {
		return fmt.Errorf("write the limits of a principal: %w", err)
	}
	f.text, f.own = text, own
	return nil
}

// decode finds the account that was written last.
func (f *accountFile) decode() error {
	if f.own.Number > 0 {
		at := int(f.own.Number % accountRooms)
		newer := f.room.place((at + 1) % accountRooms)
		if bytes.Equal(f.room.place(at), f.text[:]) && !follows(newer, f.own.Number) {
			return nil
		}
	}
	var latest storedAccount
	var text [accountBytes]byte
	sound := unwritten(f.room.place(0), f.room.place(1))
	for i := range accountRooms {
		own, ok := readAccount(f.room.place(i))
		if ok && (!sound || own.Number >= latest.Number) {
			sound, latest, text = true, own, [accountBytes]byte(f.room.place(i))
		}
	}
	if !sound {
		return fmt.Errorf("the file of a principal's limits is damaged; a person removes it from the folder limits")
	}
	f.text, f.own = text, latest
	return nil
}

// unwritten reports whether the file held nothing before the write of its second place, which is the first one that is
// written, and which may have been written half.
func unwritten(first, second []byte) bool {
	begun := second[0] == 0 || bytes.HasPrefix(second, []byte(numberField))
	return begun && bytes.Equal(first, make([]byte, accountBytes))
}

// follows reports whether a place may hold a later account than the one with a number. It looks at the number alone.
func follows(place []byte, number uint64) bool {
	rest, ok := bytes.CutPrefix(place, []byte(numberField))
	if !ok {
		return true
	}
	end := bytes.IndexAny(rest, ",}")
	n, err := strconv.ParseUint(string(rest[:max(0, end)]), 10, 64)
	return err != nil || n > number
}

// readAccount reads a place. One without a checksum is of a build that had no other place, and wrote it at once.
func readAccount(place []byte) (own storedAccount, ok bool) {
	text, sum := place[:accountBytes-checksumBytes], place[accountBytes-checksumBytes:]
	if string(sum) != checksum(text) && (len(bytes.TrimSpace(sum)) > 0 || bytes.HasPrefix(text, []byte(numberField))) {
		return own, false
	}
	return own, json.Unmarshal(bytes.TrimRight(text, " "), &own) == nil
}

func checksum(text []byte) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) }

const numberField = `{"number":`

// text returns the account as encoding/json writes it, which takes several times as long: every call of an agent writes
// one.
func (a *storedAccount) text() (out [accountBytes]byte, err error) {
	b := strconv.AppendUint(append(make([]byte, 0, accountBytes), numberField...), a.Number, 10)
	if len(a.Buckets) > 0 {
		b = append(b, `,"buckets":{`...)
		for i, c := range slices.Sorted(maps.Keys(a.Buckets)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendQuote(b, string(c))
			b = strconv.AppendFloat(append(b, `:{"tokens":`...), a.Buckets[c].Tokens, 'g', -1, 64)
			b = append(appendTime(append(b, `,"at":`...), a.Buckets[c].At), '}')
		}
		b = append(b, '}')
	}
	b = strconv.AppendInt(append(b, `,"operations":`...), int64(a.Operations), 10)
	if !a.Began.IsZero() {
		b = appendTime(append(b, `,"began":`...), a.Began)
	}
	b = append(b, '}')
	const room = accountBytes - checksumBytes
	if len(b) > room {
		return out, fmt.Errorf("the limits of a principal do not fit their file: %d bytes", len(b))
	}
	n := copy(out[:], b)
	for ; n < room; n++ {
		out[n] = ' '
	}
	copy(out[room:], checksum(out[:room]))
	return out, nil
}

func appendTime(b []byte, t time.Time) []byte {
	return append(t.AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
}
