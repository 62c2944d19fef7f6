//go:build fixtures

package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// The fixtures are tools of the test build, with which outside programs test the chain and the transports: slow calls,
// progress, questions and panics. They are called in the same way as every other tool.

func init() {
	extraTools = fixtureTools
	extraStore = func(s eventstore.Store) { fixtureStore = s }
}

type echoArguments struct {
	Text string `json:"text,omitempty"`
}

type echoData struct {
	Text string `json:"text"`
}

type slowArguments struct {
	Milliseconds int `json:"milliseconds,omitempty"`
}

type progressArguments struct {
	Steps        int `json:"steps,omitempty"`
	Milliseconds int `json:"milliseconds,omitempty"`
}

type workData struct {
	Done int `json:"done"`
}

type confirmData struct {
	Confirmed bool `json:"confirmed"`
}

func fixtureTools() []Tool {
	tools := []Tool{
		{Name: "fixture_echo", Title: "Echo", Input: echoArguments{}, Output: echoData{}, Handle: fixtureEcho,
			Description: "Test fixture: answers the text that it gets."},
		{Name: "fixture_slow", Title: "Wait", Input: slowArguments{}, Output: workData{}, Handle: fixtureSlow,
			Description: "Test fixture: waits the given time, two seconds by default."},
		{Name: "fixture_progress", Title: "Report progress", Input: progressArguments{},
			Output: workData{}, Handle: fixtureProgress,
			Description: "Test fixture: reports progress in steps, ten by default."},
		{Name: "fixture_confirm", Title: "Ask", Input: struct{}{}, Output: confirmData{}, Handle: fixtureConfirm,
			Description: "Test fixture: asks the user to confirm."},
		{Name: "fixture_record", Title: "Record", Input: recordArguments{}, Output: workData{},
			Handle: fixtureRecord, Category: CategoryMutation,
			Description: "Test fixture: waits the given time, then records an event in the stream fixtures."},
		{Name: "slow_compute", Title: "Compute slowly", Input: computeArguments{}, Output: workData{}, Heavy: true,
			Handle: fixtureCompute, Description: "Test fixture of tasks: waits as long as it is told."},
		{Name: "failing_job", Title: "Fail", Input: struct{}{}, Output: workData{}, Heavy: true, Handle: fixtureFail,
			Description: "Test fixture of tasks: fails after a while."},
		{Name: "confirm_delete", Title: "Confirm", Input: confirmArguments{}, Output: confirmData{}, Heavy: true,
			Handle: fixtureConfirmDelete, Description: "Test fixture of tasks: asks the user to confirm."},
		{Name: "multi_input", Title: "Ask twice", Input: struct{}{}, Output: confirmData{}, Heavy: true,
			Handle: fixtureTwice, Description: "Test fixture of tasks: asks the user two questions at a time."},
		{Name: "fixture_panic", Title: "Panic", Input: struct{}{}, Output: workData{}, Handle: fixturePanic,
			Description: "Test fixture: panics."},
	}
	for i := range tools {
		tools[i].Server, tools[i].Set = "fixtures", SetDefault
		if tools[i].Category == "" {
			tools[i].Category, tools[i].Idempotent = CategoryRead, true
		}
	}
	return tools
}

func fixtureEcho(_ context.Context, c *Call) (*Outcome, error) {
	var a echoArguments
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	return &Outcome{Data: echoData(a)}, nil
}

func fixtureSlow(ctx context.Context, c *Call) (*Outcome, error) {
	a := slowArguments{Milliseconds: 2000}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	return &Outcome{Data: workData{1}}, pause(ctx, a.Milliseconds)
}

func fixtureProgress(ctx context.Context, c *Call) (*Outcome, error) {
	a := progressArguments{Steps: 10, Milliseconds: 60}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	for i := 1; i <= a.Steps; i++ {
		c.Progress(float64(i), float64(a.Steps), "")
		if err := pause(ctx, a.Milliseconds); err != nil {
			return nil, err
		}
	}
	return &Outcome{Data: workData{a.Steps}}, nil
}

