package app

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// Reading returns the handler of a tool that answers questions about a model's state.
func Reading[A, D any](b *Backend, answer func(ctx context.Context, v *projections.View, a *A, p *Page) (D,
	error)) func(context.Context, *mcp.Call) (*mcp.Outcome, error) {
	return func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
		arguments := new(A)
		p, err := DecodePaged(c, arguments)
		if err != nil {
			return nil, err
		}
		v, err := b.ViewAt(ctx, c, p)
		if err != nil {
			return nil, err
		}
		v = v.Until(ctx)
		p.Revision, p.Bounds = v.Revision, ReadBounds(c)
		if namesOwnFirst(c, v) {
			if err := NameKnown(v.Alone().Model, arguments, p.Knows(v.Alone())); err != nil {
				return nil, err
			}
		}
		if err := NameKnown(v.Model, arguments, p.Knows(v)); err != nil {
			return nil, err
		}
		data, err := answer(ctx, v, arguments, p)
		if err != nil && p.Bounds != nil {
			return nil, unfound(err)
		}
		if err != nil {
			return nil, b.whereabouts(ctx, c, v, err)
		}
		return &mcp.Outcome{Data: data}, nil
	}
}

// derives lists the tools that need the bodies or rooms of the whole model. Deriving these takes seconds at the first
// use of a large model. It is done before the tools begin, where it can be cancelled.
var derives = map[string]bool{
	"accessibility_check": true, "code_compliance": true, "egress_analysis": true,
	"fire_rating_check": true, "structural_check": true,
	"create_plan": true, "create_section": true, "create_elevation": true, "create_sheet": true,
	"issue_sheets": true, "export_mesh": true, "export_ifcx": true, "export_geojson": true,
	"path_finding": true, "circulation_check": true,
	"quantity_takeoff": true, "generate_schedule": true, "export_table": true,
}

// ViewAt returns the state that a question concerns: the current state, the state given by `at`, or the state in the
// cursor.
func (b *Backend) ViewAt(ctx context.Context, c *mcp.Call, p *Page) (*projections.View, error) {
	v, err := b.View(ctx, c)
	if err != nil {
		return nil, err
	}
	var past time.Time
	if j := JudgedIn(ctx); j != nil {
		v = j.View
	} else if v, past, err = b.AskedState(ctx, c, v, p); err != nil {
		return nil, err
	}
	if v, err = b.federated(ctx, c, v, past); err != nil {
		return nil, err
	}
	if JudgedIn(ctx) != nil {
		return v, v.Ready(ctx)
	}
	if err == nil && derives[c.Tool.Name] {
		err = v.Ready(ctx)
	}
	return v, err
}

// AskedState returns the state of a branch that a question concerns. For a past state, past is the time of that state.
func (b *Backend) AskedState(ctx context.Context, c *mcp.Call, now *projections.View,
	p *Page) (v *projections.View, past time.Time, err error) {
	if p.Resumed && p.Revision != now.Revision {
		v, err = b.Live.At(ctx, now.ModelID, now.Branch, p.Revision)
	} else {
		v, err = b.StateOf(ctx, c, now, string(c.Common.At))
	}
	if err != nil || v.Revision == now.Revision && c.Common.At == "" {
		return v, past, err
	}
	if at, err := mcp.ParseInstant(string(c.Common.At)); err == nil {
		return v, at, nil
	}
	return v, v.At, nil
}

// ViewNamed is ViewAt and also replaces names by ids in the call's decoded arguments.
func (b *Backend) ViewNamed(ctx context.Context, c *mcp.Call, p *Page, arguments any) (*projections.View, error) {
	v, err := b.ViewAt(ctx, c, p)
	if err != nil {
		return nil, err
	}
	if namesOwnFirst(c, v) {
		if err := NameArguments(v.Alone().Model, arguments); err != nil {
			return nil, err
		}
	}
	return v, NameArguments(v.Model, arguments)
}

// namesOwnFirst reports whether a name that exists in several models refers to the model itself first.
func namesOwnFirst(c *mcp.Call, v *projections.View) bool {
	return len(v.Parts()) > 0 && slices.ContainsFunc(c.Common.Models, func(name string) bool {
		return strings.EqualFold(name, ownModel) || strings.EqualFold(name, allModels)
	})
}

// Page is the part of a list that a call asked for.
type Page struct {
	Offset, Size int
	Revision     uint64
	Resumed      bool
	Files        uint64     // a hash of the files that the list also depends on; 0 for none
	Call         *mcp.Call  // that asked for the list
	Bounds       *mcp.Scope // the caller's READ scope; nil means everything
	Caller       mcp.Principal
}

