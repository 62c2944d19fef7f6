package files

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/tasks"
)

// wording is what a value of a task is called in topics: the first word is written, all are read, without regard to
// case, spaces and signs.
type wording[T ~string] struct {
	value T
	words []string
}

// The words of topics. The format has no fixed ones; these are what programs write.
var (
	statusWords = []wording[tasks.Status]{
		{tasks.Open, []string{"Open", "New", "Active", "Reopened", "Undefined", ""}},
		{tasks.InProgress, []string{"In Progress", "Assigned", "Working"}},
		{tasks.Blocked, []string{"Blocked", "On Hold", "Waiting", "Paused"}},
		{tasks.InReview, []string{"In Review", "Review", "Resolved", "For Approval"}},
		{tasks.Completed, []string{"Closed", "Completed", "Complete", "Done", "Approved", "Fixed"}},
		{tasks.Cancelled, []string{"Cancelled", "Canceled", "Rejected", "Wont Fix", "Void", "Not An Issue"}},
	}
	priorityWords = []wording[tasks.Priority]{
		{tasks.Normal, []string{"Normal", "Medium", ""}},
		{tasks.Low, []string{"Low", "Minor", "Trivial"}},
		{tasks.High, []string{"High", "Major"}},
		{tasks.Critical, []string{"Critical", "Urgent", "Blocker", "Very High"}},
	}
)

// plainWord returns a word without what programs write in different ways.
func plainWord(word string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-'", r) {
			return -1
		}
		return r
	}, strings.ToLower(word))
}

// meaning returns what a word means; of one that nobody knows, the first value of the table.
func meaning[T ~string](table []wording[T], word string) (value T, known bool) {
	for _, w := range table {
		if slices.ContainsFunc(w.words, func(k string) bool { return plainWord(k) == plainWord(word) }) {
			return w.value, true
		}
	}
	return table[0].value, false
}

// wordFor returns the word for a value: that of the topic as it was, where it means the value.
func wordFor[T ~string](table []wording[T], value T, was string) string {
	if meant, _ := meaning(table, was); meant == value {
		return was
	}
	return firstWord(table, value)
}

// wordOfSign returns a word as it is, and in place of a sign without letters, which builds of before wrote for the
// first values of the tables, the word for a value.
func wordOfSign[T ~string](table []wording[T], value T, word string) string {
	if word != "" && plainWord(word) == "" {
		return firstWord(table, value)
	}
	return word
}

// firstWord returns the word for a value of what no program has called otherwise.
func firstWord[T ~string](table []wording[T], value T) string {
	for _, w := range table {
		if w.value == value {
			return w.words[0]
		}
	}
	return string(value)
}
