package wire

import "encoding/json"

// member is a name of an object with its value, as they are written.
type member struct {
	name  string
	value json.RawMessage
}

// members are those of one object. There are few in a message, so that looking through them costs less than a map.
type members []member

// membersOf splits an object that is known to be valid JSON, once, without reading what is in its values.
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

// find returns the value of a name, nil when there is none. Of values of one name the last counts.
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
			_ = json.Unmarshal(text, &out) // it is valid
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

// endOfValue returns where the value ends that begins at i. The text is valid, so that brackets need only be counted.
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
				return i + 1 + depth // a number before the end of its object ends before the bracket
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// endOfText returns where the string ends that begins at i.
func endOfText(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(text))
}
