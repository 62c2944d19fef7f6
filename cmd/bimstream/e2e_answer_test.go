package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"reflect"
	"time"
)

// envelope is the answer of every tool, as a client reads it.
type envelope struct {
	Success   bool            `json:"success"`
	Data      json.RawMessage `json:"data"`
	EventID   *string         `json:"event_id"`
	Timestamp time.Time       `json:"timestamp"`
	Warnings  []struct {
		Code string `json:"code"`
	} `json:"warnings"`
	Audit struct {
		UserID    string  `json:"user_id"`
		AgentID   *string `json:"agent_id"`
		Reasoning *string `json:"reasoning"`
	} `json:"audit"`
	DryRun    *bool    `json:"dry_run"`
	PreviewID string   `json:"preview_id"`
	Error     *failure `json:"error"`
}

type failure struct {
	Code      int            `json:"code"`
	Name      string         `json:"name"`
	Message   string         `json:"message"`
	Retryable bool           `json:"retryable"`
	Data      map[string]any `json:"data"`
}

// change is the data of a mutation.
type change struct {
	ModelID    string `json:"model_id"`
	Revision   uint64 `json:"revision"`
	ElementID  string `json:"element_id"`
	Count      int    `json:"event_count"`
	MergeEvent string `json:"merge_event_id"`
	Events     []struct {
		EventID  string `json:"event_id"`
		Type     string `json:"type"`
		Revision uint64 `json:"revision"`
	} `json:"events"`
	Created []struct {
		ElementID string `json:"element_id"`
		Category  string `json:"category"`
		HostID    string `json:"host_id"`
	} `json:"created"`
	Deleted []struct {
		ElementID string `json:"element_id"`
	} `json:"deleted"`
}

// answer is a tool's result: the envelope, and the text that it was parsed from.
type answer struct {
	envelope
	Text   []byte
	Images [][]byte
}

// toolResult is the result of tools/call.
type toolResult struct {
	Content []struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		Data     []byte `json:"data"`
		MIMEType string `json:"mimeType"`
	} `json:"content"`
	Structured json.RawMessage `json:"structuredContent"`
	IsError    bool            `json:"isError"`
}

// read parses the envelope from a result and checks both against the contract for all answers.
func (r toolResult) read() (answer, error) {
	if len(r.Content) == 0 || r.Content[0].Type != "text" {
		return answer{}, fmt.Errorf("%d contents, not a text first", len(r.Content))
	}
	a := answer{Text: []byte(r.Content[0].Text)}
	for _, c := range r.Content[1:] { // links to files, and pictures of a size that clients accept
		if c.Type == "resource_link" {
			continue
		}
		if _, err := png.Decode(bytes.NewReader(c.Data)); err != nil || c.Type != "image" ||
			c.MIMEType != "image/png" || len(c.Data) > 220_000 {
			return answer{}, fmt.Errorf("a content of type %s %s and %d bytes: %w", c.Type,
				c.MIMEType, len(c.Data), err)
		}
		a.Images = append(a.Images, c.Data)
	}
	if !sameJSON(a.Text, r.Structured) {
		return a, fmt.Errorf("structuredContent is not the text: %s and %s", r.Structured, a.Text)
	}
	if err := json.Unmarshal(a.Text, &a.envelope); err != nil {
		return a, err
	}
	return a, a.check(r.IsError)
}

func (a answer) check(isError bool) error {
	var faults []error
	hold := func(ok bool, rule string) {
		if !ok {
			faults = append(faults, errors.New(rule))
		}
	}
	hold(isError == !a.Success, "isError is the opposite of success")
	hold((a.Error == nil) == a.Success, "error is there exactly when success is false")
	hold(a.Success || string(a.Data) == "null", "a failure has no data")
	hold(a.EventID == nil || a.Success && a.DryRun == nil, "only what was committed has an event_id")
	hold(a.DryRun == nil || *a.DryRun, "dry_run is true or not there")
	hold(a.Warnings != nil, "warnings is always there")
	hold(a.Audit.UserID != "", "audit names the user")
	hold(!a.Timestamp.IsZero() && a.Timestamp.Location() == time.UTC, "timestamp is in UTC")
	if a.Error != nil {
		hold(a.Error.Code/100 >= 10 && a.Error.Code/100 <= 14, "codes are from 1000 to 1499")
		hold(a.Error.Name != "" && a.Error.Message != "", "an error has a name and says what to do")
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("%w: %s", err, a.Text)
	}
	return nil
}

// code returns the error's code, 0 for success.
func (a answer) code() int {
	if a.Error == nil {
		return 0
	}
	return a.Error.Code
}

// pointers returns the pointers of the error's issues.
func (a answer) pointers() []string {
	if a.Error == nil {
		return nil
	}
	issues, _ := a.Error.Data["issues"].([]any)
	var out []string
	for _, issue := range issues {
		fields, _ := issue.(map[string]any)
		pointer, _ := fields["pointer"].(string)
		out = append(out, pointer)
	}
	return out
}

func sameJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, errX := decodeJSON(a)
	y, errY := decodeJSON(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}

// decodeJSON decodes a value and keeps its numbers as they are written.
func decodeJSON(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}
