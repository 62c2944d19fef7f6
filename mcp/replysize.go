package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// MaxEnvelopeBytes bounds every envelope. A model reads about 10,000 tokens of a reply, and a client may close the
// connection if a message is too long.
const MaxEnvelopeBytes = 40_000

// maxReplyBytes bounds the message: the envelope and its copy as text, in which quotes and backslashes are escaped
// again.
const maxReplyBytes = 90_000

// Weight returns how much of MaxEnvelopeBytes a part of an envelope takes. It is the number of bytes, or more if quotes
// and backslashes make the copy as text too long for the message.
func Weight(text []byte) int {
	escaped := 0
	for _, c := range text {
		if c == '"' || c == '\\' {
			escaped++
		}
	}
	return max(len(text), (2*len(text)+escaped)*(MaxEnvelopeBytes/1000)/(maxReplyBytes/1000))
}

// The bounds for parts of an envelope that would be too large.
const (
	maxWarningsBytes = 8_000
	maxMessageBytes  = 4_000
	maxReasonBytes   = 1_000 // the record of the call contains all of it
)

// withinSize checks the size of an envelope before it is sent or stored. It replaces warnings beyond maxWarningsBytes
// by their number. If the envelope is still too large, it returns an error, before anything is written.
func (cc *chainCall) withinSize(e Envelope) (reply, error) {
	r, err := cc.seal(e)
	if err != nil || Weight(r.text) <= MaxEnvelopeBytes {
		return r, err
	}
	e.Warnings = cutWarnings(e.Warnings)
	if r, err = cc.seal(e); err != nil || Weight(r.text) <= MaxEnvelopeBytes {
		return r, err
	}
	return reply{}, state.Errorf(state.OperationTooLarge,
		"the reply would have %d bytes, more than %d; nothing was changed: ask for less at a time (limit, a filter, "+
			"fewer elements)",
		len(r.text), MaxEnvelopeBytes).With("bytes", len(r.text)).With("limit", MaxEnvelopeBytes)
}

// cutWarnings keeps the first warnings and replaces the rest by their number.
func cutWarnings(all []Warning) []Warning {
	size := 0
	for i, w := range all {
		text, _ := json.Marshal(w) // sealing the envelope reports errors
		if size += len(text); size > maxWarningsBytes {
			return append(all[:i:i], Warning{
				Code: "MORE_WARNINGS", Message: fmt.Sprintf(
					"%d more warnings are left out: they would make the reply too large", len(all)-i),
				Data: map[string]any{"left_out": len(all) - i},
			})
		}
	}
	return all
}

// shortFailure returns a failure that fits into an envelope: it shortens the message and leaves out data that is too
// large.
func (cc *chainCall) shortFailure(e Envelope) reply {
	r, err := cc.seal(e)
	if err == nil && Weight(r.text) <= MaxEnvelopeBytes {
		return r
	}
	e.Error.Message = clip(e.Error.Message, maxMessageBytes)
	e.Error.Data = map[string]any{"left_out": "the data of this error would make the reply too large"}
	r, _ = cc.seal(e) // strings always encode
	return r
}

func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "..."
}
