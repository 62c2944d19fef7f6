package rules

import (
	"slices"
	"strings"
	"unicode"
)

// placeholders lists words without meaning, reduced to letters and digits: t.b.d. and T B D become tbd. "none" is not
// in the list, because a fire rating may be none.
var placeholders = []string{
	"", "na", "tba", "tbc", "tbd", "todo", "null", "xxx", "undefined", "unknown", "unnamed", "unset",
	"notapplicable", "notavailable", "notdefined", "notspecified", "notknown", "notset",
	"tobeadvised", "tobeconfirmed", "tobedecided", "tobedefined", "tobedetermined", "tobespecified",
	"nichtdefiniert", "unbekannt",
}

// meansSomething reports whether a text is more than a placeholder: it contains a letter, a digit or a sign such as a
// tick.
func meansSomething(text string) bool { return !slices.Contains(placeholders, wordsOf(text)) }

// saysMore reports whether the value of a property has a meaning and is not the text of a template. Templates hold the
// property's name, or that name with words that ask for a value. "Fire Rating" and "Enter fire rating" are not fire
// ratings.
func saysMore(text, property string) bool {
	if !meansSomething(text) || wordsOf(text) == wordsOf(property) {
		return false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(asking, strings.ToLower(w)) })
	return wordsOf(strings.Join(words, "")) != wordsOf(property)
}

// asking lists words with which templates ask for a value.
var asking = []string{"choose", "default", "enter", "example", "here", "insert", "parameter", "please", "sample",
	"select", "specify", "text", "the", "type", "value", "your"}

// wordsOf returns the letters, digits and signs of a text in lower case, without spaces and punctuation.
func wordsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) || strings.ContainsRune("<>=$^`|~", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
