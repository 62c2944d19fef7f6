package app

import (
	"cmp"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// veiled returns the substitute for an id that the caller may not read. No element has the substitute, so that every
// lookup gives the same result as for a missing element.
func veiled(id state.ID) state.ID { return state.DeriveID("veiled "+string(id), 0) }

// unveiling returns a replacer that turns the substitutes (veiled) back into the ids and names that a caller gave. With
// inJSON it is for JSON, otherwise for plain text, where a substitute may be in quotes.
func unveiling(given []string, inJSON bool) *strings.Replacer {
	var pairs []string
	for _, said := range given {
		id := string(veiled(state.ID(said)))
		if inJSON {
			text, _ := json.Marshal(said) // a text always encodes
			pairs = append(pairs, id, strings.Trim(string(text), `"`))
			continue
		}
		pairs = append(pairs, strconv.Quote(id), strconv.Quote(said), id, said)
	}
	return strings.NewReplacer(pairs...)
}

// Unveil returns an error in which the ids and names that the caller gave replace their substitutes.
func Unveil(err error, given []string) error {
	e, ok := errors.AsType[*state.Error](err)
	if !ok {
		return err
	}
	text, failed := json.Marshal(e.Data)
	if failed != nil {
		return err
	}
	out := *e
	out.Message = unveiling(given, false).Replace(e.Message)
	is := unveiling(given, true).Replace(string(text))
	if out.Message == e.Message && is == string(text) {
		return err
	}
	out.Data = nil
	return cmp.Or[error](json.Unmarshal([]byte(is), &out.Data), &out)
}

// unveilData is Unveil for a reply.
func unveilData(out *mcp.Outcome, given []string) error {
	text, err := json.Marshal(out.Data)
	if err != nil {
		return err
	}
	is := unveiling(given, true).Replace(string(text))
	if is == string(text) {
		return nil
	}
	out.Data = nil
	return json.Unmarshal([]byte(is), &out.Data)
}
