package scenes

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/render"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// ColourBy is the meaning of the colours of a picture.
type ColourBy string

// These are the meanings.
const (
	ByMaterial ColourBy = "material" // the colours of materials, or else the usual colour of the category
	ByCategory ColourBy = "category"
	ByLevel    ColourBy = "level"
	ByProperty ColourBy = "property" // values of a parameter, a quantity or a property
	ByChange   ColourBy = "change"   // changes since another state
	ByFinding  ColourBy = "finding"  // findings of a check
)

// Enum lists the meanings.
func (ColourBy) Enum() []string {
	return []string{string(ByMaterial), string(ByCategory), string(ByLevel), string(ByProperty),
		string(ByChange), string(ByFinding)}
}

// Paint defines the meaning of the colours of a picture.
type Paint struct {
	By       ColourBy
	Property string              // for ByProperty: the name of a column of a schedule
	Before   *projections.View   // for ByChange
	Findings map[state.ID]string // for ByFinding: the finding of an element, such as a severity
}

// LegendRow is a colour with its meaning.
type LegendRow struct {
	Label    string `json:"label"`
	Colour   string `json:"colour" jsonschema:"#rrggbb, in full light"`
	Elements int    `json:"elements"`
	NoValue  bool   `json:"-"` // the row of elements without a value
}

// hues are the colours of values, in order of use. The first hues are distinct for colour-blind people too (after Okabe
// and Ito); lighter hues follow.
var hues = []render.Colour{
	{0x00, 0x72, 0xb2, 255}, {0xe6, 0x9f, 0x00, 255}, {0x00, 0x9e, 0x73, 255}, {0xcc, 0x79, 0xa7, 255},
	{0x56, 0xb4, 0xe9, 255}, {0xd5, 0x5e, 0x00, 255},
	{0xf0, 0xe4, 0x42, 255}, {0x8c, 0x6d, 0x31, 255}, {0x9c, 0x9e, 0xde, 255}, {0x63, 0x79, 0x39, 255},
	{0xe7, 0x96, 0x9c, 255}, {0x7b, 0x41, 0x73, 255},
}

// These are the colours of elements without a value, of changes and of findings.
var (
	noValue       = render.Colour{0xd4, 0xd4, 0xd4, 255}
	otherValue    = render.Colour{0x8a, 0x8a, 0x8a, 255}
	changeColours = map[string]render.Colour{"added": {0x2c, 0xa0, 0x4c, 255}, "modified": {0xf0, 0x96, 0x1e, 255},
		"deleted": {0xd0, 0x2c, 0x2c, 0x90}, "unchanged": noValue}
	graveColours = map[string]render.Colour{"error": {0xd0, 0x2c, 0x2c, 255}, "hard": {0xd0, 0x2c, 0x2c, 255},
		"warning": {0xf0, 0x96, 0x1e, 255}, "clearance": {0xf0, 0x96, 0x1e, 255}, "info": {0x40, 0x80, 0xd0, 255}}
)

// painted returns the colours of a cast and their legend.
func (p *Paint) painted(ctx context.Context, v *projections.View, s *Selection, c *cast) (*painted, error) {
	out := &painted{colour: own}
	var labels []string // of members
	var err error
	switch p.By {
	case "", ByMaterial:
		return out, nil
	case ByChange:
		labels, err = p.changes(ctx, v, s, c)
	default:
		labels, err = p.labels(v, c)
	}
	if err != nil {
		return nil, err
	}
	colours := p.colours(v, labels)
	for _, label := range p.order(v, labels) {
		c := colours[label]
		out.legend = append(out.legend, LegendRow{Label: cmp.Or(label, "none"),
			Colour: fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]), Elements: count(labels, label),
			NoValue: label == ""})
	}
	out.colour = func(member int, own render.Colour) render.Colour {
		c := colours[labels[member]]
		c[3] = min(c[3], max(own[3], markedGlass))
		return c
	}
	return out, nil
}

func count(labels []string, label string) (n int) {
	for _, l := range labels {
		if l == label {
			n++
		}
	}
	return n
}

