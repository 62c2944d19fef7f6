package app

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

const CreateModelName = "create_model"

// Hushed wraps a mutation for callers whose READ scope is bounded. Arguments cannot refer to hidden elements, and
// replies and errors omit them. Apart from the id, the reply about a hidden id equals the reply about a missing id
// (veiled).
func (b *Backend) Hushed(handle func(context.Context, *mcp.Call) (*mcp.Outcome, error)) func(context.Context,
	*mcp.Call) (*mcp.Outcome, error) {
	return func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
		bounds := ReadBounds(c)
		if bounds == nil || Blind(c) && c.Tool.Name == CreateModelName { // the branch does not exist yet
			return handle(ctx, c)
		}
		v, err := b.View(ctx, c)
		if err != nil {
			return handle(ctx, c) // the handler reports the error, or creates the model
		}
		if err := checkShowing(c); err != nil {
			return nil, err
		}
		h := &hush{bounds: bounds, view: v, given: StringsOf(c.Arguments)}
		h.others = b.branchesNamed(ctx, c, v, h.given)
		if Blind(c) {
			return blindly(ctx, c, h, handle)
		}
		out, err := handle(ctx, c)
		if err != nil {
			return nil, Unveil(h.error(err), h.given)
		}
		if err := h.outcome(out); err != nil {
			return nil, err
		}
		return out, unveilData(out, h.given)
	}
}

// hush removes hidden things from the replies to a caller.
type hush struct {
	bounds *mcp.Scope
	view   *projections.View
	others []*projections.View // other branches that the call names, which its reply may describe
	given  []string            // texts in the caller's arguments
}

// hides reports whether a thing exists that the caller may not see. A level is visible if it is the place of visible
// elements.
func (h *hush) hides(id state.ID) bool {
	return !(&Page{Bounds: h.bounds}).Knows(h.view)(id) ||
		slices.ContainsFunc(h.others, func(v *projections.View) bool { return h.hidesIn(v, id) })
}

// hidesIn is hides for another branch. Types and materials of the caller's own branch are visible. Those that only the
// other branch has need a scope for their category, because they have no place.
func (h *hush) hidesIn(v *projections.View, id state.ID) bool {
	if Has(v.Model, id) {
		return !(&Page{Bounds: h.bounds}).Tells(v, id)
	}
	if isDefinition(h.view.Model, id) {
		return false
	}
	if t, ok := v.Model.Type(id); ok {
		return !h.bounds.Allows(string(t.Category), nil)
	}
	_, ok := v.Model.Material(id)
	return ok && !h.bounds.Allows("material", nil)
}

// branchesNamed returns the other branches whose names are among some texts and that the caller may read.
func (b *Backend) branchesNamed(ctx context.Context, c *mcp.Call, v *projections.View,
	texts []string) []*projections.View {
	read, _ := c.Principal.Scope(mcp.OpRead)
	m, err := b.ModelOf(ctx, c.Principal, v.ModelID)
	if err != nil {
		return nil // the handler reports the same error
	}
	var out []*projections.View
	for _, branch := range m.Branches {
		if branch.Name == v.Branch || !slices.Contains(texts, branch.Name) || !read.AllowsBranch(branch.Name) {
			continue
		}
		if other, err := b.Live.View(ctx, v.ModelID, branch.Name); err == nil {
			out = append(out, other)
		}
	}
	return out
}

