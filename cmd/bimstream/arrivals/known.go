package arrivals

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Model is a model with the files that it was made from: what arrives may be the next delivery of one of them.
type Model struct {
	ID, Name string
	Files    []string // names of the files that it was made from so far
	Digests  []string // of these
}

// Has reports whether the model was made from a file: the last one, whatever its name, or an earlier one of its name. A
// file of another name that goes back to an earlier one is a delivery of its own.
func (m Model) Has(file, digest string) bool {
	for i, d := range m.Digests {
		if d == digest && (i == len(m.Digests)-1 || m.Files[i] == filepath.Base(file)) {
			return true
		}
	}
	return false
}

// counted is the end of a name that tells deliveries of one source apart: a number, a date, a week or a revision.
var counted = regexp.MustCompile(`(?i)([-_ .]*(week|rev|kw|w|v|r)?[-_ .]*[0-9]+)+$`)

// stem returns the name of a file without what tells its deliveries apart.
func stem(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if left := counted.ReplaceAllString(name, ""); left != "" {
		name = left
	}
	return strings.ToLower(name)
}

// Of returns the models that a file can be a delivery of: those that were made from a file of its name, else those that
// were made from one whose name differs in a number, a date, a week or a revision at its end, else the one of its name.
func Of(file string, models []Model) []Model {
	base := strings.ToLower(filepath.Base(file))
	for _, is := range []func(Model) bool{
		func(m Model) bool {
			return slices.ContainsFunc(m.Files, func(f string) bool { return strings.ToLower(f) == base })
		},
		func(m Model) bool {
			return slices.ContainsFunc(m.Files, func(f string) bool { return stem(f) == stem(file) })
		},
		func(m Model) bool { return len(m.Files) > 0 && strings.EqualFold(m.Name, stem(file)) },
	} {
		if found := keep(models, is); len(found) > 0 {
			return found
		}
	}
	return nil
}

func keep(models []Model, is func(Model) bool) []Model {
	return slices.DeleteFunc(slices.Clone(models), func(m Model) bool { return !is(m) })
}

// nameOf returns the name of the delivery that a file is: that of the file, of the characters that a branch may have.
func nameOf(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	name = strings.Trim(unfit.ReplaceAllString(strings.ToLower(name), "-"), "-._")
	if len(name) > longestName {
		name = strings.Trim(name[:longestName], "-._")
	}
	return cmp.Or(name, "delivery")
}

// longestName leaves room for a number in the name of a branch.
const longestName = 50

// unfit is what the name of a branch cannot have.
var unfit = regexp.MustCompile(`[^a-z0-9._-]+`)
