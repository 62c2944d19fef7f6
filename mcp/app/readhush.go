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

// Hushed makes a mutation tell a caller whose scope of READ is bounded nothing of what lies outside: what its arguments
// name there is not there, and what its replies and errors would tell of it is left out. The answer about an id that is
// there and hidden is, but for the id, that about one that is not (veiled).
func (b *Backend) Hushed(handle func(context.Context, *mcp.Call) (*mcp.Outcome, error)) func(context.Context,
	*mcp.Call) (*mcp.Outcome, error) {
	return func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
		bounds := ReadBounds(c)
		if bounds == nil || Blind(c) && c.Tool.Name == CreateModelName { // whose branch is not there yet
			return handle(ctx, c)
		}
		v, err := b.View(ctx, c)
		if err != nil {
			return handle(ctx, c) // which says what is wrong, or makes the model
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

// hush leaves out of replies what a caller may not be told of.
type hush struct {
	bounds *mcp.Scope
	view   *projections.View
	others []*projections.View // other branches that the call names, of which its reply tells
	given  []string            // what the caller said
}

// hides reports whether something is there that the caller may not be told of; a level is told of as the place of
// others.
func (h *hush) hides(id state.ID) bool {
	return !(&Page{Bounds: h.bounds}).Knows(h.view)(id) ||
		slices.ContainsFunc(h.others, func(v *projections.View) bool { return h.hidesIn(v, id) })
}

// hidesIn is hides of another branch. The types and materials of the caller's own branch may be named, those that
// another one has beside them lie nowhere.
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

// branchesNamed returns the other branches that are among some texts, as far as the caller may read them.
func (b *Backend) branchesNamed(ctx context.Context, c *mcp.Call, v *projections.View,
	texts []string) []*projections.View {
	read, _ := c.Principal.Scope(mcp.OpRead)
	m, err := b.ModelOf(ctx, c.Principal, v.ModelID)
	if err != nil {
		return nil // which the handler meets, too
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

// idForm is how ids of elements are written.
var idForm = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// secrets returns the ids and names in some texts that are of hidden things alone. What the caller said is no secret.
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

// hidesAll reports whether there are things of a name, and all are hidden.
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

// possibleNames returns what may be a name in some texts: each text, and what stands quoted in it. A name that has
// quotes itself has them escaped there, and any quote may be the first one of a name.
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

// mentions reports whether a text is a name, or quotes it.
func mentions(texts []string, name string) bool {
	quoted := strconv.Quote(name)
	return slices.ContainsFunc(texts, func(s string) bool { return s == name || strings.Contains(s, quoted) })
}

// error returns an error without what it tells of hidden things: its code stays.
func (h *hush) error(err error) error {
	e, ok := errors.AsType[*state.Error](err)
	if !ok {
		return err
	}
	if e.Data["candidates"] != nil {
		return candidateless(err)
	}
	if _, listed := e.Data["materials"]; listed { // which there are, on whatever they are
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

// tells reports whether a message or the values behind it tell of hidden things.
func (h *hush) tells(data any, message string) bool {
	for _, said := range h.given {
		message = strings.ReplaceAll(message, strconv.Quote(said), "")
	}
	secrets := h.secrets(append(textsOf(data), message))
	return h.tellsAny("", data, secrets) || h.tellsAny("", message, secrets)
}

// decoded returns a value as its JSON reads.
func decoded(value any) (out any, err error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(text, &out)
}

// outcome leaves out of a reply and its warnings what they tell of hidden things.
func (h *hush) outcome(out *mcp.Outcome) error {
	out.Warnings = slices.DeleteFunc(out.Warnings, func(w mcp.Warning) bool {
		data, err := decoded(w.Data)
		return err != nil || h.tells(data, w.Message)
	})
	data, err := decoded(out.Data)
	if err != nil {
		return err
	}
	// always, so that the order of the fields does not tell that something was left out
	out.Data = h.without("", data, h.secrets(textsOf(data)))
	return nil
}

// without returns what stands under a key without what tells a secret: in a list, the entry; elsewhere the text.
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

// tellsAny reports whether what stands under a key tells a secret. A text that the caller said is theirs, such as a
// label, unless it stands for an element.
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

// StringsOf returns all texts in JSON, names of fields left out.
func StringsOf(raw []byte) []string {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return nil
	}
	return textsOf(value)
}

// textsOf returns all texts in a value that JSON was decoded to.
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
