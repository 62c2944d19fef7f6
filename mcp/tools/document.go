package tools

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"sync"
)

// A document is what a view reads as one: parts, compressed by gzip. Within it, in little-endian: how many parts there
// are and how long each is (uint32 each), then the parts.
//
// Messages between a view and its host must not be long, so a document is read in pages. A page begins with "BSPG" and
// the length of the whole document (uint32); what follows is the document from page times documentPage bytes on.
const (
	pageMagic    = "BSPG"
	pageHead     = 8
	documentPage = 384<<10 - pageHead // with the head 512 KiB of base64, half of what the strictest known host takes
)

// documentOf compresses parts.
func documentOf(parts ...[]byte) ([]byte, error) {
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

// pageOfDocument returns a page; false where the document has no such page.
func pageOfDocument(document []byte, page int) ([]byte, bool) {
	if page < 0 || page > len(document)/documentPage || page > 0 && page*documentPage == len(document) {
		return nil, false
	}
	from := page * documentPage
	out := append(make([]byte, 0, pageHead+documentPage), pageMagic...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(document))) //nolint:gosec // of what is in memory
	return append(out, document[from:min(from+documentPage, len(document))]...), true
}

// documents keeps the last ones that have further pages, so that each page does not cost the whole. What was made first
// is let go first.
type documents struct {
	mu    sync.Mutex
	known map[string][]byte
	order []string
	size  int
}

// maxDocuments bounds what is kept, in bytes: a view reads the pages of a document one after the other.
const maxDocuments = 32 << 20

func (d *documents) get(key string) ([]byte, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	document, ok := d.known[key]
	return document, ok
}

func (d *documents) keep(key string, document []byte) {
	if len(document) <= documentPage {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.known[key]; ok {
		return
	}
	if d.known == nil {
		d.known = map[string][]byte{}
	}
	d.known[key], d.order = document, append(d.order, key)
	for d.size += len(document); d.size > maxDocuments && len(d.order) > 1; d.order = d.order[1:] {
		d.size -= len(d.known[d.order[0]])
		delete(d.known, d.order[0])
	}
}
