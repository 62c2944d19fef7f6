package wire

import "encoding/json"

// member is one member of an object: its decoded name and the text of its value.
type member struct {
	name  string
	value json.RawMessage
}

// members are the members of one object. A message has few, so that a linear search costs less than a map.
type members []member

// membersOf splits an object, which must be valid JSON, into its members in one pass, without parsing the values.
func membersOf(object []byte) members {
	out := make(members, 0, 4)
	for i := afterSpace(object, 1); i < len(object) && object[i] == '"'; {
		end := endOfValue(object, i)
		name := object[i:end]
		i = afterSpace(object, afterSpace(object, end)+1) // the colon
		end = endOfValue(object, i)
		out = append(out, member{unquoted(name), object[i:end:end]})
		if i = afterSpace(object, end); i < len(object) && object[i] == ',' {
			i = afterSpace(object, i+1)
		}
	}
	return out
}

// find returns the value of a name, or nil if there is none. If a name occurs several times, the last value is used.
func (m members) find(name string) json.RawMessage {
	for i := len(m) - 1; i >= 0; i-- {
		if m[i].name == name {
			return m[i].value
		}
	}
	return nil
}

// unquoted returns the text of a string.
func unquoted(text []byte) string {
	for _, c := range text {
		if c == '\\' {
			var out string
			_ = json.Unmarshal(text, &out) // cannot fail, because the text is valid
			return out
		}
	}
	return string(text[1 : len(text)-1])
}

func afterSpace(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// endOfValue returns the end of the value that begins at i. The text is valid, so it only counts brackets.
func endOfValue(text []byte, i int) int {
	for depth := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			if i = endOfText(text, i); depth == 0 {
				return i
			}
			i--
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1 + depth // a number that ends at the closing bracket of its object ends before that bracket
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// endOfText returns the end of the string that begins at i.
func endOfText(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(text))
}
