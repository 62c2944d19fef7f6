package rules

import (
	"regexp"
	"slices"
	"strconv"
)

// classPeriods are the minutes for which EN 13501-2 has classes of resistance to fire.
var classPeriods = []int{10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360}

// afterMinutes are the classes that may follow the minutes: M, C5, S200, Sa.
const afterMinutes = `(?:[ -]*[A-Zₐₘ]+[\d₀-₉]*)*$`

// The forms of a class of EN 13501-2. Doors and shutters have EI1 or EI2, by where the temperature of the leaf is
// measured; that digit stands for itself where it is an index, or where a space or a stroke parts it from the minutes.
var (
	classWithIndex = regexp.MustCompile(`^E ?I ?(?:[12][ -]+|[₁₂][ -]*)(\d{2,3})` + afterMinutes)
	classEI        = regexp.MustCompile(`^E ?I([ -]*)(\d{2,4})` + afterMinutes)
	classOther     = regexp.MustCompile(`^(?:R ?E ?I|R ?E|E ?W|R|E|I)[ -]*(\d{2,3})` + afterMinutes)
)

// classMinutes reads a class of resistance to fire of EN 13501-2 as REI 60, EI 120 or EI2 30-C5, in minutes; false
// where a text is none, or where its digits may be read in two ways.
func classMinutes(text string) (minutes int, ok bool) {
	for _, form := range []*regexp.Regexp{classWithIndex, classOther} {
		if m := form.FindStringSubmatch(text); m != nil {
			minutes, err := strconv.Atoi(m[1])
			return minutes, err == nil
		}
	}
	if m := classEI.FindStringSubmatch(text); m != nil {
		return minutesOfEI(m[2], m[1] == "")
	}
	return 0, false
}

// minutesOfEI reads digits after EI. They are minutes, as in EI120; where the standard has no such minutes, but has
// those after a first 1 or 2, they begin with the class, as in EI230. Parted from EI they do not: then one cannot know.
func minutesOfEI(digits string, together bool) (minutes int, ok bool) {
	whole, err := strconv.Atoi(digits)
	if err != nil || slices.Contains(classPeriods, whole) {
		return whole, err == nil
	}
	rest, err := strconv.Atoi(digits[1:])
	if err == nil && (digits[0] == '1' || digits[0] == '2') && slices.Contains(classPeriods, rest) {
		return rest, together
	}
	const mostDigits = 3 // of minutes
	return whole, len(digits) <= mostDigits
}
