package mcp

import (
	"encoding/json"
	"strconv"
	"time"

	foreign "github.com/bimstream/bimstream/domain/text"
)

// Envelope is the reply of every tool, successful or not.
type Envelope struct {
	Success bool            `json:"success"`
	Data    json.RawMessage `json:"data"` // the tool's data as compact JSON, or null
	envelopeRest
}

// envelopeRest holds the members after the data.
type envelopeRest struct {
	EventID   *string   `json:"event_id"` // of the first event of a committed mutation
	Timestamp time.Time `json:"timestamp"`
	Warnings  []Warning `json:"warnings"`
	Audit     Audit     `json:"audit"`
	DryRun    bool      `json:"dry_run,omitempty"`    // nothing was committed, because the call was a dry run
	PreviewID string    `json:"preview_id,omitempty"` // of the effect that a dry run of a mutation showed
	RunID     string    `json:"run_id,omitempty"`
	Error     *Failure  `json:"error,omitempty"`
}

// Audit names the caller and the reason of a call.
type Audit struct {
	UserID    string  `json:"user_id"`
	AgentID   *string `json:"agent_id"`
	Reasoning *string `json:"reasoning"`
}

// Failure is the error of an unsuccessful call.
type Failure struct {
	Code      int            `json:"code"`
	Name      string         `json:"name"`
	Message   string         `json:"message"`
	Retryable bool           `json:"retryable"`
	Data      map[string]any `json:"data"`
}

// encode returns the envelope in the form that is sent, hashed and stored. The data, which is nearly all of it, is
// copied without decoding. Hidden characters in texts are replaced by marks, including those that were stored before
// such texts were refused.
func (e *Envelope) encode() ([]byte, error) {
	rest, err := json.Marshal(e.envelopeRest)
	if err != nil {
		return nil, err
	}
	text := make([]byte, 0, len(e.Data)+len(rest)+len(`{"success":false,"data":,`))
	text = strconv.AppendBool(append(text, `{"success":`...), e.Success)
	text = append(append(text, `,"data":`...), e.Data...)
	text = append(text, ',')
	harmless, _ := foreign.JSON(append(text, rest[len("{"):]...))
	return harmless, nil
}

// envelopeSchema wraps the outline of a tool's data, which describes a reply to clients. It is one object that allows
// both success and error: clients of the 2025 protocol need an object at the root, and some validate errors too. The
// data is checked against the whole schema before a reply is sent. Only members that clients depend on are required,
// because each word is repeated for every tool in the list.
func envelopeSchema(outline json.RawMessage) json.RawMessage {
	return json.RawMessage(envelopeHead + string(outline) + envelopeTail)
}

const (
	envelopeHead = `{"type":"object","properties":{"success":{"type":"boolean"},"data":{"anyOf":[`
	envelopeTail = `,{"type":"null"}]},"event_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"timestamp":{"type":"string"},` +
		`"warnings":{"type":"array"},"audit":{"type":"object"},"dry_run":{"type":"boolean"},"preview_id":{"type":"string"},` +
		`"run_id":{"type":"string"},"error":{"type":"object"}},` +
		`"required":["success","data"]}`
)
