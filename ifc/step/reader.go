package step

import (
	"context"
	"errors"
	"io"
	"slices"
)

// Reader reads instances in the order of the file. It holds one statement of the file at a time.
type Reader struct {
	cut     *splitter
	parse   parser
	header  Header
	section section
	start   int // start of the current statement in the splitter's window
}

type section uint8

const (
	beforeHeader section = iota
	inHeader
	betweenSections
	inData
	inOther
	afterEnd
)

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{cut: newSplitter(r)} }

// newBytesReader returns a Reader of data, which it does not copy into a window.
func newBytesReader(data []byte) *Reader { return &Reader{cut: splitBytes(data)} }

// Header returns the header as far as it has been read: all of it after the first Next.
func (r *Reader) Header() *Header { return &r.header }

// Next returns the next instance. At the end of the file the error is io.EOF. After a [*SyntaxError] reading may
// continue: the next call begins after the statement that could not be read. Any other error comes from the underlying
// reader.
func (r *Reader) Next() (Instance, error) {
	for r.section != afterEnd {
		text, start, err := r.cut.next()
		r.start = start
		if err != nil {
			return Instance{}, r.finish(text, err)
		}
		r.parse.reset(text)
		in, found, err := r.statement()
		if err != nil {
			return Instance{}, r.located(err)
		}
		if found {
			return in, nil
		}
	}
	return Instance{}, io.EOF
}

// finish returns the error for a file that ends before END-ISO-10303-21. It ends the reading, unless only a closing
// quote is missing.
func (r *Reader) finish(rest []byte, err error) error {
	before := r.section
	r.section = afterEnd
	if errors.Is(err, errStatementTooLong) {
		return &SyntaxError{r.cut.position(r.start), err.Error()}
	}
	if err != io.EOF {
		return err
	}
	if len(rest) == 0 {
		return &SyntaxError{r.cut.position(r.start), "the file ends before END-ISO-10303-21"}
	}
	if before == inData && r.cut.resync(r.start) {
		r.section = inData
		return &SyntaxError{r.cut.position(r.start), "a quote or comment is not closed"}
	}
	return &SyntaxError{r.cut.position(r.start), "the file ends inside a statement"}
}

func (r *Reader) located(err error) error {
	var f *fault
	if !errors.As(err, &f) {
		return err
	}
	e := &SyntaxError{r.cut.position(r.start + f.at), f.msg}
	if r.section == beforeHeader {
		r.section = afterEnd // the input is not a STEP file, so the rest is meaningless
		return e
	}
	r.cut.resync(r.start)
	return e
}

// statement reads one statement and reports whether it was an instance.
func (r *Reader) statement() (in Instance, found bool, err error) {
	p := &r.parse
	if p.peek() == '#' && r.section == inData {
		in, err = p.instance()
		return in, err == nil, err
	}
	switch r.section {
	case beforeHeader:
		return in, false, r.magic()
	case inHeader:
		return in, false, r.headerEntity()
	case inOther:
		r.skipForeign()
		return in, false, nil
	case inData:
		return in, false, r.endSection()
	default:
		return in, false, r.beginSection()
	}
}

// magic reads the first statement, with or without a byte order mark.
func (r *Reader) magic() error {
	p := &r.parse
	if len(p.b) > 3 && p.b[0] == 0xEF && p.b[1] == 0xBB && p.b[2] == 0xBF {
		p.i = 3
	}
	if !p.word("ISO-10303-21") {
		return p.fail("not a STEP file: it should begin with ISO-10303-21;")
	}
	r.section = betweenSections
	return nil
}