// labels returns the label of each member's colour, or "" for none.
func (p *Paint) labels(v *projections.View, c *cast) ([]string, error) {
	out := make([]string, len(c.members))
	known := false
	var unknown error
	for i := range c.members {
		e, ok := v.Model.Element(c.members[i].id)
		if !ok {
			continue
		}
		switch p.By {
		case ByCategory:
			out[i] = string(e.Category)
		case ByLevel:
			if level, ok := v.Model.Element(e.LevelID); ok {
				out[i] = level.Name
			}
		case ByFinding:
			out[i] = p.Findings[e.ID]
		case ByProperty:
			cell, err := tables.Value(v, e, p.Property)
			if err != nil { // elements of other categories may have the field
				unknown = err
				continue
			}
			known, out[i] = true, textOf(cell)
		}
	}
	if p.By == ByProperty && !known && unknown != nil {
		return nil, unknown
	}
	return binned(out), nil
}

// textOf returns the text of a value in a legend, or "" for none.
func textOf(c table.Cell) string {
	switch v := c.Any().(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	default:
		return fmt.Sprint(v)
	}
}

// bins is the number of ranges into which numbers are divided if there are more of them than hues.
const bins = 8

// binned replaces labels that are too many different numbers by ranges of equal width.
func binned(labels []string) []string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, l := range labels {
		v, err := strconv.ParseFloat(l, 64)
		if l != "" && err != nil {
			return labels
		} else if l != "" {
			low, high = min(low, v), max(high, v)
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(labels)))) <= len(hues) || high <= low {
		return labels
	}
	width := (high - low) / bins
	for i, l := range labels {
		if v, err := strconv.ParseFloat(l, 64); err == nil {
			at := min(bins-1, int((v-low)/width))
			labels[i] = fmt.Sprintf("%.6g to %.6g", low+float64(float64(at)*width), low+float64(float64(at+1)*width))
		}
	}
	return labels
}

// changes returns the change of each member since another state, and adds deleted elements to the cast.
func (p *Paint) changes(ctx context.Context, v *projections.View, s *Selection, c *cast) ([]string, error) {
	var ids []state.ID
	for _, m := range []*state.Model{p.Before.Model, v.Model} {
		m.Each(func(e *state.Element) bool { ids = append(ids, e.ID); return true })
	}
	change := map[state.ID]string{}
	d := merge.Diff(p.Before.Model, v.Model, ids)
	for _, e := range d.Added {
		change[e.ElementID] = "added"
	}
	for _, e := range d.Modified {
		change[e.ElementID] = "modified"
	}
	gone := Selection{Categories: s.Categories}
	for _, e := range d.Deleted {
		gone.Elements = append(gone.Elements, e.ElementID)
	}
	if len(gone.Elements) > 0 && len(s.Elements) == 0 {
		gone.Elements = slices.DeleteFunc(gone.Elements, func(id state.ID) bool {
			e, ok := p.Before.Model.Element(id)
			return !ok || !e.Category.Physical() || slices.Contains(hidden, e.Category) ||
				len(s.Levels) > 0 && !slices.Contains(s.Levels, e.LevelID)
		})
	}
	out := make([]string, len(c.members))
	for i := range c.members {
		out[i] = cmp.Or(change[c.members[i].id], "unchanged")
	}
	if len(gone.Elements) == 0 || len(s.Elements) > 0 {
		return out, nil
	}
	old, err := castOf(ctx, p.Before, &gone)
	if err != nil {
		return nil, err
	}
	c.members = append(c.members, old.members...)
	for range old.members {
		out = append(out, "deleted")
	}
	return out, nil
}

