package runs

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// Config is the configuration that a run is started with. Only the step at which the run is paused can be changed
// later. For any other change, start another run.
type Config struct {
	Name   string `json:"name" jsonschema:"for people"`
	Base   string `json:"base,omitempty" jsonschema:"branch that the run starts from and is merged into; default main"`
	Branch string `json:"branch,omitempty" jsonschema:"branch of the run; default run/ and the beginning of its id"`
	Steps  []Step `json:"steps,omitempty" jsonschema:"calls that draft the work, in order"`
	// Playbooks are expanded into the steps before a run begins, so the stored configuration has none.
	Playbooks   map[string]Playbook `json:"playbooks,omitempty" jsonschema:"lists of steps that steps use by name"`
	Gates       []Gate              `json:"gates" jsonschema:"checks that have to pass before the merge"`
	Allowed     Bounds              `json:"allowed,omitempty" jsonschema:"what steps and fixes may use, within the caller's permissions"`
	AutoFix     bool                `json:"auto_fix,omitempty" jsonschema:"fix without being asked; default only run_fix_next does"`
	MaxFixes    int                 `json:"max_fix_attempts,omitempty" jsonschema:"1 to 1000; default 20"`
	MaxSeconds  int                 `json:"max_seconds,omitempty" jsonschema:"budget of working time; default 3600"`
	MaxElements int                 `json:"max_elements,omitempty" jsonschema:"budget of elements affected; default 1000"`
	// Values are the values that fixes may set for missing properties, because a fix never invents a value.
	Values map[string]json.RawMessage `json:"values,omitempty" jsonschema:"by Pset.Property, for elements that lack it"`
}

// Step is a call of a tool, or a use of a playbook.
type Step struct {
	Name     string                     `json:"name,omitempty" jsonschema:"for references: $name.field in the arguments of later steps is that field of its data"`
	Tool     string                     `json:"tool,omitempty"`
	Args     json.RawMessage            `json:"args,omitempty" jsonschema:"without model_id, branch, dry_run"`
	Playbook string                     `json:"playbook,omitempty" jsonschema:"instead of tool: the steps of this one of playbooks; later steps refer to them as $name/step"`
	With     map[string]json.RawMessage `json:"with,omitempty" jsonschema:"values of the playbook's parameters, references among them"`
	Reason   string                     `json:"reason,omitempty"`

	origin string // pointer to where it is written, if that differs from its own place
}

// Gate is a check that must pass.
type Gate struct {
	Name string          `json:"name"`
	Tool string          `json:"tool,omitempty" jsonschema:"a check, such as clash_detection or check_ids"`
	Args json.RawMessage `json:"args,omitempty" jsonschema:"without model_id, branch, at, file, record, limit, cursor; a file (ids, rules_file) counts as it is when the run begins"`
	// Command is replaced by a call of check_external before a run begins, so the stored configuration has none.
	Command string `json:"command,omitempty" jsonschema:"instead of tool: a program of the operator's list, by name"`
	// Findings that a person has approved do not count.
	MaxFindings   int    `json:"max_findings,omitempty" jsonschema:"that may stay; default 0"`
	Severity      string `json:"severity,omitempty" jsonschema:"of checks of rules: what is as grave counts; error, warning (default) or info"`
	AllowUnknowns bool   `json:"allow_undecided,omitempty" jsonschema:"pass although something could not be checked"`
}

// Bounds limit the changes that a run may make.
type Bounds struct {
	Tools      []string `json:"tools,omitempty" jsonschema:"of steps and fixes; default those of the steps, and all fixes"`
	Categories []string `json:"categories,omitempty" jsonschema:"of elements that it may touch; default all"`
	Levels     []string `json:"level_ids,omitempty" jsonschema:"default all"`
	Paths      []string `json:"paths,omitempty" jsonschema:"patterns of files that steps may name; default none"`
}

// The bounds of a configuration.
const (
	maxSteps   = 500
	maxGates   = 20
	maxFixes   = 1000
	maxSeconds = 24 * 3600
)

