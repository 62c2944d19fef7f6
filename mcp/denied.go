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

// leadOn tells an agent or a service what to do about a permission that it lacks: the step of the person who can grant
// it, and the call that puts the wish before that person. Nobody widens its own permissions by this.
func (cc *chainCall) leadOn(f *state.Error) {
	p := cc.call.Principal
	if f.Code != state.PermissionDenied || p.Kind == KindHuman {
		return
	}
	if f.Data["bound_of"] != nil {
		return // nobody who grants something can help
	}
	f.Data = maps.Clone(f.Data)
	op, known := f.Data["operation"].(Operation)
	if known && op != OpApprove && p.filed { // another file or a variable is its writer's to change
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

// whoGrants says who can give a permission or raise a limit.
const whoGrants = "a person who may APPROVE everywhere, at a terminal of the server's machine"

// mayAsk reports whether the caller can put a wish before its user as a task.
func (cc *chainCall) mayAsk() bool {
	scope, ok := cc.call.Principal.Scope(OpCreate)
	return ok && scope.AllowsBranch(cc.call.BranchName()) && cc.server.registry.Find(askingTool) != nil
}

// askingTool is the tool that puts something before a person.
const askingTool = "add_task"

// BranchName returns the branch that a call is about.
func (c *Call) BranchName() string {
	if c.Common.Branch == "" {
		return "main"
	}
	return c.Common.Branch
}

// TaskFor returns the call that puts a wish before the user of an agent, to be made as it is.
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

// grantCommand is what a person types so that the very same call succeeds: for each permission that its effects lack,
// what is permitted now with the branch, the categories, the levels and the regions that were not. False where no grant
// of scopes would do.
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
		return "", false // what is refused lies within the scope, or cannot be placed: no other one would do
	}
	var commands []string
	for _, op := range changed {
		commands = append(commands, cc.grantOf(p, op))
	}
	return strings.Join(commands, " && "), true
}

// branchesOf returns the branches that a refused call is about: first the one that the refusal names, or that of the
// call, then the one that an argument of its own names.
func (cc *chainCall) branchesOf(refused map[string]any) []string {
	branches := []string{cc.call.BranchName()}
	if named, ok := refused["branch"].(string); ok && named != "" {
		branches[0] = named
	}
	if cc.entry.BranchIn != "" {
		var all map[string]any
		_ = json.Unmarshal(cc.call.Arguments, &all) // they matched the schema
		if named, _ := all[cc.entry.BranchIn].(string); named != "" && !slices.Contains(branches, named) {
			branches = append(branches, named)
		}
	}
	return branches
}

// onBranches lets a principal have a permission on branches, on the whole of them where a bounded scope would not do.
// It reports whether that is more than before; ok is false for what no command grants.
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

// widen lets a principal have an effect, and returns the permission that it took, "" for none. False for what cannot be
// placed within bounds, and for what the caller may not read: a command would tell where it is.
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

// say adds the word that allows r to a scope.
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

// solidBox returns a box as a region takes it, with an extent in each direction.
func solidBox(b geometry.Box) geometry.Box {
	for _, side := range []struct{ low, high *geometry.Length }{{&b.Min.X, &b.Max.X}, {&b.Min.Y, &b.Max.Y},
		{&b.Min.Z, &b.Max.Z}} {
		if *side.high <= *side.low {
			*side.high = *side.low + geometry.FromMM(1)
		}
	}
	return b
}

// grantOf is the command that gives a principal a permission as it is in p.
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

// wordList returns a word as a list, empty for "".
func wordList(w Word) []string {
	if w == "" {
		return nil
	}
	return []string{string(w)}
}

// place is what a command needs to find the store of this server, with a space before it; "" where it is not known.
func (s *Server) place() string {
	if s.config.Place == "" {
		return ""
	}
	return " " + s.config.Place
}

// quoted writes a word of a command as a shell takes it.
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

// Quoted writes a word of a command as a shell takes it.
func Quoted(word string) string { return quoted(word) }

func regionText(b geometry.Box) string {
	return fmt.Sprintf("%.3f,%.3f,%.3f,%.3f,%.3f,%.3f", b.Min.X.MM(), b.Min.Y.MM(), b.Min.Z.MM(),
		b.Max.X.MM(), b.Max.Y.MM(), b.Max.Z.MM())
}
