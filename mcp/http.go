package mcp

import "github.com/bimstream/bimstream/mcp/wire"

// HTTP returns the protocol over HTTP. Requests are those of the principal of their context (WithPrincipal), of the
// configured one without: who may call is for whoever wraps it to say. Close it.
func (s *Server) HTTP(o wire.HTTPOptions) (*wire.HTTP, error) { return s.wire.HTTP(o) }

// Load is how busy the server is.
type Load struct {
	Light, Heavy               int // handlers at work
	WaitingLight, WaitingHeavy int // calls that wait for a slot
}

// Load returns how busy the server is.
func (s *Server) Load() Load {
	return Load{
		Light: s.light.atWork(), Heavy: s.heavy.atWork(),
		WaitingLight: s.light.waits(), WaitingHeavy: s.heavy.waits(),
	}
}
