package arrivals

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Model is a model with the files that it was imported from. A file that arrives may be the next delivery of one of
// them.
type Model struct {
	ID, Name string
	Files    []string // names of the files imported so far
	Digests  []string // SHA-256 of each file
}

// Has reports whether a file is already imported: it equals the last file under any name, or an earlier file of the
// same name. A file that equals an earlier one of another name counts as a new delivery.
func (m Model) Has(file, digest string) bool {
	for i, d := range m.Digests {
		if d == digest && (i == len(m.Digests)-1 || m.Files[i] == filepath.Base(file)) {
			return true
		}
	}
	return false
}

// counted matches the end of a name that distinguishes deliveries of one source: a number, a date, a week or a
// revision.
var counted = regexp.MustCompile(`(?i)([-_ .]*(week|rev|kw|w|v|r)?[-_ .]*[0-9]+)+$`)

// stem returns the name of a file in lower case, without its extension and without the end that counted matches.
func stem(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if left := counted.ReplaceAllString(name, ""); left != "" {
		name = left
	}
	return strings.ToLower(name)
}

// Of returns the models that a file can be a delivery of. These are the models with a file of the same name. If there
// are none, they are the models with a file whose name differs only at its end, in a number, date, week or revision. If
// there are none either, they are the imported models whose own name is the file's stem.
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

// nameOf returns the name of a delivery: the name of the file, reduced to the characters that a branch may have.
func nameOf(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	name = strings.Trim(unfit.ReplaceAllString(strings.ToLower(name), "-"), "-._")
	if len(name) > longestName {
		name = strings.Trim(name[:longestName], "-._")
	}
	return cmp.Or(name, "delivery")
}

// longestName bounds the name, so that a branch name has room for a number after it.
const longestName = 50

// unfit matches the characters that the name of a branch cannot have.
var unfit = regexp.MustCompile(`[^a-z0-9._-]+`)
