package approving

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"

	"github.com/bimstream/bimstream/domain/approvals"
)

// maxUnpacked is the greatest size of unpacked arguments in bytes: no message that contains a call is longer.
const maxUnpacked = 64 << 20

// Pack compresses the arguments of a call by gzip (RFC 1952) if they exceed the size that is kept uncompressed.
func Pack(p *approvals.Planned) {
	if len(p.Call) <= approvals.MaxKept {
		return
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(p.Call); err != nil {
		return // Keep leaves out longer arguments
	}
	if err := w.Close(); err == nil {
		p.Packed, p.Call = out.Bytes(), nil
	}
}

// Arguments returns the arguments of the call of a plan, or nil if they are not kept.
func Arguments(p *approvals.Planned) json.RawMessage {
	if p.Packed == nil {
		return p.Call
	}
	r, err := gzip.NewReader(bytes.NewReader(p.Packed))
	if err != nil {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(r, maxUnpacked))
	if err != nil || !json.Valid(text) {
		return nil
	}
	return text
}
