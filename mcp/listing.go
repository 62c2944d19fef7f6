package mcp

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// listing holds, for each principal, the tools that tools/list shows beyond the core. It belongs to the process: a
// client that starts another process must enable the tools again.
type listing struct {
	mu      sync.Mutex
	enabled map[string]map[string]bool // by principal, then by tool
}

// Lists reports whether tools/list shows a tool to a principal. A tool that is not listed can still be called.
func (s *Server) Lists(p Principal, tool string) bool {
	e := s.registry.Find(tool)
	switch {
	case e == nil:
		return true
	case !e.offered(p):
		return false
	case !s.config.ListCore || e.Core:
		return true
	}
	s.listed.mu.Lock()
	defer s.listed.mu.Unlock()
	return s.listed.enabled[p.identity()][tool]
}

// EnableTools adds tools to a principal's list and notifies the clients. It returns the tools that were not listed
// before. The error for an unknown name suggests a similar one.
func (s *Server) EnableTools(p Principal, names []string) ([]string, error) {
	var known, added []string
	for _, e := range s.registry.entries {
		if e.offered(p) {
			known = append(known, e.Name)
		}
	}
	if err := refuseUnknown("tool", names, known); err != nil {
		return nil, err
	}
	for _, name := range names {
		if !s.Lists(p, name) && !slices.Contains(added, name) {
			added = append(added, name)
		}
	}
	if len(added) == 0 {
		return nil, nil
	}
	s.listed.mu.Lock()
	if s.listed.enabled == nil {
		s.listed.enabled = map[string]map[string]bool{}
	}
	if s.listed.enabled[p.identity()] == nil {
		s.listed.enabled[p.identity()] = map[string]bool{}
	}
	for _, name := range added {
		s.listed.enabled[p.identity()][name] = true
	}
	s.listed.mu.Unlock()
	s.wire.ToolsChanged(p.identity())
	return added, nil
}

// offered reports whether a tool is available to a principal: tools for people only are hidden from others.
func (t *Tool) offered(p Principal) bool { return !t.People || p.Kind == KindHuman }

// hit is a tool that matches a search.
type hit struct {
	entry   *Entry
	weights []int // weight of each word
	score   int   // sum of the weights, plus the weight of a complete name
}

// FindTools returns the tools for a principal that match a search, best first; without words it returns all tools. A
// match in the name ranks before one in the description or arguments. A tool that covers words better than all tools
// before it ranks higher, so that a question about several things finds tools for each of them.
func (r *Registry) FindTools(p Principal, words, server string) []*Entry {
	asked, named := stems(words), strings.FieldsFunc(words,
		func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var hits []hit
	for _, e := range r.entries {
		if server != "" && e.Server != server || !e.offered(p) {
			continue
		}
		h := hit{e, e.weights(asked), 0}
		for _, weight := range h.weights {
			h.score += weight
		}
		if slices.Contains(named, e.Name) {
			h.score += inFull
		}
		if h.score > 0 || len(asked) == 0 {
			hits = append(hits, h)
		}
	}
	bestFirst(hits, len(asked))
	out := make([]*Entry, len(hits))
	for i, h := range hits {
		out[i] = h.entry
	}
	return out
}

// bestFirst sorts hits for a number of words. The next hit is the one with the highest score, where words count more if
// the hit covers them better than all earlier hits.
func bestFirst(hits []hit, words int) {
	best := make([]int, words)
	gain := func(h hit) int {
		n := h.score
		for i, weight := range h.weights {
			n += isNew * max(0, weight-best[i])
		}
		return n
	}
	for i := range hits {
		next := i
		for j := range hits[i:] {
			if gain(hits[i+j]) > gain(hits[next]) {
				next = i + j
			}
		}
		h := hits[next]
		copy(hits[i+1:next+1], hits[i:next]) // the others keep their order
		hits[i] = h
		for n, weight := range h.weights {
			best[n] = max(best[n], weight)
		}
	}
}

// The weights of a word by the place where it is found.
const (
	inFull        = 1000 // the complete name, as skills use it: more than all words of a question together
	inName        = 8
	inTitle       = 4
	inDescription = 2
	inArguments   = 1 // in the names, values and descriptions of the arguments
	isNew         = 4 // factor for what earlier tools cover less well
)

// weights returns the weight of each word of a search, at its best place.
func (e *Entry) weights(asked []string) []int {
	out := make([]int, len(asked))
	for i, word := range asked {
		for _, p := range e.searched() {
			if p.words[word] {
				out[i] = p.weight
				break
			}
		}
	}
	return out
}

// place holds the words of one place in a tool's description.
type place struct {
	words  map[string]bool
	weight int
}

// places returns the words of a tool by place, heaviest first.
func (e *Entry) places() []place {
	var out []place
	for _, p := range []struct {
		text   string
		weight int
	}{{e.Name, inName}, {e.Title + " " + e.Server, inTitle}, {e.Description, inDescription},
		{strings.Join(e.parameters, " ") + " " + string(e.InputSchema), inArguments}} {
		words := map[string]bool{}
		for _, word := range stems(p.text) {
			words[word] = true
		}
		out = append(out, place{words, p.weight})
	}
	return out
}

// passedOver lists words that carry no meaning for a search.
var passedOver = map[string]bool{"a": true, "an": true, "and": true, "the": true, "of": true, "to": true, "for": true,
	"in": true, "or": true, "it": true, "is": true}

// stems returns the words of a text in lower case without common endings, so that forms of the same word match.
func stems(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if passedOver[word] {
			continue
		}
		const least = 3 // letters that must remain
		for _, ending := range []string{"ations", "ation", "ings", "ing", "ies", "es", "ed", "s", "y", "e"} {
			if short, ok := strings.CutSuffix(word, ending); ok && len(short) >= least {
				word = short
				break
			}
		}
		out = append(out, word)
	}
	return out
}