// word reports whether the statement is only that keyword.
func (p *parser) word(want string) bool {
	p.peek()
	rest := p.b[p.i:]
	if len(rest) <= len(want) {
		return false
	}
	for i := range len(want) {
		c := rest[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		if c != want[i] {
			return false
		}
	}
	p.i += len(want)
	if p.peek() != ';' {
		p.i = len(p.b) - len(rest)
		return false
	}
	return true
}

func (r *Reader) beginSection() error {
	p := &r.parse
	switch {
	case p.word("HEADER"):
		r.section = inHeader
	case p.word("DATA"):
		r.section = inData
	case p.word("END-ISO-10303-21"):
		r.section = afterEnd
	case p.word("ANCHOR"), p.word("REFERENCE"), p.word("SIGNATURE"):
		r.section = inOther
		return p.fail("this section of edition 3 is skipped: only HEADER and DATA are read")
	default:
		return r.parametrisedData()
	}
	return nil
}

// parametrisedData reads "DATA(arguments);" of edition 2.
func (r *Reader) parametrisedData() error {
	p := &r.parse
	if !isLetter(p.peek()) {
		return p.expected("HEADER, DATA or END-ISO-10303-21")
	}
	start := p.i
	part, err := p.part()
	if err != nil || part.Name != "DATA" {
		p.i = start
		return p.fail("expected HEADER, DATA or END-ISO-10303-21")
	}
	r.section = inData
	return p.end()
}

func (r *Reader) endSection() error {
	if r.parse.word("END-ISO-10303-21") {
		r.section = afterEnd
		return r.parse.fail("ENDSEC is missing before END-ISO-10303-21")
	}
	if !r.parse.word("ENDSEC") {
		return r.parse.fail("expected an instance (#...) or ENDSEC")
	}
	r.section = betweenSections
	return nil
}

func (r *Reader) skipForeign() {
	if r.parse.word("ENDSEC") {
		r.section = betweenSections
	}
}

// Parse reads a whole file. Syntax errors are returned as [Errors], together with the File of everything that could be
// read. Any other error comes from r.
func Parse(r io.Reader) (*File, error) { return readAll(context.Background(), NewReader(r)) }

// ParseBytes reads a whole file from memory, which it does not keep. See [Parse].
func ParseBytes(data []byte) (*File, error) { return ParseContext(context.Background(), data) }

// ParseContext is [ParseBytes] with a context. It returns the context's error once the context is cancelled.
func ParseContext(ctx context.Context, data []byte) (*File, error) {
	return readAll(ctx, newBytesReader(data))
}

// Heard is the number of instances after which a loop over a file checks for cancellation. The slowest such loop takes
// some milliseconds for so many instances.
const Heard = 1024

func readAll(ctx context.Context, r *Reader) (*File, error) {
	f := &File{}
	err := collect(func() error {
		if len(f.Instances)%Heard == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		in, err := r.Next()
		if err == nil {
			if len(f.Instances) == cap(f.Instances) {
				f.Instances = slices.Grow(f.Instances, r.expectMore(len(f.Instances)))
			}
			f.Instances = append(f.Instances, in)
		}
		return err
	})
	f.Header = r.header
	return f, err
}

// expectMore returns an estimate of the number of instances after the first n, if the whole input is in memory. The
// estimate is at most the number of remaining bytes divided by the size of the smallest instance. Too low an estimate
// costs only a copy.
func (r *Reader) expectMore(n int) int {
	const sample, smallest = 256, len("#1=A();")
	if r.cut.r != nil || n < sample {
		return 1
	}
	left := len(r.cut.buf) - r.cut.start
	average := max(smallest, r.cut.start/n)
	return left/average + left/average/16 + 1
}

// collect calls next until the end of the file and collects its syntax errors.
func collect(next func() error) error {
	var faults Errors
	for {
		err := next()
		var syntax *SyntaxError
		switch {
		case err == nil:
		case err == io.EOF:
			return faults.orNil()
		case !errors.As(err, &syntax):
			return err
		default:
			if faults = append(faults, syntax); len(faults) >= MaxErrors {
				return errors.Join(faults, ErrTooManyErrors)
			}
		}
	}
}

func (e Errors) orNil() error {
	if len(e) == 0 {
		return nil
	}
	return e
}
