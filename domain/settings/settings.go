package settings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
)

// Rate is a token bucket.
type Rate struct {
	PerMinute int `json:"per_minute"` // negative: no limit
	Burst     int `json:"burst"`
}

// Settings are the settings of a store. They never change: Set and Fold return new values.
type Settings struct {
	Policy approvals.Policy
	// Rates are the rates of agents and services, by the category of tools. PeopleRates are the rates of people.
	Rates, PeopleRates map[string]Rate
	// Elements is the largest number of elements that one operation may reach. Operations is the largest number of
	// operations in a session.
	Elements, Operations int
	// Revision is the number of changes.
	Revision int
}

// Default returns the settings of a store in which nobody has changed any.
func Default() *Settings {
	return &Settings{
		Policy: approvals.DefaultPolicy(),
		Rates:  map[string]Rate{"execution": {30, 5}, "mutation": {100, 20}, "read": {200, 50}},
		// These are 100 executions, 1,000 mutations and 3,000 reads a second. No script of a person is that fast, but a
		// runaway loop is.
		PeopleRates: map[string]Rate{"execution": {6_000, 100}, "mutation": {60_000, 1_000}, "read": {180_000, 3_000}},
		Elements:    100, Operations: 1000,
	}
}

// Key is a setting.
type Key struct {
	Name string
	Says string // describes the setting
	get  func(*Settings) string
	set  func(*Settings, string) error
}

// most bounds numbers, because a million is as good as no limit.
const most = 1_000_000

// mostPercent bounds percentages. Nothing exceeds the whole.
const mostPercent = 100

func number(field func(*Settings) *int, least int) (func(*Settings) string, func(*Settings, string) error) {
	return between(field, least, most)
}

func upTo(field func(*Settings) *int, most int) (func(*Settings) string, func(*Settings, string) error) {
	return between(field, 1, most)
}

func between(field func(*Settings) *int, least, most int) (func(*Settings) string, func(*Settings, string) error) {
	return func(s *Settings) string { return strconv.Itoa(*field(s)) }, func(s *Settings, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return fmt.Errorf("a whole number from %d to %d", least, most)
		}
		*field(s) = n
		return nil
	}
}

