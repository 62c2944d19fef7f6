package schema

import (
	"encoding/hex"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestGlobalIdsOfKnownUUIDs(t *testing.T) {
	for uuid, want := range map[string]string{
		"00000000000000000000000000000000": "0000000000000000000000",
		"00000000000000000000000000000001": "0000000000000000000001",
		"ffffffffffffffffffffffffffffffff": "3$$$$$$$$$$$$$$$$$$$$$",
		"f81d4fae7dec11d0a76500a0c91e6bf6": "3u7K_kVUmHqATb0A397cls",
		"0123456789abcdeffedcba9876543210": "018qLdYQlDx$xSkfXsL38G",
	} {
		var id [16]byte
		if _, err := hex.Decode(id[:], []byte(uuid)); err != nil {
			t.Fatal(err)
		}
		if got := EncodeGUID(id); got != want {
			t.Errorf("%s: got %s, want %s", uuid, got, want)
		}
		if got, err := DecodeGUID(want); err != nil || got != id {
			t.Errorf("%s: got %x, %v", want, got, err)
		}
	}
}

func TestGlobalIdsAreReversible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var id [16]byte
		copy(id[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
		guid := EncodeGUID(id)
		if back, err := DecodeGUID(guid); err != nil || back != id || len(guid) != 22 {
			t.Fatalf("%x is written %s and read as %x, %v", id, guid, back, err)
		}
	})
}

func TestWhatIsNoGlobalIdIsRefused(t *testing.T) {
	for _, text := range []string{"", "0000000000000000000000000", "4000000000000000000000", "$000000000000000000000",
		"0000000000000000000-00", "000000000000000000000é", "000000000000000000000 "} {
		if _, err := DecodeGUID(text); !errors.Is(err, ErrGUID) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
