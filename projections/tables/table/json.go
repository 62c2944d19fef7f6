package table

import (
	"bytes"
	"encoding/json"
	"io"
)

// WriteJSON writes a table as an object with title, origin, columns, lines and notes. Each line of the table is on a
// line of its own.
func (t *Table) WriteJSON(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString("{\"title\": ")
	if err := encode(&b, t.Title); err != nil {
		return err
	}
	if t.Origin != nil {
		b.WriteString(",\n\"origin\": ")
		if err := encode(&b, t.Origin); err != nil {
			return err
		}
	}
	b.WriteString(",\n\"columns\": ")
	if err := writeList(&b, t.Columns); err != nil {
		return err
	}
	b.WriteString(",\n\"lines\": ")
	if err := writeList(&b, t.Lines); err != nil {
		return err
	}
	b.WriteString(",\n\"notes\": ")
	if err := writeList(&b, t.Notes); err != nil {
		return err
	}
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

func writeList[T any](b *bytes.Buffer, items []T) error {
	b.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  ")
		if err := encode(b, item); err != nil {
			return err
		}
	}
	b.WriteString("\n]")
	return nil
}

// encode writes a value without a line break and without escapes for HTML.
func encode(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1)
	return nil
}
