package app

import (
	"sync"
)

const PageHead = 8

const DocumentPage = 384<<10 - PageHead // with the head 512 KiB of base64, half of what the strictest known host takes

// Documents caches the latest documents that have further pages, so that a page does not require rendering the whole
// document again. The oldest document is dropped first.
type Documents struct {
	mu    sync.Mutex
	known map[string][]byte
	order []string
	Size  int
}

// MaxDocuments bounds the cached documents, in bytes. A viewer reads the pages of a document one after the other.
const MaxDocuments = 32 << 20

func (d *Documents) Get(key string) ([]byte, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	document, ok := d.known[key]
	return document, ok
}

func (d *Documents) Keep(key string, document []byte) {
	if len(document) <= DocumentPage {
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
	for d.Size += len(document); d.Size > MaxDocuments && len(d.order) > 1; d.order = d.order[1:] {
		d.Size -= len(d.known[d.order[0]])
		delete(d.known, d.order[0])
	}
}