// Filled returns the configuration with its defaults. id is the id of the run.
func (c Config) Filled(id string) Config {
	fill(&c.Base, "main")
	fill(&c.Branch, "run/"+strings.SplitN(id, "-", 2)[0])
	fill(&c.MaxFixes, 20)
	fill(&c.MaxSeconds, 3600)
	fill(&c.MaxElements, 1000)
	return c
}

func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Invalid returns the error for an invalid place in a configuration.
func Invalid(pointer, reason string, args ...any) error { return invalid(pointer, reason, args...) }

// invalid returns the error for an invalid configuration.
func invalid(pointer, reason string, args ...any) error {
	e := state.Errorf(state.SchemaValidationFailed, "the configuration does not hold: %s: "+reason,
		append([]any{pointer}, args...)...)
	return e.With("issues", []map[string]string{{"pointer": pointer, "reason": fmt.Sprintf(reason, args...)}})
}

// checkTools are the tools that can be gates.
var checkTools = []string{
	"clash_detection", "check_ids", "data_completeness", "code_compliance", "accessibility_check", "fire_rating_check",
	"egress_analysis", "structural_check", "model_quality", "validate_constraints", externalCheck,
}

// externalCheck is the tool that passes the model to an external program.
const externalCheck = "check_external"

// CheckTools returns the tools that can be gates.
func CheckTools() []string { return slices.Clone(checkTools) }

// Check refuses faults that a schema does not detect: duplicate names, references to missing steps, values out of
// bounds.
func (c Config) Check() error {
	switch {
	case strings.TrimSpace(c.Name) == "" || len(c.Name) > 250:
		return invalid("/name", "give a name of 1 to 250 characters")
	case len(c.Gates) == 0 || len(c.Gates) > maxGates:
		return invalid("/gates", "give 1 to %d gates: what has to hold before the merge", maxGates)
	case len(c.Steps) > maxSteps:
		return invalid("/steps", "%d steps, at most %d", len(c.Steps), maxSteps)
	case c.MaxFixes < 1 || c.MaxFixes > maxFixes:
		return invalid("/max_fix_attempts", "give 1 to %d", maxFixes)
	case c.MaxSeconds < 1 || c.MaxSeconds > maxSeconds:
		return invalid("/max_seconds", "give 1 to %d", maxSeconds)
	case c.MaxElements < 1:
		return invalid("/max_elements", "give 1 or more")
	case c.Branch == c.Base:
		return invalid("/branch", "a run works on a branch of its own, not on %q", c.Base)
	}
	if err := c.checkBounds(); err != nil {
		return err
	}
	if err := c.checkGates(); err != nil {
		return err
	}
	return c.checkSteps()
}

// ofGates are the arguments that a gate may not have. Most of them select the state to check, but a gate always checks
// the branch at its head. One of them would record the check.
var ofGates = []string{"model_id", "branch", "at", "file", "limit", "cursor", "record", "dry_run"}

func (c Config) checkGates() error {
	names := map[string]bool{}
	for i, g := range c.Gates {
		at := pointer("/gates", i)
		switch {
		case !slices.Contains(checkTools, g.Tool):
			return invalid(at+"/tool", "%q is no check: give one of %s", g.Tool, strings.Join(checkTools, ", "))
		case g.Name == "" || names[g.Name] || strings.ContainsAny(g.Name, ":#"):
			return invalid(at+"/name", "every gate has a name of its own, without : and #")
		case g.MaxFindings < 0:
			return invalid(at+"/max_findings", "give 0 or more")
		case !slices.Contains([]string{"", "error", "warning", "info"}, g.Severity):
			return invalid(at+"/severity", "give error, warning or info")
		}
		if err := checkArguments(at+"/args", g.Args, ofGates...); err != nil {
			return err
		}
		names[g.Name] = true
	}
	return nil
}

