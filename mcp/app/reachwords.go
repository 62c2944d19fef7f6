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

// maxValueWords is the length in bytes up to which a text shows a value, enough for a number, a name or a point.
const maxValueWords = 40

// words describes the changes of an element, such as "height 2800 -> 3000, volume 4.1 -> 4.393 m3". It lists the facets
// that events write, and the measures that differ. If the value of a facet is too long, it lists only the name of the
// facet.
func (r *Reach) words(id state.ID, effect mcp.Effect) string {
	var out []string
	tellsHeight := false
	for _, c := range r.written(id) {
		out = append(out, r.facetWords(c))
		tellsHeight = tellsHeight || c.Facet == "param.height"
	}
	return strings.Join(append(out, r.measured(id, effect, tellsHeight)...), ", ")
}

// measured describes the measures of an element before and after the change. It omits the height if tellsHeight is set,
// because the facets already show it.
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

// written returns the changes by events of an element's facets, each facet once with its first and last value.
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

// facetWords describes the old and the new value of a facet.
func (r *Reach) facetWords(c state.Change) string {
	name := strings.TrimPrefix(strings.TrimPrefix(string(c.Facet), "param."), "pset.")
	from, to := r.valueWords(c.From), r.valueWords(c.To)
	if len(from) > maxValueWords || len(to) > maxValueWords {
		return name
	}
	return name + " " + from + " -> " + to
}

// valueWords formats a JSON value for people and replaces ids by names.
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

// nameOf returns the name of the thing with an id, or the text itself if it is not a known id.
func (r *Reach) nameOf(id state.ID) string {
	for _, v := range []*projections.View{r.After, r.Before} {
		if _, name := Named(v.Model, id); name != "" {
			return name
		}
	}
	return string(id)
}

// figureWords describes the measures of an element that is created or deleted.
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

// changedFigureWords describes the measures that differ for an element that remains. A lost measure is shown as none,
// such as the area of a room that nothing encloses any more.
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

// figureTexts returns the figures in the order of figureNames, with "" for a missing one.
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
