package tasks

import (
	"bytes"
	"encoding/json"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// The bounds of a task. With them, every task fits into one reply, and a board fits into memory.
const (
	MaxTasks    = 100_000 // visible to one user of a model
	MaxTitle    = 200     // characters
	MaxText     = 4_000   // characters of a description, a comment, a note
	MaxName     = 250     // characters of a label, a stage, a type, the name of a user
	MaxLabels   = 50
	MaxPins     = 1_000
	MaxFirst    = 100 // tasks that one task depends on
	MaxLinks    = 50
	MaxShared   = 100
	MaxComments = 1_000
	MaxViewport = 20_000 // bytes of a viewpoint
)

// checked returns valid changes to a task in canonical form: lists in order, each item once.
func (b *Board) checked(by Caller, t *Task, c Changes) (Changes, error) {
	if err := checkTexts(c); err != nil {
		return c, err
	}
	if err := checkLists(c); err != nil {
		return c, err
	}
	c.Labels, c.DependsOn = inOrder(c.Labels), inOrder(c.DependsOn)
	if c.Assignee != nil && *c.Assignee != "" {
		c.Share = append(slices.Clone(c.Share), *c.Assignee)
	}
	c.Share = slices.DeleteFunc(union(nil, c.Share), func(name string) bool {
		return name == t.Owner ||
			slices.Contains(t.SharedWith, name)
	})
	if len(t.SharedWith)+len(c.Share) > MaxShared {
		return c, tooMany("share", len(t.SharedWith)+len(c.Share), MaxShared)
	}
	after := *t
	after.set(c)
	return c, b.checkFirst(by, &after)
}

func inOrder[T ~string](list *[]T) *[]T {
	if list == nil {
		return nil
	}
	out := slices.Compact(slices.Sorted(slices.Values(*list)))
	if out == nil {
		out = []T{}
	}
	return &out
}

func checkTexts(c Changes) error {
	for _, f := range []struct {
		name       string
		text       *string
		least, max int
	}{
		{"title", c.Title, 1, MaxTitle}, {"description", c.Description, 0, MaxText}, {"task_type", c.Type, 0, MaxName},
		{"assignee", c.Assignee, 0, MaxName}, {"stage", c.Stage, 0, MaxName}, {"branch", c.Branch, 0, shape.MaxLabel},
	} {
		if f.text == nil {
			continue
		}
		if err := checkText(f.name, *f.text, f.least, f.max); err != nil {
			return err
		}
	}
	if c.Assignee != nil && *c.Assignee == Everybody {
		return state.Errorf(state.OutOfRange, "a task is assigned to one principal; share it with %q for all to see",
			Everybody).With("parameter", "assignee")
	}
	if c.Due != nil && *c.Due != "" {
		return checkDate(*c.Due)
	}
	return nil
}

func checkLists(c Changes) error {
	if n := lengthOf(c.Pins); n > MaxPins {
		return tooMany("elements", n, MaxPins)
	}
	if n := lengthOf(c.Findings); n > MaxPins {
		return tooMany("findings", n, MaxPins)
	}
	if n := lengthOf(c.DependsOn); n > MaxFirst {
		return tooMany("depends_on", n, MaxFirst)
	}
	if err := checkNames("labels", MaxLabels, orNone(c.Labels)); err != nil {
		return err
	}
	if err := checkNames("share", MaxShared, c.Share); err != nil {
		return err
	}
	if err := checkLinks(orNone(c.Links)); err != nil {
		return err
	}
	if len(c.Viewpoint) > MaxViewport || (c.Viewpoint != nil && !json.Valid(c.Viewpoint)) {
		return tooMany("viewpoint", len(c.Viewpoint), MaxViewport)
	}
	return nil
}

func lengthOf[T any](list *[]T) int { return len(orNone(list)) }

func orNone[T any](list *[]T) []T {
	if list == nil {
		return nil
	}
	return *list
}

func tooMany(parameter string, n, limit int) error {
	return state.Errorf(state.OutOfRange, "%s: %d are too many, at most %d", parameter, n, limit).With("parameter",
		parameter).With("limit", limit)
}

func checkNames(parameter string, limit int, names []string) error {
	if len(names) > limit {
		return tooMany(parameter, len(names), limit)
	}
	for _, name := range names {
		if err := checkText(parameter, name, 1, MaxName); err != nil {
			return err
		}
	}
	return nil
}

func checkLinks(links []Link) error {
	if len(links) > MaxLinks {
		return tooMany("links", len(links), MaxLinks)
	}
	for _, l := range links {
		if err := checkText("links", l.URL+l.Title, 1, MaxText); err != nil {
			return err
		}
		if u, err := url.Parse(l.URL); err != nil || !slices.Contains([]string{"http", "https", "bim"}, u.Scheme) {
			return state.Errorf(state.OutOfRange, "links: an address begins with https://, http:// or bim://").With(
				"parameter", "links")
		}
	}
	return nil
}

// checkText refuses a text with too few or too many characters, a blank required text, and control characters.
func checkText(parameter, text string, least, most int) error {
	n := utf8.RuneCountInString(text)
	switch {
	case least > 0 && blank(text):
		return state.Errorf(state.InvalidInput, "%s is blank: give 1 to %d characters", parameter,
			most).With("parameter", parameter)
	case n > most:
		return state.Errorf(state.OutOfRange, "%s has %d characters, at most %d", parameter, n,
			most).With("parameter", parameter).With("limit", most)
	case !utf8.ValidString(text), strings.ContainsFunc(text,
		func(r rune) bool { return unicode.IsControl(r) && !slices.Contains([]rune("\n\r\t"), r) }):
		return state.Errorf(state.OutOfRange, "%s has control characters: send plain text",
			parameter).With("parameter", parameter)
	}
	return nil
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

func checkComment(t *Task, text string) error {
	if len(t.Comments) >= MaxComments {
		return tooMany("comments", len(t.Comments)+1, MaxComments)
	}
	return checkText("comment", text, 1, MaxText)
}

var dateForm = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})$`)

// checkDate refuses a text that is not a calendar date.
func checkDate(text string) error {
	m := dateForm.FindStringSubmatch(text)
	if m == nil {
		return state.Errorf(state.OutOfRange, "due: a day is written as 2026-03-31").With("parameter", "due")
	}
	year, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[2])
	day, _ := strconv.Atoi(m[3])
	if month < 1 || month > 12 || day < 1 || day > daysOf(year, month) {
		return state.Errorf(state.OutOfRange, "due: there is no such day").With("parameter", "due")
	}
	return nil
}

// daysOf returns the number of days of a month of the Gregorian calendar.
func daysOf(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// checkFirst refuses dependencies on tasks that the caller or another viewer of the task cannot see, and circles.
func (b *Board) checkFirst(by Caller, t *Task) error {
	for _, id := range t.DependsOn {
		first, err := b.Task(by, id)
		if err != nil && id != t.ID {
			return err
		}
		if id == t.ID || b.comesAfter(first, t.ID) {
			return state.Errorf(state.ConstraintViolated,
				"the task would wait for itself by way of %s: take it out of depends_on", id).With("depends_on", id)
		}
		if name := first.unseenBy(t.viewers()); name != "" {
			return state.Errorf(state.ConstraintViolated,
				"%q sees this task and not %s, which it depends on: share that one with them first", name, id).
				With("depends_on", id).With("user_id", name)
		}
	}
	return nil
}

// comesAfter reports whether a task depends on another one, directly or indirectly.
func (b *Board) comesAfter(t *Task, other state.ID) bool {
	visited, next := map[state.ID]bool{}, []state.ID{t.ID}
	for len(next) > 0 {
		id := next[len(next)-1]
		next = next[:len(next)-1]
		if visited[id] {
			continue
		}
		visited[id] = true
		if id == other {
			return true
		}
		if at := b.tasks[id]; at != nil {
			next = append(next, at.DependsOn...)
		}
	}
	return false
}

// difference returns the changes that differ from the present values of a task.
func (t *Task) difference(c Changes) Changes {
	after := *t
	after.set(c)
	keep(&c.Title, t.Title)
	keep(&c.Description, t.Description)
	keep(&c.Status, t.Status)
	keep(&c.Type, t.Type)
	keep(&c.Priority, t.Priority)
	keep(&c.Labels, t.Labels)
	keep(&c.Assignee, t.Assignee)
	keep(&c.Due, t.Due)
	keep(&c.Stage, t.Stage)
	keep(&c.Pins, t.Pins)
	keep(&c.Findings, t.Findings)
	keep(&c.Branch, t.Branch)
	keep(&c.DependsOn, t.DependsOn)
	keep(&c.Links, t.Links)
	if bytes.Equal(after.Viewpoint, t.Viewpoint) {
		c.Viewpoint = nil
	}
	return c
}

// keep clears a new value that equals the old one.
func keep[T any](value **T, old T) {
	if *value == nil {
		return
	}
	is, was := reflect.ValueOf(**value), reflect.ValueOf(old)
	bothEmpty := is.Kind() == reflect.Slice && is.Len() == 0 && was.Len() == 0
	if bothEmpty || reflect.DeepEqual(**value, old) {
		*value = nil
	}
}

func (c Changes) empty() bool {
	if len(c.Share) == 0 {
		c.Share = nil
	}
	return reflect.ValueOf(c).IsZero()
}