// idForm matches the ids of elements.
var idForm = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// secrets returns the ids and names in some texts that belong only to hidden things. Names that the caller has given
// are not secret.
func (h *hush) secrets(texts []string) []string {
	var out []string
	for _, text := range texts {
		for _, id := range idForm.FindAllString(text, -1) {
			if h.hides(state.ID(id)) {
				out = append(out, id)
			}
		}
	}
	for _, name := range possibleNames(texts) {
		if !slices.Contains(h.given, name) && h.hidesAll(name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hidesAll reports whether a name exists and all things with the name are hidden.
func (h *hush) hidesAll(name string) bool {
	any := false
	for _, v := range append([]*projections.View{h.view}, h.others...) {
		for _, id := range v.Model.Called(name) {
			if c, ok := candidateOf(v.Model, id); ok && c.Name == name {
				if !h.hides(id) {
					return false
				}
				any = true
			}
		}
	}
	return any
}

// possibleNames returns the possible names in some texts: each whole text, and each quoted part. Quotes within a name
// are escaped, and any quote may begin a name.
func possibleNames(texts []string) []string {
	var out []string
	for _, text := range texts {
		if text != "" {
			out = append(out, text)
		}
		for i := range len(text) {
			if text[i] != '"' {
				continue
			}
			if quoted, err := strconv.QuotedPrefix(text[i:]); err == nil {
				if name, err := strconv.Unquote(quoted); err == nil && name != "" {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

// mentions reports whether one of the texts equals a name or quotes it.
func mentions(texts []string, name string) bool {
	quoted := strconv.Quote(name)
	return slices.ContainsFunc(texts, func(s string) bool { return s == name || strings.Contains(s, quoted) })
}

// error returns an error without its information about hidden things; its code stays.
func (h *hush) error(err error) error {
	e, ok := errors.AsType[*state.Error](err)
	if !ok {
		return err
	}
	if e.Data["candidates"] != nil {
		return candidateless(err)
	}
	if _, listed := e.Data["materials"]; listed { // lists all materials, whatever elements use them
		short := *e
		short.Data = maps.Clone(e.Data)
		delete(short.Data, "materials")
		err, e = &short, &short
	}
	if data, failed := decoded(e.Data); failed == nil && !h.tells(data, e.Message) {
		return err
	}
	return state.Errorf(e.Code, "it is refused because of something that you may not read: ask a person who may")
}

// tells reports whether a message or its data reveals hidden things.
func (h *hush) tells(data any, message string) bool {
	for _, said := range h.given {
		message = strings.ReplaceAll(message, strconv.Quote(said), "")
	}
	secrets := h.secrets(append(textsOf(data), message))
	return h.tellsAny("", data, secrets) || h.tellsAny("", message, secrets)
}

// decoded returns a value after a round trip through JSON.
func decoded(value any) (out any, err error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(text, &out)
}

// outcome removes hidden things from a reply and its warnings.
func (h *hush) outcome(out *mcp.Outcome) error {
	out.Warnings = slices.DeleteFunc(out.Warnings, func(w mcp.Warning) bool {
		data, err := decoded(w.Data)
		return err != nil || h.tells(data, w.Message)
	})
	data, err := decoded(out.Data)
	if err != nil {
		return err
	}
	// This runs always, so that the order of the fields does not reveal whether something was removed.
	out.Data = h.without("", data, h.secrets(textsOf(data)))
	return nil
}

// without returns the value of a key without secrets: a list loses the entry, and any other text becomes empty.
func (h *hush) without(key string, value any, secrets []string) any {
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			v[key] = h.without(key, field, secrets)
		}
	case []any:
		kept := []any{}
		for _, entry := range v {
			if !h.tellsAny(key, entry, secrets) {
				kept = append(kept, entry)
			}
		}
		return kept
	case string:
		if h.tellsAny(key, v, secrets) {
			return ""
		}
	}
	return value
}

// tellsAny reports whether the value of a key reveals a secret. A text that the caller has given, such as a label, is
// no secret unless the key refers to elements.
func (h *hush) tellsAny(key string, value any, secrets []string) bool {
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			if h.tellsAny(key, field, secrets) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(entry any) bool { return h.tellsAny(key, entry, secrets) })
	case string:
		if slices.Contains(h.given, v) && !slices.Contains(thingKeys, strings.TrimSuffix(key, "s")) {
			return false
		}
		return slices.ContainsFunc(secrets, func(s string) bool {
			return mentions([]string{v}, s) || idForm.MatchString(s) && strings.Contains(v, s)
		})
	}
	return false
}

// StringsOf returns all strings in a JSON text except the names of members.
func StringsOf(raw []byte) []string {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return nil
	}
	return textsOf(value)
}

// textsOf returns all strings in a decoded JSON value.
func textsOf(value any) []string {
	var out []string
	switch v := value.(type) {
	case map[string]any:
		for _, field := range v {
			out = append(out, textsOf(field)...)
		}
	case []any:
		for _, entry := range v {
			out = append(out, textsOf(entry)...)
		}
	case string:
		out = append(out, v)
	}
	return out
}
