// Package web serves the page on which a person sees a model in three dimensions, how it came to be, what agents did
// and why, and decides on what they ask for.
//
// The few types: [Config] says whose page it is and what it is made from, [Server] answers requests. Read server.go
// (the routes and their order), guard.go (which requests are looked at), session.go (who is let in), scene.go and
// delta.go (states and what differs between two, as projections/bodies tells them), approvals.go (how a person
// decides).
//
// # The way of a request
//
//  1. The Host it asks for must be one of this server's, for every address: a name that was led here (DNS rebinding) is
//     refused. An Origin, where there is one, must be the page's own.
//  2. The shell (index.html, its script and style sheet) holds no data and is open. Everything else needs the token
//     of a session in the header Authorization. A session begins with a key that the terminal shows, which counts
//     once.
//  3. Calls of tools go through the whole chain of package mcp as the person of the page; states, differences and
//     histories are read by a tools.Reader, which refuses what a tool would refuse.
//
// The shapes of the answers are written down in ui/api.ts, for both sides; a test holds the names of the fields here
// against it. The page itself is in ui (its sources) and static (what is served).
//
// Caveats: the page is for one person, whose process this is; a team's server over HTTP is package httpd. What is
// decided on the page counts as level client, with a one-time code from the terminal as tty: an agent that reads the
// terminal, or drives the person's browser, is not kept out by that. Bodies that were encoded, and blobs that were
// told of, are kept up to a bound; what was let go is made again.
package web
