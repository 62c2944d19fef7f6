package step

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
)

// Document is an index over the bytes of a file: the position of each instance, by id and by entity name. Instances are
// decoded on demand, so opening a file costs a fraction of [ParseBytes] and about 24 bytes per instance. Several
// goroutines may use a Document.
type Document struct {
	header  Header
	data    []byte
	entries []entry
	ids     idIndex
	symbols map[string]int32 // index in names for each entity name
	names   []string
	named   [][]int // ids of the instances, by symbol
	parsers sync.Pool
}

type entry struct {
	id, start      int
	length, symbol int32
}

// ErrNoInstance is wrapped by the error for an id that does not occur.
var ErrNoInstance = errors.New("step: no such instance")

// Open indexes data, which it keeps and which must not change. It returns the same errors as [Parse], together with the
// Document of everything that could be read. Faults inside an instance's arguments are only found by
// [Document.Instance].
func Open(data []byte) (*Document, error) { return OpenContext(context.Background(), data) }

// OpenContext is Open with a context. If the context is cancelled, it returns no Document and the context's error.
func OpenContext(ctx context.Context, data []byte) (*Document, error) {
	d := &Document{data: data, symbols: map[string]int32{}}
	d.parsers.New = func() any { return new(parser) }
	r := newBytesReader(data)
	err := collect(func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return d.scan(r)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	d.header = r.header
	d.ids = newIDIndex(len(d.entries), func(i int) int { return d.entries[i].id })
	d.groupByName()
	return d, err
}

// scan reads the next statement, but only the head of an instance.
func (d *Document) scan(r *Reader) error {
	if r.section != inData {
		return d.scanOutside(r)
	}
	text, start, err := r.cut.next()
	r.start = start
	if err != nil {
		return r.finish(text, err)
	}
	r.parse.reset(text)
	if r.parse.peek() != '#' {
		return r.locatedOrNil(r.endSection())
	}
	id, name, err := r.parse.head()
	if err != nil {
		return r.located(err)
	}
	d.add(entry{id: id, start: start, length: int32(len(text))}, name, r)
	return nil
}

// scanOutside reads a statement outside the DATA section.
func (d *Document) scanOutside(r *Reader) error {
	if r.section == afterEnd {
		return io.EOF
	}
	text, start, err := r.cut.next()
	r.start = start
	if err != nil {
		return r.finish(text, err)
	}
	r.parse.reset(text)
	_, _, err = r.statement()
	return r.locatedOrNil(err)
}

func (r *Reader) locatedOrNil(err error) error {
	if err == nil {
		return nil
	}
	return r.located(err)
}

// head reads "#id = NAME" or, for a complex instance without a name, "#id = (".
func (p *parser) head() (id int, name string, err error) {
	if id, err = p.id(); err != nil {
		return 0, "", err
	}
	if err = p.take('='); err != nil {
		return 0, "", err
	}
	if p.peek() == '(' {
		return id, "", nil
	}
	name, err = p.name()
	return id, name, err
}

func (d *Document) add(e entry, name string, r *Reader) {
	symbol, known := d.symbols[name]
	if !known {
		symbol = int32(len(d.names))
		d.symbols[name] = symbol
		d.names = append(d.names, name)
	}
	e.symbol = symbol
	if len(d.entries) == cap(d.entries) {
		d.entries = slices.Grow(d.entries, r.expectMore(len(d.entries)))
	}
	d.entries = append(d.entries, e)
}

// groupByName fills named. All its lists share one array.
func (d *Document) groupByName() {
	counts := make([]int, len(d.names))
	for i := range d.entries {
		counts[d.entries[i].symbol]++
	}
	ids := make([]int, len(d.entries))
	d.named = make([][]int, len(d.names))
	for s, n := range counts {
		d.named[s], ids = ids[:0:n], ids[n:]
	}
	for i := range d.entries {
		e := &d.entries[i]
		d.named[e.symbol] = append(d.named[e.symbol], e.id)
	}
}

// Header returns the file's header.
func (d *Document) Header() *Header { return &d.header }

// Len returns the number of instances.
func (d *Document) Len() int { return len(d.entries) }

// Names returns the entity names that occur, in upper case, in the order of their first instance. Complex instances
// have the name "".
func (d *Document) Names() []string { return d.names }

// Named returns the ids of the instances of exactly that entity (upper case), in the order of the file. The caller must
// not change the slice.
func (d *Document) Named(name string) []int {
	symbol, ok := d.symbols[name]
	if !ok {
		return nil
	}
	return d.named[symbol]
}

// Instance decodes the instance with an id, the first one if several have it. The error wraps [ErrNoInstance] or is a
// [*SyntaxError].
func (d *Document) Instance(id int) (Instance, error) {
	k, ok := d.ids.find(id)
	if !ok {
		return Instance{}, fmt.Errorf("%w: #%d", ErrNoInstance, id)
	}
	return d.decode(d.entries[k])
}

// All decodes every instance in the order of the file, until visit returns false.
func (d *Document) All(visit func(Instance, error) bool) {
	for _, e := range d.entries {
		if in, err := d.decode(e); !visit(in, err) {
			return
		}
	}
}

func (d *Document) decode(e entry) (Instance, error) {
	p := d.parsers.Get().(*parser)
	defer d.parsers.Put(p)
	p.reset(d.data[e.start : e.start+int(e.length)])
	in, err := p.instance()
	var f *fault
	if errors.As(err, &f) {
		whole := splitBytes(d.data)
		return in, &SyntaxError{whole.position(e.start + f.at), f.msg}
	}
	return in, err
}
