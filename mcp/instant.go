package mcp

import (
	"strings"
	"time"
)

// ParseInstant parses an RFC 3339 time, with or without fractions of a second. The letters T and Z may be lower case
// (section 5.6), which the time package refuses.
func ParseInstant(text string) (time.Time, error) {
	return time.Parse(time.RFC3339Nano, strings.ToUpper(text))
}

// ParseDayOrInstant is ParseInstant but also accepts a day, which means its beginning in UTC.
func ParseDayOrInstant(text string) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, nil
	}
	return ParseInstant(text)
}
