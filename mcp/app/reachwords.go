package app

import (
	"cmp"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// maxValueWords is how long a value may be to be told in words, in bytes: a number, a name, a point.
const maxValueWords = 40

// words says what a change makes of an element, such as "height 2800 -> 3000, volume 4.1 -> 4.393 m3": the facets that
// events write, and what it measures where that differs. Values that are too long are not told, their facets are.
func (r *Reach) words(id state.ID, effect mcp.Effect) string {
	var out []string
	tellsHeight := false
	for _, c := range r.written(id) {
		out = append(out, r.facetWords(c))
		tellsHeight = tellsHeight || c.Facet == "param.height"
	}
	return strings.Join(append(out, r.measured(id, effect, tellsHeight)...), ", ")
}

// measured tells in words what an element measures before and after; but its height where that is told already.
func (r *Reach) measured(id state.ID, effect mcp.Effect, tellsHeight bool) []string {
	before, after := FiguresOf(r.Before, id), FiguresOf(r.After, id)
	if effect == mcp.EffectCreated {
		before = nil
	}
	if effect == mcp.EffectDeleted {
		after = nil
	}
	if tellsHeight && before != nil && after != nil {
		before.Height, after.Height = nil, nil
	}
	words := figureWords
	if effect != mcp.EffectCreated && effect != mcp.EffectDeleted {
		words = changedFigureWords
	}
	return words(before, after)
}

// written returns what events write of an element: of each facet once, what it was at first and what it is at last.
func (r *Reach) written(id state.ID) []state.Change {
	if r.changes == nil {
		r.changes = map[state.ID][]state.Change{}
		for _, event := range r.events {
			switch e := event.(type) {
			case *state.ElementModified:
				r.write(e.ElementID, e.Changes)
			case *state.ElementMoved:
				r.write(e.ElementID, e.Changes)
			}
		}
	}
	return r.changes[id]
}

func (r *Reach) write(id state.ID, changes []state.Change) {
next:
	for _, c := range changes {
		for i, known := range r.changes[id] {
			if known.Facet == c.Facet {
				r.changes[id][i].To = c.To
				continue next
			}
		}
		r.changes[id] = append(r.changes[id], c)
	}
}

// facetWords tells of a facet what it was and what it is.
func (r *Reach) facetWords(c state.Change) string {
	name := strings.TrimPrefix(strings.TrimPrefix(string(c.Facet), "param."), "pset.")
	from, to := r.valueWords(c.From), r.valueWords(c.To)
	if len(from) > maxValueWords || len(to) > maxValueWords {
		return name
	}
	return name + " " + from + " -> " + to
}

// valueWords returns a value in JSON as people write it, with names for ids.
func (r *Reach) valueWords(raw json.RawMessage) string {
	var text string
	var list []state.ID
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "none"
	case json.Unmarshal(raw, &text) == nil:
		return r.nameOf(state.ID(text))
	case json.Unmarshal(raw, &list) == nil && len(list) > 0:
		names := make([]string, len(list))
		for i, id := range list {
			names[i] = r.nameOf(id)
		}
		return strings.Join(names, " and ")
	}
	return string(raw)
}

// nameOf returns the name of what an id is of, and a text that is no id as it is.
func (r *Reach) nameOf(id state.ID) string {
	for _, v := range []*projections.View{r.After, r.Before} {
		if _, name := Named(v.Model, id); name != "" {
			return name
		}
	}
	return string(id)
}

// figureWords tells of what an element measures that comes or goes.
func figureWords(before, after *Figures) []string {
	was, is := figureTexts(before), figureTexts(after)
	var out []string
	for i, f := range figureNames {
		if text := was[i] + is[i]; text != "" {
			out = append(out, f.name+" "+text+f.unit)
		}
	}
	return out
}

// changedFigureWords tells what differs of what an element measures that stays: also that it measures nothing any more,
// such as a room that nothing encloses.
func changedFigureWords(before, after *Figures) []string {
	was, is := figureTexts(before), figureTexts(after)
	var out []string
	for i, f := range figureNames {
		if was[i] != is[i] {
			out = append(out, f.name+" "+cmp.Or(was[i], "none")+" -> "+cmp.Or(is[i], "none")+f.unit)
		}
	}
	return out
}

var figureNames = []struct{ name, unit string }{{"area", " m2"}, {"volume", " m3"}, {"height", " mm"}}

// figureTexts returns the figures in the order of figureNames, "" for one that there is not.
func figureTexts(f *Figures) (out [3]string) {
	if f == nil {
		return out
	}
	for i, value := range []*float64{f.AreaM2, f.VolumeM3} {
		if value != nil {
			out[i] = strconv.FormatFloat(math.Round(*value*1000)/1000, 'f', -1, 64)
		}
	}
	if f.Height != nil {
		out[2] = strconv.FormatFloat(f.Height.MM(), 'f', -1, 64)
	}
	return out
}
