package mcp

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// listing is what tools/list shows beyond the core, for each principal. It belongs to the process: a client that starts
// another one enables again what it needs.
type listing struct {
	mu      sync.Mutex
	enabled map[string]map[string]bool // by principal, then by tool
}

// Lists reports whether tools/list shows a tool to a principal. What it does not show can be called all the same.
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

// EnableTools lists tools for a principal from now on and tells the clients. It returns those that were not listed
// before; names that do not exist are refused, with a suggestion.
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

// offered reports whether a tool is for somebody: what only people may do is not shown to others.
func (t *Tool) offered(p Principal) bool { return !t.People || p.Kind == KindHuman }

// hit is a tool that words speak of.
type hit struct {
	entry   *Entry
	weights []int // of each word
	score   int   // their sum, and what the whole name counts
}

// FindTools returns the tools for a principal that words speak of, the best first: those whose name has them before
// those whose description or arguments have them, and those that have words of which none before speaks as well before
// others, so that a question about several things is answered for each of them. Without words it returns all tools.
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

// bestFirst orders hits of so many words: next comes the one with the highest score, to which words count more in which
// it is better than all before it.
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

// What a word counts by where it is found.
const (
	inFull        = 1000 // the whole name, as a skill says it: more than all words of a question together
	inName        = 8
	inTitle       = 4
	inDescription = 2
	inArguments   = 1 // their names, values and descriptions
	isNew         = 4 // times as much, where the tools before are worse in it
)

// weights returns what each word that was asked for counts, at the best place where it is.
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

// place is where words of a tool stand.
type place struct {
	words  map[string]bool
	weight int
}

// places returns the words of a tool by place, the weightiest first.
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

// passedOver are words that say nothing of a tool.
var passedOver = map[string]bool{"a": true, "an": true, "and": true, "the": true, "of": true, "to": true, "for": true,
	"in": true, "or": true, "it": true, "is": true}

// stems returns the words of a text in small letters without the endings that the same word has in other places.
func stems(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if passedOver[word] {
			continue
		}
		const least = 3 // letters that are left
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
