package server

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
)

// modelScheme is the prefix of the addresses of models.
const modelScheme = "bim://models"

// modelResource is a family of resources: the replies of one tool about a part of a model.
type modelResource struct {
	path              []string // below modelScheme; a word in braces is an argument of the tool
	tool              string
	name, description string
}

var ModelResources = []modelResource{
	{[]string{"{model_id}"}, "model_overview", "Model",
		"What a model has, as model_overview tells it of the main branch."},
	{[]string{"{model_id}", "branches", "{branch}"}, "model_overview", "Branch", "What a branch of a model has."},
	{[]string{"{model_id}", "branches", "{branch}", "levels", "{level_id}"}, "level_elements", "Level",
		"What stands on a level; the first page."},
	{[]string{"{model_id}", "branches", "{branch}", "types", "{type_id}"}, "query_elements", "Type",
		"The elements of a type; the first page."},
	{[]string{"{model_id}", "branches", "{branch}", "elements", "{element_id}"},
		"get_element", "Element", "An element."},
	{[]string{"{model_id}", "branches", "{branch}", "revisions", "{at}", "elements", "{element_id}"},
		"get_element", "Past element", "An element as it was at a revision."},
	{[]string{"{model_id}", "branches", "{branch}", "revisions", "{at}", "elements", "{element_id}", "history"},
		"element_history", "Element history", "What was done to an element up to a revision, and why; the first page."},
	{[]string{"{model_id}", "exports"}, "list_artifacts", "Exports",
		"The files that tools made of a model, the last one first."},
	{[]string{"{model_id}", "approvals"}, "list_approvals", "Approvals",
		"Requests for approval with what became of them, the last one first."},
	{[]string{"{model_id}", "approvals", "{approval_id}"}, "get_approval", "Approval",
		"A request for approval with its decision."},
}

func (r modelResource) Template() string { return modelScheme + "/" + strings.Join(r.path, "/") }

// ModelTemplates returns the templates of the resources of models whose tools are served.
func ModelTemplates(served *mcp.Registry) []wire.ResourceTemplate {
	var out []wire.ResourceTemplate
	for _, r := range ModelResources {
		if served.Find(r.tool) != nil {
			out = append(out, wire.ResourceTemplate{
				URITemplate: r.Template(), Name: strings.ToLower(r.name), Title: r.name,
				Description: r.description + " Ids or names. Clients can subscribe to it.",
				MIMEType:    "application/json",
			})
		}
	}
	return out
}

// match returns the arguments in an address of the family.
func (r modelResource) match(uri string) (map[string]string, bool) {
	rest, ok := strings.CutPrefix(uri, modelScheme+"/")
	parts := strings.Split(rest, "/")
	if !ok || len(parts) != len(r.path) {
		return nil, false
	}
	out := map[string]string{}
	for i, word := range r.path {
		value, err := url.PathUnescape(parts[i])
		switch {
		case err != nil || value == "":
			return nil, false
		case strings.HasPrefix(word, "{"):
			out[strings.Trim(word, "{}")] = value
		case word != value:
			return nil, false
		}
	}
	return out, true
}

// Surroundings returns the functions by which clients read, watch and complete the resources of models.
func (b *Backend) Surroundings() mcp.Surroundings {
	return mcp.Surroundings{CallOf: callOf, Heavy: heavyResource, Watch: b.WatchResource, Changed: b.ChangedResources,
		Elapsed: b.ElapsedResources, Complete: b.CompleteResource}
}

// callOf returns the call whose reply is the content of a resource.
func callOf(uri string) (tool string, arguments json.RawMessage, ok bool) {
	if uri == modelScheme {
		return "list_models", json.RawMessage("{}"), true
	}
	for _, r := range ModelResources {
		if args, ok := r.match(uri); ok {
			return r.tool, app.MustEncode(args), true
		}
	}
	return "", nil, false
}

// WatchResource returns the key under which changes of a resource are announced: of the caller's models, of a branch,
// of the files of a model, or of its requests for approval. The model and the branch must exist. Whether an element or
// level exists is not checked, because that changes with the branch.
func (b *Backend) WatchResource(ctx context.Context, uri string, now time.Time) (string, error) {
	p, known := mcp.PrincipalOf(ctx)
	scope, may := p.Scope(mcp.OpRead)
	if !known || !may {
		return "", wire.ErrNoResource
	}
	if uri == modelScheme {
		return b.listenToModels(ctx, p, now)
	}
	for _, r := range ModelResources {
		args, ok := r.match(uri)
		if !ok {
			continue
		}
		if e := b.Served.Find(r.tool); scope.Bounded() && e != nil && !e.ReadScoped {
			return "", wire.ErrNoResource // the tool refuses the caller too
		}
		m, err := b.ModelOf(ctx, p, args["model_id"])
		if err != nil {
			return "", err
		}
		branch := args["branch"]
		switch {
		case r.tool == "list_artifacts":
			return b.listenToFiles(ctx, p, m, now)
		case r.tool == "list_approvals", r.tool == "get_approval":
			return b.listenToRequests(ctx, p, m, args["approval_id"], now)
		case branch == "":
			branch = projections.MainBranch
		}
		if !scope.AllowsBranch(branch) || !slices.ContainsFunc(m.Branches,
			func(e projections.BranchEntry) bool { return e.Name == branch }) {
			return "", wire.ErrNoResource
		}
		return projections.StreamName(m.ID, branch), nil
	}
	return "", wire.ErrNoResource
}

