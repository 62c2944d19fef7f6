// Package web serves the page on which a person sees a model in three dimensions, its history, and what agents did and
// why. The person also decides there about the agents' requests.
//
// There are few types: [Config] describes the person and the sources of the page, and [Server] answers requests. Read
// server.go first (the routes and their order), then guard.go (which requests are accepted) and session.go (who is
// admitted). scene.go and delta.go serve states and their differences in the form of projections/bodies. approvals.go
// shows how a person decides.
//
// # The way of a request
//
//  1. The Host of the request must be one of this server's, for every address: a foreign name that resolves to this
//     machine (DNS rebinding) is refused. An Origin, if present, must be the page's own.
//  2. The shell (index.html, its script and style sheet) holds no data and is open. Everything else needs the token
//     of a session in the header Authorization. A session begins with a key that the terminal shows and that is valid
//     once.
//  3. Calls of tools go through the whole chain of package mcp on behalf of the person. States, differences and
//     histories are read by an app.Reader, which returns the same errors as a tool.
//
// The file ui/api.ts defines the shapes of the answers for both sides; a test compares the field names with it. The
// page itself is in ui (its sources) and static (the served files).
//
// Caveats: the page is for one person, who runs this process; for a team there is the server over HTTP in package
// httpd. A decision on the page has level client, or tty with a one-time code from the terminal. This does not stop an
// agent that reads the terminal or controls the person's browser. Encoded bodies and blobs are cached up to a bound and
// made again when needed.
package web
