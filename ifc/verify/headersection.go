package verify

import (
	"bytes"
	"slices"
	"strings"
)

// headerEntities are the entities that every header has, in their order; furtherHeader are the entities that may follow
// (ISO 10303-21 clause 8).
var (
	headerEntities = []string{"FILE_DESCRIPTION", "FILE_NAME", "FILE_SCHEMA"}
	furtherHeader  = []string{"SCHEMA_POPULATION", "FILE_POPULATION", "SECTION_LANGUAGE", "SECTION_CONTEXT"}
)

// headerSection checks the entities of the header, and that nothing follows the end of the file. It skips a file whose
// header cannot be read, because the rule on syntax reports that fault.
func headerSection(c *check) {
	names, ok := headerNames(c.data)
	if !ok {
		return
	}
	c.applied = true
	c.headerGiven()
	for _, want := range headerEntities {
		n := 0
		for _, name := range names {
			if name == want {
				n++
			}
		}
		if n != 1 {
			c.whole("the header has %s %d times instead of once", want, n)
		}
	}
	var known []string
	for _, name := range names {
		switch {
		case slices.Contains(headerEntities, name):
			known = append(known, name)
		case !slices.Contains(furtherHeader, name) && !strings.HasPrefix(name, "!"):
			c.whole("the header has an entity %s, which ISO 10303-21 does not know", name)
		}
	}
	if len(known) == len(headerEntities) && !slices.Equal(known, headerEntities) {
		c.whole("the header's entities are in the order %s", strings.Join(known, ", "))
	}
	c.afterEnd()
}

// headerGiven reports attributes of the header's entities that are not given, because no attribute is optional (ISO
// 10303-21 clause 8.2).
func (c *check) headerGiven() {
	statements, _ := headerStatements(c.data)
	for _, s := range statements {
		name, attributes, _ := strings.Cut(s, "(")
		name = strings.ToUpper(strings.TrimSpace(name))
		if slices.Contains(headerEntities, name) && strings.Contains(attributes, "$") {
			c.whole("an attribute of %s is not given: none of them is optional", name)
		}
	}
}

const fileEnd = "END-ISO-10303-21;"

// afterEnd reports a finding if the end of the file is followed by anything but a signature or a comment.
func (c *check) afterEnd() {
	end := bytes.LastIndex(c.data, []byte(fileEnd))
	if end < 0 {
		return
	}
	rest := c.data[end+len(fileEnd):]
	if text := bytes.TrimLeft(rest, " \t\r\n\x00\x1a"); len(text) > 0 && !bytes.HasPrefix(text, []byte("SIGNATURE")) &&
		!bytes.HasPrefix(text, []byte("/*")) {
		at := len(c.data) - len(text)
		line := 1 + bytes.Count(c.data[:at], []byte("\n"))
		c.add(Finding{Message: "there is something behind the end of the file", Line: line,
			Column: at - bytes.LastIndexByte(c.data[:at], '\n')})
	}
}

// headerNames returns the names of the header's entities, and false if the header is missing or has no end.
func headerNames(data []byte) (names []string, ok bool) {
	statements, ok := headerStatements(data)
	for _, s := range statements {
		name, _, _ := strings.Cut(s, "(")
		names = append(names, strings.ToUpper(strings.TrimSpace(name)))
	}
	return names, ok
}

// headerStatements returns the statements of the header without their strings, and false if the header is missing or
// has no end.
func headerStatements(data []byte) (statements []string, ok bool) {
	at := bytes.Index(data, []byte("HEADER;"))
	if at < 0 {
		return nil, false
	}
	for at += len("HEADER;"); ; {
		statement, next := statementAt(data, at)
		if next < 0 {
			return nil, false
		}
		if strings.EqualFold(strings.TrimSpace(statement), "ENDSEC") {
			return statements, true
		}
		statements = append(statements, statement)
		at = next
	}
}

// statementAt returns a statement without its strings and comments, and the start of the next statement, or -1 if the
// statement has no end.
func statementAt(data []byte, at int) (statement string, next int) {
	var b strings.Builder
	for at < len(data) {
		skip := ""
		switch c := data[at]; {
		case c == ';':
			return b.String(), at + 1
		case c == '\'':
			skip = "'"
		case bytes.HasPrefix(data[at:], []byte("/*")):
			skip = "*/"
			at++
		default:
			b.WriteByte(c)
		}
		at++
		if skip != "" {
			end := bytes.Index(data[at:], []byte(skip))
			if end < 0 {
				return "", -1
			}
			at += end + len(skip)
		}
	}
	return "", -1
}