// ChangedResources returns the keys of the resources that events in a stream change: the key of the stream itself, and
// those of the lists with data from the stream. The list of models includes branches, tags and shares.
func (b *Backend) ChangedResources(ctx context.Context, stream string, now time.Time) []string {
	model, _, ofBranch := projections.ParseStreamName(stream)
	out := []string{stream}
	models, err := b.Live.Models(ctx)
	if err != nil {
		return out
	}
	for _, m := range models {
		switch {
		case ofBranch && m.ID == model, projections.AnnotationStream(m.ID) == stream:
			return append(out, b.Listened.Changed(ctx, m, app.ListedModels, now)...)
		case app.ArtifactStream(m.ID) == stream:
			return append(out, b.Listened.Changed(ctx, m, app.ListedFiles, now)...)
		case approving.Stream(m.ID) == stream:
			return append(out, b.Listened.Changed(ctx, m, app.ListedRequests, now)...)
		}
	}
	return out
}

// ElapsedResources returns the keys of the lists of requests that have changed because a request has expired.
func (b *Backend) ElapsedResources(ctx context.Context, now time.Time) []string {
	if !b.Listened.Any(app.ListedRequests) {
		return nil
	}
	models, err := b.Live.Models(ctx)
	if err != nil {
		return nil
	}
	var out []string
	for _, m := range models {
		out = append(out, b.Listened.Changed(ctx, m, app.ListedRequests, now)...)
	}
	return out
}

// CompleteResource returns values for an argument of an address: names of models, branches, levels, types and elements.
// Names that begin with the text come before names that contain it. A caller who may read only a part of the model gets
// only models and branches.
func (b *Backend) CompleteResource(ctx context.Context, template, argument, value string,
	known map[string]string) ([]string, error) {
	p, ok := mcp.PrincipalOf(ctx)
	scope, may := p.Scope(mcp.OpRead)
	if !ok || !may || !slices.ContainsFunc(ModelResources, func(r modelResource) bool {
		return r.Template() == template && slices.Contains(r.path, "{"+argument+"}")
	}) {
		return nil, nil
	}
	if argument == "model_id" {
		models, err := b.Models(ctx, p)
		if err != nil {
			return nil, err
		}
		return matching(value, func(yield func(string)) {
			for _, m := range models {
				yield(m.Name)
			}
		}), nil
	}
	m, err := b.ModelOf(ctx, p, known["model_id"])
	if err != nil {
		return nil, nil // without a model there are no values
	}
	if argument == "branch" {
		return matching(value, func(yield func(string)) {
			for _, e := range m.Branches {
				if scope.AllowsBranch(e.Name) {
					yield(e.Name)
				}
			}
		}), nil
	}
	branch := known["branch"]
	if branch == "" {
		branch = projections.MainBranch
	}
	if scope.Bounded() || !scope.AllowsBranch(branch) {
		return nil, nil
	}
	v, err := b.Live.View(ctx, m.ID, branch)
	if err != nil {
		return nil, nil
	}
	return matching(value, func(yield func(string)) { namesOf(v.Model, argument, yield) }), nil
}

// namesOf yields the possible names for an argument.
func namesOf(m *state.Model, argument string, yield func(string)) {
	switch argument {
	case "level_id":
		for _, l := range shape.Levels(m) {
			yield(l.Name)
		}
	case "type_id":
		for _, t := range m.Types() {
			yield(t.Name)
		}
	case "element_id":
		m.Each(func(e *state.Element) bool {
			yield(e.Name)
			return true
		})
	}
}

// matching returns the names that complete a text: first the names that begin with it, then those that contain it, each
// in alphabetical order.
func matching(text string, all func(yield func(string))) []string {
	var begin, have []string
	text = strings.ToLower(text)
	all(func(name string) {
		switch lower := strings.ToLower(name); {
		case name == "":
		case strings.HasPrefix(lower, text):
			begin = append(begin, name)
		case strings.Contains(lower, text):
			have = append(have, name)
		}
	})
	slices.Sort(begin)
	slices.Sort(have)
	return slices.Concat(slices.Compact(begin), slices.Compact(have))
}