// own are the prefixes of tools that a run never calls: the tools of runs, so that no run starts another run, and the
// tools by which people decide.
var own = []string{"run_", "merge_branch", "create_model", "delete_branch", "share_model", "import_",
	"apply_approval", "approve", "config_set"}

// StepAt returns the JSON pointer to where a step is written. For a step of a playbook it points into the playbook.
func (c Config) StepAt(i int) string {
	if at := c.Steps[i].origin; at != "" {
		return at
	}
	return pointer("/steps", i)
}

// GateAt returns the JSON pointer of a gate.
func (c Config) GateAt(i int) string { return pointer("/gates", i) }

// checkBounds refuses bounds that name something unknown.
func (c Config) checkBounds() error {
	for i, name := range c.Allowed.Categories {
		if !slices.Contains(Categories(), name) {
			return invalid(pointer("/allowed/categories", i), "there is no category %q: give some of %s", name,
				strings.Join(Categories(), ", "))
		}
	}
	for i, pattern := range c.Allowed.Paths {
		if _, err := path.Match(pattern, ""); err != nil {
			return invalid(pointer("/allowed/paths", i), "%q is no pattern: %v", pattern, err)
		}
	}
	for _, name := range sortedNames(c.Values) {
		if set, property, ok := strings.Cut(name, "."); !ok || set == "" || property == "" {
			return invalid("/values/"+name, "give Pset.Property")
		}
	}
	return nil
}

// Categories returns the names that the bounds of a run may contain: the categories of elements, and other objects that
// bounds treat like a category.
func Categories() []string {
	var out []string
	for _, c := range state.Categories {
		out = append(out, string(c))
	}
	return append(out, "material", "tag", "model", "import")
}

func (c Config) checkSteps() error {
	names := map[string]bool{}
	for i, s := range c.Steps {
		at := c.StepAt(i)
		if slices.ContainsFunc(own, func(prefix string) bool { return strings.HasPrefix(s.Tool, prefix) }) {
			return invalid(at+"/tool", "a run does not call %s", s.Tool)
		}
		if len(c.Allowed.Tools) > 0 && !slices.Contains(c.Allowed.Tools, s.Tool) {
			return invalid(at+"/tool", "%s is not among allowed.tools", s.Tool)
		}
		if s.Name != "" && names[s.Name] {
			return invalid(at+"/name", "another step has the name %q", s.Name)
		}
		if err := checkArguments(at+"/args", s.Args, "model_id", "branch", "dry_run", "idempotency_key", "run_id",
			"expected_revision"); err != nil {
			return err
		}
		if err := c.checkPaths(at+"/args", s.Args); err != nil {
			return err
		}
		for _, r := range References(s.Args) {
			if !names[r.Step] {
				return invalid(at+"/args", "$%s refers to no earlier step", r.Step)
			}
		}
		if s.Name != "" {
			names[s.Name] = true
		}
	}
	return nil
}

// checkArguments refuses arguments that are not an object, or that the run sets itself.
func checkArguments(at string, args json.RawMessage, taken ...string) error {
	if len(args) == 0 {
		return nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(args, &object); err != nil {
		return invalid(at, "give a JSON object")
	}
	for _, name := range taken {
		if _, there := object[name]; there {
			return invalid(at+"/"+name, "the run says that itself")
		}
	}
	return nil
}

// checkPaths refuses files that the configuration does not allow.
func (c Config) checkPaths(at string, args json.RawMessage) error {
	var object map[string]any
	if len(args) == 0 || json.Unmarshal(args, &object) != nil {
		return nil
	}
	for _, name := range []string{"path", "file", "ids_path", "ifc_path", "ids", "rules_file", "output"} {
		file, is := object[name].(string)
		if is && !slices.ContainsFunc(c.Allowed.Paths,
			func(pattern string) bool { ok, err := path.Match(pattern, file); return err == nil && ok }) {
			return invalid(at+"/"+name, "%q is not among allowed.paths", file)
		}
	}
	return nil
}
