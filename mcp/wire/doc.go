// Package wire speaks the Model Context Protocol, eras 2025-11-25 and 2026-07-28, over stdio and streamable HTTP. It
// knows tools, resources and prompts as named things with bytes; what they mean is decided behind Options.Call.
//
// The few types: [Options] says what a server shows and whom it calls, [Server] serves it, [Request] and [Result] are
// one tool call. Read server.go, then stdio.go.
//
// The protocol library does parsing and dispatch; it is imported here and nowhere else. Its stdio loop is not used: it
// loses returns at the end of input, lets progress arrive after the result, answers cancelled requests and stops
// reading when many calls wait. Nor is its HTTP (http.go, httppost.go): anybody cancels a call by its id, a lost
// connection loses its work, and sessions end with the process. Nor are its schema validators, whose faults do not
// reach the audit.
//
// An ordinary tool call of the older era on stdio goes past its dispatcher too (toolcall.go): parsing a message eight
// times and copying its answer four times was a sixth of what a small call cost. A test holds such calls against the
// answers of the library.
//
// Caveats: a subscription is acknowledged but the lists never change while a server runs. After the end of input or a
// cancelled context the reader of stdin may stay blocked until the process ends.
package wire
