package drawings

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"

	"github.com/bimstream/bimstream/mcp/app"
)

const pageMagic = "BSPG"

// DocumentOf compresses parts into a document: their number and lengths, then the parts.
func DocumentOf(parts ...[]byte) ([]byte, error) {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(parts))) //nolint:gosec // a few
	for _, p := range parts {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(p))) //nolint:gosec // of what is in memory
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	for _, p := range append([][]byte{head}, parts...) {
		if _, err := w.Write(p); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

// PageOfDocument returns a page, or false if the document has no such page.
func PageOfDocument(document []byte, page int) ([]byte, bool) {
	if page < 0 || page > len(document)/app.DocumentPage || page > 0 && page*app.DocumentPage == len(document) {
		return nil, false
	}
	from := page * app.DocumentPage
	out := append(make([]byte, 0, app.PageHead+app.DocumentPage), pageMagic...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(document))) //nolint:gosec // of what is in memory
	return append(out, document[from:min(from+app.DocumentPage, len(document))]...), true
}
