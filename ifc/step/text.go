package step

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// text reads a string.
func (p *parser) text() (Value, error) {
	body, ok := quoted(p.b[p.i:])
	if !ok {
		return nil, p.fail("string is not closed")
	}
	p.i += len(body) + 2
	if plain(body) {
		return String(p.slabs.text(body)), nil
	}
	p.decode(body)
	return String(p.slabs.text(p.chars)), nil
}

// decode puts what a string says into chars.
func (p *parser) decode(body []byte) {
	d := decoder{in: body, out: p.chars[:0], latin: !utf8.Valid(body)}
	d.decode()
	p.chars = d.out
}

// quoted gives what stands between the quotes at the front of b; a doubled quote does not close.
func quoted(b []byte) ([]byte, bool) {
	i := 1
	for {
		n := bytes.IndexByte(b[i:], '\'')
		if n < 0 {
			return nil, false
		}
		i += n
		if i+1 >= len(b) || b[i+1] != '\'' {
			return b[1:i], true
		}
		i += 2
	}
}

func plain(b []byte) bool {
	for _, c := range b {
		if special[c] {
			return false
		}
	}
	return true
}

// special bytes of a string are those that do not stand for themselves.
var special = func() (set [256]bool) {
	set['\''], set['\\'], set['\r'], set['\n'] = true, true, true, true
	for c := 0x80; c < 0x100; c++ {
		set[c] = true
	}
	return set
}()

// decoder undoes the string encoding of ISO 10303-21 clause 6.3.3. What looks like an escape but is none is kept as
// it stands.
type decoder struct {
	in, out []byte
	latin   bool // bytes above 127 are ISO 8859-1, since the whole is no UTF-8
	page    byte // of \S\: 'A' + n for ISO 8859-(n+1), 0 for 'A'
}

func (d *decoder) decode() {
	for len(d.in) > 0 {
		c := d.in[0]
		switch {
		case !special[c]:
			d.out = append(d.out, c)
			d.in = d.in[1:]
		case c == '\\':
			d.escape()
		case c == '\'':
			d.out = append(d.out, c)
			d.in = d.in[min(2, len(d.in)):]
		case c == '\r' || c == '\n':
			d.in = d.in[1:]
		case d.latin:
			d.out = utf8.AppendRune(d.out, rune(c))
			d.in = d.in[1:]
		default:
			d.out = append(d.out, c)
			d.in = d.in[1:]
		}
	}
}

// escape reads what a backslash begins.
func (d *decoder) escape() {
	b := d.in
	switch {
	case len(b) > 1 && b[1] == '\\':
		d.put('\\', 2)
	case bytes.HasPrefix(b, []byte(`\X2\`)):
		d.wide(4)
	case bytes.HasPrefix(b, []byte(`\X4\`)):
		d.wide(8)
	case bytes.HasPrefix(b, []byte(`\X\`)) && len(b) >= 5 && isHex(b[3:5]):
		d.put(rune(hexValue(b[3:5])), 5)
	case bytes.HasPrefix(b, []byte(`\S\`)) && len(b) >= 4 && b[3] < 0x80:
		d.shifted()
	case len(b) >= 4 && b[1] == 'P' && b[2] >= 'A' && b[2] <= 'I' && b[3] == '\\':
		d.page = b[2]
		d.in = b[4:]
	case isDirective(append(b[:len(b):len(b)], ';')):
		d.in = b[3:]
	default:
		d.put('\\', 1)
	}
}

func (d *decoder) put(r rune, consumed int) {
	d.out = utf8.AppendRune(d.out, r)
	d.in = d.in[consumed:]
}

// wide reads \X2\ or \X4\, groups of digits hexadecimal digits, \X0\. Surrogate pairs in \X2\, which some writers use,
// are joined; what is no character becomes U+FFFD.
func (d *decoder) wide(digits int) {
	groups := d.in[4:]
	for len(groups) >= digits && isHex(groups[:digits]) {
		r := rune(hexValue(groups[:digits]))
		groups = groups[digits:]
		if utf16.IsSurrogate(r) && digits == 4 && len(groups) >= 4 && isHex(groups[:4]) {
			if joined := utf16.DecodeRune(r, rune(hexValue(groups[:4]))); joined != utf8.RuneError {
				r, groups = joined, groups[4:]
			}
		}
		d.out = utf8.AppendRune(d.out, r)
	}
	d.in = bytes.TrimPrefix(groups, []byte(`\X0\`))
}

// shifted reads \S\c: the character at c + 128 of the code page that \Px\ chose. A quote after \S\ is doubled.
func (d *decoder) shifted() {
	n := 4
	if d.in[3] == '\'' && len(d.in) > 4 {
		n = 5
	}
	d.put(pages[max(d.page, 'A')-'A'].DecodeByte(d.in[3]+0x80), n)
}

// pages are ISO 8859-1 to 8859-9 for \PA\ to \PI\.
var pages = [...]*charmap.Charmap{charmap.ISO8859_1, charmap.ISO8859_2, charmap.ISO8859_3, charmap.ISO8859_4,
	charmap.ISO8859_5, charmap.ISO8859_6, charmap.ISO8859_7, charmap.ISO8859_8, charmap.ISO8859_9}

func isHex(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) && (c|0x20)-'a' > 5 {
			return false
		}
	}
	return true
}

func hexValue(b []byte) uint64 {
	v, _ := strconv.ParseUint(string(b), 16, 64) // isHex came before
	return v
}

// appendString writes s with quotes: printable ASCII as it is, quotes and backslashes doubled, control characters as
// \X\hh, other characters of the basic plane as \X2\...\X0\, those beyond as \X4\...\X0\. Bytes that are no UTF-8
// are written as U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '\'')
	if asItStands(s) {
		return append(append(b, s...), '\'')
	}
	wide := rune(0) // '2' or '4' while such a group is open
	for _, r := range s {
		if want := groupOf(r); want != wide {
			b = switchGroup(b, wide, want)
			wide = want
		}
		switch {
		case wide == '2':
			b = appendHex(b, uint32(r), 4)
		case wide == '4':
			b = appendHex(b, uint32(r), 8)
		case r == '\'' || r == '\\':
			b = append(b, byte(r), byte(r))
		case r < 0x20 || r == 0x7f:
			b = appendHex(append(b, `\X\`...), uint32(r), 2)
		default:
			b = append(b, byte(r))
		}
	}
	return append(switchGroup(b, wide, 0), '\'')
}

// asItStands reports whether a text is written without any escape, as most are.
func asItStands(s string) bool {
	for i := range len(s) {
		if c := s[i]; special[c] || c < 0x20 || c == 0x7f {
			return false
		}
	}
	return true
}

func groupOf(r rune) rune {
	switch {
	case r < 0x80:
		return 0
	case r < 0x10000:
		return '2'
	}
	return '4'
}

func switchGroup(b []byte, from, to rune) []byte {
	if from != 0 {
		b = append(b, `\X0\`...)
	}
	if to != 0 {
		b = append(b, '\\', 'X', byte(to), '\\')
	}
	return b
}

func appendHex(b []byte, v uint32, digits int) []byte {
	for i := digits - 1; i >= 0; i-- {
		b = append(b, "0123456789ABCDEF"[v>>(4*i)&15])
	}
	return b
}
