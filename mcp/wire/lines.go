package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxLineBytes bounds one message on stdio.
const MaxLineBytes = 8 << 20

var errLineTooLong = errors.New("line too long")

// lineReader reads lines of bounded length. A longer one is skipped to its end and reported as errLineTooLong.
type lineReader struct {
	in  *bufio.Reader
	max int
}

const (
	readBufferBytes = 64 << 10
	// beginningBytes is how much of a too long line is kept: enough for the id of a request that starts with it.
	beginningBytes = 4 << 10
)

func newLineReader(in io.Reader, limit int) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, readBufferBytes), max: limit}
}

// next returns the next line without its line end. The last line needs no line end. The caller owns the bytes. For a
// line that is too long it returns the beginning and errLineTooLong.
func (r *lineReader) next() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.in.ReadSlice('\n')
		if !long && len(line)+len(part) > r.max+1 {
			long = true
			line = append(line, part...)
			line = bytes.Clone(line[:min(len(line), beginningBytes)])
		} else if !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return nil, err
		case long:
			return line, errLineTooLong
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}
