package ids

import (
	"strings"
	"testing"
)

func text(s string) Datum     { return Datum{Sort: Text, Text: s} }
func reality(v float64) Datum { return Datum{Sort: Real, Real: v} }
func whole(v int64) Datum     { return Datum{Sort: Integer, Whole: v} }
func restrict(base string, constraints ...string) *Value {
	r := &Restriction{Base: "xs:" + base, StatedBase: "xs:" + base}
	for _, c := range constraints {
		kind, value, _ := strings.Cut(c, "=")
		r.Constraints = append(r.Constraints, Constraint{Kind: kind, Value: value})
	}
	return &Value{Restriction: r}
}

func TestPlainValues(t *testing.T) {
	for _, c := range []struct {
		wanted string
		datum  Datum
		want   bool
	}{
		{"a", text("a"), true}, {"a", text("A"), false}, {"a", text(" a"), false}, {"42", text("42"), true},
		{"42.0", text("42"), false},
		{"42", whole(42), true}, {"+42", whole(42), true}, {"42.0", whole(42), false},
		{"42.", whole(42), false}, {"", whole(0), false},
		{"42", reality(42), true}, {"4.2e1", reality(42), true}, {"42,0", reality(42), false}, {".", reality(0), false},
		{"", reality(0), false}, {"abc", reality(0), false},
		{"true", Datum{Sort: Boolean, True: true}, true}, {"1", Datum{Sort: Boolean, True: true}, true},
		{"TRUE", Datum{Sort: Boolean, True: true}, false},
		{"TRUE", Datum{Sort: Logical, True: true}, true}, {"false", Datum{Sort: Logical}, true},
		{"", Datum{}, false}, {"x", Datum{Sort: Object}, false},
	} {
		if got := Plain(c.wanted).Matches(c.datum); got != c.want {
			t.Errorf("%q against %+v: %v", c.wanted, c.datum, got)
		}
	}
}

// TestRealsAreEqualWithinTheTolerance compares numbers on both sides of the bound |v| e + e and exactly on it.
func TestRealsAreEqualWithinTheTolerance(t *testing.T) {
	for _, c := range []struct {
		v, x float64
		want bool
	}{
		{0, 0.000001, true}, {0, 0.0000011, false}, {0, -0.000001, true},
		{1, 1.000002, true}, {1, 1.0000021, false}, {-1, -1.000002, true}, {-1, -1.0000021, false},
		{1e6, 1000001.000001, true}, {1e6, 1000001.00001, false}, {42, 42, true},
	} {
		if nearly(c.x, c.v) != c.want {
			t.Errorf("%v against %v: %v", c.x, c.v, !c.want)
		}
	}
}

func TestRestrictions(t *testing.T) {
	for _, c := range []struct {
		value *Value
		datum Datum
		want  bool
	}{
		{restrict("string", "enumeration=a", "enumeration=b"), text("b"), true},
		{restrict("string", "enumeration=a", "enumeration=b"), text("B"), false},
		{restrict("double", "enumeration=1", "enumeration=2"), reality(2.0000001), true},
		{restrict("string", "pattern=[A-Z]+", "pattern=[0-9]+"), text("12"), true},
		{restrict("string", "pattern=[A-Z]+", "pattern=[0-9]+"), text("A1"), false},
		{restrict("string", "pattern=.*"), reality(1), false},
		{restrict("string", "pattern=[A-Z]+", "enumeration=AB", "enumeration=1"), text("1"), false},
		{restrict("string", "pattern=[unclosed"), text("u"), false},
		{restrict("double", "minInclusive=0"), reality(-0.0000009), false},
		{restrict("double", "maxExclusive=0"), reality(-0.0000009), true},
		{restrict("double", "minInclusive=1", "maxExclusive=2"), reality(2), false},
		{restrict("integer", "minExclusive=1"), whole(2), true},
		{restrict("double", "minInclusive=NaN"), reality(2), false},
		{restrict("double", "minInclusive=1"), text("2"), false},
		{restrict("string", "length=2"), text("äö"), true},
		{restrict("string", "minLength=2", "maxLength=3"), text("abcd"), false},
		{restrict("string", "length=1"), whole(1), false},
		{restrict("date", "minInclusive=2026-01-01"), text("2026-01-02"), true},
		{restrict("date", "minInclusive=2026-01-01"), text("soon"), false},
		{restrict("dateTime", "maxExclusive=2026-01-01T00:00:00Z"), text("2026-01-01T00:30:00+01:00"), true},
		{restrict("time", "maxInclusive=12:00:00"), text("11:59:59.5"), true},
		{restrict("duration", "maxInclusive=P1M"), text("P27D"), true},
		{restrict("duration", "maxInclusive=P1M"), text("P30D"), false}, // months differ in length: no order
		{restrict("duration", "minInclusive=PT90M"), text("PT1H30M"), true},
	} {
		if got := c.value.Matches(c.datum); got != c.want {
			t.Errorf("%s against %+v: %v", c.value, c.datum, got)
		}
	}
}
