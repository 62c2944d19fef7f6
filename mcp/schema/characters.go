package schema

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// CheckArguments is CheckParsed for the arguments of a tool. It also checks the nesting depth and the characters of
// texts. Control characters and characters that override the direction of writing would be stored, shown to others and
// written into files.
func (v *Validator) CheckArguments(d *Document) []Issue {
	deep, doubtful := look(d.text)
	if deep {
		return []Issue{{Reason: fmt.Sprintf("lists and objects are nested deeper than %d levels", MaxNesting)}}
	}
	issues := v.CheckParsed(d)
	if len(issues) > 0 || !doubtful {
		return issues
	}
	if d.parse(); !d.valid {
		return nil
	}
	return sorted(characterIssues(d.value, v.schema, nil, nil))
}

// look scans a document once. deep reports that it is nested too deep, and doubtful that its strings may have a
// character that forbidden refuses.
func look(d []byte) (deep, doubtful bool) {
	depth, inString := 0, false
	doubtful = len(d) > MaxItems // a value that the schema does not describe may be too large
	for i := 0; i < len(d); i++ {
		switch c := d[i]; {
		case c == '\\' && inString:
			i++
			doubtful = doubtful || i < len(d) && d[i] != '"' && d[i] != '\\' && d[i] != '/'
		case c == '"':
			inString = !inString
		case inString:
			// ASCII control characters are not valid JSON. U+0080 to U+009F begin with C2, and the other forbidden
			// characters with E2.
			doubtful = doubtful || c == 0x7F || c == 0xC2 || c == 0xE2
		case c == '{' || c == '[':
			if depth++; depth > MaxNesting {
				return true, doubtful
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false, doubtful
}

// characterIssues finds the texts in a value with a forbidden character. s is the schema of the value, or nil if no
// schema describes it.
func characterIssues(value any, s *jsonschema.Schema, at []string, found []Issue) []Issue {
	switch v := value.(type) {
	case string:
		if saysNothing(s) && utf8.RuneCountInString(v) > MaxTextLength {
			found = append(found, Issue{pointer(at), fmt.Sprintf("has more than %d characters", MaxTextLength)})
		}
		if r, ok := forbidden(v, admitsLines(s)); ok {
			found = append(found, Issue{pointer(at), fmt.Sprintf(
				"has the character %U, which no text may have here", r)})
		}
	case []any:
		if most := mostOf(v); len(v) > most && (saysNothing(s) || admitsAny(s)) {
			return append(found, Issue{pointer(at), fmt.Sprintf("has more than %d items", most)})
		}
		for i, item := range v {
			token := strconv.Itoa(i)
			found = characterIssues(item, below(s, token), append(slices.Clone(at), token), found)
		}
	case map[string]any:
		for name, member := range v {
			if r, ok := forbidden(name, false); ok {
				found = append(found, Issue{pointer(at),
					fmt.Sprintf("has a member whose name has the character %U", r)})
				continue
			}
			found = characterIssues(member, below(s, name), append(slices.Clone(at), name), found)
		}
	}
	return found
}

// saysNothing reports whether a schema sets no limit on the size of a value. It is true without a schema. It is also
// true for the items and members of a value of any type, whose schema only forbids null (bound).
func saysNothing(s *jsonschema.Schema) bool { return s == nil || s.Not != nil }

// admitsAny reports whether a schema is that of anyValue.
func admitsAny(s *jsonschema.Schema) bool { return len(s.AnyOf) == len(anyValue().AnyOf) }

func below(s *jsonschema.Schema, token string) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	return step(s, token)
}

// admitsLines reports whether a text may have line ends and tabs. This is so if it may be longer than a name, or if the
// schema does not limit it.
func admitsLines(s *jsonschema.Schema) bool {
	if s == nil {
		return true
	}
	if len(s.AnyOf) > 0 {
		return slices.ContainsFunc(s.AnyOf, admitsLines)
	}
	return s.MaxLength == nil || *s.MaxLength > MaxNameLength
}

// forbidden returns the first forbidden character of a text. These are controls (Unicode's category Cc), characters
// that override or isolate the direction of writing (UAX #9, section 2), and line and paragraph separators.
func forbidden(text string, lines bool) (rune, bool) {
	for _, r := range text {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			if !lines {
				return r, true
			}
		case r < ' ', r >= 0x7F && r <= 0x9F, r >= 0x202A && r <= 0x202E,
			r >= 0x2066 && r <= 0x2069, r == 0x2028, r == 0x2029:
			return r, true
		}
	}
	return utf8.RuneError, false
}
