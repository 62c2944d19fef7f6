package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	modernc "modernc.org/sqlite"
)

// conn is one connection with its prepared statements. It uses the driver directly. The pool of database/sql would open
// and drop connections by its own rules, and would make a read about a third more expensive. Only one goroutine uses a
// conn at a time.
type conn struct {
	raw        driver.Conn
	statements []*statement
}

// first holds the pragma that is set before all others. The pragmas of durability already read the file, and may have
// to wait for a lock on it. A process holds this lock while it recovers the file after a crash or opens it for the
// first time.
var first = []string{busyTimeout}

// durabilityPragmas are set on every connection, because the last connection to close a file moves the log into it.
// FULL flushes the log in each commit. On macOS, fullfsync is also needed to flush the drive's own cache; it has no
// effect elsewhere.
var durabilityPragmas = []string{"synchronous=FULL", "fullfsync=1", "checkpoint_fullfsync=1"}

// connect opens a file. Without create, a missing file is an error and is not created.
func connect(path string, create bool, pragmas ...string) (*conn, error) {
	mode := "rw"
	if create {
		mode = "rwc"
	}
	raw, err := new(modernc.Driver).Open(dataSource(path, mode))
	if err != nil {
		return nil, translate(err)
	}
	c := &conn{raw: raw}
	for _, p := range slices.Concat(first, durabilityPragmas, pragmas) {
		if err := c.exec("PRAGMA " + p); err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	return c, nil
}

// dataSource returns a path as the URI that SQLite reads (https://www.sqlite.org/uri.html). A Windows drive needs a
// slash before its letter.
func dataSource(path, mode string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: "mode=" + mode}
	return u.String()
}

func (c *conn) close() error {
	var errs []error
	for _, st := range c.statements {
		errs = append(errs, st.raw.Close())
	}
	c.statements = nil
	errs = append(errs, c.raw.Close())
	return translate(errors.Join(errs...))
}

// exec runs one statement that is used too rarely to prepare it.
func (c *conn) exec(sql string) error {
	return c.execContext(context.Background(), sql)
}

func (c *conn) execContext(ctx context.Context, sql string) error {
	_, err := c.raw.(driver.ExecerContext).ExecContext(ctx, sql, nil)
	return translate(err)
}

// queryContext runs one query that is used too rarely to prepare it. It interrupts the query when the context ends.
func (c *conn) queryContext(ctx context.Context, sql string, visit func(row []driver.Value) error) error {
	rows, err := c.raw.(driver.QueryerContext).QueryContext(ctx, sql, nil)
	if err != nil {
		return translate(err)
	}
	return translate(visitRows(rows, visit))
}

// number returns the result of a query for a single integer, such as a PRAGMA.
func (c *conn) number(sql string) (n int64, err error) {
	err = c.queryContext(context.Background(), sql, func(row []driver.Value) error {
		c := columns{row: row}
		n = int64(c.number())
		return c.err
	})
	return n, err
}

// prepare adds a statement to the connection. After an error the connection can only be closed.
func (c *conn) prepare(sql string) (*statement, error) {
	raw, err := c.raw.Prepare(sql)
	if err != nil {
		return nil, translate(err)
	}
	st := &statement{raw: raw}
	c.statements = append(c.statements, st)
	return st, nil
}

// statement is a prepared statement of one connection.
type statement struct {
	raw  driver.Stmt
	args []driver.NamedValue // reused from call to call
}

// errStop ends a visit of rows early. It is not a failure of the query.
var errStop = errors.New("no more rows wanted")

func (st *statement) exec(values ...driver.Value) error {
	_, err := st.raw.(driver.StmtExecContext).ExecContext(context.Background(), st.bind(values))
	return translate(err)
}

// query passes each row to visit. A row may be used only during its visit, but its values remain valid. query resets
// the statement before it returns, so that no read transaction remains open.
func (st *statement) query(visit func(row []driver.Value) error, values ...driver.Value) error {
	rows, err := st.raw.(driver.StmtQueryContext).QueryContext(context.Background(), st.bind(values))
	if err != nil {
		return translate(err)
	}
	return translate(visitRows(rows, visit))
}

func (st *statement) bind(values []driver.Value) []driver.NamedValue {
	st.args = st.args[:0]
	for i, v := range values {
		st.args = append(st.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return st.args
}

func visitRows(rows driver.Rows, visit func(row []driver.Value) error) error {
	row := make([]driver.Value, len(rows.Columns()))
	err := rows.Next(row)
	for ; err == nil; err = rows.Next(row) {
		if err = visit(row); err != nil {
			break
		}
	}
	closed := rows.Close()
	if errors.Is(err, io.EOF) || errors.Is(err, errStop) {
		return closed
	}
	return err
}
