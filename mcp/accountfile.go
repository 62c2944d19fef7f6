package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// accountFile is the open file of an account. It has two places for the account, which are written alternately: a
// process that dies during a write leaves the other place intact. A new file has both places written, so that a file
// with a missing part was damaged.
type accountFile struct {
	*os.File
	told   func(file, what string) // nil reports nothing
	mapped []byte                  // the file mapped into memory, where the system supports that
	room   accountRoom
	// text is the place that was last read or written, and own is its account. While the file still has that text,
	// nothing is decoded.
	text [accountBytes]byte
	own  storedAccount
}

// storedAccount is an account in the form of its file. The place with the higher number is the later one.
type storedAccount struct {
	account
	Number uint64 `json:"number,omitempty"`
}

// accountBytes is the padded size of one account. It ends with the checksum of the preceding bytes, so that a
// half-written place is detected.
const (
	accountBytes  = 512
	checksumBytes = 8 // CRC-32, in hexadecimal digits
	accountRooms  = 2
)

// accountRoom holds the bytes of a file.
type accountRoom [accountRooms * accountBytes]byte

func (r *accountRoom) place(i int) []byte { return r[i*accountBytes : (i+1)*accountBytes] }

// update runs do on the account and writes it if do reports true. The caller holds the lock of the file.
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

// decode decodes the account that was written last.
func (f *accountFile) decode() error {
	if f.own.Number > 0 {
		at := int(f.own.Number % accountRooms)
		newer := f.room.place((at + 1) % accountRooms)
		if bytes.Equal(f.room.place(at), f.text[:]) && !follows(newer, f.own.Number) {
			return nil
		}
	}
	own, at, torn, err := f.room.read()
	if err != nil {
		return err
	}
	text := [accountBytes]byte(f.room.place(at))
	if known := f.own.Number; own.Number < known || known > 0 && own.Number == known && text != f.text {
		return damagedAccount("it was set back to what it was before")
	}
	f.text, f.own = text, own
	if torn {
		f.own.chargeTorn()
		if f.told != nil {
			f.told(f.Name(), "one of its two places was written half; a call was counted for it")
		}
	}
	return nil
}

// read returns the account that was written last, and the index of its place. torn reports whether the other place is
// damaged.
func (r *accountRoom) read() (latest storedAccount, at int, torn bool, err error) {
	at = -1
	for i := range accountRooms {
		own, ok := readAccount(r.place(i))
		torn = torn || !ok
		if ok && (at < 0 || own.Number >= latest.Number) {
			latest, at = own, i
		}
	}
	if at < 0 {
		return latest, at, false, damagedAccount("neither of its two places is sound")
	}
	return latest, at, torn && latest.Number > 0, nil // a file with an account without a number has no other place
}

// chargeTorn adds the usage that a half-written or damaged place may have recorded: at most one call.
func (a *storedAccount) chargeTorn() {
	if a.Holder != "" {
		a.Operations = max(0, a.Operations-1)
	} else {
		a.Operations++
	}
	for c, b := range a.Buckets {
		a.Buckets[c] = bucket{max(0, b.Tokens-1), b.At}
	}
}

// damagedAccount returns the error for a call whose limits are unknown, so that nobody gains from damage.
func damagedAccount(reason string) error {
	return state.Errorf(state.StoreCorrupt, "the file that counts your limits is damaged: %s; nothing was done; a "+
		"person finds it by bimstream doctor and removes it, and the count begins anew", reason).With("reason", reason)
}

// errRemoved means that an open file was removed from its folder.
var errRemoved = errors.New("the file was removed")

// checkSize returns an error for a file that was shortened or extended. A file of an older build has room for one
// account, and is extended.
func (f *accountFile) checkSize(size int64) error {
	switch size {
	case int64(len(f.room)):
		return nil
	case accountBytes:
		return f.fill(size)
	}
	return wrongSize(size)
}

func wrongSize(size int64) error {
	return damagedAccount(fmt.Sprintf("it has %d bytes, not %d", size, accountRooms*accountBytes))
}

// fill writes zeros from a position to the end. Without that, an extended file has no space on the disk yet. On a full
// disk the first write to the mapped memory would end the process; fill returns an error instead.
func (f *accountFile) fill(from int64) error {
	_, err := f.WriteAt(make([]byte, int64(len(f.room))-from), from)
	return err
}

// follows reports whether a place may hold a later account than the one with a number. It only reads the number.
func follows(place []byte, number uint64) bool {
	rest, ok := bytes.CutPrefix(place, []byte(numberField))
	if !ok {
		return true
	}
	end := bytes.IndexAny(rest, ",}")
	n, err := strconv.ParseUint(string(rest[:max(0, end)]), 10, 64)
	return err != nil || n > number
}

// readAccount parses a place. A place without a checksum comes from a build that had only one place and wrote it in one
// piece.
func readAccount(place []byte) (own storedAccount, ok bool) {
	text, sum := place[:accountBytes-checksumBytes], place[accountBytes-checksumBytes:]
	if string(sum) != checksum(text) && (len(bytes.TrimSpace(sum)) > 0 || bytes.HasPrefix(text, []byte(numberField))) {
		return own, false
	}
	return own, json.Unmarshal(bytes.TrimRight(text, " "), &own) == nil
}

func checksum(text []byte) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) }

const numberField = `{"number":`

// text returns the account in the same form as encoding/json, which takes several times as long. This matters because
// every call of an agent writes an account.
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
	if a.Holder != "" {
		b = strconv.AppendQuote(append(b, `,"holder":`...), a.Holder)
		b = strconv.AppendQuote(append(b, `,"boot":`...), a.Boot)
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
