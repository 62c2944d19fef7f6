package step

import (
	"bytes"
	"fmt"
	"io"
)

// splitter cuts a stream into statements: the bytes up to a semicolon outside strings and comments. It holds a window
// of the stream that is at least as long as the current statement.
type splitter struct {
	r      io.Reader // source of the input; nil if the whole input is in buf
	buf    []byte
	start  int // start of the next statement in buf
	eof    bool
	err    error // error of r, other than io.EOF
	offset int64 // offset of buf[0] in the stream
	lines  int   // number of line ends before buf[0]
	column int   // bytes between the last line end before buf[0] and buf[0]
}

const firstWindow = 256 << 10

func newSplitter(r io.Reader) *splitter { return &splitter{r: r} }

func splitBytes(data []byte) *splitter { return &splitter{buf: data, eof: true} }

// next returns the next statement with its semicolon, without leading blanks. The slice is valid until the next call.
// At the end of the input it returns the rest, which may be empty, with io.EOF.
func (s *splitter) next() (text []byte, start int, err error) {
	for {
		s.skipBlanks()
		n := statementEnd(s.buf[s.start:])
		if n > MaxStatement {
			return nil, s.start, errStatementTooLong
		}
		if n > 0 {
			start = s.start
			s.start += n
			return s.buf[start:s.start], start, nil
		}
		if s.eof {
			start = s.start
			s.start = len(s.buf)
			if s.err != nil {
				return nil, start, s.err
			}
			return s.buf[start:], start, io.EOF
		}
		if len(s.buf)-s.start > MaxStatement {
			return s.buf[s.start:], s.start, errStatementTooLong
		}
		s.fill()
	}
}

// fill drops the consumed bytes and fills the window. It doubles the window if a statement fills the whole window. A
// long statement is thus scanned only a few times, even if the underlying reader returns few bytes at a time.
func (s *splitter) fill() {
	s.drop()
	if len(s.buf) == cap(s.buf) {
		grown := make([]byte, len(s.buf), max(firstWindow, 2*cap(s.buf)))
		copy(grown, s.buf)
		s.buf = grown
	}
	n, err := io.ReadFull(s.r, s.buf[len(s.buf):cap(s.buf)])
	s.buf = s.buf[:len(s.buf)+n]
	s.eof = err != nil
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		s.err = fmt.Errorf("step: reading: %w", err)
	}
}

func (s *splitter) drop() {
	gone := s.buf[:s.start]
	p := s.position(s.start)
	s.offset, s.lines, s.column = p.Offset, p.Line-1, p.Column-1
	rest := copy(s.buf[:cap(s.buf)], s.buf[len(gone):])
	s.buf = s.buf[:rest]
	s.start = 0
}

// position returns the position of buf[i]. It is only computed for errors and when the window moves.
func (s *splitter) position(i int) Position {
	before := s.buf[:i]
	n := bytes.Count(before, []byte{'\n'})
	col := s.column + i
	if n > 0 {
		col = i - bytes.LastIndexByte(before, '\n') - 1
	}
	return Position{Offset: s.offset + int64(i), Line: s.lines + n + 1, Column: col + 1}
}

func (s *splitter) skipBlanks() {
	for s.start < len(s.buf) && blank[s.buf[s.start]] {
		s.start++
	}
}

// resync is called after a syntax error in the statement at start. An unclosed quote makes a statement include its
// successors. Therefore, if a line inside the statement begins like an instance, reading continues there and resync
// returns true.
func (s *splitter) resync(start int) bool {
	text := s.buf[start:s.start]
	for i := 1; i < len(text); i++ {
		n := bytes.Index(text[i:], []byte("\n#"))
		if n < 0 {
			return false
		}
		i += n
		if beginsInstance(text[i+1:]) {
			s.start = start + i + 1
			return true
		}
	}
	return false
}

func beginsInstance(b []byte) bool {
	i := 1
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	digits := i - 1
	for i < len(b) && b[i] == ' ' {
		i++
	}
	return digits > 0 && i < len(b) && b[i] == '='
}

// statementEnd returns the length of the statement at the start of b, or 0 if it does not end within b.
func statementEnd(b []byte) int {
	for i := 0; i < len(b); i++ {
		if !splits[b[i]] {
			continue
		}
		switch b[i] {
		case ';':
			return i + 1
		case '/':
			if i+1 < len(b) && b[i+1] != '*' {
				continue
			}
			n := commentEnd(b[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
		case '\'':
			n := stringEnd(b[i:])
			if n == 0 {
				return 0
			}
			i += n
		default: // the start of a binary value in double quotes
			n := bytes.IndexByte(b[i+1:], b[i])
			if n < 0 {
				return 0
			}
			i += n + 1
		}
	}
	return 0
}

// commentEnd returns the length of the comment at the start of b, or 0 if it is not closed within b.
func commentEnd(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	n := bytes.Index(b[2:], []byte("*/"))
	if n < 0 {
		return 0
	}
	return n + 4
}

var (
	blank  = byteSet(" \t\r\n\f\v\x00")
	splits = byteSet(`;/'"`)
)

func byteSet(chars string) (set [256]bool) {
	for i := range len(chars) {
		set[chars[i]] = true
	}
	return set
}
