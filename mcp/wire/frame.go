package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
)

// frame holds the parts of a message that the transport reads. The members keep their text, so that an id is sent back
// as it was written.
type frame struct {
	Version string
	ID      json.RawMessage // nil when the message has none, or null
	Method  mcp.MCPMethod
	Params  json.RawMessage // an object, or nil
	reply
}

// protocolError is a JSON-RPC error with its code.
type protocolError struct {
	code    int
	message string
}

func (e *protocolError) Error() string { return e.message }

var (
	errNotJSON  = &protocolError{mcp.PARSE_ERROR, "the message is not valid JSON"}
	errEncoding = &protocolError{mcp.PARSE_ERROR,
		"the message is not valid UTF-8, or one of its strings has half of a surrogate pair"}
	errNotObject = &protocolError{mcp.INVALID_REQUEST,
		"a message must be one JSON-RPC object; batches are not part of the protocol versions that this server speaks"}
	errBadID     = &protocolError{mcp.INVALID_REQUEST, "the id of a request must be a string or a number"}
	errBadMethod = &protocolError{mcp.INVALID_REQUEST, "the method of a message must be a string"}
	errNoMethod  = &protocolError{mcp.INVALID_REQUEST,
		"a message needs a method, or the result or error of a request of this server"}
	errBadParams = &protocolError{mcp.INVALID_PARAMS, "params must be an object"}
)

// byteOrderMark may precede the first message; RFC 8259, section 8.1, allows readers to ignore it.
var byteOrderMark = []byte("\uFEFF")

// parseFrame parses a message. The names of members are case-sensitive, as in JSON-RPC 2.0. On an error the frame
// contains the id if it could be read.
func parseFrame(line []byte) (f frame, err error) {
	line = bytes.TrimPrefix(line, byteOrderMark)
	if !utf8.Valid(line) || hasLoneSurrogate(line) {
		return frame{}, errEncoding
	}
	if !json.Valid(line) {
		return frame{}, errNotJSON
	}
	begin := afterSpace(line, 0)
	if line[begin] != '{' {
		return frame{}, errNotObject
	}
	members := membersOf(line[begin:])
	id := members.find("id")
	if id != nil && !isNull(id) {
		if id[0] != '"' && id[0] != '-' && (id[0] < '0' || id[0] > '9') {
			return frame{}, errBadID
		}
		f.ID = id
	}
	if err := f.fill(members); err != nil || f.Method == "" || id == nil || f.ID != nil ||
		strings.HasPrefix(string(f.Method), "notifications/") { // some clients send a null id in notifications
		return f, err
	}
	return f, errBadID // a null id is an error, because the sender of a request waits for an answer
}

func (f *frame) fill(members members) error {
	if v := members.find("jsonrpc"); v != nil {
		f.Version, _ = textOf(v) // a version that is not a string counts as missing and is refused later
	}
	f.Result, f.Error = members.find("result"), members.find("error")
	method := members.find("method")
	if method == nil {
		if f.Result == nil && f.Error == nil {
			return errNoMethod
		}
		return nil
	}
	name, ok := textOf(method)
	if f.Method = mcp.MCPMethod(name); !ok || name == "" {
		return errBadMethod
	}
	switch params := members.find("params"); {
	case params == nil || isNull(params):
	case params[0] != '{':
		return errBadParams
	default:
		f.Params = params
	}
	return nil
}

// textOf returns the string value of a JSON value; ok is false for any other value.
func textOf(value json.RawMessage) (text string, ok bool) {
	if value[0] != '"' {
		return "", false
	}
	return unquoted(value), true
}

func isNull(text json.RawMessage) bool { return string(text) == "null" }

// hasLoneSurrogate reports whether a JSON text escapes only half of a surrogate pair, which is no character.
// encoding/json would replace it by U+FFFD.
func hasLoneSurrogate(text []byte) bool {
	if !bytes.Contains(text, []byte(`\ud`)) && !bytes.Contains(text, []byte(`\uD`)) {
		return false
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		switch unit := surrogate(text[i:]); {
		case unit == 0:
			i++ // skips the escaped character, which may be a backslash
		case unit >= lowSurrogates:
			return true
		default:
			if i += escapeLength; surrogate(text[min(i, len(text)):]) < lowSurrogates {
				return true
			}
			i += escapeLength - 1
		}
	}
	return false
}

// The surrogates of UTF-16: D800 to DBFF begin a pair, DC00 to DFFF end one.
const (
	highSurrogates = 0xD800
	lowSurrogates  = 0xDC00
	lastSurrogate  = 0xDFFF
	escapeLength   = len(`\uD800`)
)

// surrogate returns the code unit of the surrogate escape at the beginning of a text, or 0 if there is none.
func surrogate(text []byte) int {
	if len(text) < escapeLength || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	unit := 0
	for _, c := range text[2:escapeLength] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		if digit < 0 {
			return 0
		}
		unit = unit<<4 | digit
	}
	if unit < highSurrogates || unit > lastSurrogate {
		return 0
	}
	return unit
}

// idOfBeginning returns the id of a message of which only the beginning is known, or nil if the beginning does not
// contain it.
func idOfBeginning(head []byte) json.RawMessage {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(head, byteOrderMark)))
	if opening, err := d.Token(); err != nil || opening != json.Delim('{') {
		return nil
	}
	for {
		name, err := d.Token()
		if err != nil {
			return nil
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil
		}
		if name == "id" && (value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9') {
			return value
		}
	}
}

// rewritten returns the message in the form for the library: without members that JSON-RPC does not define, and with an
// id that the library does not change.
func (f *frame) rewritten() []byte {
	out := append([]byte(nil), `{"jsonrpc":`...)
	version, _ := json.Marshal(f.Version) // strings always encode
	out = append(out, version...)
	if f.ID != nil {
		out = append(append(out, `,"id":`...), f.libraryID()...)
	}
	method, _ := json.Marshal(f.Method)
	out = append(append(out, `,"method":`...), method...)
	if f.Params != nil {
		out = append(append(out, `,"params":`...), f.Params...)
	}
	return append(out, '}')
}

// libraryID returns the id in a form that the library preserves. A number that a float64 cannot represent becomes a
// string of its digits.
func (f *frame) libraryID() json.RawMessage {
	const exact = 15 // digits that a float64 always holds
	if f.ID[0] == '"' || len(f.ID) <= exact && !bytes.ContainsAny(f.ID, ".eE") {
		return f.ID
	}
	text, _ := json.Marshal("number:" + string(f.ID))
	return text
}

// codeOf returns the JSON-RPC code and text of an error of parseFrame.
func codeOf(err error) (int, string) {
	if e, ok := errors.AsType[*protocolError](err); ok {
		return e.code, e.message
	}
	return mcp.INTERNAL_ERROR, "internal error"
}
