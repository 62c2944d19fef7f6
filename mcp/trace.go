package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// TraceContext is the place of a call in a trace (W3C Trace Context, level 1): the trace, the call's own span, and the
// parent span, which is empty if the trace starts here.
type TraceContext struct {
	TraceID  string // 32 hex digits
	SpanID   string // 16 hex digits
	ParentID string
	Sampled  bool
	State    string // tracestate as received
}

const (
	traceIDLength = 32
	spanIDLength  = 16
	noTrace       = "00000000000000000000000000000000"
	noSpan        = "0000000000000000"
)

// newTrace continues the trace of the client. If the client sent none or an invalid one, it starts a trace, as the
// specification requires (section 3.2.2). seed must differ from call to call.
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

// validFlags reports whether the flags are well formed. In version 00 nothing follows them; later versions may have
// more.
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

// Traceparent returns the header that names this call as the parent of its work.
func (t TraceContext) Traceparent() string {
	flags := "00"
	if t.Sampled {
		flags = "01"
	}
	return "00-" + t.TraceID + "-" + t.SpanID + "-" + flags
}
