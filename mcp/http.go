package mcp

import "github.com/bimstream/bimstream/mcp/wire"

// HTTP returns the protocol over HTTP. A request belongs to the principal of its context (WithPrincipal), otherwise to
// the configured one. The caller must wrap it in a handler that authenticates, and must close it.
func (s *Server) HTTP(o wire.HTTPOptions) (*wire.HTTP, error) { return s.wire.HTTP(o) }

// Load describes how busy the server is.
type Load struct {
	Light, Heavy               int // running handlers
	WaitingLight, WaitingHeavy int // calls that wait for a slot
}

// Load returns the current load of the server.
func (s *Server) Load() Load {
	return Load{
		Light: s.light.atWork(), Heavy: s.heavy.atWork(),
		WaitingLight: s.light.waits(), WaitingHeavy: s.heavy.waits(),
	}
}
