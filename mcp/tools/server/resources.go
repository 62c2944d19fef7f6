package server

import (
	"context"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
)

// references are the texts that a language model can read when it needs them, so that no description has to repeat
// them.
var references = []struct {
	resource wire.Resource
	text     func() string
}{
	{wire.Resource{URI: modelScheme, Name: "models", Title: "Models",
		Description: "Your models; clients can subscribe to it.", MIMEType: "application/json"}, nil},
	{wire.Resource{URI: "bim://docs/errors", Name: "errors", Title: "Errors",
		Description: "Every error code: its name, when it comes, whether to try again.", MIMEType: app.Markdown},
		ErrorReference},
	{wire.Resource{URI: "bim://docs/categories", Name: "categories", Title: "Categories",
		Description: "The categories of elements and the parameters of each.",
		MIMEType:    app.Markdown}, CategoryReference},
	{wire.Resource{URI: "bim://docs/run-configuration", Name: "run-configuration", Title: "Configuration of a run",
		Description: "The JSON schema of what run_start takes.", MIMEType: "application/schema+json"},
		ConfigurationReference},
	{wire.Resource{URI: "bim://docs/run-fixes", Name: "run-fixes", Title: "Fixes",
		Description: "The findings that a run can mend, by which call, and how it is computed.",
		MIMEType:    app.Markdown},
		FixReference},
}

// Resources lists the resources that clients of a server can read. appDomain is the origin of the view for hosts that
// require one.
func Resources(served *mcp.Registry, appDomain string) []wire.Resource {
	out := make([]wire.Resource, len(references))
	for i, r := range references {
		out[i] = r.resource
	}
	if app.ShowsView(served) {
		out = append(out, app.View(appDomain))
	}
	return out
}

// ReadResource returns the content of a resource: a text of the server, a file of the caller, or data for the view.
func (b *Backend) ReadResource(ctx context.Context, uri string) (wire.Content, error) {
	if strings.HasPrefix(uri, app.FileScheme) {
		return b.ReadFileResource(ctx, uri)
	}
	if strings.HasPrefix(uri, skillScheme) {
		return b.readSkillResource(uri)
	}
	if uri == app.ViewURI {
		return app.ViewContent(), nil
	}
	if r, values := sceneAt(uri); r != nil {
		return b.readScene(ctx, r, values)
	}
	for _, r := range references {
		if r.resource.URI == uri && r.text != nil {
			return wire.Content{MIMEType: r.resource.MIMEType, Text: r.text()}, nil
		}
	}
	return wire.Content{}, wire.ErrNoResource
}

// Prompts lists the texts with which a person can start a conversation.
func Prompts() []wire.Prompt {
	return []wire.Prompt{
		{
			Name: "build", Title: "Build a building", Description: "Plan a building and model it step by step.",
			Arguments: []wire.PromptArgument{{Name: "brief", Description: "what is to be built", Required: true}},
			Render: func(_ context.Context, a map[string]string) (string, error) {
				return fmt.Sprintf(buildPrompt, a["brief"]), nil
			},
		},
		{
			Name: "review", Title: "Review a model",
			Description: "Look through a model and its history and say what is there, what is odd, and why it came " +
				"to be so.",
			Render: func(context.Context, map[string]string) (string, error) { return reviewPrompt, nil },
		},
		{
			Name: "receive", Title: "Receive a consultant's file",
			Description: "Import an IFC file, look at it, find what clashes, mend and report it.",
			Arguments:   []wire.PromptArgument{{Name: "file", Description: "as list_files names it", Required: true}},
			Render: func(_ context.Context, a map[string]string) (string, error) {
				return fmt.Sprintf(receivePrompt, a["file"]), nil
			},
		},
	}
}

const buildPrompt = `Model this building with bimstream: %s

First say in a few lines how you lay it out: levels with heights, the outer walls' corner coordinates in millimetres, partitions, openings, rooms. Then build it: create_model, create_level for each level, define_material and define_type for the walls, create_wall with the interior on the left, join_elements over the walls of each level, place_door and place_window, create_floor, create_roof, create_room with a seed point in each room. Give each change its reason in reasoning. Check with room_analysis that every room is bounded and has the area you meant, and with model_overview that nothing is missing. At the end export_ifc.`

const receivePrompt = `Receive the file %q with bimstream. verify_ifc says whether it is sound; import_ifc makes a model of it and says what was left out; model_overview says what is there, with the names of levels and types. Then coordinate, one pair of categories at a time: clash_detection with source_category duct and target_category wall, pipe and floor, and so on. Where a duct or pipe may go through, cut the opening with create_opening: the key of the clash as finding, and clearance 25 to 50; several in one apply_batch, looked at with dry_run first. Where it may not, move_element, with connected for a whole run. Test again, and compare_validation_runs says what is resolved and what is new. Say of the rest what is to become of it: update_finding with a query of the run. model_quality with detail brief finds unsound modelling. At the end export_bcf for the consultant, export_ifc, and a summary with figures.`

const reviewPrompt = `Review the current model: read model_overview, then query_elements for the walls, doors and rooms, and room_analysis for each room. Report what the building is, rooms that are not bounded, doors that open onto nothing, walls without a type, and anything whose place or size looks like a slip. For what looks odd, read element_history and say who made it so and why.`
