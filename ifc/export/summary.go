package export

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Summary describes the written file.
type Summary struct {
	Schema    string `json:"schema"`
	MVD       string `json:"mvd"`
	Instances int    `json:"instances"`
	// instances with a name and a place: products, types, the project; no relations
	Objects  []ClassCount     `json:"objects"`
	Warnings []change.Warning `json:"warnings"`
	SHA256   string           `json:"sha256"` // hash of the file, hexadecimal
	Size     int64            `json:"size"`   // size of the file in bytes
}

// ClassCount is the number of instances of one IFC class.
type ClassCount struct {
	Class string `json:"class"`
	Count int    `json:"count"`
}

// Count returns the number of instances of a class that were written.
func (s Summary) Count(class string) int {
	for _, c := range s.Objects {
		if c.Class == class {
			return c.Count
		}
	}
	return 0
}

// countObjects counts the instances of IfcObjectDefinition by class, sorted by name.
func countObjects(f *step.File, s *schema.Schema) []ClassCount {
	counts := map[string]int{}
	for i := range f.Instances {
		counts[f.Instances[i].Name]++
	}
	var out []ClassCount
	for name, n := range counts {
		if e, ok := s.Entity(name); ok && e.IsA("IfcObjectDefinition") {
			out = append(out, ClassCount{e.Name, n})
		}
	}
	slices.SortFunc(out, func(a, b ClassCount) int { return strings.Compare(a.Class, b.Class) })
	return out
}
