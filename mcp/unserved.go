package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/schema"
)

// recordUnknown records the call of a tool that does not exist, so that attempts to guess names become visible.
func (s *Server) recordUnknown(ctx context.Context, tool string, arguments json.RawMessage) {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	var said struct {
		Reasoning string `json:"reasoning"`
	}
	_ = json.Unmarshal(arguments, &said) // a reasoning that is not a string counts as none
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
		return // the store accepts no records, so calls of existing tools are refused too
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

// unknownTools replaces the names of missing tools in a sum of calls.
const unknownTools = "(unknown)"

// unknownName returns the name of a missing tool for the record, limited in length and without hidden characters.
func unknownName(tool string) string {
	if !properID(tool) {
		tool = strings.ToValidUTF8(fmt.Sprintf("%q", clip(tool, maxIDBytes/2)), "")
	}
	return clip(tool, maxIDBytes)
}

// unserved returns a hint at the server that has a tool which this server lacks. It returns "" for a tool that this
// server has, and for a name that no server has.
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
