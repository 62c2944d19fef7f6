package approving

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"

	"github.com/bimstream/bimstream/domain/approvals"
)

// maxUnpacked bounds arguments that were packed, in bytes: no message with a call is longer.
const maxUnpacked = 64 << 20

// Pack packs the arguments of a call by gzip (RFC 1952) where they are longer than what is kept as it is.
func Pack(p *approvals.Planned) {
	if len(p.Call) <= approvals.MaxKept {
		return
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(p.Call); err != nil {
		return // Keep leaves out what is too long
	}
	if err := w.Close(); err == nil {
		p.Packed, p.Call = out.Bytes(), nil
	}
}

// Arguments returns the arguments of the call of a plan, nil where they are not kept.
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
