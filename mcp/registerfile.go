package mcp

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/governing"
)

// PrincipalRead is the kind of a record that names the file which admitted a principal.
const PrincipalRead = "file"

// RecordFile records what the caller's file permits, unless the last record of the file is the same.
func (c *Caller) RecordFile(ctx context.Context, store eventstore.Store, now time.Time, newID func() string) error {
	file := c.File()
	if file == "" {
		return nil
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	c.mu.Lock()
	who := c.is
	c.mu.Unlock()
	digest, detail := "", path+fileSays+strings.Join(who.permitted(), " ")
	if text, err := os.ReadFile(file); err == nil {
		digest = hashBytes(text)
	} else { // recorded with the reason, because it permits nothing
		detail = path + fileSays + "nothing: " + unreadable(err)
	}
	for attempt := 0; ; attempt++ {
		s, err := governing.New(store).Read(ctx, governing.Stream)
		if err != nil {
			return err
		}
		for _, last := range slices.Backward(s.Is.Events) {
			e, ok := last.(*settings.PrincipalChanged)
			if !ok || e.What != PrincipalRead || e.Principal != who.Party() || fileOf(e.Detail) != path {
				continue
			}
			if e.File == digest && (digest != "" || e.Detail == detail) {
				return nil
			}
			break
		}
		event := &settings.PrincipalChanged{Principal: who.Party(), What: PrincipalRead,
			Detail: detail, File: digest,
			By: approvals.Party{ID: reservedIDs[1], Kind: string(KindService)}, At: approving.At(now)}
		id := newID()
		_, err = store.Append(ctx, eventstore.Append{Stream: governing.Stream, Expected: s.Expected,
			Events: governing.Events(projections.Meta{CommandID: id, CorrelationID: id, CausationID: id,
				Tool: "principals", UserID: reservedIDs[1], OccurredAt: now}, event)})
		if !errors.Is(err, eventstore.ErrWrongExpected) || attempt == maxRetries {
			return err
		}
	}
}

// unreadable returns why a file could not be read, without its path.
func unreadable(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "it is missing"
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = failed.Err
	}
	return "it cannot be read (" + err.Error() + ")"
}

// fileSays separates the path of a file from its permissions in a record.
const fileSays = " says "

func fileOf(detail string) string {
	path, _, _ := strings.Cut(detail, fileSays)
	return path
}

// permitted lists the permissions of a principal, with a star after those that a scope bounds.
func (p Principal) permitted() []string {
	out := []string{}
	for _, op := range slices.Sorted(maps.Keys(p.Permissions)) {
		mark := ""
		if !p.Permissions[op].Unbounded() {
			mark = "*"
		}
		out = append(out, string(op)+mark)
	}
	return out
}

// Way is one source that admits a principal, and whether it is valid.
type Way struct {
	Way   string `json:"way"`
	Holds bool   `json:"holds"`
	Why   string `json:"why,omitempty"` // why it is not valid
	// May lists the current permissions.
	May     []string   `json:"may,omitempty"`
	Expires *time.Time `json:"expires,omitempty"`
}

// Ways returns the sources that admit a principal: its tokens, and the recorded files in their current state.
func (r *Register) Ways(id, user string, on *governing.State, now time.Time) ([]Way, error) {
	all, err := r.now()
	if err != nil {
		return nil, err
	}
	out := []Way{}
	for _, one := range all.Find(id, user) {
		for _, t := range all.Tokens {
			if t.Principal != one.ID || t.OnBehalfOf != one.OnBehalfOf {
				continue
			}
			w := Way{Way: "token " + t.Name, Holds: true, May: one.permitted(), Expires: t.Expires}
			if t.Expires != nil && !now.Before(*t.Expires) {
				w.Holds, w.Why, w.May = false, "it has expired", nil
			}
			out = append(out, w)
		}
	}
	seen := map[string]bool{}
	for _, event := range slices.Backward(on.Events) {
		e, ok := event.(*settings.PrincipalChanged)
		if !ok || e.What != PrincipalRead || e.Principal.ID != id || user != "" && e.Principal.OnBehalfOf != user {
			continue
		}
		path := fileOf(e.Detail)
		if !seen[path] {
			out = append(out, r.wayOf(path, id))
		}
		seen[path] = true
	}
	return out, nil
}

// wayOf returns the current state of a file.
func (r *Register) wayOf(path, id string) Way {
	w := Way{Way: "file " + path}
	p, err := LoadPrincipal(&path, os.LookupEnv, nil)
	if err == nil && p.ID != id {
		err = errors.New("it names " + p.ID + " now")
	}
	if err == nil {
		_, err = r.Record(p)
	}
	if err != nil {
		w.Why = err.Error()
		return w
	}
	p.agreed = true
	if record, _ := r.Record(p); record != nil {
		p = *record
	}
	w.Holds, w.May = true, p.permitted()
	return w
}
