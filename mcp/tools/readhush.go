package tools

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// hushed makes a mutation tell a caller whose scope of READ is bounded nothing of what lies outside: what its arguments
// name there is not there, and what its replies and errors would tell of it is left out.
func (b *Backend) hushed(handle func(context.Context, *mcp.Call) (*mcp.Outcome, error)) func(context.Context,
	*mcp.Call) (*mcp.Outcome, error) {
	return func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
		bounds := readBounds(c)
		if bounds == nil {
			return handle(ctx, c)
		}
		v, err := b.view(ctx, c)
		if err != nil {
			return handle(ctx, c) // which says what is wrong, or makes the model
		}
		h := &hush{bounds: bounds, view: v, given: stringsOf(c.Arguments)}
		if slices.ContainsFunc(h.given, func(s string) bool { return h.hides(domain.ID(s)) }) {
			return nil, unfound(domain.Errorf(domain.NotFound, "not told"))
		}
		out, err := handle(ctx, c)
		if err != nil {
			return nil, h.error(err)
		}
		return out, h.outcome(out)
	}
}

// hush leaves out of replies what a caller may not be told of.
type hush struct {
	bounds *mcp.Scope
	view   *projections.View
	given  []string // what the caller said
}

// hides reports whether something is there that the caller may not be told of; a level is told of as the place of
// others.
func (h *hush) hides(id domain.ID) bool {
	return !(&page{bounds: h.bounds}).knows(h.view)(id)
}

// idForm is how ids of elements are written.
var idForm = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// secrets returns the ids and names in some texts that are of hidden things alone. What the caller said is no secret.
func (h *hush) secrets(texts []string) []string {
	var out []string
	for _, text := range texts {
		for _, id := range idForm.FindAllString(text, -1) {
			if h.hides(domain.ID(id)) {
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

// hidesAll reports whether there are elements of a name, and all are hidden.
func (h *hush) hidesAll(name string) bool {
	any := false
	for _, id := range h.view.Model.Called(name) {
		if e, ok := h.view.Model.Element(id); ok && e.Name == name {
			if !h.hides(id) {
				return false
			}
			any = true
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
	e, ok := errors.AsType[*domain.Error](err)
	if !ok {
		return err
	}
	if e.Data["candidates"] != nil {
		return candidateless(err)
	}
	data, failed := json.Marshal(e.Data)
	if failed == nil && len(h.secrets(append(stringsOf(data), e.Message))) == 0 {
		return err
	}
	return domain.Errorf(e.Code, "it is refused because of something that you may not read: ask a person who may")
}

// outcome leaves out of a reply and its warnings what they tell of hidden things.
func (h *hush) outcome(out *mcp.Outcome) error {
	out.Warnings = slices.DeleteFunc(out.Warnings, func(w mcp.Warning) bool {
		data, err := json.Marshal(w.Data)
		return err != nil || len(h.secrets(append(stringsOf(data), w.Message))) > 0
	})
	text, err := json.Marshal(out.Data)
	if err != nil {
		return err
	}
	secrets := h.secrets(stringsOf(text))
	if len(secrets) == 0 {
		return nil
	}
	var data any
	if err := json.Unmarshal(text, &data); err != nil {
		return err
	}
	out.Data = without(data, secrets)
	return nil
}

// without returns a value without what tells a secret: in a list, the entry; elsewhere the text.
func without(value any, secrets []string) any {
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			v[key] = without(field, secrets)
		}
	case []any:
		kept := []any{}
		for _, entry := range v {
			if !tellsAny(entry, secrets) {
				kept = append(kept, entry)
			}
		}
		return kept
	case string:
		if tellsAny(v, secrets) {
			return ""
		}
	}
	return value
}

func tellsAny(value any, secrets []string) bool {
	text, err := json.Marshal(value)
	if err != nil {
		return true
	}
	texts := stringsOf(text)
	return slices.ContainsFunc(secrets, func(s string) bool {
		return mentions(texts, s) || idForm.MatchString(s) && strings.Contains(string(text), s)
	})
}

// stringsOf returns all texts in JSON, names of fields left out.
func stringsOf(raw []byte) []string {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return nil
	}
	var out []string
	var walk func(any)
	walk = func(value any) {
		switch v := value.(type) {
		case map[string]any:
			for _, field := range v {
				walk(field)
			}
		case []any:
			for _, entry := range v {
				walk(entry)
			}
		case string:
			out = append(out, v)
		}
	}
	walk(value)
	return out
}