// order returns the labels of a legend: levels from below, changes and findings by severity, numbers by size and other
// labels by name. The empty label comes last.
func (p *Paint) order(v *projections.View, labels []string) []string {
	out := slices.Compact(slices.Sorted(slices.Values(labels)))
	rank := map[string]int{}
	for i, l := range shape.Levels(v.Model) {
		if p.By == ByLevel {
			rank[l.Name] = i + 1
		}
	}
	for i, l := range []string{"added", "modified", "deleted", "unchanged", "error", "hard", "contained", "duplicate",
		"warning", "clearance", "info"} {
		if p.By == ByChange || p.By == ByFinding {
			rank[l] = i + 1
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Or(cmpBool(a == "", b == ""), cmp.Compare(rank[a], rank[b]), compareValues(a, b))
	})
	return out
}

func cmpBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// compareValues compares numbers by size and all else as text.
func compareValues(a, b string) int {
	var x, y float64
	if n, _ := fmt.Sscan(a, &x); n == 1 {
		if n, _ := fmt.Sscan(b, &y); n == 1 {
			return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
		}
	}
	return strings.Compare(a, b)
}

// colours returns the colour of each label.
func (p *Paint) colours(v *projections.View, labels []string) map[string]render.Colour {
	out := map[string]render.Colour{"": noValue}
	next := 0
	for _, label := range p.order(v, labels) {
		if label == "" {
			continue
		}
		c, fixed := changeColours[label]
		if p.By == ByFinding {
			c, fixed = graveColours[label]
		} else if p.By == ByCategory {
			c, fixed = categoryColour(label)
		} else if p.By != ByChange {
			fixed = false
		}
		if !fixed {
			if c = otherValue; next < len(hues) {
				c = hues[next]
			}
			next++
		}
		out[label] = c
	}
	return out
}

// categoryColours maps categories to distinct colours: each is at least 45 of 255 from every other one.
var categoryColours = map[state.Category]render.Colour{
	state.CategoryWall: {0xe2, 0xc9, 0x8f, 255}, state.CategoryFloor: {0x8c, 0x8c, 0x8c, 255},
	state.CategoryRoof: {0xa0, 0x41, 0x2d, 255}, state.CategoryColumn: {0x6a, 0x3d, 0x9a, 255},
	state.CategoryBeam: {0x28, 0x14, 0x96, 255}, state.CategoryStair: {0xe6, 0x7e, 0x22, 255},
	state.CategoryDoor: {0x6e, 0x3c, 0x14, 255}, state.CategoryWindow: {0x7f, 0xc8, 0xf0, 255},
	state.CategorySkylight: {0x00, 0xff, 0xc8, 255},
	state.CategoryCeiling:  {0xf7, 0xf3, 0xc6, 255}, state.CategoryFooting: {0x46, 0x46, 0x46, 255},
	state.CategoryRailing: {0x14, 0x14, 0x28, 255}, state.CategoryCurtainWall: {0x1a, 0xa3, 0xa3, 255},
	state.CategoryFurniture: {0xc7, 0x7d, 0xba, 255}, state.CategoryEquipment: {0xd8, 0x1b, 0x60, 255},
	state.CategoryTerminal: {0xa4, 0xc6, 0x39, 255}, state.CategorySanitary: {0x96, 0x96, 0xff, 255},
	state.CategoryDuct: {0x1e, 0x78, 0xe0, 255}, state.CategoryDuctFitting: {0x14, 0x50, 0x87, 255},
	state.CategoryPipe: {0x27, 0xae, 0x60, 255}, state.CategoryPipeFitting: {0x14, 0x5a, 0x32, 255},
	state.CategoryCableTray:        {0xf5, 0xd2, 0x00, 255},
	state.CategoryCableTrayFitting: {0xa0, 0x82, 0x0a, 255}, state.CategoryProxy: {0xff, 0xb4, 0xd2, 255},
	state.CategoryRoom: {0xdc, 0xdc, 0xf5, 255}, state.CategoryOpening: {0xff, 0x78, 0x78, 255},
	state.CategorySite: {0x7d, 0x8c, 0x46, 255}, state.CategoryRamp: {0xff, 0x00, 0xff, 255},
}

// categoryColour returns the colour of a category.
func categoryColour(name string) (render.Colour, bool) {
	c, ok := categoryColours[state.Category(name)]
	return c, ok
}
