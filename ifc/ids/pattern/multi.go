package pattern

import (
	"sync"
	"unicode"
)

// anyButLineEnd is the set that a point matches.
var anyButLineEnd = set{{'\n', '\n'}, {'\r', '\r'}}.complement()

// space is the set of \s.
var space = set{{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}}

// nameStart is the set of \i: NameStartChar of XML 1.0, fifth edition, production 4.
var nameStart = set{{':', ':'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6},
	{0xF8, 0x2FF}, {0x370, 0x37D},
	{0x37F, 0x1FFF}, {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF},
	{0xF900, 0xFDCF}, {0xFDF0, 0xFFFD},
	{0x10000, 0xEFFFF}}

// nameRest holds the characters of NameChar, production 4a, that NameStartChar does not have.
var nameRest = set{{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}

// word is the set of \w: everything but punctuation, separators and the category Other.
var word = sync.OnceValue(func() set {
	others, _ := named("C")
	return fromTable(unicode.P).union(fromTable(unicode.Z)).union(others).complement()
})

// multi returns the set of an escape such as \d; an upper-case letter returns the complement.
func multi(letter rune) (set, bool) {
	if unicode.IsUpper(letter) {
		s, ok := multi(unicode.ToLower(letter))
		return s.complement(), ok
	}
	switch letter {
	case 's':
		return space, true
	case 'i':
		return nameStart, true
	case 'c':
		return nameStart.union(nameRest), true
	case 'd':
		return fromTable(unicode.Nd), true
	case 'w':
		return word(), true
	}
	return nil, false
}
