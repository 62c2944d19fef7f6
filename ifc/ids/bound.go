package ids

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// lengthHolds compares the number of characters of a text with a length constraint; other data fail.
func lengthHolds(c Constraint, d Datum) bool {
	wanted, err := strconv.Atoi(strings.TrimSpace(c.Value))
	if err != nil || d.Sort != Text {
		return false
	}
	n := utf8.RuneCountInString(d.Text)
	switch c.Kind {
	case "minLength":
		return n >= wanted
	case "maxLength":
		return n <= wanted
	}
	return n == wanted
}

// bounds reports whether the datum lies within all bounds, without tolerance.
func (r *Restriction) bounds(d Datum) bool {
	for _, c := range r.Constraints {
		if holds, isBound := boundHolds[c.Kind]; isBound {
			order, ok := r.compare(d, c.Value)
			if !ok || !holds(order) {
				return false
			}
		}
	}
	return true
}

// boundHolds reports for each kind of bound whether an order of datum and bound satisfies it.
var boundHolds = map[string]func(order int) bool{
	"minInclusive": func(o int) bool { return o >= 0 }, "maxInclusive": func(o int) bool { return o <= 0 },
	"minExclusive": func(o int) bool { return o > 0 }, "maxExclusive": func(o int) bool { return o < 0 },
}

// compare orders a datum and a text of the document; ok is false if the two cannot be ordered.
func (r *Restriction) compare(d Datum, text string) (order int, ok bool) {
	switch d.Sort {
	case Real:
		v, ok := ParseReal(text)
		return sign(d.Real - v), ok && !math.IsNaN(v)
	case Integer:
		v, ok := ParseReal(text)
		return sign(float64(d.Whole) - v), ok && !math.IsNaN(v)
	case Text:
		return r.compareTimes(d.Text, text)
	}
	return 0, false
}

func sign(v float64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

// layouts are the forms of dates and times of XML Schema, without and with a time zone.
var layouts = map[string][]string{
	"xs:date":     {"2006-01-02", "2006-01-02Z07:00"},
	"xs:dateTime": {"2006-01-02T15:04:05", "2006-01-02T15:04:05Z07:00"},
	"xs:time":     {"15:04:05", "15:04:05Z07:00"},
}

// compareTimes orders dates, times and durations; other texts have no order.
func (r *Restriction) compareTimes(x, bound string) (order int, ok bool) {
	if r.Base == "xs:duration" {
		return compareDurations(x, bound)
	}
	for _, layout := range layouts[r.Base] {
		a, err := time.Parse(layout, x)
		b, err2 := time.Parse(layout, bound)
		if err == nil && err2 == nil {
			return a.Compare(b), true
		}
	}
	return 0, false
}

var durationPattern = regexp.MustCompile(
	`^([-+]?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$`)

// compareDurations orders durations of months and of seconds. A month has 28 to 31 days (XML Schema Part 2, 3.2.6.2);
// ok is false if the order depends on that length.
func compareDurations(x, y string) (order int, ok bool) {
	months, seconds, ok := parseDuration(x)
	otherMonths, otherSeconds, ok2 := parseDuration(y)
	if !ok || !ok2 {
		return 0, false
	}
	const day = 24 * 60 * 60
	m, s := months-otherMonths, seconds-otherSeconds
	least, most := sign(float64(m*28*day)+s), sign(float64(m*31*day)+s)
	return least, least == most
}

func parseDuration(text string) (months, seconds float64, ok bool) {
	part := durationPattern.FindStringSubmatch(text)
	if part == nil {
		return 0, 0, false
	}
	n := func(i int) float64 { v, _ := strconv.ParseFloat(part[i], 64); return v }
	months = float64(n(2)*12) + n(3)
	days := float64(n(4)*7) + n(5)
	hours := float64(days*24) + n(6)
	minutes := float64(hours*60) + n(7)
	seconds = float64(minutes*60) + n(8)
	if part[1] == "-" {
		return -months, -seconds, true
	}
	return months, seconds, true
}
