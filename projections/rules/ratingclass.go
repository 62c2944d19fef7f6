package rules

import (
	"regexp"
	"slices"
	"strconv"
)

// classPeriods lists the minutes for which EN 13501-2 has classes of fire resistance.
var classPeriods = []int{10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360}

// afterMinutes matches the classes that may follow the minutes: M, C5, S200, Sa.
const afterMinutes = `(?:[ -]*[A-Zₐₘ]+[\d₀-₉]*)*$`

// These are the forms of a class of EN 13501-2. Doors and shutters have EI1 or EI2, depending on where the temperature
// of the leaf is measured. The digit is separate from the minutes if it is an index, or if a space or a hyphen follows
// it.
var (
	classWithIndex = regexp.MustCompile(`^E ?I ?(?:[12][ -]+|[₁₂][ -]*)(\d{2,3})` + afterMinutes)
	classEI        = regexp.MustCompile(`^E ?I([ -]*)(\d{2,4})` + afterMinutes)
	classOther     = regexp.MustCompile(`^(?:R ?E ?I|R ?E|E ?W|R|E|I)[ -]*(\d{2,3})` + afterMinutes)
)

// classMinutes parses a fire resistance class of EN 13501-2, such as REI 60, EI 120 or EI2 30-C5, and returns its
// minutes. It returns false if a text is no such class, or if its digits are ambiguous.
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

// minutesOfEI parses the digits after EI. They are minutes, as in EI120, if the standard has a class of that many
// minutes. Otherwise, if a class remains after a first 1 or 2, that digit belongs to the class, as in EI230. If a space
// separates the digits from EI, the second form is ambiguous.
func minutesOfEI(digits string, together bool) (minutes int, ok bool) {
	whole, err := strconv.Atoi(digits)
	if err != nil || slices.Contains(classPeriods, whole) {
		return whole, err == nil
	}
	rest, err := strconv.Atoi(digits[1:])
	if err == nil && (digits[0] == '1' || digits[0] == '2') && slices.Contains(classPeriods, rest) {
		return rest, together
	}
	const mostDigits = 3 // digits of the minutes
	return whole, len(digits) <= mostDigits
}