// Keys returns the table of settings, sorted by name.
func Keys() []Key {
	var out []Key
	for _, c := range approvals.Classes {
		out = append(out, levelKey(c), approversKey(c))
	}
	for _, category := range []string{"execution", "mutation", "read"} {
		for prefix, of := range ratesOf {
			out = append(out, rateKey(prefix, of, category, "per_minute",
				"calls a minute; unlimited, kept as -1, is no limit"), rateKey(prefix, of, category, "burst",
				"calls at once"))
		}
	}
	add := func(name, says string, get func(*Settings) string, set func(*Settings, string) error) {
		out = append(out, Key{name, says, get, set})
	}
	get, set := number(func(s *Settings) *int { return &s.Policy.BulkThreshold }, 0)
	add("approval.bulk_threshold", "elements that a change may reach before it is bulk", get, set)
	get, set = upTo(func(s *Settings) *int { return &s.Policy.DrasticLoss }, mostPercent)
	add("approval.drastic_loss", "percent of its volume that an element may lose before that is drastic", get, set)
	get, set = number(func(s *Settings) *int { return &s.Policy.DrasticAway }, 1)
	add("approval.drastic_away", "metres from all else that an element may be moved before that is drastic", get, set)
	add("approval.checks", "whose findings of a change a person is told: some of "+
		strings.Join(approvals.DefaultChecks(), ", ")+" with commas between, or "+noChecks, checks, setChecks)
	add("approval.lifetime_minutes", "how long a request waits, and a grant is good", lifetime, setLifetime)
	add("approval.people", "true: the requests of people need another person's approval too",
		func(s *Settings) string { return strconv.FormatBool(s.Policy.People) }, setPeople)
	get, set = number(func(s *Settings) *int { return &s.Elements }, 1)
	add("limit.elements_per_operation", "elements that one operation reaches, where the principal does not say",
		get, set)
	get, set = number(func(s *Settings) *int { return &s.Operations }, 1)
	add("limit.operations_per_session", "operations in 24 hours, where the principal does not say", get, set)
	slices.SortFunc(out, func(a, b Key) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

func levelKey(c approvals.Class) Key {
	return Key{"approval." + string(c) + ".level", "that the approval of this class takes: " +
		strings.Join(approvals.LevelTTY.Enum(), ", "),
		func(s *Settings) string { return string(s.Policy.Classes[c].Level) },
		func(s *Settings, text string) error {
			level := approvals.Level(text)
			if !level.Known() {
				return fmt.Errorf("one of %s", strings.Join(level.Enum(), ", "))
			}
			r := s.Policy.Classes[c]
			r.Level = level
			s.Policy.Classes[c] = r
			return nil
		}}
}

// maxApprovers bounds the persons that an approval can require.
const maxApprovers = 9

func approversKey(c approvals.Class) Key {
	return Key{"approval." + string(c) + ".approvers", "how many persons have to agree",
		func(s *Settings) string { return strconv.Itoa(s.Policy.Classes[c].Approvers) },
		func(s *Settings, text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > maxApprovers {
				return fmt.Errorf("a whole number from 1 to %d", maxApprovers)
			}
			r := s.Policy.Classes[c]
			r.Approvers = n
			s.Policy.Classes[c] = r
			return nil
		}}
}

// ratesOf are the tables of rates that can be set, by the prefix of their keys.
var ratesOf = map[string]func(*Settings) map[string]Rate{
	"rate.":        func(s *Settings) map[string]Rate { return s.Rates },
	"rate.people.": func(s *Settings) map[string]Rate { return s.PeopleRates },
}

func rateKey(prefix string, of func(*Settings) map[string]Rate, category, field, says string) Key {
	read := func(r *Rate) *int {
		if field == "burst" {
			return &r.Burst
		}
		return &r.PerMinute
	}
	return Key{prefix + category + "." + field, says,
		func(s *Settings) string { r := of(s)[category]; return strconv.Itoa(*read(&r)) },
		func(s *Settings, text string) error {
			n, err := strconv.Atoi(text)
			unlimited := field == "per_minute" && n == -1
			if text == noLimit && field == "per_minute" {
				n, err, unlimited = -1, nil, true
			}
			if (err != nil || n > most || n < 1 && !unlimited) && field == "per_minute" {
				return fmt.Errorf("a whole number from 1 to %d, or %q", most, noLimit)
			}
			if err != nil || n > most || n < 1 && !unlimited {
				return fmt.Errorf("a whole number from 1 to %d", most)
			}
			r := of(s)[category]
			*read(&r) = n
			of(s)[category] = r
			return nil
		}}
}

// noLimit is the word for a rate without a limit, which is stored as -1.
const noLimit = "unlimited"

const minuteMS = 60_000

func lifetime(s *Settings) string { return strconv.FormatInt(s.Policy.LifetimeMS/minuteMS, 10) }

// maxLifetime is a week, in minutes.
const maxLifetime = 7 * 24 * 60

func setLifetime(s *Settings, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > maxLifetime {
		return fmt.Errorf("a whole number of minutes from 1 to %d", maxLifetime)
	}
	s.Policy.LifetimeMS = n * minuteMS
	return nil
}

// noChecks is the value that turns all checks off.
const noChecks = "off"

func checks(s *Settings) string { return cmp.Or(strings.Join(s.Policy.Checks, ","), noChecks) }

func setChecks(s *Settings, text string) error {
	if text == noChecks {
		s.Policy.Checks = nil
		return nil
	}
	var named []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(approvals.DefaultChecks(), word) {
			return fmt.Errorf("%s, or some of %s with commas between", noChecks,
				strings.Join(approvals.DefaultChecks(), ", "))
		}
		named = append(named, word)
	}
	slices.Sort(named)
	s.Policy.Checks = slices.Compact(named)
	return nil
}

func setPeople(s *Settings, text string) error {
	if text != "true" && text != "false" {
		return fmt.Errorf("true or false")
	}
	s.Policy.People = text == "true"
	return nil
}

// find returns the setting with a name.
func find(name string) (Key, bool) {
	for _, k := range Keys() {
		if k.Name == name {
			return k, true
		}
	}
	return Key{}, false
}

// Get returns the value of a setting as text; ok is false if there is no such setting.
func (s *Settings) Get(name string) (value string, ok bool) {
	k, ok := find(name)
	if !ok {
		return "", false
	}
	return k.get(s), true
}

func (s *Settings) clone() *Settings {
	out := *s
	out.Policy.Classes = maps.Clone(s.Policy.Classes)
	out.Rates, out.PeopleRates = maps.Clone(s.Rates), maps.Clone(s.PeopleRates)
	return &out
}

// Set decides on a new value of a setting. It refuses parties other than people.
func (s *Settings) Set(name, value string, by approvals.Party, at approvals.Instant) (*Changed, error) {
	k, ok := find(name)
	if !ok {
		return nil, state.Errorf(state.NotFound, "there is no setting %q: config_get names them",
			name).With("key", name)
	}
	if by.Kind != approvals.KindHuman {
		return nil, state.Errorf(state.PermissionDenied,
			"only people change settings, and %q is a %s", by.ID, by.Kind)
	}
	is := s.clone()
	if err := k.set(is, value); err != nil {
		return nil, state.Errorf(state.OutOfRange, "%s takes %w", name, err).With("parameter", "value")
	}
	return &Changed{Key: name, Value: k.get(is), Was: k.get(s), By: by, At: at}, nil
}
