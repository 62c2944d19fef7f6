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

// decode decodes a string into chars. It ignores line ends anywhere, because a writer may break a long line within an
// escape.
func (p *parser) decode(body []byte) {
	if bytes.ContainsAny(body, "\r\n") {
		body = bytes.Map(func(r rune) rune {
			if r == '\r' || r == '\n' {
				return -1
			}
			return r
		}, body)
	}
	d := decoder{in: body, out: p.chars[:0], latin: !utf8.Valid(body)}
	d.decode()
	p.chars = d.out
}

// quoted returns the text between the quotes at the start of b. A doubled quote does not close the text, and neither
// does a quote that is the character of \S\.
func quoted(b []byte) ([]byte, bool) {
	n := stringEnd(b)
	if n == 0 {
		return nil, false
	}
	return b[1:n], true
}

// stringEnd returns the index of the quote that closes the string at the start of b, 0 if there is none.
func stringEnd(b []byte) int {
	i := 1
	for {
		n := bytes.IndexByte(b[i:], '\'')
		if n < 0 {
			return 0
		}
		i += n
		doubled := i+1 < len(b) && b[i+1] == '\''
		switch {
		case !isShifted(b[:i]) || !doubled && goesOn(b[i+1:]):
			if !doubled {
				return i
			}
			i += 2
		case doubled && !goesOn(b[i+2:]): // the writer also doubles the quote after \S\
			i += 2
		default: // the quote is the character of \S\, as in the standard
			i++
		}
	}
}

// isShifted reports whether a text, without its line ends, ends in \S\ whose first backslash is not itself escaped.
func isShifted(b []byte) bool {
	for _, want := range [...]byte{'\\', 'S', '\\'} {
		b = bytes.TrimRight(b, "\r\n")
		if len(b) == 0 || b[len(b)-1] != want {
			return false
		}
		b = b[:len(b)-1]
	}
	escapes := 0
	for len(b) > escapes && b[len(b)-1-escapes] == '\\' {
		escapes++
	}
	return escapes%2 == 0
}

// goesOn reports whether b begins with the continuation or the end of a list of values, so that a quote before it
// closes a string. That matters because some writers have a \S\ without a character there. Text that follows a quote
// within a string begins in this way only by rare coincidence.
func goesOn(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	if len(b) == 0 || b[0] != ',' && b[0] != ')' {
		return false
	}
	b = bytes.TrimLeft(b[1:], " \t\r\n")
	return len(b) > 0 && bytes.IndexByte([]byte("'$*#.();\""), b[0]) >= 0
}

func plain(b []byte) bool {
	for _, c := range b {
		if special[c] {
			return false
		}
	}
	return true
}

// special is the set of bytes in a string that do not represent themselves.
var special = func() (set [256]bool) {
	set['\''], set['\\'], set['\r'], set['\n'] = true, true, true, true
	for c := 0x80; c < 0x100; c++ {
		set[c] = true
	}
	return set
}()

// decoder decodes the string encoding of ISO 10303-21 clause 6.3.3. It keeps an invalid escape as it is, because it may
// be a path of Windows and its meaning is unknown.
type decoder struct {
	in, out []byte
	latin   bool // bytes above 127 are ISO 8859-1, since the string is not valid UTF-8
	page    byte // code page of \S\: 'A' + n for ISO 8859-(n+1), 0 for 'A'
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

// escape decodes the escape that begins with a backslash.
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

// wide reads \X2\ or \X4\, then groups of hexadecimal digits, then \X0\. It joins surrogate pairs in \X2\, which some
// writers use. It keeps an invalid run as it is: a run that is not closed, has an incomplete group, or denotes no
// character.
func (d *decoder) wide(digits int) {
	groups, kept := d.in[4:], len(d.out)
	for len(groups) >= digits && isHex(groups[:digits]) {
		r := rune(hexValue(groups[:digits]))
		groups = groups[digits:]
		if utf16.IsSurrogate(r) && digits == 4 && len(groups) >= 4 && isHex(groups[:4]) {
			if joined := utf16.DecodeRune(r, rune(hexValue(groups[:4]))); joined != utf8.RuneError {
				r, groups = joined, groups[4:]
			}
		}
		if !utf8.ValidRune(r) {
			break
		}
		d.out = utf8.AppendRune(d.out, r)
	}
	rest, closed := bytes.CutPrefix(groups, []byte(`\X0\`))
	if !closed || len(d.out) == kept {
		d.out = d.out[:kept]
		d.keep(4)
		return
	}
	d.in = rest
}

// keep copies an invalid run unchanged: up to its \X0\ if that is the next directive, otherwise only its beginning.
func (d *decoder) keep(begin int) {
	n := begin
	if at := bytes.IndexByte(d.in[begin:], '\\'); at >= 0 && bytes.HasPrefix(d.in[begin+at:], []byte(`\X0\`)) &&
		bytes.IndexByte(d.in[begin:begin+at], '\'') < 0 {
		n = begin + at + len(`\X0\`)
	}
	for _, c := range d.in[:n] {
		if c >= utf8.RuneSelf && d.latin {
			d.out = utf8.AppendRune(d.out, rune(c))
			continue
		}
		d.out = append(d.out, c)
	}
	d.in = d.in[n:]
}

// shifted reads \S\c: the character at c + 128 of the code page that \Px\ selected. A quote after \S\ is the character
// itself; some writers double it.
func (d *decoder) shifted() {
	n := 4
	if d.in[3] == '\'' && len(d.in) > 4 && d.in[4] == '\'' {
		n = 5
	}
	d.put(pages[max(d.page, 'A')-'A'].DecodeByte(d.in[3]+0x80), n)
}

// pages lists ISO 8859-1 to 8859-9 for \PA\ to \PI\.
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
	v, _ := strconv.ParseUint(string(b), 16, 64) // cannot fail, because isHex has checked b
	return v
}

// appendString writes s with quotes. It writes printable ASCII as it is, with quotes and backslashes doubled, and
// control characters as \X\hh. It writes other characters of the basic plane as \X2\...\X0\, characters beyond it as
// \X4\...\X0\, and bytes that are not UTF-8 as U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '\'')
	if asItStands(s) {
		return append(append(b, s...), '\'')
	}
	wide := rune(0) // '2' or '4' while an \X2\ or \X4\ group is open
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
