package schema

import (
	"bytes"
	"slices"
)

// canonical returns a document with sorted members and without white space. The result equals that of encoding/json for
// parsed values, but it converts text to text. ok is false if the text is not ordinary.
func canonical(d []byte) (out []byte, ok bool) {
	out, end, ok := appendCanonical(make([]byte, 0, len(d)), d, skipSpace(d, 0), maxDepth)
	if !ok || skipSpace(d, end) != len(d) {
		return nil, false
	}
	return out, true
}

// without returns a canonical object without some of its members. ok is false if the text is not an object.
func without(d []byte, names []string) (out []byte, ok bool) {
	if len(d) == 0 || d[0] != '{' {
		return nil, false
	}
	out = append(make([]byte, 0, len(d)), '{')
	_, ok = members(d, 0, func(name []byte, value int) (int, bool) {
		end, ok := endOfCanonical(d, value)
		if ok && !slices.Contains(names, string(name[1:len(name)-1])) {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(append(append(out, name...), ':'), d[value:end]...)
		}
		return end, ok
	})
	return append(out, '}'), ok
}

// endOfCanonical returns the end of the value that begins at i in a canonical text.
func endOfCanonical(d []byte, i int) (end int, ok bool) {
	switch d[i] {
	case '{':
		return members(d, i, func(_ []byte, value int) (int, bool) { return endOfCanonical(d, value) })
	case '[':
		return items(d, i, func(item int) (int, bool) { return endOfCanonical(d, item) })
	case '"':
		end, _, ok = endOfString(d, i)
		return end, ok
	}
	for end = i; end < len(d) && d[end] != ',' && d[end] != '}' && d[end] != ']'; {
		end++
	}
	return end, true
}

func appendCanonical(out, d []byte, i, depth int) (_ []byte, end int, ok bool) {
	if i >= len(d) || depth == 0 {
		return nil, 0, false
	}
	switch d[i] {
	case '{':
		return appendObject(out, d, i, depth)
	case '[':
		return appendArray(out, d, i, depth)
	case '"':
		end, _, ok = endOfString(d, i)
		ok = ok && sameWhenWritten(d[i:end])
	case 't':
		end, ok = endOfWord(d, i, "true")
	case 'f':
		end, ok = endOfWord(d, i, "false")
	case 'n':
		end, ok = endOfWord(d, i, "null")
	default:
		end, _, ok = endOfNumber(d, i)
	}
	if !ok {
		return nil, 0, false
	}
	return append(out, d[i:end]...), end, true
}

// appendObject appends the members in sorted order. An object with a repeated name is not ordinary.
func appendObject(out, d []byte, i, depth int) (_ []byte, end int, ok bool) {
	type member struct{ name, text []byte }
	var found [8]member
	sorted, twice := found[:0], false
	end, ok = members(d, i, func(name []byte, value int) (int, bool) {
		if !sameWhenWritten(name) {
			return 0, false
		}
		text := append(append(make([]byte, 0, len(name)+32), name...), ':')
		text, after, ok := appendCanonical(text, d, value, depth-1)
		at, same := slices.BinarySearchFunc(sorted, name, func(m member, name []byte) int {
			return bytes.Compare(m.name[1:len(m.name)-1], name[1:len(name)-1])
		})
		twice = twice || same
		sorted = slices.Insert(sorted, at, member{name, text})
		return after, ok
	})
	if !ok || twice {
		return nil, 0, false
	}
	out = append(out, '{')
	for n, m := range sorted {
		if n > 0 {
			out = append(out, ',')
		}
		out = append(out, m.text...)
	}
	return append(out, '}'), end, true
}

func appendArray(out, d []byte, i, depth int) (_ []byte, end int, ok bool) {
	out = append(out, '[')
	first := skipSpace(d, i+1)
	end, ok = items(d, i, func(item int) (after int, ok bool) {
		if item != first {
			out = append(out, ',')
		}
		out, after, ok = appendCanonical(out, d, item, depth-1)
		return after, ok
	})
	return append(out, ']'), end, ok
}
