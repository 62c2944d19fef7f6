package files

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/tasks"
)

// wording lists the words that topics use for a value of a task. The first word is written; all are read, regardless of
// case, spaces and punctuation.
type wording[T ~string] struct {
	value T
	words []string
}

// The words of topics. The format fixes none; these are in use by common programs.
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

// plainWord returns a word in lower case without spaces and punctuation, in which programs differ.
func plainWord(word string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-'", r) {
			return -1
		}
		return r
	}, strings.ToLower(word))
}

// meaning returns the value that a word means; an unknown word means the first value of the table.
func meaning[T ~string](table []wording[T], word string) (value T, known bool) {
	for _, w := range table {
		if slices.ContainsFunc(w.words, func(k string) bool { return plainWord(k) == plainWord(word) }) {
			return w.value, true
		}
	}
	return table[0].value, false
}

// wordFor returns the word for a value: the topic's current word if it means the value, else the first one of the
// table.
func wordFor[T ~string](table []wording[T], value T, was string) string {
	if meant, _ := meaning(table, was); meant == value {
		return was
	}
	return firstWord(table, value)
}

// wordOfSign returns a word unchanged. A word without letters, which earlier builds wrote for the first values of the
// tables, is replaced by the word for a value.
func wordOfSign[T ~string](table []wording[T], value T, word string) string {
	if word != "" && plainWord(word) == "" {
		return firstWord(table, value)
	}
	return word
}

// firstWord returns the word that is written for a value.
func firstWord[T ~string](table []wording[T], value T) string {
	for _, w := range table {
		if w.value == value {
			return w.words[0]
		}
	}
	return string(value)
}
