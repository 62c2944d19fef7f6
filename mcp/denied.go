package mcp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// leadOn tells an agent or a service what to do about a permission that it lacks: the step of the person who can grant
// it, and the call that puts the wish before that person. Nobody widens its own permissions by this.
func (cc *chainCall) leadOn(f *domain.Error) {
	p := cc.call.Principal
	if f.Code != domain.PermissionDenied || p.Kind == KindHuman {
		return
	}
	f.Data = maps.Clone(f.Data)
	op, known := f.Data["operation"].(Operation)
	if known && op != OpApprove {
		_ = f.With("granted_by", map[string]any{
			"who":     "a person who may APPROVE everywhere, or who wrote the configuration of this server",
			"command": cc.grantCommand(op, f.Data), "then": "make the same call again",
		})
	}
	if _, told := f.Data["request"]; !told && known {
		title := fmt.Sprintf("%s asks to %s on branch %s, for %s", p.ID, op, cc.call.BranchName(), cc.entry.Name)
		_ = f.With("request", cc.call.TaskFor(title, f.Message, nil))
	}
	if request, _ := f.Data["request"].(map[string]any); request != nil && !cc.mayAsk() {
		delete(f.Data, "request")
	}
}

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

// grantCommand is what a person types to permit what was refused: what is permitted now, and beside it the branch and
// the category that were not.
func (cc *chainCall) grantCommand(op Operation, refused map[string]any) string {
	p := cc.call.Principal
	scope, had := p.Scope(op)
	branches, categories := slices.Clone(scope.BranchPatterns), slices.Clone(scope.Categories)
	if branch := cc.call.BranchName(); !had || !scope.AllowsBranch(branch) {
		branches = append(branches, branch)
	}
	if category, ok := refused["category"].(string); ok && len(categories) > 0 &&
		!slices.Contains(categories, category) {
		categories = append(categories, category)
	}
	words := []string{"bimstream principals grant", p.ID, string(op)}
	if p.OnBehalfOf != "" {
		words = append(words, "--for", p.OnBehalfOf)
	}
	for _, flag := range []struct {
		name   string
		values []string
	}{{"--branches", branches}, {"--categories", categories}, {"--levels", scope.Levels}} {
		if len(flag.values) > 0 {
			words = append(words, flag.name, "'"+strings.Join(flag.values, ",")+"'")
		}
	}
	for _, box := range scope.Regions {
		words = append(words, "--region", regionText(box))
	}
	return strings.Join(words, " ")
}

func regionText(b geometry.Box) string {
	return fmt.Sprintf("%v,%v,%v,%v,%v,%v", b.Min.X.MM(), b.Min.Y.MM(), b.Min.Z.MM(),
		b.Max.X.MM(), b.Max.Y.MM(), b.Max.Z.MM())
}
