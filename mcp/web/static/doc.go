// Package static holds the page as it is served, which mcp/web/build.sh makes of the sources in mcp/web/ui. The files
// are committed, so that the program is built without Node; make verify compares them with the sources.
package static

import "embed"

// View is view.html: the view in a chat, one page with all that it needs.
//
//go:embed view.html
var View string

// Files are index.html, app.js, app.css and favicon.svg.
//
//go:embed index.html app.js app.css favicon.svg
var Files embed.FS
