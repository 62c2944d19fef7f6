package app

import (
	"context"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// requestedTask is a tool call that asks the owner of a linked element to change it.
type requestedTask struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

// linkedHint returns a hint if a missing thing belongs to a linked model that the caller may read. For a mutation it
// also returns a task that asks the model's owner for the change.
func (b *Backend) linkedHint(ctx context.Context, c *mcp.Call, v *projections.View, argument string,
	id state.ID) (string, *requestedTask) {
	v = v.Alone()
	for _, s := range b.LinkStates(ctx, c, v, time.Time{}) {
		if !s.Loaded() {
			continue
		}
		there := meant(s.View.Model, argument, id)
		if !Has(s.View.Model, there) {
			continue
		}
		info := s.View.Model.Info()
		if c.Tool.Category != mcp.CategoryMutation {
			return fmt.Sprintf("it is of the linked model %q: ask with models %q", info.Name, s.Link.Name), nil
		}
		return fmt.Sprintf("it is of the linked model %q of %s, which is changed there alone: call the tool with its "+
			"model_id %s, or add_task as in data.task to ask for it", info.Name, info.Owner,
			s.View.ModelID), taskFor(c, v, s, there)
	}
	return "", nil
}

// taskFor returns a task that asks the owner of a linked model to make the change that a call tried to make to an
// element of that model.
func taskFor(c *mcp.Call, v *projections.View, s LinkState, id state.ID) *requestedTask {
	category, name := Named(s.View.Model, id)
	title := fmt.Sprintf("%s %s %q", c.Tool.Name, category, name)
	description := fmt.Sprintf("Asked from the model %q, which links this one as %q.", v.Model.Info().Name, s.Link.Name)
	if asked, ok := c.ArgumentsWithout(append([]string{"element_ids", "element_id"}, CommonNames...)); ok {
		description += fmt.Sprintf("\nAsked for: %s %s", c.Tool.Name, asked)
	}
	if c.Common.Reasoning != "" {
		description += "\n" + c.Common.Reasoning
	}
	arguments := map[string]any{"model_id": s.View.ModelID, "title": firstRunes(title, tasks.MaxTitle),
		"description": firstRunes(description, taskWords), "task_type": "request",
		"assignee": s.View.Model.Info().Owner}
	if _, ok := s.View.Model.Element(id); ok {
		arguments["element_ids"] = []state.ID{id}
	}
	if branch := BranchOfLink(s.Link); branch != projections.MainBranch {
		arguments["branch"] = branch
	}
	return &requestedTask{Tool: "add_task", Arguments: arguments}
}

// taskWords bounds the description of a proposed task, in characters.
const taskWords = 2_000

func firstRunes(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
