package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp/wire"
)

func withResources(c *Config) {
	c.Resources = []wire.Resource{{URI: "toy://help", Name: "help", Title: "Help",
		Description: "What to do.", MIMEType: "text/plain"}}
	c.Templates = []wire.ResourceTemplate{{URITemplate: "toy://file/{name}", Name: "file", Description: "A file.",
		MIMEType: "application/octet-stream"}}
	c.Read = func(_ context.Context, uri string) (wire.Content, error) {
		switch uri {
		case "toy://help":
			return wire.Content{MIMEType: "text/plain", Text: "Help yourself."}, nil
		case "toy://file/a":
			return wire.Content{MIMEType: "application/octet-stream", Blob: []byte{0, 1, 2}}, nil
		case "toy://file/broken":
			return wire.Content{}, errors.New("broken")
		}
		return wire.Content{}, fmt.Errorf("%w: %s", wire.ErrNoResource, uri)
	}
	c.Prompts = []wire.Prompt{{
		Name: "greet", Description: "Greets.", Arguments: []wire.PromptArgument{{Name: "who",
			Description: "Whom.", Required: true}},
		Render: func(_ context.Context, a map[string]string) (string, error) { return "Hello, " + a["who"] + "!", nil },
	}}
}

func TestResourcesAndPrompts(t *testing.T) {
	c := connect(t, start(t, memory.New(), withResources))
	c.send(initialize(`{}`), initialized)
	tests := []struct {
		method, params string
		want           string // part of the result
		code           int
	}{
		{"resources/list", `{}`, `"uri":"toy://help"`, 0},
		{"resources/templates/list", `{}`, `"uriTemplate":"toy://file/{name}"`, 0},
		{"resources/read", `{"uri":"toy://help"}`, `"text":"Help yourself."`, 0},
		{"resources/read", `{"uri":"toy://file/a"}`, `"blob":"AAEC"`, 0},
		{"resources/read", `{"uri":"toy://file/none"}`, "", -32002},
		{"resources/read", `{"uri":"toy://file/none","_meta":` + modern(`{}`) + `}`, "", -32602},
		{"resources/read", `{"uri":"other://x"}`, "", -32002},
		{"resources/read", `{"uri":"toy://file/broken"}`, "", -32603},
		{"prompts/list", `{}`, `"required":true`, 0},
		{"prompts/get", `{"name":"greet","arguments":{"who":"Ann"}}`, `Hello, Ann!`, 0},
		{"prompts/get", `{"name":"none"}`, "", -32602},
		{"prompts/get", `{"name":"greet"}`, "", -32602},
		{"prompts/get", `{"name":"greet","arguments":{"who":"Ann","whom":"Bea"}}`, "", -32602},
		{"prompts/get", `{"name":"greet","arguments":{"who":7}}`, "", -32602},
		{"resources/read", `{"uri":7}`, "", -32602},
	}
	for i, tt := range tests {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, i, tt.method, tt.params))
		m := c.answer(fmt.Sprint(i))
		if tt.code != 0 {
			if m.Error == nil || m.Error.Code != tt.code || strings.Contains(m.Error.Message, "json:") {
				t.Errorf("%s %s: %s %+v", tt.method, tt.params, m.Result, m.Error)
			}
			if strings.Contains(tt.params, "none\"") && tt.method == "resources/read" &&
				m.Error.Data["uri"] != "toy://file/none" {
				t.Errorf("%s: the error has no uri: %+v", tt.params, m.Error)
			}
			continue
		}
		if !strings.Contains(string(m.Result), tt.want) {
			t.Errorf("%s %s: %s %+v", tt.method, tt.params, m.Result, m.Error)
		}
	}
}

// TestRefusedReadSaysWhenToRetry checks that the refusal of a resource which is read by a tool call has the data of
// that call's failure.
func TestRefusedReadSaysWhenToRetry(t *testing.T) {
	c := connect(t, start(t, memory.New(), func(c *Config) {
		withResources(c)
		agent(func(p *Principal) { p.Limits.Rates = map[Category]Rate{CategoryRead: {PerMinute: 6, Burst: 1}} })(c)
		c.Surroundings.CallOf = func(uri string) (string, json.RawMessage, bool) {
			return "list_things", json.RawMessage(`{}`), uri == "toy://help"
		}
	}))
	c.send(initialize(`{}`), initialized)
	const read = `{"jsonrpc":"2.0","id":%d,"method":"resources/read","params":{"uri":"toy://help"}}`
	c.send(fmt.Sprintf(read, 1))
	c.answer("1")
	c.send(fmt.Sprintf(read, 2))
	m := c.answer("2")
	if m.Error == nil || m.Error.Code != -32603 {
		t.Fatalf("%s %+v", m.Result, m.Error)
	}
	for name, want := range map[string]any{"name": "RATE_LIMITED", "code": 1202.0, "retryable": true,
		"retry_after_s": 10.0, "limit": 6.0, "remaining": 0.0} {
		if m.Error.Data[name] != want {
			t.Errorf("%s is %v, want %v", name, m.Error.Data[name], want)
		}
	}
}

func TestSubscriptions(t *testing.T) {
	c := connect(t, startToy(t))
	// The lists never change, so the subscription is acknowledged first and then ended.
	c.send(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":` + modern(`{}`) + `}}`)
	c.answer("1")
	c.mu.Lock()
	first := c.messages[0]
	c.mu.Unlock()
	if first.Method != "notifications/subscriptions/acknowledged" {
		t.Errorf("first came %+v", first)
	}
}
