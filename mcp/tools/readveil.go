package tools

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
)

// veiled returns what stands for an id of something that the caller may not read: an id of nothing, so that whatever
// looks for it answers as it would answer any id of nothing.
func veiled(id domain.ID) domain.ID { return domain.DeriveID("veiled "+string(id), 0) }

// unveiling puts the ids that a caller gave back in the place of what stood for them.
func unveiling(given []string) *strings.Replacer {
	var pairs []string
	for _, said := range given {
		if looksLikeID(said) {
			pairs = append(pairs, string(veiled(domain.ID(said))), said)
		}
	}
	return strings.NewReplacer(pairs...)
}

// unveil returns an error that speaks of the ids that the caller gave.
func unveil(err error, given []string) error {
	e, ok := errors.AsType[*domain.Error](err)
	if !ok {
		return err
	}
	text, failed := json.Marshal(e.Data)
	if failed != nil {
		return err
	}
	back, out := unveiling(given), *e
	out.Message = back.Replace(e.Message)
	is := back.Replace(string(text))
	if out.Message == e.Message && is == string(text) {
		return err
	}
	out.Data = nil
	return cmp.Or[error](json.Unmarshal([]byte(is), &out.Data), &out)
}

// unveilData is unveil of a reply.
func unveilData(out *mcp.Outcome, given []string) error {
	text, err := json.Marshal(out.Data)
	if err != nil {
		return err
	}
	is := unveiling(given).Replace(string(text))
	if is == string(text) {
		return nil
	}
	out.Data = nil
	return json.Unmarshal([]byte(is), &out.Data)
}
