// Package wire implements the Model Context Protocol, eras 2025-11-25 and 2026-07-28, over stdio and streamable HTTP.
// It handles tools, resources and prompts as named things with bytes. Their meaning is behind Options.Call.
//
// There are few types: [Options] configures what a server offers and which functions it calls, [Server] serves it, and
// [Request] and [Result] are one tool call. Read server.go, then stdio.go.
//
// The protocol library parses and dispatches messages; only this package imports it. Its stdio loop is not used: it
// loses results at the end of input, sends progress after the result, answers cancelled requests, and stops reading
// when many calls wait. Its HTTP server is not used either (http.go, httppost.go): any client can cancel a call by its
// id, a lost connection loses its work, and sessions end with the process. Its schema validators are not used, because
// their errors would not reach the audit.
//
// An ordinary tool call of the older era on stdio also bypasses the library's dispatcher (toolcall.go). Parsing each
// message eight times and copying its answer four times took a sixth of the time of a small call. A test compares the
// answers to such calls with the library's answers.
//
// Caveats: a subscription is acknowledged, but the lists never change while a server runs. After the end of input or a
// cancelled context the reader of stdin may stay blocked until the process ends.
package wire
