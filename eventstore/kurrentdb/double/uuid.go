package double

import (
	"encoding/binary"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

// idOf reads an id in either of the two forms that clients send.
func idOf(u *shared.UUID) id {
	if s := u.GetStructured(); s != nil {
		return id{s.MostSignificantBits, s.LeastSignificantBits}
	}
	parsed, err := uuid.Parse(u.GetString_())
	if err != nil {
		return id{}
	}
	return id{int64(binary.BigEndian.Uint64(parsed[:8])), int64(binary.BigEndian.Uint64(parsed[8:]))}
}

// wire returns the id in the form that the client requested.
func (i id) wire(text bool) *shared.UUID {
	if !text {
		return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
			MostSignificantBits: i.most, LeastSignificantBits: i.least,
		}}}
	}
	var u uuid.UUID
	binary.BigEndian.PutUint64(u[:8], uint64(i.most))
	binary.BigEndian.PutUint64(u[8:], uint64(i.least))
	return &shared.UUID{Value: &shared.UUID_String_{String_: u.String()}}
}

func newID() string { return uuid.NewString() }
