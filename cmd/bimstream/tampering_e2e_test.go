//go:build linux

package main

import (
	"database/sql"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// tampering is a manipulation of the file of a store without the program.
type tampering struct {
	name string
	do   func(*testing.T, *sql.DB)
	// found is the kind of fault that verify and doctor report, with the stream.
	found, stream string
}

const mainStream = `(SELECT id FROM streams WHERE name LIKE 'model.%.branch.main')`

func statements(all ...string) func(*testing.T, *sql.DB) {
	return func(t *testing.T, db *sql.DB) {
		t.Helper()
		for _, s := range all {
			if r, err := db.Exec(s); err != nil {
				t.Fatalf("%s: %v", s, err)
			} else if n, err := r.RowsAffected(); err != nil || n == 0 {
				t.Fatalf("%s: nothing was changed (%v)", s, err)
			}
		}
	}
}

// cutTail removes the last events of a stream, and adapts the head.
func cutTail(stream string, keep string) func(*testing.T, *sql.DB) {
	id := `(SELECT id FROM streams WHERE name LIKE '` + stream + `')`
	return statements(
		`DELETE FROM events WHERE stream = `+id+` AND revision >= `+keep,
		`UPDATE streams SET revision = (SELECT max(revision) FROM events e WHERE e.stream = streams.id), position = (SELECT max(position) FROM events e WHERE e.stream = streams.id),
			hash = (SELECT hash FROM events e WHERE e.stream = streams.id ORDER BY revision DESC LIMIT 1) WHERE id = `+id)
}

// rehashed changes the data of events of a stream and recomputes its chain, so that the stream by itself is intact.
func rehashed(stream, where, change string) func(*testing.T, *sql.DB) {
	return func(t *testing.T, db *sql.DB) {
		t.Helper()
		statements(`UPDATE events SET data = `+change+` WHERE stream IN (SELECT id FROM streams WHERE name LIKE '`+
			stream+`') AND `+where)(t, db)
		rows, err := db.Query(
			`SELECT s.id, s.name, e.position, e.revision, e.id, e.type, e.schema, e.data, e.meta FROM events e JOIN streams s ON s.id = e.stream WHERE s.name LIKE '` + stream + `' ORDER BY s.id, e.revision`)
		if err != nil {
			t.Fatal(err)
		}
		type row struct {
			stream, position, revision int64
			hash, prev                 eventstore.Hash
		}
		var all []row
		var last int64
		var prev eventstore.Hash
		for rows.Next() {
			var r row
			var name string
			var e eventstore.Event
			if err := rows.Scan(&r.stream, &name, &r.position, &r.revision, &e.ID, &e.Type, &e.Schema,
				&e.Data, &e.Meta); err != nil {
				t.Fatal(err)
			}
			if r.stream != last {
				last, prev = r.stream, eventstore.Hash{}
			}
			r.prev, r.hash = prev, eventstore.ChainHash(prev, name, uint64(r.revision), e)
			prev = r.hash
			all = append(all, r)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			if _, err := db.Exec(`UPDATE events SET hash = ?, prev_hash = ? WHERE position = ?`, r.hash[:],
				r.prev[:], r.position); err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(`UPDATE streams SET hash = ? WHERE id = ? AND revision = ?`, r.hash[:],
				r.stream, r.revision); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// inserted inserts an event between two others, chained to the one before it.
func inserted(t *testing.T, db *sql.DB) {
	t.Helper()
	statements(
		`UPDATE events SET revision = -revision - 1 WHERE revision >= 20 AND stream = `+mainStream,
		`UPDATE events SET revision = -revision WHERE revision < 0 AND stream = `+mainStream,
		`UPDATE streams SET revision = revision + 1 WHERE id = `+mainStream)(t, db)
	var name string
	var before []byte
	e := eventstore.Event{ID: "00000000-0000-4000-8000-000000000001"}
	row := db.QueryRow(
		`SELECT s.name, e.hash, e.type, e.schema, e.data, e.meta FROM events e JOIN streams s ON s.id = e.stream WHERE e.revision = 19 AND s.id = ` + mainStream)
	if err := row.Scan(&name, &before, &e.Type, &e.Schema, &e.Data, &e.Meta); err != nil {
		t.Fatal(err)
	}
	hash := eventstore.ChainHash(eventstore.Hash(before), name, 20, e)
	_, err := db.Exec(
		`INSERT INTO events SELECT (SELECT max(position) + 1 FROM events), stream, 20, ?, type, schema, data, meta, recorded_at, ?, ? FROM events WHERE revision = 19 AND stream = `+mainStream, e.ID, before, hash[:])
	if err != nil {
		t.Fatal(err)
	}
}

// appendedUnderUsedCommand appends a copy of the bot's first change, correctly chained and with a new id.
func appendedUnderUsedCommand(t *testing.T, db *sql.DB) {
	t.Helper()
	var name string
	var before []byte
	var revision int64
	e := eventstore.Event{ID: "00000000-0000-4000-8000-000000000002"}
	row := db.QueryRow(`SELECT s.name, s.revision, s.hash, e.type, e.schema, e.data, e.meta FROM events e ` +
		`JOIN streams s ON s.id = e.stream WHERE e.revision = 20 AND s.id = ` + mainStream)
	if err := row.Scan(&name, &revision, &before, &e.Type, &e.Schema, &e.Data, &e.Meta); err != nil {
		t.Fatal(err)
	}
	hash := eventstore.ChainHash(eventstore.Hash(before), name, uint64(revision)+1, e)
	if _, err := db.Exec(`INSERT INTO events SELECT (SELECT max(position) + 1 FROM events), stream, ?, ?, type, schema, `+
		`data, meta, recorded_at, ?, ? FROM events WHERE revision = 20 AND stream = `+mainStream, revision+1, e.ID, before,
		hash[:]); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`UPDATE streams SET revision = revision + 1, hash = ?, `+
		`position = (SELECT max(position) FROM events) WHERE id = `+mainStream, hash[:]); err != nil {
		t.Fatal(err)
	}
}

// cutAll removes the last events of the whole store, and adapts all heads, as if the store had been reset.
func cutAll(events string) func(*testing.T, *sql.DB) {
	return func(t *testing.T, db *sql.DB) {
		t.Helper()
		statements(`DELETE FROM events WHERE position > (SELECT max(position) - `+events+` FROM events)`)(t, db)
		if _, err := db.Exec(`DELETE FROM streams WHERE id NOT IN (SELECT stream FROM events)`); err != nil {
			t.Fatal(err)
		}
		statements(`UPDATE streams SET revision = (SELECT max(revision) FROM events e WHERE e.stream = streams.id),
			position = (SELECT max(position) FROM events e WHERE e.stream = streams.id),
			hash = (SELECT hash FROM events e WHERE e.stream = streams.id ORDER BY revision DESC LIMIT 1)`)(t, db)
	}
}

var tamperings = []tampering{
	{"a record is changed",
		statements(`UPDATE events SET data = replace(data, '200', '201') WHERE revision = 20 AND stream = ` +
			mainStream), "changed", "branch.main"},
	{"a record is removed", statements(`DELETE FROM events WHERE revision = 20 AND stream = ` + mainStream), "removed",
		"branch.main"},
	{"two records change places", statements(
		`UPDATE events SET revision = 100000 WHERE revision = 20 AND stream = `+mainStream,
		`UPDATE events SET revision = 20 WHERE revision = 21 AND stream = `+mainStream,
		`UPDATE events SET revision = 21 WHERE revision = 100000 AND stream = `+mainStream),
		"reordered", "branch.main"},
	{"a record is inserted", inserted, "inserted", "branch.main"},
	{"a record is cut short",
		statements(`UPDATE events SET data = substr(data, 1, length(data) - 3) WHERE revision = 20 AND stream = ` +
			mainStream), "changed", "branch.main"},
	{"the end of the history is cut off", cutTail("model.%.branch.main",
		"(SELECT revision - 1 FROM streams WHERE name LIKE 'model.%.branch.main')"), "missing", "audit."},
	{"the model is deleted", statements(`DELETE FROM events WHERE stream = `+mainStream,
		`DELETE FROM streams WHERE name LIKE 'model.%.branch.main'`), "missing", "audit."},
	{"an audit stream is deleted", statements(
		`DELETE FROM events WHERE stream = (SELECT max(id) FROM streams WHERE name LIKE 'audit.%')`,
		`DELETE FROM streams WHERE id = (SELECT max(id) FROM streams WHERE name LIKE 'audit.%')`), "missing",
		"branch.main"},
	{"a kept reply is forged", rehashed("idempotency.%", "1", `replace(data, '"success":true', '"success":false')`),
		"forged", "idempotency."},
	{"the history is rewritten", rehashed("model.%.branch.main", "revision = 20", `replace(data, '200', '201')`),
		"changed", ".register"},
	{"the last change is rewritten", rehashed("model.%.branch.main",
		"revision = (SELECT revision FROM streams WHERE name LIKE 'model.%.branch.main')", `replace(data, '12000', '12001')`),
		"changed", "branch.main"},
	{"an author is rewritten", rehashed("model.%.branch.main",
		"revision = (SELECT revision FROM streams WHERE name LIKE 'model.%.branch.main')",
		`data, meta = replace(meta, '"user_id":"ann"', '"user_id":"eve"')`), "changed", "branch.main"},
	{"an author is rewritten in the record of calls", rehashed("audit.%", "type = 'call.entered'",
		`replace(data, '"id":"bot"', '"id":"eve"')`), "changed", "audit."},
	{"an event is appended under a used command", appendedUnderUsedCommand, "inserted", "branch.main"},
	{"the end of everything is cut off", cutAll("6"), "cut", "heads."},
	{"the signed heads are deleted", statements(
		`DELETE FROM events WHERE stream IN (SELECT id FROM streams WHERE name LIKE 'heads.%')`,
		`DELETE FROM streams WHERE name LIKE 'heads.%'`), "cut", "heads."},
	{"the history is rewritten, and the signed heads are deleted", func(t *testing.T, db *sql.DB) {
		rehashed("model.%.branch.main", "revision = 20", `replace(data, '200', '201')`)(t, db)
		statements(`DELETE FROM events WHERE stream IN (SELECT id FROM streams WHERE name LIKE 'heads.%')`,
			`DELETE FROM streams WHERE name LIKE 'heads.%'`)(t, db)
	}, "cut", "heads."},
	{"a thought is rewritten", rehashed("model.%.sessions", "type = 'thought.recorded'",
		`replace(data, 'north', 'south')`), "forged", ".sessions"},
	{"an approver is forged", rehashed("model.%.approvals", "type = 'approval.granted'",
		`replace(data, '"by":{"id":"ann","kind":"human"', '"by":{"id":"bot","kind":"agent"')`), "forged", ".approvals"},
}

// TestTamperingIsNamed does each manipulation to a copy of a store. verify and doctor find it and name the stream, also
// after the copy is brought to a server.
func TestTamperingIsNamed(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	id := session(g.bot, g.h.Model)
	g.bot.do("thought_record", arguments{"model_id": g.h.Model, "session_id": id,
		"thought": "to the north", "reasoning": "r"})
	g.bot.do("merkle_finalize", arguments{"model_id": g.h.Model, "session_id": id, "reasoning": "r"})
	request := g.asks("delete_element", g.deletion())
	g.approve(request, "delete 5")
	g.bot.do("delete_element", with(g.deletion(), arguments{"approval_id": request}))
	g.ann.do("create_level", arguments{"model_id": g.h.Model, "name": "Keyed",
		"elevation": 9000, "idempotency_key": "k"})
	g.ann.do("tag_revision", arguments{"model_id": g.h.Model, "name": "issued"})
	g.bot.do("create_level", arguments{"model_id": g.h.Model, "name": "Last", "elevation": 12000, "reasoning": "r"})
	g.bot.close()
	g.ann.close()
	if out, log, code := run(t, "verify", "--data", g.data); code != 0 {
		t.Fatalf("the store is whole, and verify says %s %s", out, log)
	}
	if out, log, code := run(t, "doctor", "--data", g.data); code != 0 {
		t.Fatalf("the store is whole, and doctor says %s %s", out, log)
	}
	if out, log, code := run(t, "verify", "--model", g.h.Model, "--data", g.data); code != 0 {
		t.Fatalf("the store is whole, and verify --model says %s %s", out, log)
	}
	d := startDouble(t, double.Options{})
	for _, tt := range tamperings {
		t.Run(tt.name, func(t *testing.T) {
			data := t.TempDir()
			copyFiles(t, g.data, data)
			files, err := filepath.Glob(filepath.Join(data, "*.db"))
			if err != nil || len(files) != 1 {
				t.Fatalf("%v, %v", files, err)
			}
			db, err := sql.Open("sqlite", files[0])
			if err != nil {
				t.Fatal(err)
			}
			tt.do(t, db)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			g.isFoundOnServer(t, d, data)
			for _, command := range []string{"verify", "doctor"} {
				out, log, code := run(t, command, "--data", data)
				if code == 0 || !strings.Contains(out, tt.stream) || !strings.Contains(out, " "+tt.found+" ") {
					t.Errorf("%s ends with %d: %s %s", command, code, out, log)
				}
			}
			if out, log, code := run(t, "verify", "--model", g.h.Model, "--data", data); code == 0 {
				t.Errorf("verify --model says %s %s", out, log)
			}
			s := serveAll(t, data, g.annIs)
			if a := s.ask("audit_verify_chain", arguments{"model_id": g.h.Model}); a.saysIntact(t) {
				t.Errorf("audit_verify_chain says %s", a.Text)
			}
			s.close()
		})
	}
}

// isFoundOnServer copies a store to a server. Either the copying is refused, because an event does not follow the one
// before it, or verify, doctor and audit_verify_chain find the manipulation there.
func (g *governed) isFoundOnServer(t *testing.T, d *double.Server, data string) {
	t.Helper()
	store := d.URL() + "&namespace=n" + strconv.FormatUint(rand.Uint64(), 36)
	if _, _, code := run(t, "copy", "--from", data, "--to", store, "--data", t.TempDir()); code != 0 {
		return
	}
	for _, command := range [][]string{{"verify"}, {"doctor"}, {"verify", "--model", g.h.Model}} {
		if out, log, code := run(t, append(command, "--store", store, "--data", t.TempDir())...); code == 0 {
			t.Errorf("on the server %v ends well: %s %s", command, out, log)
		}
	}
	s := serveStore(t, store, t.TempDir())
	defer s.close()
	if a := s.ask("audit_verify_chain", arguments{"model_id": g.h.Model}); a.saysIntact(t) {
		t.Errorf("on the server audit_verify_chain says %s", a.Text)
	}
}

// saysIntact reports whether an answer of audit_verify_chain reports that everything is intact.
func (a answer) saysIntact(t *testing.T) bool {
	t.Helper()
	var told struct {
		Intact bool `json:"intact"`
	}
	err := json.Unmarshal(a.Data, &told)
	return a.Success && (err != nil || told.Intact)
}
