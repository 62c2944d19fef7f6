package sqlite

import (
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// columns reads the values of a row one after the other and keeps the first error. The tables fix the types, so that a
// value of another type means that the file is damaged.
type columns struct {
	row []driver.Value
	err error
}

func (c *columns) next() driver.Value {
	v := c.row[0]
	c.row = c.row[1:]
	return v
}

func (c *columns) number() uint64 {
	v := c.next()
	n, ok := v.(int64)
	if !ok || n < 0 {
		c.fail(v, "a number from 0")
	}
	return uint64(n)
}

func (c *columns) text() string {
	v := c.next()
	s, ok := v.(string)
	if !ok {
		c.fail(v, "text")
	}
	return s
}

func (c *columns) bytes() []byte {
	v := c.next()
	b, ok := v.([]byte)
	if !ok && v != nil {
		c.fail(v, "bytes")
	}
	return b
}

func (c *columns) hash() (h eventstore.Hash) {
	b := c.bytes()
	if len(b) != len(h) {
		c.fail(b, "a hash of 32 bytes")
		return h
	}
	return eventstore.Hash(b)
}

func (c *columns) fail(v driver.Value, want string) {
	if c.err == nil {
		c.err = fmt.Errorf("%w: a column holds %.40v (%T) where %s belongs", eventstore.ErrCorrupt, v, v, want)
	}
}

// event reads the columns that every statement of the reader selects for an event, in order.
func (c *columns) event() eventstore.Recorded {
	var r eventstore.Recorded
	r.Position = c.number()
	r.Revision = c.number()
	r.ID = c.text()
	r.Type = c.text()
	r.Schema = int(c.number())
	r.Data = c.bytes()
	r.Meta = c.bytes()
	r.RecordedAt = time.UnixMicro(int64(c.number())).UTC()
	r.PrevHash = c.hash()
	r.Hash = c.hash()
	return r
}
