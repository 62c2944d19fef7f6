package step

import (
	"bytes"
	"strings"
)

// slabs allocates the values of the parser: many small values in few allocations, and equal values once. Without it the
// allocator would take two thirds of the time of parsing. The zero value is ready for use.
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

// boxed caches the Value of a key, so that a repeated number needs no second allocation.
type boxed[K comparable] struct {
	key   K
	value Value
}

const (
	cached      = 512     // entries of each cache, a power of two; more entries gained nothing on real models
	firstChunk  = 16      // size in values
	lastChunk   = 1024    // size in values, 16 kB
	letterChunk = 1 << 15 // size in bytes
)

// values returns a copy of v that shares an allocation with others.
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

// text returns b as a string that shares an allocation with others.
func (s *slabs) text(b []byte) string {
	if len(b) > letterChunk/8 {
		return string(b)
	}
	if s.letters == nil || s.letters.Cap()-s.letters.Len() < len(b) {
		// A Builder never changes its content, so its strings stay valid as long as it does not grow.
		s.letters = new(strings.Builder)
		s.letters.Grow(min(letterChunk, 32*len(b)+letterChunk/32))
	}
	start := s.letters.Len()
	s.letters.Write(b)
	return s.letters.String()[start:]
}

// spelling is a name as in the file, and in upper case.
type spelling struct{ raw, upper string }

// name returns b, which is not empty, in upper case; equal names share one string. A file has few names. Most are found
// without hashing, in a table indexed by their length and some of their letters.
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

// enum returns the enumeration item or logical value b.
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
		return realZero // drops the sign of -0., which the writer never writes
	}
	e := &s.reals[realSlot(v)]
	if e.key != v || e.value == nil {
		e.key, e.value = v, Real(v)
	}
	return e.value
}
