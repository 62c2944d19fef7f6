package change

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// namesOf returns the names in use. The names of copies must differ from them. It visits every element, but is called
// only once in a command.
func namesOf(m *state.Model) map[string]bool {
	out := make(map[string]bool, m.Len())
	m.Each(func(e *state.Element) bool { out[e.Name] = true; return true })
	return out
}

// lastName returns the name of the element created last.
func (r *copier) lastName() string {
	if e, ok := state.CreatedBy(r.Events[len(r.Events)-1]); ok {
		return e.Name
	}
	return ""
}

// NamedAutomatically reports whether an element's name was derived from its category ("Wall 7").
func NamedAutomatically(e *state.Element) bool {
	number, automatic := strings.CutPrefix(e.Name, state.Rows[e.Category].Prefix+" ")
	return automatic && number != "" && strings.Trim(number, "0123456789") == ""
}

// nameFor returns the name of a copy. If the name of the original is automatic ("Wall 7"), it is the next automatic
// name. Otherwise it is the name of the original with the lowest free number from 2 in parentheses.
func (r *copier) nameFor(e *state.Element) string {
	if r.names == nil { // for a comparison: makeInstances gives the name later
		return e.Name
	}
	if NamedAutomatically(e) {
		return ""
	}
	base := withoutNumber(e.Name)
	for n := r.numbered[base]; ; n++ {
		name := numberedName(base, n+secondOfName)
		if !r.names[name] {
			r.names[name], r.numbered[base] = true, n+1
			return name
		}
	}
}

// secondOfName is the number that the second element with a name gets. The first element gets no number.
const secondOfName = 2

// numberedName returns the name of a further element with the same base name: the base with a number in parentheses.
func numberedName(base string, n int) string { return fmt.Sprintf("%s (%d)", base, n) }

// withoutNumber returns a name without the number that numberedName gave it.
func withoutNumber(name string) string {
	if open := strings.LastIndex(name, " ("); open > 0 && strings.Trim(name[open+2:], "0123456789") == ")" {
		return name[:open]
	}
	return name
}
