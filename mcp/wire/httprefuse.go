package wire

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
)

// refuseText answers with a status and a sentence that states what to do.
func refuseText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)+1)) // completes the answer before the handler returns
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text+"\n") // an error means that the client has gone
}

// refuseProtocol answers with a status and a protocol error.
func refuseProtocol(w http.ResponseWriter, status int, id json.RawMessage, code int, message string) {
	refuseWith(w, status, failure(id, code, message))
}

func refuseWith(w http.ResponseWriter, status int, message any) {
	text, err := json.Marshal(message)
	if err != nil {
		text = []byte(`{"jsonrpc":"2.0","error":{"code":-32603,"message":"internal error"}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

func notAllowed(w http.ResponseWriter, methods string) {
	w.Header().Set("Allow", methods)
	refuseText(w, http.StatusMethodNotAllowed, "this address takes "+methods+
		": messages of the protocol are sent by POST")
}

// noSession answers a request for a session that the caller may not use: foreign, unknown, forged or ended.
func noSession(w http.ResponseWriter, id json.RawMessage) {
	refuseProtocol(w, http.StatusNotFound, id, mcp.INVALID_REQUEST,
		"there is no such session: begin a new one by initialize")
}

// sessionMissing answers a request that lacks a session in the era with sessions.
func sessionMissing(w http.ResponseWriter, id json.RawMessage) {
	refuseProtocol(w, http.StatusBadRequest, id, mcp.INVALID_REQUEST,
		"the header Mcp-Session-Id is missing: begin a session by initialize, and send the id that its answer has "+
			"with every request")
}

// unknownVersion answers a request whose version header names no version of this server.
func unknownVersion(w http.ResponseWriter, id json.RawMessage, version string) {
	e := mcp.UnsupportedProtocolVersionError{Version: clip(version),
		Supported: slices.Clone(mcp.ValidProtocolVersions)}.JSONRPCError()
	e.ID = mcp.NewRequestId(id)
	refuseWith(w, http.StatusBadRequest, e)
}

// statusOf returns the HTTP status that version 2026-07-28 prescribes for a protocol error.
func statusOf(code int) int {
	switch code {
	case mcp.METHOD_NOT_FOUND:
		return http.StatusNotFound
	case mcp.HEADER_MISMATCH, mcp.MISSING_REQUIRED_CLIENT_CAPABILITY, mcp.UNSUPPORTED_PROTOCOL_VERSION,
		mcp.INVALID_REQUEST, mcp.INVALID_PARAMS, mcp.PARSE_ERROR:
		return http.StatusBadRequest
	}
	return http.StatusOK
}
