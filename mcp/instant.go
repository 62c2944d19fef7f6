package mcp

import (
	"strings"
	"time"
)

// ParseInstant reads a time as RFC 3339 has it, with a fraction of a second or without. The letters T and Z may be
// small (section 5.6), which the time package does not take.
func ParseInstant(text string) (time.Time, error) {
	return time.Parse(time.RFC3339Nano, strings.ToUpper(text))
}

// ParseDayOrInstant is ParseInstant, and takes a day as its beginning in UTC.
func ParseDayOrInstant(text string) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, nil
	}
	return ParseInstant(text)
}
