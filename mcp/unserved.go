package mcp

import "fmt"

// unserved says of a tool that this server does not have, and that calls may make in turn, what serves it: "" for a
// name that no such tool has.
func (s *Server) unserved(tool string) string {
	if s.registry.Find(tool) != nil || s.config.Invocable == nil {
		return ""
	}
	e := s.config.Invocable.Find(tool)
	if e == nil {
		return ""
	}
	command := "bimstream mcp " + e.Server
	if size(e.Set) > size(SetDefault) {
		command += " --tools " + string(e.Set)
	}
	return fmt.Sprintf("tool %q is not served here: %q serves it; whoever set this server up can add it", tool, command)
}
