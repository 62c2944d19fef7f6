package text

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// lineKeys are the members of JSON whose strings are names in one line. Other strings may have several lines.
var lineKeys = map[string]bool{"name": true, "new_name": true, "title": true, "number": true, "usage": true,
	"system": true, "code": true, "label": true, "labels": true, "author": true, "claimed_author": true, "mark": true,
	"long_name": true, "task_type": true, "stage": true, "assignee": true, "owner": true, "parameter_name": true}

// JSON returns a document of JSON with harmless strings, and the number of strings that were replaced. Names of members
// are single lines. The values of a changed facet are single lines if the facet is the name. A document with nothing to
// replace is returned unchanged.
func JSON(document []byte) (harmless []byte, replaced int) {
	if !doubtfulJSON(document) {
		return document, 0
	}
	var out bytes.Buffer
	kept, key, facet := 0, "", ""
	for i := 0; i < len(document); i++ {
		if document[i] != '"' {
			continue
		}
		end := endOfString(document, i)
		var s string
		if json.Unmarshal(document[i:end], &s) != nil {
			return document, replaced
		}
		isKey := followedByColon(document, end)
		line := isKey || lineKeys[key] || facet == "name" && (key == "from" || key == "to")
		if c := clean(s, !line); c != s {
			quoted, _ := json.Marshal(c) // strings always encode
			out.Write(document[kept:i])
			out.Write(quoted)
			kept = end
			replaced++
		}
		switch {
		case isKey:
			key = s
		case key == "facet":
			facet = s
		}
		i = end - 1
	}
	if replaced == 0 {
		return document, 0
	}
	out.Write(document[kept:])
	return out.Bytes(), replaced
}

// doubtfulJSON reports whether a document may have a string with a character to replace.
func doubtfulJSON(d []byte) bool {
	for i := 0; i < len(d); i++ {
		switch c := d[i]; {
		case c == '\\' && i+1 < len(d):
			i++
			switch d[i] {
			case '"', '\\', '/':
			case 'u':
				if code, err := strconv.ParseUint(string(d[min(i+1, len(d)):min(i+5, len(d))]), 16, 32); err != nil ||
					code >= 0xD800 && code <= 0xDFFF || hidden(rune(code)) {
					return true
				}
			default:
				return true
			}
		case c == 0x7F:
			return true
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(d[i:])
			if hidden(r) || r == utf8.RuneError {
				return true
			}
			i += n - 1
		}
	}
	return false
}

// endOfString returns the position after the end of a string that begins at a quote.
func endOfString(d []byte, at int) int {
	for i := at + 1; i < len(d); i++ {
		switch d[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(d)
}

func followedByColon(d []byte, at int) bool {
	for ; at < len(d); at++ {
		switch d[at] {
		case ' ', '\t', '\r', '\n':
		default:
			return d[at] == ':'
		}
	}
	return false
}
