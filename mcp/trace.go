package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// TraceContext places a call in a trace (W3C Trace Context, level 1): the trace it belongs to, its own span, and the
// span that caused it, empty when the trace starts here.
type TraceContext struct {
	TraceID  string // 32 hex digits
	SpanID   string // 16 hex digits
	ParentID string
	Sampled  bool
	State    string // tracestate as it came
}

const (
	traceIDLength = 32
	spanIDLength  = 16
	noTrace       = "00000000000000000000000000000000"
	noSpan        = "0000000000000000"
)

// newTrace continues the trace that the client sent, or starts one when it sent none or one that does not parse, which
// is what the specification asks for (section 3.2.2). seed must differ from call to call.
func newTrace(traceparent, tracestate, seed string) TraceContext {
	own := sha256.Sum256([]byte("span:" + seed))
	fresh := hex.EncodeToString(own[:])
	t := TraceContext{SpanID: fresh[traceIDLength : traceIDLength+spanIDLength]}
	version, rest, _ := strings.Cut(traceparent, "-")
	trace, rest, _ := strings.Cut(rest, "-")
	parent, flags, _ := strings.Cut(rest, "-")
	if !isHex(version, 2) || version == "ff" || !isHex(trace, traceIDLength) || trace == noTrace ||
		!isHex(parent, spanIDLength) || parent == noSpan || !validFlags(version, flags) {
		t.TraceID = fresh[:traceIDLength]
		return t
	}
	t.TraceID, t.ParentID, t.State = trace, parent, tracestate
	t.Sampled = strings.IndexByte("13579bdf", flags[1]) >= 0 // the lowest bit
	return t
}

// validFlags reports whether the flags are well formed. Version 00 has nothing behind them; later ones may.
func validFlags(version, flags string) bool {
	if version == "00" {
		return isHex(flags, 2)
	}
	first, _, _ := strings.Cut(flags, "-")
	return isHex(first, 2)
}

func isHex(s string, length int) bool {
	return len(s) == length && strings.Trim(s, "0123456789abcdef") == ""
}

// Traceparent writes the header by which the work of this call names it as its parent.
func (t TraceContext) Traceparent() string {
	flags := "00"
	if t.Sampled {
		flags = "01"
	}
	return "00-" + t.TraceID + "-" + t.SpanID + "-" + flags
}
