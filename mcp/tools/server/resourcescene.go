package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/drawings"
	"github.com/bimstream/bimstream/mcp/tools/governance"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/bodies"
)

// sceneResource is a family of resources: data that the view draws, as pages of a document. The caller gets only what
// it may read.
type sceneResource struct {
	path              []string // below modelScheme; a word in braces is a value, page the last one
	name, description string
	make              documentMaker
}

// documentMaker returns the document for the values of an address, and the key to cache it under. The key must
// determine everything that the document depends on, other than the caller.
type documentMaker func(ctx context.Context, r app.Reader, of map[string]string) (key string,
	document func() ([]byte, error), err error)

var sceneResources = []sceneResource{
	{[]string{"{model_id}", "branches", "{branch}", "revisions", "{at}", "scene", "{page}"}, "Scene",
		"The elements of a revision in rows, and the addresses of their bodies.", sceneDocument},
	{[]string{"{model_id}", "branches", "{branch}", "revisions", "{at}", "chunks", "{chunk}", "{page}"}, "Bodies",
		"Bodies of some rows of a scene.", chunkDocument},
	{[]string{"{model_id}", "branches", "{branch}", "revisions", "{at}", "since", "{from}", "{page}"}, "Difference",
		"What differs from an earlier revision, time or tag, with the bodies.", deltaDocument},
	{[]string{"{model_id}", "approvals", "{approval_id}", "delta", "{page}"}, "Plan",
		"What a request for approval would do, with the bodies.", planDocument},
}

const scenePageType = "application/octet-stream"

// SceneTemplates returns the templates of the view's resources, or nil if no served tool uses the view.
func SceneTemplates(served *mcp.Registry) []wire.ResourceTemplate {
	if !app.ShowsView(served) {
		return nil
	}
	out := make([]wire.ResourceTemplate, len(sceneResources))
	for i, r := range sceneResources {
		out[i] = wire.ResourceTemplate{URITemplate: modelResource{path: r.path}.Template(),
			Name: strings.ToLower(r.name), Title: r.name, MIMEType: scenePageType,
			Description: r.description + " For the view " + app.ViewURI + ": a page of a gzip document."}
	}
	return out
}

// sceneAt returns the family of an address, with its values, or nil if no family matches.
func sceneAt(uri string) (*sceneResource, map[string]string) {
	for i, r := range sceneResources {
		if values, ok := (modelResource{path: r.path}).match(uri); ok {
			return &sceneResources[i], values
		}
	}
	return nil, nil
}

// heavyResource reports whether reading a resource may compute bodies of elements.
func heavyResource(uri string) bool {
	r, _ := sceneAt(uri)
	return r != nil
}

// readScene returns a page of a document for the view.
func (b *Backend) readScene(ctx context.Context, r *sceneResource, values map[string]string) (wire.Content, error) {
	who, known := mcp.PrincipalOf(ctx)
	page, err := strconv.Atoi(values["page"])
	if _, may := who.Scope(mcp.OpRead); !known || !may || err != nil {
		return wire.Content{}, wire.ErrNoResource
	}
	m, err := b.ModelOf(ctx, who, values["model_id"])
	if err != nil {
		return wire.Content{}, err
	}
	values["model_id"] = m.ID
	key, document, err := r.make(ctx, b.ReaderOf(who), values)
	if err != nil {
		return wire.Content{}, err
	}
	whole, err := b.keptDocument(who, r.name+" "+key, document)
	if err != nil {
		return wire.Content{}, err
	}
	content, ok := drawings.PageOfDocument(whole, page)
	if !ok {
		return wire.Content{}, wire.ErrNoResource
	}
	return wire.Content{MIMEType: scenePageType, Blob: content}, nil
}

// keptDocument returns a document from the cache, or makes it. The cache keeps documents for each caller separately.
func (b *Backend) keptDocument(who mcp.Principal, key string, document func() ([]byte, error)) ([]byte, error) {
	may, err := json.Marshal(who)
	if err != nil {
		return nil, err
	}
	key += " " + string(may)
	if known, ok := b.Drawn.Documents.Get(key); ok {
		return known, nil
	}
	made, err := document()
	if err != nil {
		return nil, err
	}
	b.Drawn.Documents.Keep(key, made)
	return made, nil
}

// sceneAddress returns the address of a resource of a revision, without its page.
func sceneAddress(v *projections.View, what string) string {
	return fmt.Sprintf("%s/%s/branches/%s/revisions/%d/%s", modelScheme, url.PathEscape(v.ModelID),
		url.PathEscape(v.Branch), v.Revision, what)
}

func sceneDocument(ctx context.Context, r app.Reader, of map[string]string) (string, func() ([]byte, error), error) {
	v, err := r.View(ctx, of["model_id"], of["branch"], of["at"])
	if err != nil {
		return "", nil, err
	}
	head, err := r.Head(ctx, v)
	return app.StateKeyOf(v, strconv.FormatUint(head, 10)), func() ([]byte, error) {
		text, err := json.Marshal(r.State(v).Scene(head, func(chunk int) string {
			return sceneAddress(v, "chunks/"+strconv.Itoa(chunk))
		}))
		if err != nil {
			return nil, err
		}
		return drawings.DocumentOf(text)
	}, err
}

func chunkDocument(ctx context.Context, r app.Reader, of map[string]string) (string, func() ([]byte, error), error) {
	v, err := r.View(ctx, of["model_id"], of["branch"], of["at"])
	if err != nil {
		return "", nil, err
	}
	n, err := strconv.Atoi(of["chunk"])
	if err != nil {
		return "", nil, wire.ErrNoResource
	}
	return app.StateKeyOf(v, of["chunk"]), func() ([]byte, error) {
		content, found, err := r.Chunk(ctx, r.State(v), n)
		if err == nil && !found {
			err = wire.ErrNoResource
		}
		if err != nil {
			return nil, err
		}
		return drawings.DocumentOf(content)
	}, nil
}

func deltaDocument(ctx context.Context, r app.Reader, of map[string]string) (string, func() ([]byte, error), error) {
	is, err := r.View(ctx, of["model_id"], of["branch"], of["at"])
	if err != nil {
		return "", nil, err
	}
	key := app.StateKeyOf(is, app.BeginningPoint)
	if of["from"] != app.BeginningPoint {
		was, err := r.View(ctx, of["model_id"], of["branch"], of["from"])
		if err != nil {
			return "", nil, err
		}
		key = app.StateKeyOf(is, app.StateKeyOf(was, ""))
	}
	return key, func() ([]byte, error) {
		d, err := r.Delta(ctx, of["model_id"], of["branch"], of["from"], strconv.FormatUint(is.Revision, 10))
		return deltaParts(d, err)
	}, nil
}

func planDocument(ctx context.Context, r app.Reader, of map[string]string) (string, func() ([]byte, error), error) {
	c := r.Call(of["model_id"], "")
	_, book, err := governance.New(r.Backend).Book(ctx, c)
	if err != nil {
		return "", nil, err
	}
	a, ok := book.Book.Approval(of["approval_id"])
	if !ok || !governance.New(r.Backend).Sees(ctx, r.Caller, a) || !r.Caller.ReadsBranch(a.Plan.Branch) {
		return "", nil, wire.ErrNoResource
	}
	return a.ID + " " + a.Plan.SHA256, func() ([]byte, error) {
		d, err := r.PlanDelta(ctx, a)
		return deltaParts(d, err)
	}, nil
}

// deltaParts writes a difference: its description, followed by the bodies before and after.
func deltaParts(d *bodies.Delta, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	return drawings.DocumentOf(text, d.BeforeBytes, d.AfterBytes)
}
