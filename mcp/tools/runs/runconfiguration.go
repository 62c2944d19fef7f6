package runs

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/projections"
)

// checkTools checks the steps, gates and bounds of a configuration against the available tools, and the arguments
// against the tools' schemas, before a run begins. Values of references are not known yet and are not checked.
func (r *executions) checkTools(c *mcp.Call, config runs.Config) error {
	for i, s := range config.Steps {
		if err := checkStep(c, config.StepAt(i), s); err != nil {
			return err
		}
	}
	for i, g := range config.Gates {
		entry := c.Invocable(g.Tool)
		if entry == nil {
			return runs.Invalid(config.GateAt(i)+"/tool", "this server was started without the tool %q", g.Tool)
		}
		if err := checkArgumentsOf(entry, config.GateAt(i)+"/args", g.Args); err != nil {
			return err
		}
		if err := r.checkProgram(config.GateAt(i), g); err != nil {
			return err
		}
	}
	for i, name := range config.Allowed.Tools {
		if c.Invocable(name) == nil {
			return runs.Invalid("/allowed/tools/"+strconv.Itoa(i), "there is no tool %q here", name)
		}
	}
	return nil
}

// checkProgram refuses a gate if its external program is not in the operator's list. The error is TOOLCHAIN_MISSING if
// the program is not installed.
func (r *executions) checkProgram(at string, g runs.Gate) error {
	name, is := g.ExternalCommand()
	if !is {
		return nil
	}
	checker, err := r.backend.Checkers.Named(name)
	if err != nil {
		return runs.Invalid(at+"/command", "%s", err.Error())
	}
	_, err = checker.Program()
	return err
}

func checkStep(c *mcp.Call, at string, s runs.Step) error {
	entry := c.Invocable(s.Tool)
	switch {
	case entry == nil:
		return runs.Invalid(at+"/tool", "there is no tool %q here: find_tools finds tools by words", s.Tool)
	case entry.Needs() == mcp.OpApprove || entry.People:
		return runs.Invalid(at+"/tool", "a run does not call %s: a person does", s.Tool)
	}
	return checkArgumentsOf(entry, at+"/args", s.Args)
}

// checkArgumentsOf reports the faults of arguments, except faults at references.
func checkArgumentsOf(entry *mcp.Entry, at string, args json.RawMessage) error {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	var tree any
	if err := json.Unmarshal(args, &tree); err != nil {
		return runs.Invalid(at, "give a JSON object")
	}
	issues := slices.DeleteFunc(entry.CheckArguments(args), func(i schema.Issue) bool {
		return restsOnReference(tree, i.Pointer)
	})
	if len(issues) == 0 {
		return nil
	}
	err := state.Errorf(state.SchemaValidationFailed, "the configuration does not hold: %s: %s: %s",
		at+issues[0].Pointer, entry.Name, issues[0].Reason)
	for i := range issues {
		issues[i].Pointer = at + issues[i].Pointer
	}
	return err.With("issues", issues[:min(len(issues), app.CandidatesShown)])
}

// restsOnReference reports whether the value at a pointer is or contains a reference to an earlier step. Such a value
// is known only when that step is done. The arguments object as a whole is always checked.
func restsOnReference(tree any, pointer string) bool {
	if pointer == "" {
		return false
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch t := tree.(type) {
		case map[string]any:
			tree = t[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(t) {
				return false
			}
			tree = t[i]
		default:
			return false
		}
	}
	text, err := json.Marshal(tree)
	return err == nil && len(runs.References(text)) > 0
}

// checkLevels refuses a configuration bounded to levels that the base of the run does not have.
func checkLevels(v *projections.View, config runs.Config) error {
	for i, name := range config.Allowed.Levels {
		if len(levelIDsOf(v, name)) == 0 {
			return runs.Invalid("/allowed/level_ids/"+strconv.Itoa(i), "%q has no level %q", config.Base, name)
		}
	}
	return nil
}

// levelIDsOf returns the ids of the levels with an id or name.
func levelIDsOf(v *projections.View, name string) []string {
	var out []string
	for _, e := range shape.Levels(v.Model) {
		if string(e.ID) == name || e.Name == name {
			out = append(out, string(e.ID))
		}
	}
	return out
}
