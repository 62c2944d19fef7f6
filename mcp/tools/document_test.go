package tools

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/drawings"
	"io"
	"math/rand/v2"
	"testing"
)

// readDocument joins the pages of a document, as a view does, and returns its parts.
func readDocument(t *testing.T, page func(n int) []byte) [][]byte {
	t.Helper()
	var packed []byte
	for n, total := 0, 1; len(packed) < total; n++ {
		b := page(n)
		if string(b[:4]) != "BSPG" || len(b) <= 8 {
			t.Fatalf("page %d begins with % x", n, b[:min(len(b), 8)])
		}
		if size := base64.StdEncoding.EncodedLen(len(b)); size > 512<<10 {
			t.Fatalf("page %d takes %d bytes of a message", n, size)
		}
		total = int(binary.LittleEndian.Uint32(b[4:]))
		packed = append(packed, b[8:]...)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	parts := make([][]byte, le.Uint32(whole))
	at := 4 + 4*len(parts)
	for i := range parts {
		n := int(le.Uint32(whole[4+4*i:]))
		parts[i], at = whole[at:at+n], at+n
	}
	if at != len(whole) {
		t.Fatalf("%d bytes follow the parts", len(whole)-at)
	}
	return parts
}

// TestDocumentsComeInPages checks that a long document has pages, each within the size of a message, and none beyond
// the last one.
func TestDocumentsComeInPages(t *testing.T) {
	noise := rand.NewChaCha8([32]byte{1})
	for _, n := range []int{0, 1, app.DocumentPage, 3*app.DocumentPage - 12, 3 * app.DocumentPage} {
		long := make([]byte, n)
		_, _ = noise.Read(long)
		packed, err := drawings.DocumentOf([]byte("head"), nil, long)
		if err != nil {
			t.Fatal(err)
		}
		pages := 0
		parts := readDocument(t, func(n int) []byte {
			pages++
			b, ok := drawings.PageOfDocument(packed, n)
			if !ok {
				t.Fatalf("there is no page %d of %d bytes", n, len(packed))
			}
			return b
		})
		if string(parts[0]) != "head" || len(parts[1]) != 0 || !bytes.Equal(parts[2], long) {
			t.Errorf("%d bytes do not come back", n)
		}
		for _, beyond := range []int{-1, pages, pages + 1} {
			if _, ok := drawings.PageOfDocument(packed, beyond); ok {
				t.Errorf("of %d pages there is one numbered %d", pages, beyond)
			}
		}
	}
}

// TestDocumentsAreKeptUpToABound checks that the cached documents stay within their bound, and that the newest one is
// there.
func TestDocumentsAreKeptUpToABound(t *testing.T) {
	var d app.Documents
	d.Keep("small", make([]byte, app.DocumentPage))
	if _, ok := d.Get("small"); ok {
		t.Error("a document of one page is kept, although nobody asks for it again")
	}
	for _, key := range []string{"a", "b", "c"} {
		d.Keep(key, make([]byte, app.MaxDocuments/2))
	}
	if _, ok := d.Get("a"); ok || d.Size > app.MaxDocuments {
		t.Errorf("%d bytes are kept", d.Size)
	}
	if _, ok := d.Get("c"); !ok {
		t.Error("the last document is not kept")
	}
}
