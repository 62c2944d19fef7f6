package bcf

import (
	"crypto/sha256"
	"strings"

	"github.com/google/uuid"
)

// DerivedGUID returns the GUID of something that has no id of its own: a UUIDv8 (RFC 9562, section 5.8) over what it is
// and what it is of. The same parts give the same GUID at any time and place.
func DerivedGUID(parts ...string) string {
	digest := sha256.Sum256([]byte("bimstream-bcf\x00" + strings.Join(parts, "\x00")))
	var u uuid.UUID
	copy(u[:], digest[:])
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	return u.String()
}

// readGUID returns a GUID in the form in which it is kept, of 36 lower case characters; ok is false when it is none.
func readGUID(text string) (guid string, ok bool) {
	text = strings.TrimSpace(text)
	u, err := uuid.Parse(text)
	if err != nil || len(text) != 36 {
		return "", false
	}
	return u.String(), true
}
