package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// leadOn adds to the denial of a missing permission what an agent or a service can do: the command of the person who
// can grant it, and the call that asks this person. Nobody can extend its own permissions this way.
func (cc *chainCall) leadOn(f *state.Error) {
	p := cc.call.Principal
	if f.Code != state.PermissionDenied || p.Kind == KindHuman {
		return
	}
	if f.Data["bound_of"] != nil {
		return // no grant can help
	}
	f.Data = maps.Clone(f.Data)
	op, known := f.Data["operation"].(Operation)
	if known && op != OpApprove && p.filed { // another file or a variable is changed by its writer
		if command, ok := cc.grantCommand(op, f.Data); ok {
			_ = f.With("granted_by", map[string]any{"who": whoGrants, "command": command,
				"then": "make the same call again"})
		}
	}
	if _, told := f.Data["request"]; !told && known {
		title := fmt.Sprintf("%s asks to %s on branch %s, for %s", p.ID, op, cc.call.BranchName(), cc.entry.Name)
		_ = f.With("request", cc.call.TaskFor(title, f.Message, nil))
	}
	if request, _ := f.Data["request"].(map[string]any); request != nil && !cc.mayAsk() {
		delete(f.Data, "request")
	}
	delete(f.Data, "whole")
}

// whoGrants describes who can grant a permission or raise a limit.
const whoGrants = "a person who may APPROVE everywhere, at a terminal of the server's machine"

// mayAsk reports whether the caller can ask its user by a task.
func (cc *chainCall) mayAsk() bool {
	scope, ok := cc.call.Principal.Scope(OpCreate)
	return ok && scope.AllowsBranch(cc.call.BranchName()) && cc.server.registry.Find(askingTool) != nil
}

// askingTool is the tool that asks a person.
const askingTool = "add_task"

// BranchName returns the branch that a call concerns.
func (c *Call) BranchName() string {
	if c.Common.Branch == "" {
		return "main"
	}
	return c.Common.Branch
}

// TaskFor returns the call that asks the user of an agent, ready to be made.
func (c *Call) TaskFor(title, description string, findings []string) map[string]any {
	args := map[string]any{
		"title": clip(title, maxTitleBytes), "description": description,
		"assignee": c.Principal.userID(), "branch": c.BranchName(),
		"dry_run": false, "reasoning": "a person has to decide",
	}
	if c.Common.ModelID != "" {
		args["model_id"] = c.Common.ModelID
	}
	if len(findings) > 0 {
		args["findings"] = findings
	}
	return map[string]any{"tool": askingTool, "args": args}
}

// maxTitleBytes keeps the title of a task within its 200 characters.
const maxTitleBytes = 190

// grantCommand returns the command that a person types so that the same call succeeds. For each missing permission it
// adds the branch, categories, levels and regions that were refused. It returns false if no grant of scopes would
// suffice.
func (cc *chainCall) grantCommand(op Operation, refused map[string]any) (string, bool) {
	p := cc.call.Principal
	p.Permissions = maps.Clone(p.Permissions)
	if p.Permissions == nil {
		p.Permissions = map[Operation]Scope{}
	}
	branches := cc.branchesOf(refused)
	branch := branches[0]
	needs := []Operation{op}
	if cc.entry.AlsoNeeds != nil {
		needs = append(needs, cc.entry.AlsoNeeds(cc.call.Arguments, cc.server.registry)...)
	}
	var changed []Operation
	for _, needed := range needs {
		switch widened, ok := cc.onBranches(&p, needed, branches, refused["whole"] == true && needed == op); {
		case !ok:
			return "", false
		case widened && !slices.Contains(changed, needed):
			changed = append(changed, needed)
		}
	}
	if cc.reached != nil {
		for _, r := range cc.reached() {
			widened, ok := cc.call.widen(&p, r, branch)
			if !ok {
				return "", false
			}
			if widened != "" && !slices.Contains(changed, widened) {
				changed = append(changed, widened)
			}
		}
	}
	if len(changed) == 0 {
		return "", false // the refusal is not about the scope, or has no place: no other scope would help
	}
	var commands []string
	for _, op := range changed {
		commands = append(commands, cc.grantOf(p, op))
	}
	return strings.Join(commands, " && "), true
}

// branchesOf returns the branches that a refused call concerns. The first is the branch that the refusal names,
// otherwise the branch of the call. A second one is the branch in the argument BranchIn, if the tool has it.
func (cc *chainCall) branchesOf(refused map[string]any) []string {
	branches := []string{cc.call.BranchName()}
	if named, ok := refused["branch"].(string); ok && named != "" {
		branches[0] = named
	}
	if cc.entry.BranchIn != "" {
		var all map[string]any
		_ = json.Unmarshal(cc.call.Arguments, &all) // the arguments match the schema
		if named, _ := all[cc.entry.BranchIn].(string); named != "" && !slices.Contains(branches, named) {
			branches = append(branches, named)
		}
	}
	return branches
}

