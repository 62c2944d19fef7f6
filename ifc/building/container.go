package building

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/ifcxml"
	"github.com/bimstream/bimstream/ifc/step"
)

// MaxUnpacked bounds the size of the file in an ifcZIP archive, and of a document converted from another encoding.
const MaxUnpacked = 1 << 30

// refusals lists formats of IFC files that cannot be read: their first characters, their name, and advice for the user.
var refusals = []struct{ begins, form, do string }{
	{"\x1f\x8b", "compressed (gzip)", "unpack it and give the .ifc file in it"},
	{"{", "JSON (ifcJSON)", "export it in STEP form (.ifc)"},
}

// blanks are the characters that may precede the first character of a file.
const blanks = " \t\r\n"

// utf8Mark is the byte order mark of UTF-8.
var utf8Mark = []byte("\xef\xbb\xbf")

// head returns the content of a file without its byte order mark and leading blanks.
func head(data []byte) []byte { return bytes.TrimLeft(bytes.TrimPrefix(data, utf8Mark), blanks) }

// IsArchive reports whether a file is an ifcZIP archive.
func IsArchive(data []byte) bool { return bytes.HasPrefix(data, []byte("PK\x03\x04")) }

// UnpackedSize returns the size in bytes of the IFC file in an archive, as the archive states it. For any other file it
// returns the file's own size. The error is INVALID_INPUT for an archive that is damaged or contains no IFC file or
// several IFC files.
func UnpackedSize(data []byte) (int64, error) {
	if !IsArchive(data) {
		return int64(len(data)), nil
	}
	f, err := packed(data)
	if err != nil {
		return 0, err
	}
	return int64(min(f.UncompressedSize64, 1<<62)), nil
}

// packed returns the IFC file in an archive.
func packed(data []byte) (*zip.File, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, state.Errorf(state.InvalidInput, "the ifcZIP archive is damaged: %w; pack it anew", err)
	}
	var found []*zip.File
	for _, f := range archive.File {
		switch strings.ToLower(path.Ext(f.Name)) {
		case ".ifc", ".ifcxml", ".xml":
			if !strings.HasPrefix(path.Base(f.Name), ".") && !strings.HasPrefix(f.Name, "__MACOSX/") {
				found = append(found, f)
			}
		}
	}
	if len(found) != 1 {
		return nil, state.Errorf(state.InvalidInput,
			"the archive holds %d files that end in .ifc or .ifcXML: an ifcZIP holds one; unpack it and give one "+
				"of them", len(found)).With("files", len(found))
	}
	return found[0], nil
}

// unpack returns the IFC file in an archive. It reads at most the size that the archive states, and at most MaxUnpacked
// bytes.
func unpack(data []byte) ([]byte, error) {
	f, err := packed(data)
	if err != nil {
		return nil, err
	}
	if f.UncompressedSize64 > MaxUnpacked {
		return nil, state.Errorf(state.OperationTooLarge, "the file in the archive has %d MB: at most %d MB are read",
			f.UncompressedSize64>>20, MaxUnpacked>>20)
	}
	r, err := f.Open()
	if err != nil {
		return nil, state.Errorf(state.InvalidInput, "%q in the archive cannot be unpacked: %w", f.Name, err)
	}
	defer func() { _ = r.Close() }()
	out := bytes.NewBuffer(make([]byte, 0, min(f.UncompressedSize64, uint64(len(data))*maxFolds)))
	if _, err := io.Copy(out, io.LimitReader(r, int64(f.UncompressedSize64))); err != nil {
		return nil, state.Errorf(state.InvalidInput, "%q in the archive is damaged: %w", f.Name, err)
	}
	return out.Bytes(), nil
}

// maxFolds bounds the buffer for the content of an archive, as a multiple of the archive's size: STEP files shrink to
// about a tenth.
const maxFolds = 32

// utf16Marks are the byte order marks of UTF-16.
var utf16Marks = []string{"\xff\xfe", "\xfe\xff"}

// read reads a file in any supported format.
func read(ctx context.Context, data []byte) (file *step.File, unread map[string]int, err error) {
	if IsArchive(data) {
		if data, err = unpack(data); err != nil {
			return nil, nil, err
		}
	}
	for _, mark := range utf16Marks {
		if bytes.HasPrefix(data, []byte(mark)) {
			decoder := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()
			if data, err = decoder.Bytes(data); err != nil {
				return nil, nil, state.Errorf(state.InvalidInput, "the file begins as UTF-16 and is none: %w", err)
			}
		}
	}
	begin := head(data)
	for _, c := range refusals {
		if bytes.HasPrefix(begin, []byte(c.begins)) {
			return nil, nil, state.Errorf(state.InvalidInput, "the file is %s, not a STEP file: %s",
				c.form, c.do).With("form", c.form)
		}
	}
	if bytes.HasPrefix(begin, []byte("<")) {
		return readXML(ctx, data)
	}
	file, err = step.ParseContext(ctx, data)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil && !onlyHeader(err, data, file) {
		return nil, nil, located(err)
	}
	return file, nil, nil
}

// readXML reads a document in ifcXML.
func readXML(ctx context.Context, data []byte) (*step.File, map[string]int, error) {
	document, err := ifcxml.Read(ctx, data)
	if fault, ok := errors.AsType[*ifcxml.Fault](err); ok {
		return nil, nil, state.Errorf(state.InvalidInput,
			"the file is XML that cannot be read as ifcXML: line %d: %s; export it in STEP form (.ifc)", fault.Line,
			fault.Message).With("line", fault.Line).With("form", "XML (ifcXML)")
	}
	if err != nil {
		return nil, nil, err
	}
	return document.File, document.Unread, nil
}
