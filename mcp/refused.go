package mcp

import (
	"encoding/json"
	"time"
)

// Refused is the envelope of an error that no call of a tool has met, for whoever answers otherwise than by tools: its
// code, name and sentence are those of the error table.
func Refused(err error, who Principal, now time.Time) Envelope {
	return Envelope{Data: json.RawMessage("null"), envelopeRest: envelopeRest{
		Timestamp: now, Warnings: []Warning{}, Audit: Audit{UserID: who.userID()},
		Error: asFailure(failureOf(err), false),
	}}
}
