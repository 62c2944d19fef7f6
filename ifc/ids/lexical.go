package ids

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// oneOf returns a check that a value is in a list.
func oneOf(allowed ...string) func(string) string {
	return func(text string) string {
		if slices.Contains(allowed, text) {
			return ""
		}
		return fmt.Sprintf("%q is not one of %s", text, strings.Join(allowed, ", "))
	}
}

var upperCasePattern = regexp.MustCompile(`^[A-Z]+$`)

func upperCase(text string) string {
	if upperCasePattern.MatchString(text) {
		return ""
	}
	return fmt.Sprintf("%q is no name in upper-case letters such as IFCLABEL", text)
}

func count(text string) string {
	if _, err := strconv.ParseUint(strings.TrimSpace(text), 10, 32); err != nil {
		return fmt.Sprintf("%q is no number of occurrences", text)
	}
	return ""
}

func maximum(text string) string {
	if text == unbounded {
		return ""
	}
	return count(text)
}

func versions(text string) string {
	list := strings.Fields(text)
	if len(list) == 0 {
		return "it names no version: use " + strings.Join(Versions(), ", ") + ", with blanks between them"
	}
	for _, v := range list {
		if !slices.Contains(Versions(), v) {
			return fmt.Sprintf("%q is not one of %s", v, strings.Join(Versions(), ", "))
		}
	}
	return ""
}

var authorPattern = regexp.MustCompile(`^[^@]+@[^\.]+\.[^\n\r]+$`)

func author(text string) string {
	if authorPattern.MatchString(text) {
		return ""
	}
	return fmt.Sprintf("%q is no address of electronic mail", text)
}

var datePattern = regexp.MustCompile(`^(-?\d{4,}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$`)

// date checks that a text is a valid xs:date.
func date(text string) string {
	m := datePattern.FindStringSubmatch(strings.TrimSpace(text))
	if m != nil {
		if _, err := time.Parse(time.DateOnly, strings.TrimPrefix(m[1], "-")); err == nil {
			return ""
		}
	}
	return fmt.Sprintf("%q is no date such as 2026-01-31", text)
}