func pause(ctx context.Context, milliseconds int) error {
	select {
	case <-time.After(time.Duration(milliseconds) * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func fixtureConfirm(ctx context.Context, c *Call) (*Outcome, error) {
	answer, err := c.Elicit(ctx, Elicitation{
		ID: "confirm", Message: "Go on?",
		Schema: json.RawMessage(
			`{"type":"object","properties":{"ok":{"type":"boolean","title":"Go on"}},"required":["ok"]}`),
	})
	if err != nil {
		return nil, err
	}
	var content struct {
		OK bool `json:"ok"`
	}
	if !answer.Accepted() || json.Unmarshal(answer.Content, &content) != nil || !content.OK {
		return nil, state.Errorf(state.ApprovalRejected,
			"the user did not confirm; nothing was done").With("reason", answer.Action)
	}
	return &Outcome{Data: confirmData{true}}, nil
}

// recordArguments are the arguments of fixture_record, which commits, so that a test can interrupt a call before and
// after the commit.
type recordArguments struct {
	MutationArguments
	Milliseconds int    `json:"milliseconds,omitempty"`
	Text         string `json:"text,omitempty"`
}

func fixtureRecord(ctx context.Context, c *Call) (*Outcome, error) {
	var a recordArguments
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	for waited := 0; waited < a.Milliseconds; waited += fixtureStep {
		c.Progress(float64(waited+1), float64(a.Milliseconds), a.Text)
		if err := pause(ctx, fixtureStep); err != nil {
			return nil, err
		}
	}
	event := eventstore.Event{ID: uuid.Must(uuid.NewV7()).String(), Type: "fixture.recorded", Schema: 1,
		Data: json.RawMessage(`{}`)}
	return &Outcome{Data: workData{1}, Affected: 1, EventID: event.ID,
		Commit: func(ctx context.Context, records []eventstore.Append) (string, error) {
			parts := append([]eventstore.Append{{Stream: "fixtures", Expected: eventstore.Any,
				Events: []eventstore.Event{event}}}, records...)
			_, err := fixtureStore.Append(ctx, parts...)
			return event.ID, err
		}}, nil
}

// fixtureStep is the interval between two progress notifications of fixture_record, in milliseconds.
const fixtureStep = 50

// fixtureStore is the store of the server, for the only fixture that writes.
var fixtureStore eventstore.Store

type computeArguments struct {
	Seconds float64 `json:"seconds,omitempty"`
	Label   string  `json:"label,omitempty"`
}

func fixtureCompute(ctx context.Context, c *Call) (*Outcome, error) {
	var a computeArguments
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	return &Outcome{Data: workData{1}}, pause(ctx, int(a.Seconds*1000))
}

func fixtureFail(ctx context.Context, _ *Call) (*Outcome, error) {
	if err := pause(ctx, 1000); err != nil {
		return nil, err
	}
	return nil, state.Errorf(state.IllegalState, "this tool fails for a test")
}

type confirmArguments struct {
	Filename string `json:"filename,omitempty"`
}

// confirmed asks the user of the client to confirm something.
func confirmed(ctx context.Context, c *Call, id, message string) error {
	answer, err := c.Elicit(ctx, Elicitation{ID: id, Message: message, Schema: json.RawMessage(
		`{"type":"object","properties":{"confirm":{"type":"boolean","title":"Go on"}},"required":["confirm"]}`)})
	if err != nil {
		return err
	}
	if !answer.Accepted() {
		return state.Errorf(state.ApprovalRejected, "the user did not confirm").With("reason", answer.Action)
	}
	return nil
}

func fixtureConfirmDelete(ctx context.Context, c *Call) (*Outcome, error) {
	var a confirmArguments
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	return &Outcome{Data: confirmData{true}}, confirmed(ctx, c, "confirm", "Delete "+a.Filename+"?")
}

func fixtureTwice(ctx context.Context, c *Call) (*Outcome, error) {
	second := make(chan error, 1)
	go func() { second <- confirmed(ctx, c, "second", "Do you agree to the second?") }()
	first := confirmed(ctx, c, "first", "Do you agree to the first?")
	return &Outcome{Data: confirmData{true}}, errors.Join(first, <-second)
}

func fixturePanic(context.Context, *Call) (*Outcome, error) { panic("fixture") }
