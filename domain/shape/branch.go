package shape

import (
	"regexp"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// MaxLabel bounds the names of branches and tags, in bytes, so that such a name and the id of a model together fit into
// the name of a stream.
const MaxLabel = 64

// label matches the names of branches: letters, digits and . _ - / with a letter or digit at both ends. The name of a
// tag may also have single spaces.
var label = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?$`)

// CheckBranchName refuses a text that cannot be the name of a branch. Names are unique in a model; the caller ensures
// that by creating the branch's stream.
func CheckBranchName(name string) error {
	if strings.EqualFold(name, "main") {
		return state.Errorf(state.AlreadyExists,
			"every model has its branch main: choose another name").With("parameter", "name")
	}
	if checkLabel(name) {
		return nil
	}
	like := labelLike(name)
	if !checkLabel(like) {
		like = "option-a"
	}
	return state.Errorf(state.OutOfRange,
		"%q cannot be the name of a branch: use 1 to %d letters from a to z, digits and "+
			". _ - / with a letter or digit at both ends and no spaces, such as %s", name, MaxLabel, like).
		With("parameter", "name").With("example", like)
}

// CheckTagName refuses a text that cannot name a tag. Whole numbers and times are refused because the argument `at`
// takes them for a revision or a time.
func CheckTagName(name string) error {
	if name != "" && strings.Trim(name, "0123456789") == "" {
		return state.Errorf(state.OutOfRange,
			"a tag of digits alone would be taken for a revision: put a letter in front, "+
				"such as v%s", name).With("parameter", "name")
	}
	if checkLabel(strings.ReplaceAll(name, " ", ".")) {
		return nil // two spaces, or a space beside a dot, became two dots, which are refused
	}
	return state.Errorf(state.OutOfRange,
		"%q cannot be the name of a tag: use 1 to %d letters from a to z, digits, single "+
			"spaces and . _ - / with a letter or digit at both ends", name, MaxLabel).With("parameter", "name")
}

func checkLabel(name string) bool {
	return len(name) <= MaxLabel && label.MatchString(name) && !strings.Contains(name, "..") &&
		!strings.Contains(name, "//")
}

// labelLike returns the name of a branch that resembles a text.
func labelLike(text string) string {
	return strings.Trim(notLabel.ReplaceAllString(text, "-"), "-._/")
}

// notLabel matches the parts of a text that the name of a branch must not contain.
var notLabel = regexp.MustCompile(`[^A-Za-z0-9._/]+|\.\.+|//+`)
