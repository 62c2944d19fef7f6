package step

import (
	"bytes"
	"strings"
)

// slabs allocates what the parser produces: many small values in few pieces, equal values once. Without it two of three
// nanoseconds of parsing go to the allocator. The zero value is ready.
type slabs struct {
	free    []Value
	chunk   int
	letters *strings.Builder
	names   map[string]string
	recent  [cached]spelling
	enums   map[string]Value
	refs    [cached]boxed[int]
	reals   [cached]boxed[float64]
	ints    [cached]boxed[int64]
}

// boxed remembers a Value made from key, so that a repeated number costs no second allocation.
type boxed[K comparable] struct {
	key   K
	value Value
}

const (
	cached      = 512     // entries of each cache, a power of two; larger ones gained nothing on real models
	firstChunk  = 16      // values
	lastChunk   = 1024    // values, 16 kB
	letterChunk = 1 << 15 // bytes
)

// values gives a copy of v that shares an allocation with others.
func (s *slabs) values(v []Value) []Value {
	n := len(v)
	if n > lastChunk/4 {
		return append(make([]Value, 0, n), v...)
	}
	if n > len(s.free) {
		s.chunk = min(lastChunk, max(firstChunk, 2*s.chunk, n))
		s.free = make([]Value, max(s.chunk, n))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	copy(out, v)
	return out
}

// text gives b as a string that shares an allocation with others.
func (s *slabs) text(b []byte) string {
	if len(b) > letterChunk/8 {
		return string(b)
	}
	if s.letters == nil || s.letters.Cap()-s.letters.Len() < len(b) {
		// A Builder never changes what it holds, so its strings stay valid as long as it is not made to grow.
		s.letters = new(strings.Builder)
		s.letters.Grow(min(letterChunk, 32*len(b)+letterChunk/32))
	}
	start := s.letters.Len()
	s.letters.Write(b)
	return s.letters.String()[start:]
}

// spelling is a name as the file has it and in upper case.
type spelling struct{ raw, upper string }

// name gives b, which is not empty, in upper case, one string for equal names. A file has few names, and most are found
// in a table by length, middle and last letter without hashing.
func (s *slabs) name(b []byte) string {
	n := len(b)
	e := &s.recent[(n*37+int(b[n/2])*5+int(b[n-1])*67+int(b[n*3/4])*11)&(cached-1)]
	if e.raw != string(b) {
		*e = s.spelling(b)
	}
	return e.upper
}

func (s *slabs) spelling(b []byte) spelling {
	if upper, ok := s.names[string(b)]; ok {
		if upper == string(b) {
			return spelling{upper, upper}
		}
		return spelling{string(b), upper}
	}
	if s.names == nil {
		s.names = map[string]string{}
	}
	upper := string(bytes.ToUpper(b))
	s.names[string(b)] = upper
	return spelling{string(b), upper}
}

// enum gives the enumeration item or logical value b.
func (s *slabs) enum(b []byte) Value {
	if known, ok := s.enums[string(b)]; ok {
		return known
	}
	if s.enums == nil {
		s.enums = map[string]Value{}
	}
	v := enumValue(string(bytes.ToUpper(b)))
	s.enums[string(b)] = v
	return v
}

func enumValue(item string) Value {
	switch item {
	case "F":
		return False
	case "T":
		return True
	case "U":
		return Unknown
	}
	return Enum(item)
}

func (s *slabs) ref(id int) Value {
	e := &s.refs[id&(cached-1)]
	if e.key != id || e.value == nil {
		e.key, e.value = id, Ref(id)
	}
	return e.value
}

func (s *slabs) integer(n int64) Value {
	e := &s.ints[n&(cached-1)]
	if e.key != n || e.value == nil {
		e.key, e.value = n, Int(n)
	}
	return e.value
}

var realZero Value = Real(0)

func (s *slabs) real(v float64) Value {
	if v == 0 {
		return realZero // without the sign that -0. has: it is never written
	}
	e := &s.reals[realSlot(v)]
	if e.key != v || e.value == nil {
		e.key, e.value = v, Real(v)
	}
	return e.value
}
