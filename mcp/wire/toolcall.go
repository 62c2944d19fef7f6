package wire

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
)

// toolCall holds the params of a tools/call that this package uses.
type toolCall struct {
	Name      string
	Arguments json.RawMessage
	Meta      *mcp.Meta
	Task      json.RawMessage
}

// toolCall returns the tool call in a message, or nil if there is none or it cannot be parsed. Names are
// case-sensitive.
func (f *frame) toolCall() *toolCall {
	if f.Method != mcp.MethodToolsCall || f.Params == nil {
		return nil
	}
	members := membersOf(f.Params)
	c := &toolCall{Arguments: members.find("arguments"), Task: members.find("task")}
	if isNull(c.Task) {
		c.Task = nil
	}
	name := members.find("name")
	if name == nil {
		return nil
	}
	if !isNull(name) {
		var ok bool
		if c.Name, ok = textOf(name); !ok {
			return nil
		}
	}
	if meta := members.find("_meta"); meta != nil && json.Unmarshal(meta, &c.Meta) != nil {
		return nil
	}
	return c
}

// direct reports whether a tool call of the older protocol may bypass the library. The library's dispatcher parses a
// message eight times and copies an answer four times, which took a sixth of the time of a small call. The library
// handles all unusual calls, such as an unknown tool or a task.
func (s *Server) direct(f frame, c *toolCall) bool {
	return c != nil && f.Version == mcp.JSONRPC_VERSION && f.Result == nil && f.Error == nil && c.Task == nil &&
		s.tools[c.Name].is && !isModern(f.Params)
}

// callDirectly runs a direct call. The library would give the same answer.
func (s *Server) callDirectly(ctx context.Context, id json.RawMessage, c *toolCall) (response any) {
	defer func() {
		if r := recover(); r != nil {
			response = failureOf(id, fmt.Errorf("panic recovered in %s tool handler: %v", c.Name, r))
		}
	}()
	var request mcp.CallToolRequest
	request.Params.Name, request.Params.RawArguments, request.Params.Meta = c.Name, c.Arguments, c.Meta
	result, err := s.perform(ctx, request)
	if err != nil {
		return failureOf(id, err)
	}
	return toolAnswer{id, result}
}

func failureOf(id json.RawMessage, err error) any {
	return failure(id, mcp.INTERNAL_ERROR, clip(err.Error()))
}

// toolAnswer is the response to a tool call.
type toolAnswer struct {
	id     json.RawMessage
	result Result
}

// appendLine appends the message in the form in which it is sent, without a line end. The result is already JSON and is
// copied unchanged.
func (a toolAnswer) appendLine(line []byte) ([]byte, error) {
	text, err := json.Marshal(string(a.result.JSON))
	if err != nil {
		return nil, err
	}
	line = append(line, `{"jsonrpc":"`+mcp.JSONRPC_VERSION+`","id":`...)
	line = append(line, a.id...)
	line = append(line, `,"result":{"content":[{"type":"text","text":`...)
	line = append(line, text...)
	line = append(line, '}')
	for _, i := range a.result.Images {
		line = append(line, `,{"type":"image","mimeType":`...)
		line = strconv.AppendQuote(line, i.MIMEType)
		line = append(line, `,"data":"`...)
		line = base64.StdEncoding.AppendEncode(line, i.Data)
		line = append(line, `"}`...)
	}
	for _, l := range a.result.Links {
		link, err := json.Marshal(l.content())
		if err != nil {
			return nil, err
		}
		line = append(append(line, ','), link...)
	}
	line = append(line, `],`...)
	if a.result.IsError {
		line = append(line, `"isError":true,`...)
	}
	line = append(line, `"structuredContent":`...)
	line = append(line, a.result.JSON...)
	return append(line, `}}`...), nil
}
