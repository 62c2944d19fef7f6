package mcp

import (
	"encoding/json"
	"time"
)

// Refused returns the envelope for an error outside a tool call, for other kinds of replies. It uses the codes, names
// and messages of the error table.
func Refused(err error, who Principal, now time.Time) Envelope {
	return Envelope{Data: json.RawMessage("null"), envelopeRest: envelopeRest{
		Timestamp: now, Warnings: []Warning{}, Audit: Audit{UserID: who.userID()},
		Error: asFailure(failureOf(err), false),
	}}
}