const cursorForm = "%d:%d:%d"

// DecodePaged decodes the arguments of a call that returns a list, and the page that it asks for.
func DecodePaged(c *mcp.Call, arguments any) (*Page, error) {
	if err := c.Decode(arguments); err != nil {
		return nil, err
	}
	return PageOf(c)
}

// PageOf reads limit and cursor. A cursor contains the revision of its list, so that all pages show the same state.
func PageOf(c *mcp.Call) (*Page, error) {
	p := &Page{Size: mcp.Limit(c.Common.Limit).Size(), Call: c, Caller: c.Principal}
	place, err := c.CursorPlace()
	if err != nil || place == "" {
		return p, err
	}
	_, err = fmt.Sscanf(place, cursorForm, &p.Revision, &p.Offset, &p.Files)
	// Sscanf ignores what follows.
	if err != nil || p.Offset < 0 || place != p.place(p.Offset) {
		return nil, mcp.ErrUnknownCursor()
	}
	p.Resumed = true
	return p, nil
}

// Cursor returns the cursor of the page that starts at an offset.
func (p *Page) Cursor(offset int) string {
	return p.Call.CursorAt(p.place(offset))
}

// place returns the place that the cursor of the page at an offset contains.
func (p *Page) place(offset int) string {
	return fmt.Sprintf(cursorForm, p.Revision, offset, p.Files)
}

// Paging describes which part of a list a reply contains.
type Paging struct {
	Total      int    `json:"total"`
	NextCursor string `json:"next_cursor,omitempty" jsonschema:"more follow: call again with this cursor"`
	Left       int    `json:"left,omitempty" jsonschema:"how many more follow"`
	Cut        bool   `json:"cut_by_size,omitempty" jsonschema:"the page ends before limit: more would be too long"`
}

// MaxAnswerBytes caps the items of one page. Together with the rest of the envelope they stay within
// mcp.MaxEnvelopeBytes.
const MaxAnswerBytes = mcp.MaxEnvelopeBytes - 6_000

// Take returns the page of a list, shortened if it would exceed the size of a reply. size estimates the bytes of an
// item.
func Take[T any](p *Page, all []T, size func(T) int) ([]T, Paging) {
	return takeOf(p, all, len(all), size)
}

// TakeInOrder is Take for an unsorted list. It sorts only the page and what precedes it.
func TakeInOrder[T any](p *Page, all []T, compare func(a, b T) int, size func(T) int) ([]T, Paging) {
	return takeOf(p, leading(all, min(p.Offset, len(all))+p.Size, compare), len(all), size)
}

// leading returns the first n items of a list in sorted order. It sorts at most 2n items at a time.
func leading[T any](all []T, n int, compare func(a, b T) int) []T {
	n = min(n, len(all))
	kept := make([]T, 0, min(2*n, len(all)))
	full := false // kept[n-1] is then the largest item that can still be in the result
	for _, x := range all {
		if full && compare(x, kept[n-1]) >= 0 {
			continue
		}
		if kept = append(kept, x); len(kept) == 2*n {
			slices.SortFunc(kept, compare)
			kept, full = kept[:n], true
		}
	}
	slices.SortFunc(kept, compare)
	return kept[:min(n, len(kept))]
}

// takeOf is Take for the beginning of a list, which must extend at least to the end of the page. total is the length of
// the whole list.
func takeOf[T any](p *Page, all []T, total int, size func(T) int) ([]T, Paging) {
	from := min(p.Offset, len(all))
	to, cut := from, false
	for bytes := 0; to < len(all) && to-from < p.Size; to++ {
		if bytes += size(all[to]); bytes > MaxAnswerBytes && to > from {
			cut = true
			break
		}
	}
	paging := Paging{Total: total}
	if to < total {
		paging.NextCursor, paging.Left, paging.Cut = p.Cursor(to), total-to, cut
	}
	out := append([]T{}, all[from:to]...)
	return out, paging
}

// Round6 rounds a measure to six decimals, a cubic centimetre in m3, because further digits have no meaning.
func Round6(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// CheckCategories returns an error with the candidates if a category does not exist.
func CheckCategories(names []string) error {
	for _, name := range names {
		if !state.Category(name).Known() {
			known := state.Category("").Enum()
			return state.Errorf(state.OutOfRange, "there is no category %q%s: give one of %s", name,
				Suggestion(name, known), strings.Join(known, ", ")).
				With("parameter", "categories").With("allowed", known)
		}
	}
	return nil
}
