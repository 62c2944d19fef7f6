package runs

import (
	"encoding/json"
	"slices"
)

// expandCommands replaces the command of each gate by the equivalent call of [externalCheck].
func (c *Config) expandCommands() error {
	c.Gates = slices.Clone(c.Gates)
	for i := range c.Gates {
		g := &c.Gates[i]
		if g.Command == "" {
			continue
		}
		if g.Tool != "" || len(g.Args) > 0 {
			return invalid(pointer("/gates", i), "a gate has a tool with args, or a command")
		}
		args, err := json.Marshal(map[string]string{"command": g.Command})
		if err != nil {
			return err
		}
		g.Tool, g.Args, g.Command = externalCheck, args, ""
	}
	return nil
}

// ExternalCommand returns the name of the external program that a gate of a stored configuration runs, if it runs one.
func (g Gate) ExternalCommand() (name string, is bool) {
	var args struct {
		Command string `json:"command"`
	}
	if g.Tool != externalCheck || json.Unmarshal(g.Args, &args) != nil {
		return "", false
	}
	return args.Command, true
}
