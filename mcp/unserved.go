package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/schema"
)

// recordUnknown puts on record that somebody called a tool that there is not: who tries names is seen.
func (s *Server) recordUnknown(ctx context.Context, tool string, arguments json.RawMessage) {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	var said struct {
		Reasoning string `json:"reasoning"`
	}
	_ = json.Unmarshal(arguments, &said) // what is no text is no reason
	p, now := s.principal(ctx), s.now()
	command := s.newID()
	trace := newTrace("", "", command)
	by := caller{p.ID, p.Kind, p.OnBehalfOf}
	seq := s.audit.next()
	entered := s.audit.event(eventCallEntered, seq, callEntered{
		Seq: seq, Tool: unknownName(tool), Caller: by, Reasoning: optional(clip(said.Reasoning, maxReasonBytes)),
		InputSHA256: hashDocument(schema.Parse(arguments), arguments), CommandID: command, At: now,
		TraceID: trace.TraceID, SpanID: trace.SpanID,
	})
	if s.audit.enter(ctx, entered, false) != nil {
		return // the store takes no records: the calls that could do something are refused for that
	}
	name := state.NotFound.Name()
	if s.audit.sum(entered.ID, seq, sumKey{by, unknownTools, name}, now) {
		return
	}
	s.audit.leave(entered.ID, s.audit.event(eventCallLeft, seq, callLeft{
		Seq: seq, Tool: unknownName(tool), Outcome: outcomeFailure, Error: name,
		DurationUS: s.now().Sub(now).Microseconds(), At: s.now(), TraceID: trace.TraceID, SpanID: trace.SpanID,
	}))
}

// unknownTools stands for all tools that there are not, where their calls are summed up.
const unknownTools = "(unknown)"

// unknownName is the name of a tool that there is not as the record has it: of the length of a name, without signs that
// are not seen.
func unknownName(tool string) string {
	if !properID(tool) {
		tool = strings.ToValidUTF8(fmt.Sprintf("%q", clip(tool, maxIDBytes/2)), "")
	}
	return clip(tool, maxIDBytes)
}

// unserved says of a tool that this server does not have, and that calls may make in turn, what serves it: "" for a
// name that no such tool has.
func (s *Server) unserved(tool string) string {
	if s.registry.Find(tool) != nil || s.config.Invocable == nil {
		return ""
	}
	e := s.config.Invocable.Find(tool)
	if e == nil {
		return ""
	}
	command := "bimstream mcp " + e.Server
	if size(e.Set) > size(SetDefault) {
		command += " --tools " + string(e.Set)
	}
	return fmt.Sprintf("tool %q is not served here: %q serves it; whoever set this server up can add it", tool, command)
}