// onBranches extends a principal's permission to the given branches. With whole set it also removes the bounds within
// the branches. widened reports whether this adds anything; ok is false if no command can grant it.
func (cc *chainCall) onBranches(p *Principal, op Operation, branches []string, whole bool) (widened, ok bool) {
	scope, had := p.Scope(op)
	if op == OpApprove {
		return false, had && !slices.ContainsFunc(branches, func(b string) bool { return !scope.AllowsBranch(b) })
	}
	widened = !had || whole && scope.Bounded()
	if !had {
		scope = Scope{BranchPatterns: []string{branches[0]}}
	}
	for _, branch := range branches {
		if !scope.AllowsBranch(branch) {
			scope.BranchPatterns = append(slices.Clone(scope.BranchPatterns), branch)
			widened = true
		}
	}
	if whole {
		scope = Scope{BranchPatterns: scope.BranchPatterns}
	}
	p.Permissions[op] = scope
	return widened, true
}

// widen extends a principal's permissions by an effect, and returns the permission that was extended, or "" if none was
// needed. It returns false for effects without a place. It also returns false for things that the caller may not read,
// because the command would reveal their place.
func (c *Call) widen(p *Principal, r Reached, branch string) (Operation, bool) {
	if c.reaches(*p, r) == nil {
		return "", true
	}
	if read, _ := p.Scope(OpRead); !read.AllowsReached(r) && r.Wording != WordingTasks {
		return "", false
	}
	op := c.needed(r.Effect)[0]
	scope, had := p.Scope(op)
	switch {
	case !had:
		scope = Scope{BranchPatterns: []string{branch}}
	case !scope.AllowsBranch(branch):
		scope.BranchPatterns = append(slices.Clone(scope.BranchPatterns), branch)
	}
	if r.Wording != "" && had {
		scope.say(r)
		p.Permissions[op] = scope
		return op, c.reaches(*p, r) == nil
	}
	if !scope.AllowsCategory(r.Category) {
		scope.Categories = append(slices.Clone(scope.Categories), r.Category)
	}
	for _, place := range r.Places {
		for _, same := range place.Levels {
			if len(same) > 0 && !slices.ContainsFunc(same, scope.AllowsLevel) {
				scope.Levels = append(slices.Clone(scope.Levels), same[0])
			}
		}
		if place.Box != nil && !scope.AllowsBox(*place.Box) {
			scope.Regions = append(slices.Clone(scope.Regions), solidBox(*place.Box))
		}
	}
	p.Permissions[op] = scope
	return op, c.reaches(*p, r) == nil
}

// say extends a scope by the word that allows r.
func (s *Scope) say(r Reached) {
	switch r.Wording {
	case WordingTasks:
		s.Tasks = WordAll
		if r.Own {
			s.Tasks = WordOwn
		}
	case WordingFindings:
		s.Findings = WordYes
	case WordingLibrary:
		s.Library = WordYes
		if r.Category != material && !s.AllowsCategory(r.Category) {
			s.Categories = append(slices.Clone(s.Categories), r.Category)
		}
	case WordingGroups:
		s.Groups = WordYes
	}
}

// solidBox returns a box with an extent in each direction, as a region requires.
func solidBox(b geometry.Box) geometry.Box {
	for _, side := range []struct{ low, high *geometry.Length }{{&b.Min.X, &b.Max.X}, {&b.Min.Y, &b.Max.Y},
		{&b.Min.Z, &b.Max.Z}} {
		if *side.high <= *side.low {
			*side.high = *side.low + geometry.FromMM(1)
		}
	}
	return b
}

// grantOf returns the command that gives a principal one permission from p.
func (cc *chainCall) grantOf(p Principal, op Operation) string {
	words := []string{"bimstream principals grant", quoted(p.ID), string(op)}
	if p.OnBehalfOf != "" {
		words = append(words, "--for", quoted(p.OnBehalfOf))
	}
	scope := p.Permissions[op]
	for _, flag := range []struct {
		name   string
		values []string
	}{{"--branches", scope.BranchPatterns}, {"--categories", scope.Categories}, {"--levels", scope.Levels},
		{"--tasks", wordList(scope.Tasks)}, {"--findings", wordList(scope.Findings)},
		{"--library", wordList(scope.Library)}, {"--groups", wordList(scope.Groups)}} {
		if len(flag.values) > 0 {
			words = append(words, flag.name, "'"+strings.Join(flag.values, ",")+"'")
		}
	}
	for _, box := range scope.Regions {
		words = append(words, "--region="+regionText(box))
	}
	return strings.Join(words, " ") + cc.server.place()
}

// wordList returns a list with a word, or an empty list for "".
func wordList(w Word) []string {
	if w == "" {
		return nil
	}
	return []string{string(w)}
}

// place returns the command-line options that locate the store of this server, after a space; "" if unknown.
func (s *Server) place() string {
	if s.config.Place == "" {
		return ""
	}
	return " " + s.config.Place
}

// quoted quotes a word for a shell.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || r == '.' || r == '/' || r == ':' || r == '@' || r >= '0' && r <= '9' ||
			r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Quoted quotes a word for a shell.
func Quoted(word string) string { return quoted(word) }

func regionText(b geometry.Box) string {
	return fmt.Sprintf("%.3f,%.3f,%.3f,%.3f,%.3f,%.3f", b.Min.X.MM(), b.Min.Y.MM(), b.Min.Z.MM(),
		b.Max.X.MM(), b.Max.Y.MM(), b.Max.Z.MM())
}
